"""Memory that goes back to the system while a process works."""

import threading

import pytest

from core import allocation


class CountedLibrary:
    """Counts how often memory is given back; stands for the C library."""

    def __init__(self) -> None:
        self.times = 0
        self.is_second = threading.Event()

    def malloc_trim(self, _pad: int) -> int:
        self.times += 1
        if self.times == 2:
            self.is_second.set()
        return 1


def test_freed_memory_goes_back_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    library = CountedLibrary()
    monkeypatch.setattr(allocation, "_library", lambda: library)
    is_over = allocation.give_back_regularly(every=0.01)
    assert library.is_second.wait(5)
    is_over.set()


def test_other_libraries_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(allocation, "_library", lambda: None)
    before = threading.active_count()
    allocation.give_back_regularly(every=0.01)
    assert threading.active_count() == before
