"""Writers get the lock in the order in which they asked."""

import threading
import time

from core.db.sqlite.write_lock import FairLock


def test_first_come_first_served() -> None:
    lock = FairLock()
    assert lock.acquire(1)
    order: list[int] = []

    def wait(number: int) -> None:
        assert lock.acquire(5)
        order.append(number)
        lock.release()

    waiting = []
    for number in range(8):
        thread = threading.Thread(target=wait, args=(number,))
        thread.start()
        waiting.append(thread)
        time.sleep(0.02)
    lock.release()
    for thread in waiting:
        thread.join()
    assert order == list(range(8))


def test_who_gives_up_does_not_block_the_queue() -> None:
    lock = FairLock()
    assert lock.acquire(1)
    assert not lock.acquire(0.01)
    lock.release()
    assert lock.acquire(0.01)
