"""The host key: how players' clients recognise this server, so never silently another.

HostKeyError
├── HostKeyMissingError    the data folder knows a key that is not there
├── HostKeyUnusableError   the file is no readable private key, or others may read it
└── HostKeyChangedError    the key is not the one the data folder knows
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

import asyncssh

from server.folders import make_folder, sync_folder

KEY_NAME = "ssh_host_ed25519_key"
NEXT_KEY_NAME = "ssh_host_ed25519_key.next"
FINGERPRINT_NAME = "host_key.fingerprint"


class HostKeyError(Exception):
    """The server must not start with this host key."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path = path


class HostKeyMissingError(HostKeyError):
    """The data folder knows a key that is not there."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, "the host key is missing; put it back, players know it")


class HostKeyUnusableError(HostKeyError):
    """The file is no readable private key, or others may read it."""


class HostKeyChangedError(HostKeyError):
    """The key is not the one the data folder knows."""

    def __init__(self, path: Path, found: str, known: str) -> None:
        super().__init__(path, f"this host key is {found}, but players know {known}")
        self.found = found
        self.known = known


def load_host_keys(keys: Path, data: Path) -> tuple[asyncssh.SSHKey, ...]:
    """Return the host key in the folder `keys`, made now if the data folder is a new one.

    After it comes the next one, if there is one: clients that know the first learn it. The data
    folder remembers the fingerprints of both, so that the next may take the place of the first.
    Both folders are made when they are missing.

    Raises:
        HostKeyError: The key is missing, unusable or another than the data folder knows.
    """
    make_folder(keys)
    make_folder(data)
    path, coming = keys / KEY_NAME, keys / NEXT_KEY_NAME
    note = data / FINGERPRINT_NAME
    is_new = not note.exists()
    if not path.exists():
        if not is_new:
            raise HostKeyMissingError(path)
        _make_key(path)
    offered = (_read_key(path), *([_read_key(coming)] if coming.exists() else []))
    found = [key.get_fingerprint() for key in offered]
    if is_new:
        _create(note, _listed(found))
    known = _known(note)
    if found[0] not in known:
        raise HostKeyChangedError(path, found[0], known[0])
    if found != known:
        _replace(note, _listed(found))
    return offered


def _make_key(path: Path) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519", comment="hollywood-gin")
    _create(path, key.export_private_key())


def _read_key(path: Path) -> asyncssh.SSHKey:
    try:
        mode = path.stat().st_mode
        key = asyncssh.read_private_key(path)
    except (OSError, asyncssh.KeyImportError, asyncssh.KeyEncryptionError) as error:
        raise HostKeyUnusableError(path, f"the host key cannot be read: {error}") from error
    if mode & 0o077:
        raise HostKeyUnusableError(path, "others may read the host key; chmod 600 it")
    if key.get_algorithm() != "ssh-ed25519":
        raise HostKeyUnusableError(path, "the host key is not an ed25519 key")
    return key


def _known(note: Path) -> list[str]:
    try:
        return note.read_text(encoding="ascii").split() or [""]
    except (OSError, UnicodeDecodeError) as error:
        raise HostKeyUnusableError(
            note, f"the known fingerprint cannot be read: {error}"
        ) from error


def _listed(fingerprints: Sequence[str]) -> bytes:
    return "".join(f"{fingerprint}\n" for fingerprint in fingerprints).encode("ascii")


def _create(path: Path, content: bytes) -> None:
    """Put a whole file in place, 0600, unless another process was first."""
    temporary = _temporary(path, content)
    try:
        # A hard link appears at once and whole, and never replaces a file that is there.
        path.hardlink_to(temporary)
    except FileExistsError:
        return
    finally:
        temporary.unlink()
    sync_folder(path.parent)


def _replace(path: Path, content: bytes) -> None:
    _temporary(path, content).replace(path)
    sync_folder(path.parent)


def _temporary(path: Path, content: bytes) -> Path:
    """Write a file beside the one it is to become, 0600 and down on the disk."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    with os.fdopen(handle, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    return Path(name)
