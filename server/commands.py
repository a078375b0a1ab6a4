"""The commands that are given without a terminal: by callers over ssh and on the machine itself.

One table holds them all. They are answered in plain text or, with `--json`, in one JSON object.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum

from server.archive import HiddenDealError
from server.club import Club
from server.lobby.errors import LobbyError
from server.lobby.text import clean
from server.moderation import ModerationError
from server.ssh.house import Answer
from server.store.errors import StoreError

REFUSED = 1
WRONG = 2
"""Exit status of a command that is not written as it should be."""
_JSON = "--json"
_WIDEST = 1000


class Rank(IntEnum):
    """How much somebody may ask for; each may ask for everything below as well."""

    CALLER = 0
    HOST = 1
    MACHINE = 2
    """Whoever may write to the club's data folder."""


@dataclass(frozen=True, slots=True)
class Asker:
    """Who gives a command."""

    name: str
    rank: Rank = Rank.CALLER
    account: int | None = None


@dataclass(frozen=True, slots=True)
class Reply:
    """What a command found or did."""

    lines: tuple[str, ...] | None
    """None for what is told to scripts only."""
    data: object
    """The same for scripts."""

    @classmethod
    def of(cls, sentence: str) -> Reply:
        """A deed that was done."""
        return cls((sentence,), {"done": sentence})

    @classmethod
    def table(
        cls, name: str, heads: Sequence[str], rows: Iterable[Sequence[object]], empty: str
    ) -> Reply:
        """Rows under heads; for scripts an object for each.

        Args:
            name: What scripts find the rows under.
            heads: The names of the columns.
            rows: A value for each head; for people None is shown as `-`.
            empty: The sentence when there are none.
        """
        listed = [list(row) for row in rows]
        shown = [heads, *([_cell(value) for value in row] for row in listed)]
        widths = [max(map(len, column)) for column in zip(*shown, strict=True)]
        lines = [
            "  ".join(f"{cell:<{wide}}" for cell, wide in zip(row, widths, strict=True)).rstrip()
            for row in shown
        ]
        data = {name: [dict(zip(heads, row, strict=True)) for row in listed]}
        return cls(tuple(lines) if listed else (empty,), data)


def _cell(value: object) -> str:
    match value:
        case None | "":
            return "-"
        case bool():
            return "yes" if value else "no"
        case _:
            return clean(str(value))


class UsageError(Exception):
    """A command is not written as it should be; the message is a sentence."""


Run = Callable[[Club, Asker, list[str]], Awaitable[Reply]]


@dataclass(frozen=True, slots=True)
class Command:
    """One command of the table."""

    usage: str
    """Its name and what follows; square brackets hold what may be left out."""
    about: str
    run: Run
    rank: Rank = Rank.CALLER

    @property
    def name(self) -> str:
        """The first word."""
        return self.usage.partition(" ")[0]

    def require(self, words: Sequence[str]) -> None:
        """See that there are as many words as it takes.

        Raises:
            UsageError: If there are not.
        """
        wanted = self.usage.split()[1:]
        least = sum(not word.startswith("[") for word in wanted)
        is_open = self.usage.endswith(("...", "...]"))
        if len(words) < least or (len(words) > len(wanted) and not is_open):
            raise UsageError(f"usage: {self.usage}")


class Commands:
    """The table of all commands, and the one way to carry one out."""

    def __init__(self, listed: Iterable[Command]) -> None:
        self._listed = {command.name: command for command in listed}
        help_command = Command("help", "What can be asked for.", self._help)
        self._listed = {"help": help_command, **self._listed}

    @property
    def names(self) -> tuple[str, ...]:
        """All of them, in their order."""
        return tuple(self._listed)

    def __contains__(self, line: str) -> bool:
        """Whether a line begins with the name of a command."""
        return line.strip().partition(" ")[0] in self._listed

    def answer_line(self, club: Club, asker: Asker, line: str) -> Awaitable[Answer]:
        """Carry out a command as it is typed behind ssh, with quotes where they are needed."""
        try:
            words = shlex.split(line)
        except ValueError:
            words = []
        return self.answer(club, asker, words)

    async def answer(self, club: Club, asker: Asker, words: Sequence[str]) -> Answer:
        """Carry out a command; no answer holds a control character.

        Args:
            club: The club.
            asker: Who asks.
            words: The command's name and what follows it, anywhere among it `--json`.
        """
        as_json = _JSON in words
        try:
            reply = await self._reply(club, asker, [word for word in words if word != _JSON])
        except UsageError as error:
            return _complaint(str(error), WRONG, as_json=as_json)
        except (LobbyError, StoreError, HiddenDealError, ModerationError) as error:
            return _complaint(str(error), REFUSED, as_json=as_json)
        if as_json or reply.lines is None:
            return Answer(json.dumps(reply.data) + "\n")
        return Answer("".join(f"{_plain(line)}\n" for line in reply.lines))

    async def _reply(self, club: Club, asker: Asker, words: list[str]) -> Reply:
        if not words:
            raise UsageError("a command is missing, or its quotes do not close; try help")
        command = self._listed.get(words[0])
        if command is None:
            raise UsageError(f"there is no command {clean(words[0], 40)}; try help")
        if command.rank > asker.rank:
            who = "the club's hosts" if command.rank is Rank.HOST else "the machine's own users"
            raise ModerationError(f"{command.name} is for {who} alone")
        command.require(words[1:])
        return await command.run(club, asker, words[1:])

    async def _help(self, club: Club, asker: Asker, words: list[str]) -> Reply:  # noqa: ARG002 as every command is run
        allowed = [one for one in self._listed.values() if one.rank <= asker.rank]
        rows = [(one.usage, one.about) for one in allowed]
        return Reply.table("commands", ("command", "about"), rows, "")


def _complaint(sentence: str, status: int, *, as_json: bool) -> Answer:
    line = _plain(sentence)
    output = json.dumps({"error": line}) + "\n" if as_json else ""
    return Answer(output, "" if as_json else f"{line}\n", status)


def _plain(line: str) -> str:
    return "".join(letter for letter in line if letter.isprintable())[:_WIDEST]
