"""A file of public keys, as in authorized_keys, read again whenever it has changed."""

from __future__ import annotations

import base64
import binascii
import hashlib
import logging
import re
from collections.abc import Iterator
from pathlib import Path

log = logging.getLogger(__name__)

_KEY = re.compile(r"(?:^|\s)((?:sk-)?(?:ssh|ecdsa)-[a-z0-9@.-]+)\s+([A-Za-z0-9+/]+={0,2})(?=\s|$)")
Version = tuple[int, int, int]


class KeyFile:
    """The fingerprints of the keys in a file."""

    def __init__(self, path: Path) -> None:
        """Read the file.

        Raises:
            OSError: If it cannot be read.
        """
        self._path = path
        self._version = self._seen()
        self._listed = frozenset(_fingerprints(path.read_bytes()))

    def __contains__(self, fingerprint: str) -> bool:
        """Whether a key is listed now; a file that cannot be read counts as it was last."""
        try:
            version = self._seen()
            if version != self._version:
                self._listed = frozenset(_fingerprints(self._path.read_bytes()))
                self._version = version
                log.info("members read", extra={"keys": len(self._listed)})
        except OSError as error:
            log.warning("the members' keys cannot be read: %s", error.strerror)
        return fingerprint in self._listed

    def _seen(self) -> Version:
        status = self._path.stat()
        return status.st_ino, status.st_mtime_ns, status.st_size


def _fingerprints(content: bytes) -> Iterator[str]:
    for line in content.decode("utf-8", "replace").splitlines():
        found = None if line.lstrip().startswith("#") else _KEY.search(line)
        if found is None:
            continue
        try:
            blob = base64.b64decode(found[2], validate=True)
        except binascii.Error:
            continue
        kind = found[1].encode()
        if blob.startswith(len(kind).to_bytes(4, "big") + kind):
            digest = base64.b64encode(hashlib.sha256(blob).digest()).decode()
            yield f"SHA256:{digest.rstrip('=')}"
