"""Which Host and Origin headers are let in: the guard against DNS rebinding."""

from collections.abc import Mapping
from urllib.parse import urlsplit

from django.conf import settings
from django.http.request import split_domain_port, validate_host

from core.errors import Forbidden, WasurenaError


class WrongHost(WasurenaError):
    """The request was meant for another server."""

    status = 421
    code = "wrong_host"
    title = "This server does not answer to that name."


class WrongOrigin(Forbidden):
    """A web page that is not trusted sent the request."""

    code = "wrong_origin"
    title = "Pages of that origin may not use this server."


def check_origin(headers: Mapping[str, str]) -> None:
    """Let pass what is addressed to us and comes from no foreign web page.

    Raises:
        WrongHost: Host is none of ALLOWED_HOSTS.
        WrongOrigin: Origin is there, and neither loopback nor in ALLOWED_ORIGINS.
    """
    host = headers.get("host", "")
    domain, _ = split_domain_port(host)
    if not domain or not validate_host(domain, settings.ALLOWED_HOSTS):
        raise WrongHost("add it to WASURENA_ALLOWED_HOSTS if it is yours", field="Host")
    origin = headers.get("origin")
    if origin is not None and not _is_trusted(origin):
        raise WrongOrigin("add it to WASURENA_ALLOWED_ORIGINS if it is yours", field="Origin")


def _is_trusted(origin: str) -> bool:
    if origin in settings.ALLOWED_ORIGINS:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and parts.hostname in ("localhost", "127.0.0.1", "::1")
