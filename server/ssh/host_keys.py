"""The host key: how players' clients recognise this server, so never silently another.

HostKeyError
├── HostKeyMissingError    the data folder knows a key that is not there
├── HostKeyUnusableError   the file is no readable private key, or others may read it
└── HostKeyChangedError    the key is not the one the data folder knows
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import asyncssh

KEY_NAME = "ssh_host_ed25519_key"
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


def load_host_key(keys: Path, data: Path) -> asyncssh.SSHKey:
    """Return the host key in the folder `keys`, made now if the data folder is a new one.

    The data folder remembers the fingerprint of the key it was first used with. Both folders are
    made when they are missing.

    Raises:
        HostKeyError: The key is missing, unusable or another than the data folder knows.
    """
    _make_folder(keys)
    _make_folder(data)
    path = keys / KEY_NAME
    note = data / FINGERPRINT_NAME
    is_new = not note.exists()
    if not path.exists():
        if not is_new:
            raise HostKeyMissingError(path)
        _make_key(path)
    key = _read_key(path)
    found = key.get_fingerprint()
    if is_new:
        _create(note, f"{found}\n".encode("ascii"))
    known = _known(note)
    if found != known:
        raise HostKeyChangedError(path, found, known)
    return key


def _make_folder(folder: Path) -> None:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


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


def _known(note: Path) -> str:
    try:
        return note.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise HostKeyUnusableError(
            note, f"the known fingerprint cannot be read: {error}"
        ) from error


def _create(path: Path, content: bytes) -> None:
    """Put a whole file in place, 0600, unless another process was first."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        # A hard link appears at once and whole, and never replaces a file that is there.
        path.hardlink_to(temporary)
    except FileExistsError:
        return
    finally:
        temporary.unlink()
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
