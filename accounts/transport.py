"""Where a request comes from: whether a password may travel so, and whether it is enough."""

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port
from django.utils.translation import gettext_lazy as _

from core.errors import Forbidden

from .throttling import is_loopback

# What proxies add: then the sender is not on this machine, whatever its address.
PASSED_ON = ("HTTP_X_FORWARDED", "HTTP_FORWARDED", "HTTP_VIA", "HTTP_X_REAL_IP")


def is_protected(request: HttpRequest) -> bool:
    """Return whether nobody on the way can read the request: TLS, or it never left this machine."""
    return request.is_secure() or settings.PLAIN_LOG_IN or is_from_here(request)


def require_protection(request: HttpRequest) -> None:
    """Refuse a password that others could have read on its way.

    Raises:
        Forbidden: it came in clear text from another machine.
    """
    if not is_protected(request):
        text = _("from other machines a password is taken over TLS only")
        raise Forbidden(text, field="password", code="insecure")


def needs_second_factor(request: HttpRequest) -> bool:
    """Return whether a password alone opens nothing to who sends this request."""
    if settings.SECOND_FACTOR == "auto":
        return not (settings.PLAIN_LOG_IN or is_from_here(request))
    return bool(settings.SECOND_FACTOR == "required")


def is_from_here(request: HttpRequest) -> bool:
    """Return whether a request comes from this machine, and no proxy passed it on.

    A proxy may add nothing; but then it was asked by a name of its own.
    """
    host, _port = split_domain_port(request.get_host())
    return (
        host in settings.LOOPBACK_NAMES
        and is_loopback(request.META.get("REMOTE_ADDR", ""))
        and not is_passed_on(request)
    )


def is_passed_on(request: HttpRequest) -> bool:
    """Return whether a proxy says that it passed a request on."""
    return any(name.startswith(PASSED_ON) for name in request.META)
