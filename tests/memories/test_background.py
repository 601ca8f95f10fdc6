"""Work that nobody waits for: together where it can wait, at once where it cannot."""

import threading
import time

from pytest_django import Settings

from memories import background
from memories.background import Runner


def test_work_that_can_wait_is_done_once_for_many_calls() -> None:
    runner, done, times = Runner(), threading.Event(), []

    def work() -> None:
        times.append(time.monotonic())
        done.set()

    start = time.monotonic()
    for _ in range(5):
        runner.want("note", work, within=0.2)
    assert done.wait(60)
    time.sleep(0.3)
    assert len(times) == 1 and times[0] - start >= 0.2


def test_an_earlier_time_wins_and_others_do_not_wait() -> None:
    runner, first, second = Runner(), threading.Event(), threading.Event()
    runner.want("later", first.set, within=60)
    runner.want("now", second.set)
    assert second.wait(60) and not first.is_set()
    runner.want("later", first.set)
    assert first.wait(60)


def test_what_is_held_is_left_out_until_the_end_of_the_block(settings: Settings) -> None:
    settings.BACKGROUND_MODE = "inline"
    done: list[str] = []
    with background.held("one"):
        background.soon("one", lambda: done.append("one"))
        background.soon("other", lambda: done.append("other"))
    background.soon("one", lambda: done.append("later"))
    assert done == ["other", "later"]
