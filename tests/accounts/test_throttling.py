"""Waits that grow with failures, end in time, and survive clocks that are set back."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.cache import caches
from hypothesis import given
from hypothesis import strategies as st

from accounts.throttling import Limit, Throttle, is_loopback, network_of
from core.errors import TooManyAttempts

from .conftest import Clock

LIMIT = Limit(free=3, first_wait=5, longest_wait=60)


@pytest.fixture(params=["log_ins", "tokens"])
def throttle(request: pytest.FixtureRequest, clock: Clock) -> Throttle:
    return Throttle(request.param, clock=clock)


def wait_of(throttle: Throttle, *keys: str) -> int:
    try:
        throttle.check(*keys)
    except TooManyAttempts as refused:
        return refused.retry_after
    return 0


def test_waits_grow_to_a_limit_and_end(throttle: Throttle, clock: Clock) -> None:
    waits = []
    for _attempt in range(10):
        throttle.begin({"key": LIMIT})
        waits.append(wait_of(throttle, "key"))
        clock.now += waits[-1]
        assert wait_of(throttle, "key") == 0
    assert waits == [0, 0, 5, 10, 20, 40, 60, 60, 60, 60]


def test_while_it_waits_nothing_is_counted(throttle: Throttle, clock: Clock) -> None:
    for _attempt in range(3):
        throttle.begin({"key": LIMIT})
    for _attempt in range(50):
        with pytest.raises(TooManyAttempts) as refused:
            throttle.begin({"key": LIMIT, "other": LIMIT})
        assert refused.value.retry_after == 5
    assert wait_of(throttle, "other") == 0
    clock.now += 5
    throttle.begin({"key": LIMIT})
    assert wait_of(throttle, "key") == 10


def test_success_takes_the_attempt_back_and_forgets_the_named_key(throttle: Throttle) -> None:
    limits = {"pair": LIMIT, "address": LIMIT}
    for _attempt in range(2):
        throttle.begin(limits)
    throttle.begin(limits).succeeded("pair")
    assert wait_of(throttle, "pair", "address") == 0
    throttle.begin({"pair": LIMIT})
    assert wait_of(throttle, "pair") == 0
    throttle.begin({"address": LIMIT})
    assert wait_of(throttle, "address") == 5


def test_a_clock_that_was_ahead_blocks_nobody(throttle: Throttle, clock: Clock) -> None:
    clock.now += 365 * 24 * 3600
    for _attempt in range(3):
        throttle.begin({"key": LIMIT})
    assert wait_of(throttle, "key") == 5
    clock.now -= 365 * 24 * 3600
    assert wait_of(throttle, "key") == 0


def test_attempts_in_parallel_get_no_more_tries(throttle: Throttle) -> None:
    def attempt(_number: int) -> bool:
        try:
            throttle.begin({"key": LIMIT})
        except TooManyAttempts:
            return False
        return True

    with ThreadPoolExecutor(16) as pool:
        assert sum(pool.map(attempt, range(64))) == LIMIT.free


def test_failed_log_ins_are_kept_on_disk_without_names(clock: Clock) -> None:
    Throttle("log_ins", clock=clock).begin({"key": Limit(1, 5, 60)})
    kept = Throttle("log_ins", clock=clock)
    assert wait_of(kept, "key") == 5
    assert caches["log_ins"]._dir.endswith("log_ins")  # type: ignore[attr-defined]


@given(st.integers(0, 10_000), st.integers(1, 50), st.integers(1, 100), st.integers(1, 10_000))
def test_waits_never_shrink_nor_exceed_the_longest(
    failures: int, free: int, first: int, longest: int
) -> None:
    limit = Limit(free, first, longest)
    now, later = limit.wait_after(failures), limit.wait_after(failures + 1)
    assert 0 <= now <= later <= longest
    assert (now == 0) == (failures < free)


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("::1", "::1"),
        ("", ""),
        ("unix:", "unix:"),
    ],
)
def test_one_sender_is_an_address_or_a_64(address: str, network: str) -> None:
    assert network_of(address) == network


def test_this_machine() -> None:
    assert all(map(is_loopback, ["127.0.0.1", "127.8.0.1", "::1", "::ffff:127.0.0.1", ""]))
    assert not any(map(is_loopback, ["10.0.0.1", "2001:db8::1", "unix:"]))
