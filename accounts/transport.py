"""Where a request comes from: whether a password may travel so, and whether it is enough."""

from django.conf import settings
from django.http import HttpRequest

from .throttling import is_loopback

# What proxies add: then the sender is not on this machine, whatever its address.
PASSED_ON = ("X-Forwarded-For", "X-Forwarded-Proto", "Forwarded")


def is_protected(request: HttpRequest) -> bool:
    """Return whether nobody on the way can read the request: TLS, or it never left this machine."""
    return request.is_secure() or settings.PLAIN_LOG_IN or is_from_here(request)


def needs_second_factor(request: HttpRequest) -> bool:
    """Return whether a password alone opens nothing to who sends this request."""
    if settings.SECOND_FACTOR == "auto":
        return not (settings.PLAIN_LOG_IN or is_from_here(request))
    return bool(settings.SECOND_FACTOR == "required")


def is_from_here(request: HttpRequest) -> bool:
    """Return whether a request comes from this machine, and no proxy passed it on."""
    is_passed_on = any(name in request.headers for name in PASSED_ON)
    return is_loopback(request.META.get("REMOTE_ADDR", "")) and not is_passed_on
