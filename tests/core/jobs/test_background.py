"""Work that nobody waits for: together where it can wait, at once where it cannot."""

import threading
import time

import pytest
from django.db import transaction
from pytest_django import Settings

from core import jobs
from core.jobs.background import Runner, paused

# Real transactions; every such test restores the rows of the migrations, which a flush removes.
COMMITTED = pytest.mark.django_db(transaction=True, serialized_rollback=True)


def test_work_that_can_wait_is_done_once_for_many_calls() -> None:
    runner, done, times = Runner(), threading.Event(), []

    def work() -> None:
        times.append(time.monotonic())
        done.set()

    start = time.monotonic()
    for _ in range(5):
        runner.schedule("note", work, within=0.2)
    assert done.wait(60)
    time.sleep(0.3)
    assert len(times) == 1 and times[0] - start >= 0.2


def test_an_earlier_time_wins_and_others_do_not_wait() -> None:
    runner, first, second = Runner(), threading.Event(), threading.Event()
    runner.schedule("later", first.set, within=60)
    runner.schedule("now", second.set)
    assert second.wait(60) and not first.is_set()
    runner.schedule("later", first.set)
    assert first.wait(60)


@COMMITTED
def test_what_is_paused_is_left_out_until_the_end_of_the_block(
    settings: Settings,
) -> None:
    settings.BACKGROUND_MODE = "inline"
    done: list[str] = []
    jobs.register("one", lambda: done.append("one"))
    jobs.register("other", lambda: done.append("other"))
    with paused("one"):
        jobs.wake("one")
        jobs.wake("other")
    assert done == ["other"]
    jobs.wake("one")
    assert done == ["other", "one"]


@COMMITTED
def test_work_is_woken_once_the_transaction_is_committed(
    settings: Settings,
) -> None:
    settings.BACKGROUND_MODE = "inline"
    done: list[str] = []
    jobs.register("one", lambda: done.append("one"))
    with transaction.atomic():
        jobs.wake("one")
        assert done == []
    assert done == ["one"]


def test_nobody_wakes_what_nobody_registered() -> None:
    with pytest.raises(KeyError):
        jobs.wake("no such work")
