"""Runs a command shut in as a systemd unit says, as far as one process can do that to itself.

Usage: `python -m tests.support.confined UNIT COMMAND…`. What is applied: the unit's filter of
system calls, no capabilities, no new privileges, no memory both writable and executable, the mask
for new files. What is not: everything about mounts, users and the network.
"""

from __future__ import annotations

import ctypes
import errno
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

LIBRARY = "libseccomp.so.2"
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050000 | errno.EPERM
_PR_CAPBSET_DROP, _PR_SET_NO_NEW_PRIVS, _PR_SET_MDWE = 24, 38, 65
_LAST_CAPABILITY = 40


def settings(unit: Path, name: str) -> list[str]:
    """Every value that a unit gives to a setting, in order."""
    return re.findall(rf"^{name}=(.*)$", unit.read_text(), re.MULTILINE)


def allowed_calls(unit: Path) -> set[str]:
    """The names of the system calls that a unit allows."""
    sets = _sets()
    allowed = set(_expand(["@default"], sets))
    for line in settings(unit, "SystemCallFilter"):
        named = set(_expand(line.removeprefix("~").split(), sets))
        allowed = allowed - named if line.startswith("~") else allowed | named
    return allowed


def _sets() -> dict[str, list[str]]:
    """What systemd means by each group of system calls."""
    listed = subprocess.run(
        ["systemd-analyze", "syscall-filter", "--no-pager"],
        capture_output=True, text=True, timeout=60, check=True,
    ).stdout  # fmt: skip
    found: dict[str, list[str]] = {}
    calls: list[str] = []
    for line in listed.splitlines():
        if line.startswith("@"):
            calls = found[line.strip()] = []
        elif (word := line.strip()) and not word.startswith("#"):
            calls.append(word)
    return found


def _expand(names: Iterable[str], sets: dict[str, list[str]]) -> Iterator[str]:
    for name in names:
        if name.startswith("@"):
            yield from _expand(sets[name], sets)
        else:
            yield name


def confine(unit: Path) -> None:
    """Give up for good what the unit does not grant."""
    os.umask(int(settings(unit, "UMask")[0], 8))
    calls = allowed_calls(unit)
    libc = ctypes.CDLL(None, use_errno=True)
    for capability in range(_LAST_CAPABILITY + 1):
        _require(libc.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0) == 0)
    _require(libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0)
    _filter(calls)
    # Kernels before 6.3 do not know it.
    _require(libc.prctl(_PR_SET_MDWE, 1, 0, 0, 0) == 0 or ctypes.get_errno() == errno.EINVAL)


def _filter(calls: set[str]) -> None:
    seccomp = ctypes.CDLL(LIBRARY)
    seccomp.seccomp_init.restype = ctypes.c_void_p
    rules = ctypes.c_void_p(seccomp.seccomp_init(ctypes.c_uint32(_REFUSE)))
    for name in sorted(calls):
        number = seccomp.seccomp_syscall_resolve_name(name.encode())
        if number >= 0:
            _require(seccomp.seccomp_rule_add(rules, ctypes.c_uint32(_ALLOW), number, 0) == 0)
    _require(seccomp.seccomp_load(rules) == 0)


def _require(done: bool) -> None:
    if not done:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


if __name__ == "__main__":
    confine(Path(sys.argv[1]))
    os.execv(sys.argv[2], sys.argv[2:])  # noqa: S606 the command is the test's own
