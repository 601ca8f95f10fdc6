"""Count failed authentications, delay the next attempts, and check passwords and tokens."""

import hashlib
import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from threading import Lock
from typing import Any, NamedTuple

from django.contrib.auth import authenticate
from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import User
from django.core.cache import caches
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from core.errors import Forbidden, NotAuthenticated, TooManyAttempts

from .models import ApiToken
from .oauth import ACCESS_PREFIX
from .rates import count_request
from .services.connections import connection_authenticate
from .services.known_browsers import known_browser
from .services.second_factor import second_factor_accepts
from .services.tokens import token_authenticate

# Failures are forgotten after a day without one.
MEMORY_SECONDS = 24 * 60 * 60
IPV6_NETWORK_BITS = 64
# Waits stay short on this machine: its owner must be able to log in.
LONGEST_WAIT, LONGEST_WAIT_HERE = 15 * 60, 60


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


ACCOUNT = Limit(free=50, first_wait=5, longest_wait=60)

# Log-ins are rare, and their counts survive a restart; tokens come with each request.
log_ins = Throttle("log_ins")
tokens = Throttle("tokens")


class ThrottledModelBackend(ModelBackend):
    """Checks names and passwords, with waits after failures by address and by account."""

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        **kwargs: Any,
    ) -> User | None:
        """Return the person; None for a wrong name or password.

        Raises:
            TooManyAttempts: too many attempts failed; the password was not checked.
        """
        if request is None or username is None or password is None:
            return super().authenticate(request, username, password, **kwargs)
        own, shared = _log_in_limits(request, username)
        attempt = log_ins.begin(own | shared)
        user = super().authenticate(request, username, password, **kwargs)
        if user is not None:
            attempt.succeeded(*own)
        return user


def require_password(request: HttpRequest, user_name: str, password: str) -> None:
    """Make sure that whoever asks knows the password of a person; failures count like log-ins.

    Raises:
        Forbidden: it is wrong.
        TooManyAttempts: too many were wrong.
    """
    user = authenticate(request, username=user_name, password=password)
    if user is None or user.get_username() != user_name:
        raise Forbidden(_("the password is wrong"), field="password", code="password")


def _log_in_limits(request: HttpRequest, name: str) -> tuple[dict[str, Limit], dict[str, Limit]]:
    """Return the limits of a log-in that its success resets, and those that others share."""
    address = request.META.get("REMOTE_ADDR", "")
    account, network, is_here = name.casefold(), network_of(address), is_loopback(address)
    longest = LONGEST_WAIT_HERE if is_here else LONGEST_WAIT
    own = {key_of("pair", account, network): Limit(5, first_wait=5, longest_wait=longest)}
    shared = {key_of("address", network): Limit(20, first_wait=10, longest_wait=longest)}
    if is_here:
        return own, shared
    # Against guesses from many addresses; they never lock out a person at this machine, nor one
    # whose browser is known: its own guesses count, wherever they come from.
    if browser := known_browser(request.COOKIES, name):
        own[key_of("browser", account, browser)] = Limit(5, first_wait=5, longest_wait=longest)
    else:
        shared[key_of("account", account)] = ACCOUNT
    return own, shared


def second_step(address: str, name: str) -> Attempt:
    """Begin an attempt at the code of a second factor.

    Raises:
        TooManyAttempts: too many wrong codes for this account came from here, or from elsewhere.
    """
    is_here = is_loopback(address)
    longest = LONGEST_WAIT_HERE if is_here else LONGEST_WAIT
    key = key_of("code", name.casefold(), "here" if is_here else "elsewhere")
    return log_ins.begin({key: Limit(5, first_wait=5, longest_wait=longest)})


def require_code(request: HttpRequest, user: User, code: str) -> None:
    """Make sure that whoever asks has a code of the second factor; wrong ones make the next wait.

    Raises:
        Forbidden: it is wrong, or there is no second factor.
        TooManyAttempts: too many were wrong.
    """
    attempt = second_step(request.META.get("REMOTE_ADDR", ""), user.username)
    if not second_factor_accepts(user, code):
        raise Forbidden(_("the code is wrong, or was used already"), field="code", code="code")
    attempt.succeeded()


def admitted_token(secret: str, address: str, *, resource: str = "") -> ApiToken:
    """Return the usable token of this secret, or the connection of an app's access token.

    An access token counts at the ``resource`` that it was given for only. A wrong token that is
    sent again, as by an assistant with a revoked token, waits alone. Different wrong tokens make
    the address wait, for every token, except access tokens, which expire hourly.

    Raises:
        NotAuthenticated: the token is unknown, revoked or expired, or its owner is inactive.
        TooManyAttempts: too many attempts from this address failed.
        TooManyRequests: the token asked more often than its class may.
    """
    network = network_of(address)
    this_one, all_of_them = key_of("token", network, secret), key_of("tokens", network)
    tokens.check(this_one, all_of_them)
    is_of_app = bool(resource) and secret.startswith(ACCESS_PREFIX)
    try:
        if is_of_app:
            return count_request(connection_authenticate(secret, resource))
        return count_request(token_authenticate(secret))
    except NotAuthenticated:
        longest = LONGEST_WAIT_HERE if is_loopback(address) else LONGEST_WAIT
        is_new = tokens.begin({this_one: Limit(5, 5, longest)}).before[this_one].total == 0
        if is_new and not secret.startswith(ACCESS_PREFIX):
            tokens.begin({all_of_them: Limit(20, 5, longest)})
        raise


def admitted_registration(address: str) -> None:
    """Count a client that registers itself.

    Raises:
        TooManyAttempts: too many came from this address within a day.
    """
    longest = LONGEST_WAIT_HERE if is_loopback(address) else LONGEST_WAIT
    key = key_of("registration", network_of(address))
    tokens.begin({key: Limit(free=30, first_wait=10, longest_wait=longest)})


def admitted_document(name: str) -> None:
    """Count a new app that describes itself at an address, for the person who is asked about it.

    Raises:
        TooManyAttempts: there were too many for this person within a day.
    """
    key = key_of("document", name.casefold())
    tokens.begin({key: Limit(free=30, first_wait=10, longest_wait=LONGEST_WAIT)})
