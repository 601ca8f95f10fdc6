"""Measure how long operations of this process take, for Prometheus."""

from enum import StrEnum

from prometheus_client import CollectorRegistry, Histogram

# Seconds; statements take a tenth of a millisecond, searches some hundredths of a second.
BOUNDS = (0.0001, 0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)


class Operation(StrEnum):
    """What is measured."""

    SAVE = "save"
    SEARCH = "search"
    CONTEXT = "context"
    EMBEDDING = "embedding"
    STATEMENT = "statement"


registry = CollectorRegistry()
_seconds = Histogram(
    "wasurena_operation_seconds",
    "Seconds that saves, searches, contexts, vectors of questions and SQL statements took",
    ("operation",),
    buckets=BOUNDS,
    registry=registry,
)
operation_seconds = {operation: _seconds.labels(operation) for operation in Operation}
