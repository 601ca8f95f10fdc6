"""Read the state of the installation when Prometheus asks for it."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.utils import timezone
from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    InfoMetricFamily,
    Metric,
    StateSetMetricFamily,
)

from core import operation_times
from core.caller import Caller
from core.jobs.worker import worker_status
from memories.selectors.system import health, installation_figures, write_lock_times

from . import requests

PREFIX = "wasurena"
BACKUP_STATES = ("ok", "overdue", "failed", "none", "off")


def exposition(caller: Caller) -> bytes:
    """Return everything in Prometheus' text format.

    Raises:
        Forbidden: the caller is not the operator, or the token may not administrate.
    """
    registry = CollectorRegistry()
    registry.register(Installation(installation_figures(caller)))
    ProcessCollector(namespace=PREFIX, registry=registry)
    asked = (requests.registry, operation_times.registry, registry)
    return b"".join(map(generate_latest, asked))


class Installation:
    """Collects figures that were read already."""

    def __init__(self, figures: dict[str, Any]) -> None:
        self._figures = figures

    def collect(self) -> Iterator[Metric]:
        """Yield every figure."""
        state = health()
        yield InfoMetricFamily(PREFIX, "The version", {"version": state["version"]})
        yield _gauge("healthy", "1 unless /health names a problem", state["status"] == "ok")
        if (age := state["backup_age_seconds"]) is not None:
            yield _gauge("backup_age_seconds", "Age of the newest backup", age)
        yield StateSetMetricFamily(
            f"{PREFIX}_backup", "What /health says of backups",
            value={name: name == state["backup"] for name in BACKUP_STATES},
        )  # fmt: skip
        yield from self._rows()
        yield from _worker()
        yield _write_locks()
        yield from self._caches()

    def _rows(self) -> Iterator[Metric]:
        rows = GaugeMetricFamily(f"{PREFIX}_rows", "Stored rows by kind", labels=["kind"])
        for kind, count in self._figures["rows"].items():
            rows.add_metric([kind], count)
        yield rows
        jobs = GaugeMetricFamily(f"{PREFIX}_jobs_waiting", "Waiting jobs", labels=["queue"])
        for queue, count in self._figures["waiting"].items():
            jobs.add_metric([queue], count)
        yield jobs
        yield _gauge(
            "derivations_failed", "Memories that were given up", self._figures["failed_derivations"]
        )
        for name, size in self._figures["bytes"].items():
            yield _gauge(f"{name}_bytes", f"Size of the {name.replace('_', ' ')}", size)

    def _caches(self) -> Iterable[Metric]:
        asked = CounterMetricFamily(
            f"{PREFIX}_cache_requests", "What caches of this process were asked",
            labels=["cache", "result"],
        )  # fmt: skip
        for cache, (hits, misses) in self._figures["caches"].items():
            asked.add_metric([cache, "hit"], hits)
            asked.add_metric([cache, "miss"], misses)
        return [asked]


def _gauge(name: str, text: str, value: float) -> Metric:
    return GaugeMetricFamily(f"{PREFIX}_{name}", text, value=float(value))


def _worker() -> Iterator[Metric]:
    worker = worker_status()
    yield _gauge("worker_alive", "1 while the worker's heart beats", worker.is_alive)
    yield _gauge("worker_queue_length", "Tasks that wait for the worker", worker.queue_length)
    failed = [one for one in worker.schedules if one.succeeded is False]
    yield _gauge("schedules_failed", "Schedules whose last run failed", len(failed))
    due = [one.next_run_at for one in worker.schedules if one.next_run_at]
    late = [(timezone.now() - at).total_seconds() for at in due]
    yield _gauge("schedule_delay_seconds", "Delay of the latest schedule", max([0.0, *late]))


def _write_locks() -> Metric:
    times = write_lock_times()
    buckets, total = [], 0
    for bucket in times["histogram"]:
        total += bucket["count"]
        buckets.append((str(bucket["up_to"] or "+Inf"), total))
    return HistogramMetricFamily(
        f"{PREFIX}_write_lock_seconds", "How long transactions held the write lock",
        buckets=buckets, sum_value=times["seconds"],
    )  # fmt: skip
