"""The SSH side of one session: what the client asked for, and what it may not have."""

# ruff: noqa: ARG002  # asyncssh dictates these signatures

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping

import asyncssh
from asyncssh.packet import SSHPacket

from server.ssh import size
from server.ssh.environment import Environment, clean_term
from server.ssh.errand import Errand
from server.ssh.guard import Guard
from server.ssh.house import Answer, House
from server.ssh.identity import Caller
from server.ssh.limits import Limits
from server.ssh.turns import Turns
from server.ssh.visit import Request, Visit, plain_line

log = logging.getLogger(__name__)

HOW_TO_JOIN = "Hollywood Gin is played in a terminal: ssh -t HOST. For more: ssh HOST help."
DUMB = "Hollywood Gin needs a terminal that can place its cursor, and this one says it is dumb."


class Session(asyncssh.SSHServerSession[bytes]):
    """One channel: it becomes a visit when a terminal and a shell were asked for."""

    def __init__(
        self,
        guard: Guard,
        caller: Caller,
        house: House,
        limits: Limits,
        turns: Turns,
        *,
        on_start: Callable[[], None],
        on_over: Callable[[], None],
        on_done: Callable[[], None],
    ) -> None:
        self._guard = guard
        self._caller = caller
        self._house = house
        self._limits = limits
        self._turns = turns
        self._on_start = on_start
        self._on_over = on_over
        self._on_done = on_done
        self._channel: asyncssh.SSHServerChannel[bytes] | None = None
        self._environment = Environment(limits)
        self._term: str | None = None
        self._size = size.DEFAULT
        self._refusal: str | None = None
        self._command: str | None = None
        self._errand: Errand | None = None
        self._visit: Visit | None = None

    @property
    def is_done(self) -> bool:
        """Whether nothing of the session is left running."""
        return all(part is None or part.is_done for part in (self._visit, self._errand))

    def end(self, message: str, status: int = 0) -> None:
        """Restore the terminal, print one plain line and close the channel."""
        if self._visit is not None:
            self._visit.end(message, status)
        else:
            self._refuse(message)

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        """The channel is open."""
        self._channel = chan
        high = self._limits.high_water
        chan.set_write_buffer_limits(high=high, low=high // 4)
        # asyncssh keeps any number of variables, of any length.
        chan._process_env_request = self._take_variable  # type: ignore[assignment, method-assign]  # noqa: SLF001

    def pty_requested(
        self, term_type: str, term_size: tuple[int, int, int, int], term_modes: Mapping[int, int]
    ) -> bool:
        """The client has a terminal."""
        self._term = clean_term(term_type or "")
        self._size = size.clamp(term_size[0], term_size[1])
        return True

    def shell_requested(self) -> bool:
        """The client gave no command, as it should."""
        if self._term is None:
            self._refusal = HOW_TO_JOIN
        elif self._term.lower() == "dumb":
            self._refusal = DUMB
        return True

    def exec_requested(self, command: str) -> bool:
        """The client gave a command."""
        self._command = command
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        """The client wants sftp or the like; accepted only to be told how to join."""
        self._refusal = HOW_TO_JOIN
        return True

    def session_started(self) -> None:
        """Begin the visit or the errand, or say in one line why there is none."""
        if self._channel is None:
            return
        self._refusal = self._house.refusal(self._caller) or self._refusal
        if self._command is not None and not self._refusal:
            self._run_errand(self._command)
            return
        if self._refusal is not None or self._term is None:
            self._refuse(self._refusal or HOW_TO_JOIN)
            return
        self._on_start()
        self._visit = Visit(
            Request(self._caller, self._term, self._environment.variables(), self._size),
            self._house,
            self._limits,
            self._turns,
            self,
            pause_input=self._pause_input,
            on_over=self._hang_up,
            on_done=self._on_done,
        )

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        """The client typed, or its terminal answered."""
        if self._visit is not None:
            self._visit.keyboard.receive(data)

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        """The client's window has another size."""
        self._size = size.clamp(width, height)
        if self._visit is not None:
            self._visit.resize(*self._size)

    def eof_received(self) -> bool:
        """The client will type no more: that is leaving. Our side stays open for the goodbye."""
        if self._visit is not None:
            self._visit.end("")
        return True

    def pause_writing(self) -> None:
        """The channel's window is used up."""
        self.pause("channel", True)

    def resume_writing(self) -> None:
        """The client reads on."""
        self.pause("channel", False)

    def pause(self, source: str, paused: bool) -> None:
        """Note that the channel or the socket takes no more output, or does again."""
        if self._visit is not None:
            self._visit.terminal.pause(source, paused)

    def connection_lost(self, exc: Exception | None) -> None:
        """The channel is gone, however it came."""
        if self._channel is not None:
            del self._channel._process_env_request  # noqa: SLF001  # it refers back to here
            self._channel = None
        if self._visit is not None:
            self._visit.lost()

    def write(self, data: bytes) -> None:
        """Send bytes to the client, if it is still there."""
        if self._channel is not None and not self._channel.is_closing():
            self._channel.write(data)

    def waiting(self) -> int:
        """Bytes that have not left yet, in the channel and on the link."""
        if self._channel is None:
            return 0
        return self._channel.get_write_buffer_size() + self._guard.unsent()

    def cut(self) -> None:
        """Drop a client that takes no output."""
        log.info("cut off a client that does not read", extra={"player": self._caller.name})
        self._guard.drop()

    def _run_errand(self, command: str) -> None:
        answering = self._house.answer(self._caller, command)
        if answering is None:
            self._refuse(HOW_TO_JOIN)
        else:
            # Whatever a script's standard input held comes along; nobody reads it, and it is no flood.
            self._on_start()
            self._errand = Errand(answering, hand_on=self._reply, on_done=self._on_done)

    def _reply(self, answer: Answer) -> None:
        if self._channel is None or self._channel.is_closing():
            return
        # A terminal that was asked for as well does not turn line ends into those it needs.
        end = "\n" if self._term is None else "\r\n"
        self._channel.write(answer.output.replace("\n", end).encode())
        self._channel.write_stderr(answer.complaint.replace("\n", end).encode())
        self._hang_up(answer.status)

    def _refuse(self, message: str) -> None:
        if self._channel is None or self._channel.is_closing():
            return
        # The error stream is what people see of sftp, scp and rsync too.
        self._channel.write_stderr((plain_line(message) + "\r\n").encode("ascii", "replace"))
        self._hang_up(1)

    def _hang_up(self, status: int) -> None:
        if self._channel is not None and not self._channel.is_closing():
            self._channel.exit(status)
        self._on_over()

    def _take_variable(self, request: SSHPacket) -> bool:
        name, value = request.get_string(), request.get_string()
        request.check_end()
        self._environment.note(name, value)
        return True

    def _pause_input(self, wanted: bool) -> None:
        if self._channel is not None:
            (self._channel.pause_reading if wanted else self._channel.resume_reading)()
