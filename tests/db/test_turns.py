"""Writers take turns in the order in which they came."""

import threading
import time

from core.db.sqlite.turns import Turns


def test_first_come_first_served() -> None:
    turns = Turns()
    assert turns.take(1)
    order: list[int] = []

    def wait(number: int) -> None:
        assert turns.take(5)
        order.append(number)
        turns.end()

    waiting = []
    for number in range(8):
        thread = threading.Thread(target=wait, args=(number,))
        thread.start()
        waiting.append(thread)
        time.sleep(0.02)
    turns.end()
    for thread in waiting:
        thread.join()
    assert order == list(range(8))


def test_who_gives_up_does_not_block_the_queue() -> None:
    turns = Turns()
    assert turns.take(1)
    assert not turns.take(0.01)
    turns.end()
    assert turns.take(0.01)
