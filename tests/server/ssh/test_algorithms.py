"""An independent auditor looks at a real listener."""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any

from tests.server.ssh.conftest import Door


async def audit(door: Door) -> Any:  # noqa: ANN401  # parsed JSON
    words = ["-m", "ssh_audit", "--skip-rate-test", "--json", f"127.0.0.1:{door.port}"]
    auditor = await asyncio.create_subprocess_exec(
        sys.executable, *words, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    printed, _ = await auditor.communicate()
    return json.loads(printed)


async def test_no_algorithm_fails_an_audit(door: Door) -> None:
    report = await audit(door)
    assert {kind: [found["algorithm"] for found in report[kind]] for kind in ("enc", "mac")} == {
        "enc": ["aes256-gcm@openssh.com", "aes128-gcm@openssh.com", "aes256-ctr", "aes128-ctr"],
        "mac": ["hmac-sha2-512-etm@openssh.com", "hmac-sha2-256-etm@openssh.com"],
    }
    assert [found["algorithm"] for found in report["kex"] if "25519" in found["algorithm"]] == [
        "mlkem768x25519-sha256",
        "curve25519-sha256",
        "curve25519-sha256@libssh.org",
    ]
    assert [found["algorithm"] for found in report["key"]] == ["ssh-ed25519"]
    failed = [
        (found["algorithm"], found["notes"]["fail"])
        for kind in ("kex", "key", "enc", "mac")
        for found in report[kind]
        if found["notes"].get("fail")
    ]
    assert not failed
    assert report["compression"] == ["none"]
