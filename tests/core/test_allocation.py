"""Memory that is freed, and goes back to the system, while a process works."""

import gc
import threading
import weakref

import pytest

from core import allocation

# A collection of all that the tests have loaded takes some seconds on a busy machine.
SECONDS = 120


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


class Knot:
    """Refers to itself, so that only a collection frees it."""

    def __init__(self) -> None:
        self.itself = self


def test_freed_memory_goes_back_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    library = CountedLibrary()
    monkeypatch.setattr(allocation, "_library", lambda: library)
    is_over = allocation.free_regularly(every=0.01)
    assert library.is_second.wait(SECONDS)
    is_over.set()


def test_garbage_is_collected_with_any_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(allocation, "_library", lambda: None)
    is_freed = threading.Event()
    gc.disable()
    try:
        weakref.finalize(Knot(), is_freed.set)
        is_over = allocation.free_regularly(every=0.01)
        assert is_freed.wait(SECONDS)
        is_over.set()
    finally:
        gc.enable()


def test_more_is_let_go_of_before_each_collection(monkeypatch: pytest.MonkeyPatch) -> None:
    library = CountedLibrary()
    monkeypatch.setattr(allocation, "_library", lambda: library)
    is_called = threading.Event()
    is_over = allocation.free_regularly(every=0.01, first=is_called.set)
    assert is_called.wait(SECONDS)
    is_over.set()
