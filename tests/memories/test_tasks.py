"""Tasks of the worker: one that meets a busy database is run again."""

import pytest
from django.db import OperationalError

from memories.tasks import jobs


def test_a_busy_database_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    paused: list[float] = []
    monkeypatch.setattr(jobs.time, "sleep", paused.append)
    answers = iter([OperationalError("database is locked"), OperationalError("database is busy")])

    def task() -> int:
        if error := next(answers, None):
            raise error
        return 3

    assert jobs.retry_when_busy(task)() == 3
    assert paused == list(jobs.PAUSES[:2])


def test_other_failures_are_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs.time, "sleep", lambda _seconds: pytest.fail("it paused"))

    def task() -> int:
        raise OperationalError("no such table: memories")

    with pytest.raises(OperationalError):
        jobs.retry_when_busy(task)()
