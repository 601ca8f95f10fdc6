"""What waits in memory is stored in order, once, and goes on waiting if it cannot be stored."""

from collections.abc import Sequence

import pytest

from core.jobs.buffer import MOST_WAITING, Buffer


def test_it_stores_what_waits_once_and_in_order() -> None:
    buffer, stored = Buffer[int](), list[int]()
    for number in range(3):
        buffer.add(number)
    assert buffer.store(stored.extend) == 3
    assert buffer.store(stored.extend) == 0
    assert stored == [0, 1, 2]


def test_what_cannot_be_stored_waits_before_what_came_meanwhile() -> None:
    buffer, stored = Buffer[int](), list[int]()
    for number in range(MOST_WAITING + 1):
        buffer.add(number)

    def refuse(_batch: Sequence[int]) -> None:
        buffer.add(-1)
        raise OSError("the disk is full")

    with pytest.raises(OSError):
        buffer.store(refuse)
    assert buffer.store(stored.extend) == MOST_WAITING
    assert (stored[0], stored[-2:]) == (2, [MOST_WAITING, -1])
