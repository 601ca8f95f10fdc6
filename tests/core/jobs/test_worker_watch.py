"""A worker that hangs is named in the health of the server, ended, and started again."""

import threading
from collections.abc import Iterator
from typing import Any

import pytest

from core.jobs import worker
from core.jobs.worker import WorkerWatch
from memories.selectors import system
from memory_site.cli.serving import supervision
from memory_site.cli.serving.supervision import WorkerSupervisor


class Heart:
    """Heartbeats and a clock that tests set."""

    def __init__(self) -> None:
        self.now, self.beats = 1_000.0, True

    def monotonic(self) -> float:
        return self.now

    def last(self) -> object:
        return object() if self.beats else None


@pytest.fixture
def heart(monkeypatch: pytest.MonkeyPatch) -> Heart:
    heart = Heart()
    monkeypatch.setattr(worker, "_last_heartbeat", heart.last)
    monkeypatch.setattr(worker, "time", heart)
    return heart


def test_silence_counts_from_the_last_heartbeat(heart: Heart) -> None:
    watch = WorkerWatch()
    heart.beats = False
    assert not watch.is_silent, "no worker was ever looked for"
    assert watch.look() == 0
    heart.now += 61
    assert watch.look() == 61 and watch.is_silent
    heart.beats = True
    assert watch.look() == 0 and not watch.is_silent


def test_health_names_a_worker_that_hangs(
    heart: Heart, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch = WorkerWatch()
    monkeypatch.setattr(system, "worker_watch", watch)
    heart.beats = False
    watch.look()
    assert not any("worker" in one for one in system.health()["notes"])
    heart.now += 61
    told = system.health()
    assert told["status"] == "degraded" and any("worker" in one for one in told["notes"])


class Hanging:
    """A worker that runs until it is killed."""

    def __init__(self) -> None:
        self.ended = threading.Event()

    def wait(self) -> None:
        self.ended.wait(10)

    def terminate(self) -> None:
        self.ended.set()

    def kill_group(self) -> None:
        self.ended.set()


@pytest.fixture
def supervisor(heart: Heart, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.setattr(supervision, "worker_watch", WorkerWatch())
    monkeypatch.setattr(supervision, "LOOK_SECONDS", 0.01)
    monkeypatch.setattr(supervision, "FIRST_PAUSE", 0.01)
    started: list[Hanging] = []

    def start(_self: WorkerSupervisor) -> Hanging:
        started.append(Hanging())
        return started[-1]

    monkeypatch.setattr(WorkerSupervisor, "_worker", start)
    yield started


def test_a_worker_that_hangs_is_started_again(supervisor: list[Hanging], heart: Heart) -> None:
    heart.beats = False
    with WorkerSupervisor(None, lambda _file: None):
        threading.Event().wait(0.1)
        assert len(supervisor) == 1 and not supervisor[0].ended.is_set()
        heart.now += supervision.HUNG_SECONDS
        assert supervisor[0].ended.wait(5)
        for _look in range(500):
            if len(supervisor) == 2:
                break
            threading.Event().wait(0.01)
        assert len(supervisor) == 2 and not supervisor[1].ended.is_set()
