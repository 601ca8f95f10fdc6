"""Count failed authentications, and make the next attempts wait longer and longer."""

import hashlib
import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from threading import Lock
from typing import NamedTuple

from django.core.cache import caches

from core.errors import TooManyAttempts

# Failures are forgotten after a day without one.
MEMORY_SECONDS = 24 * 60 * 60
IPV6_NETWORK_BITS = 64


@dataclass(frozen=True, slots=True)
class Limit:
    """The number of failures without a wait, and the first wait, which doubles each time."""

    free: int
    first_wait: int
    longest_wait: int

    def wait_after(self, failures: int) -> int:
        """Return the seconds to wait after so many failures."""
        if failures < self.free:
            return 0
        # The exponent is bounded: an attacker decides how far it would grow.
        doubled: int = self.first_wait << min(failures - self.free, 32)
        return min(doubled, self.longest_wait)


class Failures(NamedTuple):
    """The number of failures, and the start and length of the wait."""

    total: int = 0
    since: float = 0.0
    wait: int = 0

    def seconds_left(self, now: float) -> float:
        """Return the rest of the wait; 0 if the clock was set back."""
        return max(0.0, self.since + self.wait - now) if now >= self.since else 0.0


class Throttle:
    """Failures by key in a Django cache; an attempt needs the permission of all its keys."""

    def __init__(self, cache_alias: str, *, clock: Callable[[], float] = time.time) -> None:
        self._alias = cache_alias
        self._clock = clock
        # One check at a time: parallel attempts must see each other's failures.
        self._lock = Lock()

    def check(self, *keys: str) -> None:
        """Raise TooManyAttempts if one of the keys has to wait."""
        now = self._clock()
        left = max((self._failures(key).seconds_left(now) for key in keys), default=0.0)
        if left > 0:
            raise TooManyAttempts(retry_after=math.ceil(left))

    def begin(self, limits: Mapping[str, Limit]) -> "Attempt":
        """Count an attempt as failed until it succeeds.

        Raises:
            TooManyAttempts: one of the keys has to wait; the attempt is not counted.
        """
        with self._lock:
            self.check(*limits)
            before = {key: self._failures(key) for key in limits}
            after = {key: self._counted(before[key], limit) for key, limit in limits.items()}
            self._store(after)
        return Attempt(self, before, after)

    def revert(self, before: Mapping[str, Failures], after: Mapping[str, Failures]) -> None:
        """Restore the counts from before an attempt, except of keys that failed since."""
        with self._lock:
            self._store({key: before[key] for key in after if self._failures(key) == after[key]})

    def forget(self, key: str) -> None:
        """Reset one key."""
        caches[self._alias].delete(key)

    def _counted(self, failures: Failures, limit: Limit) -> Failures:
        total = failures.total + 1
        return Failures(total, self._clock(), limit.wait_after(total))

    def _failures(self, key: str) -> Failures:
        found = caches[self._alias].get(key)
        return Failures(*found) if found else Failures()

    def _store(self, changed: Mapping[str, Failures]) -> None:
        cache = caches[self._alias]
        for key, failures in changed.items():
            if failures.total:
                cache.set(key, tuple(failures), MEMORY_SECONDS)
            else:
                cache.delete(key)


@dataclass(frozen=True, slots=True)
class Attempt:
    """An authentication in progress, counted as a failure until it succeeds."""

    throttle: Throttle
    before: Mapping[str, Failures]
    after: Mapping[str, Failures]

    def succeeded(self, *fresh: str) -> None:
        """Revert the failure, and reset the given keys."""
        self.throttle.revert(self.before, self.after)
        for key in fresh:
            self.throttle.forget(key)


def key_of(kind: str, *parts: str) -> str:
    """Return a cache key that does not reveal its parts."""
    return f"{kind}-{hashlib.sha256(repr(parts).encode()).hexdigest()}"


def network_of(address: str) -> str:
    """Return the network of one sender: an IPv4 address, or the /64 of an IPv6 address."""
    try:
        ip = ip_address(address)
    except ValueError:
        return address
    if isinstance(ip, IPv6Address) and not ip.is_loopback:
        if ip.ipv4_mapped:
            return str(ip.ipv4_mapped)
        return str(IPv6Address(int(ip) >> IPV6_NETWORK_BITS << IPV6_NETWORK_BITS))
    return str(ip)


def is_loopback(address: str) -> bool:
    """Return whether the sender is on this machine, as without an address."""
    try:
        return ip_address(network_of(address)).is_loopback
    except ValueError:
        return not address
