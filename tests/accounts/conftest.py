"""A clock that stands still, and waits of log-ins and tokens that go by it."""

import pytest

from accounts import throttling


class Clock:
    """Seconds that only a test lets pass."""

    def __init__(self, now: float = 1_000_000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def waits_by_clock(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """Waits after failed log-ins and wrong tokens go by ``clock``."""
    monkeypatch.setattr(throttling.log_ins, "_clock", clock)
    monkeypatch.setattr(throttling.tokens, "_clock", clock)
