"""How often a token may ask: bursts pass, a stream is slowed, one token slows no other."""

from collections.abc import Callable, Iterator

import pytest
from django.test import override_settings
from hypothesis import given
from hypothesis import strategies as st
from rest_framework.test import APIClient

from accounts.rates import Buckets, buckets
from core.errors import TooManyRequests
from memory_site.settings.access import rates

from .conftest import Clock


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Clock]:
    clock = Clock(0.0)
    monkeypatch.setattr(buckets, "_clock", clock)
    buckets.clear()
    yield clock
    buckets.clear()


@override_settings(RATES={"token": (60, 5), "app": (1, 1)})
def test_a_burst_passes_and_the_rest_is_told_when_to_come_back(
    api: APIClient, token_of: Callable[..., str], clock: Clock
) -> None:
    statuses = [api.get("/api/me/").status_code for _one in range(7)]
    assert statuses == [200] * 5 + [429] * 2
    refused = api.get("/api/me/")
    assert refused["Retry-After"] == "1" and refused.json()["code"] == "rate_limited"
    assert api.post("/api/memories/", {"text": "x"}, format="json").status_code == 429
    other = APIClient()
    other.credentials(HTTP_AUTHORIZATION=f"Bearer {token_of('alice')}")
    assert other.get("/api/me/").status_code == 200
    clock.now += 1
    assert [api.get("/api/me/").status_code for _one in range(2)] == [200, 429]


@given(
    st.integers(1, 6_000),
    st.integers(1, 50),
    st.lists(st.floats(0, 30, allow_nan=False), max_size=60),
)
def test_never_more_than_the_burst_and_what_came_back(
    per_minute: int, burst: int, pauses: list[float]
) -> None:
    clock = Clock(0.0)
    held, passed = Buckets(clock=clock), 0
    for pause in pauses:
        clock.now += pause
        try:
            held.take(1, per_minute=per_minute, burst=burst)
            passed += 1
        except TooManyRequests as refused:
            assert refused.retry_after >= 1
            later = Clock(clock.now + refused.retry_after)
            held._clock = later
            held.take(1, per_minute=per_minute, burst=burst)
            passed, held._clock, clock = passed + 1, later, later
    assert passed <= burst + clock.now * per_minute / 60 + 1e-3


def test_the_stated_second_is_enough_in_spite_of_rounding() -> None:
    clock = Clock(0.0)
    held = Buckets(clock=clock)
    clock.now = 0.1
    held.take(1, per_minute=60, burst=1)
    with pytest.raises(TooManyRequests):
        held.take(1, per_minute=60, burst=1)
    clock.now = 1.1 - 1e-9
    held.take(1, per_minute=60, burst=1)


def test_no_limit_on_this_machine_unless_it_is_set() -> None:
    def of(token: int | None, app: int | None, *, is_beyond: bool) -> dict[str, tuple[int, int]]:
        return rates(token=(token, 2_000), app=(app, 300), is_beyond=is_beyond)

    assert of(None, None, is_beyond=False) == {"token": (0, 2_000), "app": (0, 300)}
    assert of(None, None, is_beyond=True) == {"token": (1_200, 2_000), "app": (300, 300)}
    assert of(0, 7, is_beyond=True) == {"token": (0, 2_000), "app": (7, 300)}
