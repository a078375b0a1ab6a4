"""All commands, in the order in which they are listed."""

from __future__ import annotations

from server.caller_commands import CALLER_COMMANDS
from server.commands import Commands
from server.host_commands import HOST_COMMANDS, MACHINE_COMMANDS

COMMANDS = Commands((*CALLER_COMMANDS, *HOST_COMMANDS, *MACHINE_COMMANDS))
