"""Whether a password may travel as a request does."""

from django.conf import settings
from django.http import HttpRequest

from .throttling import is_loopback

# What proxies add: then the sender is not on this machine, whatever its address.
PASSED_ON = ("X-Forwarded-For", "X-Forwarded-Proto", "Forwarded")


def is_protected(request: HttpRequest) -> bool:
    """Return whether nobody on the way can read the request: TLS, or it never left this machine."""
    if request.is_secure() or settings.PLAIN_LOG_IN:
        return True
    is_passed_on = any(name in request.headers for name in PASSED_ON)
    return is_loopback(request.META.get("REMOTE_ADDR", "")) and not is_passed_on
