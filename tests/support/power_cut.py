"""Power cuts: what would be left of a folder if the machine had stopped at any given moment.

`power_cut.c` is preloaded into a program and notes all that it does to the files of the folder.
A `Disk` follows that trace up to the moment of the cut. It keeps what was synced; of everything
else as much survives as a `Survival` lets through.
"""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from random import Random

SOURCE = Path(__file__).with_suffix(".c")
SECTOR = 512
"""Bytes that a disk writes whole or not at all."""
Files = dict[str, bytes]
"""The files of a folder, and what is in them."""
_HEAD = struct.Struct("=QQQQ")


def has_compiler() -> bool:
    """Whether the part that is preloaded can be compiled and preloaded here."""
    return sys.platform == "linux" and shutil.which("gcc") is not None


def compiled(build: Path) -> Path:
    """Compile what is to be preloaded into a program, in a folder for it."""
    library = build / "power_cut.so"
    words = ["gcc", "-shared", "-fPIC", "-O2", "-Wall", "-Wextra", "-Werror"]
    subprocess.run([*words, "-o", library, SOURCE, "-ldl"], check=True)
    return library


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing that was done to the folder."""

    what: str
    """A letter, as in `power_cut.c`."""
    file: int
    offset: int
    content: bytes

    @property
    def names(self) -> list[str]:
        """The files that it names."""
        return os.fsdecode(self.content).split("\0")


def deeds(trace: Path) -> Iterator[Deed]:
    """Yield what stands in a trace; the last deed may be cut off by the end of the program."""
    content, at = trace.read_bytes(), 0
    while at + _HEAD.size <= len(content):
        what, file, offset, length = _HEAD.unpack_from(content, at)
        at += _HEAD.size + length
        if at <= len(content):
            yield Deed(chr(what), file, offset, content[at - length : at])


class Survival(Enum):
    """What comes through a power cut of all that was not synced."""

    NOTHING = "nothing"
    EVERYTHING = "everything"
    BEGINNING = "the beginning"
    """Up to some moment, and a part of what was being written then."""
    SECTORS = "some sectors"
    """Any sectors, whatever came first."""


@dataclass
class _File:
    synced: bytes = b""
    unsynced: list[Deed] = field(default_factory=list)

    def after(self, changes: list[Deed]) -> bytes:
        content = bytearray(self.synced)
        for change in changes:
            end = change.offset if change.what == "T" else change.offset + len(change.content)
            content.extend(bytes(max(0, end - len(content))))
            if change.what == "T":
                del content[end:]
            else:
                content[change.offset : end] = change.content
        return bytes(content)


class Disk:
    """A folder whose files are synced or not.

    Args:
        begun: The files that were there, all of them synced.
        is_honest: Whether what the program syncs is kept.
    """

    def __init__(self, begun: Files, *, is_honest: bool = True) -> None:
        self._is_honest = is_honest
        self._names = {name: _File(content) for name, content in begun.items()}
        """As the program sees them."""
        self._synced_names = dict(self._names)
        self._unsynced_names: list[dict[str, _File]] = []
        """How the folder looked after each change of a name since it was synced."""
        self._files: dict[int, _File] = {}
        """By the number under which the program has them open."""

    def content(self, name: str) -> bytes:
        """A file as the program sees it; empty if there is none."""
        file = self._names.get(name)
        return b"" if file is None else file.after(file.unsynced)

    def take(self, deed: Deed) -> None:
        """Take in what the program did next."""
        match deed.what:
            case "O":
                self._files[deed.file] = self._names[deed.names[0]]
            case "W" | "T":
                self._files[deed.file].unsynced.append(deed)
            case "S" if self._is_honest:
                file = self._files[deed.file]
                file.synced, file.unsynced = file.after(file.unsynced), []
            case "D" if self._is_honest:
                self._synced_names, self._unsynced_names = dict(self._names), []
            case "N" | "R" | "L" | "U":
                self._rename(deed)
                self._unsynced_names.append(dict(self._names))

    def survivors(self, how: Survival, chance: Random) -> Files:
        """The files that a power cut now would leave."""
        looks = [self._synced_names, *self._unsynced_names]
        match how:
            case Survival.NOTHING:
                names = looks[0]
            case Survival.EVERYTHING:
                names = looks[-1]
            case _:
                names = chance.choice(looks)
        return {name: file.after(_passed(file, how, chance)) for name, file in names.items()}

    def _rename(self, deed: Deed) -> None:
        match deed.what:
            case "N":
                self._files[deed.file] = self._names[deed.names[0]] = _File()
            case "R":
                self._names[deed.names[1]] = self._names.pop(deed.names[0])
            case "L":
                self._names[deed.names[1]] = self._names[deed.names[0]]
            case "U":
                self._names.pop(deed.names[0], None)


def _passed(file: _File, how: Survival, chance: Random) -> list[Deed]:
    """What comes through of everything unsynced in a file."""
    match how:
        case Survival.NOTHING:
            return []
        case Survival.EVERYTHING:
            return file.unsynced
        case Survival.BEGINNING:
            whole = chance.randint(0, len(file.unsynced))
            torn = file.unsynced[whole : whole + 1]
            return [*file.unsynced[:whole], *(_cut_off(deed, chance) for deed in torn)]
        case Survival.SECTORS:
            sectors = [sector for deed in file.unsynced for sector in _sectors(deed)]
            return [sector for sector in sectors if chance.random() < 0.5]


def _cut_off(deed: Deed, chance: Random) -> Deed:
    if deed.what == "T":
        return deed
    kept = chance.randint(0, len(deed.content))
    return Deed(deed.what, deed.file, deed.offset, deed.content[:kept])


def _sectors(deed: Deed) -> Iterator[Deed]:
    """The parts of a deed that survive or not, each on its own."""
    if deed.what == "T":
        yield deed
        return
    end, at = deed.offset + len(deed.content), deed.offset
    while at < end:
        to = min(end, at - at % SECTOR + SECTOR)
        yield Deed("W", deed.file, at, deed.content[at - deed.offset : to - deed.offset])
        at = to
