"""What is counted and timed for monitoring; a point that measures costs about a microsecond."""

from __future__ import annotations

from collections.abc import Iterator

from prometheus_client import REGISTRY, Counter, Gauge, Histogram
from prometheus_client.core import Metric, SummaryMetricFamily
from prometheus_client.registry import Collector

from server.process import COLLECTIONS

_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0)

CONNECTIONS = Gauge("gin_connections", "Clients that are connected, those at the door included.")
SESSIONS = Gauge("gin_sessions", "People in the club, each with a screen of his own.")
TABLES = Gauge("gin_tables", "Tables that stand in the club.")
KEY_TO_FRAME = Histogram(
    "gin_key_to_frame_seconds", "From a key that arrived to the frame it led to.", buckets=_SECONDS
)
LOOP_LAG = Histogram(
    "gin_loop_lag_seconds", "How much later than it should the loop came back.", buckets=_SECONDS
)
COMMITS = Histogram("gin_commit_seconds", "Transactions written to the database.", buckets=_SECONDS)
REFUSALS = Counter("gin_refusals", "Connections that were turned away.", ["reason"])


class _Collections(Collector):
    """Reads the pauses off when asked: a collection may begin while a metric is locked."""

    def collect(self) -> Iterator[Metric]:
        """The pauses so far."""
        yield SummaryMetricFamily(
            "gin_gc_pause_seconds",
            "Pauses for the collection of garbage.",
            count_value=COLLECTIONS.count,
            sum_value=COLLECTIONS.seconds,
        )


REGISTRY.register(_Collections())
