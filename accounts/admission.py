"""Check passwords and tokens, and throttle failures so that guessing is useless."""

from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import User
from django.http import HttpRequest

from core.errors import NotAuthenticated

from .models import ApiToken
from .services.tokens import token_authenticate
from .throttling import Limit, Throttle, is_loopback, key_of, network_of

# Waits stay short on this machine: its owner must be able to log in.
LONGEST_WAIT, LONGEST_WAIT_HERE = 15 * 60, 60
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
        limits = _log_in_limits(request.META.get("REMOTE_ADDR", ""), username)
        attempt = log_ins.begin(limits)
        user = super().authenticate(request, username, password, **kwargs)
        if user is not None:
            # Failures of other accounts from this address stay counted.
            attempt.succeeded(next(iter(limits)))
        return user


def _log_in_limits(address: str, name: str) -> dict[str, Limit]:
    """Return the limits of a log-in; the first is for this account from this address."""
    account, network = name.casefold(), network_of(address)
    longest = LONGEST_WAIT_HERE if is_loopback(address) else LONGEST_WAIT
    limits = {
        key_of("pair", account, network): Limit(5, first_wait=5, longest_wait=longest),
        key_of("address", network): Limit(20, first_wait=10, longest_wait=longest),
    }
    if not is_loopback(address):
        # Against guesses from many addresses; they never lock out a person at this machine.
        limits[key_of("account", account)] = ACCOUNT
    return limits


def admitted_token(secret: str, address: str) -> ApiToken:
    """Return the usable token of this secret.

    A wrong token that is sent again, as by an assistant with a revoked token, waits alone.
    Different wrong tokens make the address wait, for every token.

    Raises:
        NotAuthenticated: the token is unknown, revoked or expired, or its owner is inactive.
        TooManyAttempts: too many attempts from this address failed.
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
