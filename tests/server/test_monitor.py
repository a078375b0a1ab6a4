from __future__ import annotations

import asyncio
import gc
import logging
import time
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass

import pytest
from prometheus_client.parser import text_string_to_metric_families

from server import metrics
from server.loop_lag import PERIOD, watch_lag
from server.monitor import Monitor
from server.process import COLLECTIONS
from tests.support.ssh import until


@dataclass
class Asked:
    monitor: Monitor
    ailment: str = ""

    async def __call__(self, request: bytes) -> tuple[bytes, str]:
        """The status line and the body that a request is answered with."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.monitor.port)
        writer.write(request)
        answer = await reader.read()
        writer.close()
        await writer.wait_closed()
        head, _, body = answer.partition(b"\r\n\r\n")
        return head.split(b"\r\n")[0], body.decode()

    async def value(self, name: str, **labels: str) -> float:
        _, text = await self(b"GET /metrics HTTP/1.1\r\n\r\n")
        for family in text_string_to_metric_families(text):
            for sample in family.samples:
                if sample.name == name and sample.labels == labels:
                    return sample.value
        return 0.0


@pytest.fixture
async def ask() -> AsyncIterator[Asked]:
    asked = Asked(Monitor(lambda: asked.ailment))
    await asked.monitor.start("127.0.0.1:0")
    yield asked
    await asked.monitor.close()


async def test_a_club_that_is_well_says_so(ask: Asked) -> None:
    assert await ask(b"GET /healthz HTTP/1.1\r\n\r\n") == (b"HTTP/1.1 200 OK", "well\n")


async def test_a_club_that_is_not_well_says_why(ask: Asked) -> None:
    ask.ailment = "the disk is full"
    answer = await ask(b"GET /healthz HTTP/1.1\r\n\r\n")
    assert answer == (b"HTTP/1.1 503 Service Unavailable", "the disk is full\n")


async def test_nothing_else_is_answered(ask: Asked) -> None:
    status, _ = await ask(b"GET / HTTP/1.1\r\n\r\n")
    assert status == b"HTTP/1.1 404 Not Found"
    status, _ = await ask(b"POST /metrics HTTP/1.1\r\n\r\n")
    assert status == b"HTTP/1.1 405 Method Not Allowed"
    assert await ask(b"GET /" + b"x" * 20_000) == (b"", "")


@pytest.mark.parametrize(
    ("name", "labels", "count"),
    [
        ("gin_key_to_frame_seconds_count", {}, lambda: metrics.KEY_TO_FRAME.observe(0.01)),
        ("gin_commit_seconds_count", {}, lambda: metrics.COMMITS.observe(0.01)),
        ("gin_refusals_total", {"reason": "rush"}, metrics.REFUSALS.labels("rush").inc),
    ],
)
async def test_what_was_counted_can_be_read(
    ask: Asked, name: str, labels: dict[str, str], count: Callable[[], None]
) -> None:
    before = await ask.value(name, **labels)
    count()
    assert await ask.value(name, **labels) == before + 1


@pytest.fixture
def counting() -> Iterator[None]:
    gc.callbacks.append(COLLECTIONS.note)
    yield
    gc.callbacks.remove(COLLECTIONS.note)


@pytest.mark.usefixtures("counting")
async def test_pauses_for_garbage_are_counted(ask: Asked) -> None:
    before = await ask.value("gin_gc_pause_seconds_count")
    gc.collect()
    assert await ask.value("gin_gc_pause_seconds_count") > before
    assert await ask.value("gin_gc_pause_seconds_sum") > 0


async def test_a_loop_that_stood_still_is_measured_and_told(
    ask: Asked, caplog: pytest.LogCaptureFixture
) -> None:
    late = "gin_loop_lag_seconds_sum"
    before = await ask.value(late)
    watching = asyncio.create_task(watch_lag())
    await asyncio.sleep(0)
    with caplog.at_level(logging.WARNING):
        time.sleep(PERIOD + 0.4)  # noqa: ASYNC251 the loop is to stand still
        await until(lambda: caplog.records, "a warning")
    watching.cancel()
    assert caplog.records[0].message == "the loop was late"
    assert await ask.value(late) - before > 0.25
