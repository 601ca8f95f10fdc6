"""Let in who has the right password or token, at a pace that makes guessing useless."""

from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import User
from django.http import HttpRequest

from core.errors import NotAuthenticated

from .models import ApiToken
from .services.tokens import token_authenticate
from .throttling import Limit, Throttle, is_loopback, key_of, network_of

# On this machine waits stay short: whoever owns it must get in.
LONGEST_WAIT, LONGEST_WAIT_HERE = 15 * 60, 60
ACCOUNT = Limit(free=50, first_wait=5, longest_wait=60)

# Log-ins are few and worth keeping over a restart; tokens come with each request.
log_ins = Throttle("log_ins")
tokens = Throttle("tokens")


class ThrottledModelBackend(ModelBackend):
    """Check names and passwords, with waits after failures by address and by account."""

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        **kwargs: Any,
    ) -> User | None:
        """Return the person; None where name and password do not fit.

        Raises:
            TooManyAttempts: too many have failed. The password was not looked at.
        """
        if request is None or username is None or password is None:
            return super().authenticate(request, username, password, **kwargs)
        limits = _log_in_limits(request.META.get("REMOTE_ADDR", ""), username)
        attempt = log_ins.begin(limits)
        user = super().authenticate(request, username, password, **kwargs)
        if user is not None:
            # Other accounts' failures from this address stay counted.
            attempt.succeeded(next(iter(limits)))
        return user


def _log_in_limits(address: str, name: str) -> dict[str, Limit]:
    """Return the limits of a log-in, that of this account from this address first."""
    account, network = name.casefold(), network_of(address)
    longest = LONGEST_WAIT_HERE if is_loopback(address) else LONGEST_WAIT
    limits = {
        key_of("pair", account, network): Limit(5, first_wait=5, longest_wait=longest),
        key_of("address", network): Limit(20, first_wait=10, longest_wait=longest),
    }
    if not is_loopback(address):
        # Guesses from many addresses. They never keep out who sits at this machine.
        limits[key_of("account", account)] = ACCOUNT
    return limits


def admitted_token(secret: str, address: str) -> ApiToken:
    """Return the usable token of this secret.

    The same wrong token, as of an assistant that was not told of a revocation, has to wait by
    itself; different ones make the address wait, with whatever token it then sends.

    Raises:
        NotAuthenticated: it is unknown, revoked, expired, or its owner is inactive.
        TooManyAttempts: too many have failed from this address.
    """
    network = network_of(address)
    this_one, all_of_them = key_of("token", network, secret), key_of("tokens", network)
    tokens.check(this_one, all_of_them)
    try:
        return token_authenticate(secret)
    except NotAuthenticated:
        longest = LONGEST_WAIT_HERE if is_loopback(address) else LONGEST_WAIT
        is_new = tokens.begin({this_one: Limit(5, 5, longest)}).before[this_one].total == 0
        if is_new:
            tokens.begin({all_of_them: Limit(20, 5, longest)})
        raise
