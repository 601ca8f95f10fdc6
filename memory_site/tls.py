"""TLS of this server: its certificate, and how programs on this machine trust it."""

import ssl
from urllib.parse import urlsplit

from django.conf import settings

HERE = ("localhost", "127.0.0.1", "::1")


class UnusableCertificate(Exception):
    """The certificate or its key cannot be used; the text says which and why."""


def check_certificate() -> None:
    """Raise UnusableCertificate unless the server can speak TLS with its certificate."""
    if not settings.CERTIFICATE:
        return
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        context.load_cert_chain(settings.CERTIFICATE, settings.CERTIFICATE_KEY or None)
    except ssl.SSLError as error:
        reason = error.reason or str(error)
        raise UnusableCertificate(f"{settings.CERTIFICATE}: {reason}") from error
    except OSError as error:
        raise UnusableCertificate(f"{settings.CERTIFICATE}: {error.strerror}") from error


def context_for(url: str) -> ssl.SSLContext:
    """Return the context of a client of ``url``.

    The certificate of this server names a host of the world outside. From this machine exactly
    that certificate is trusted, whatever name it carries.
    """
    context = ssl.create_default_context()
    if settings.CERTIFICATE and urlsplit(url).hostname in HERE:
        context = ssl.create_default_context(cafile=settings.CERTIFICATE)
        context.check_hostname = False
        context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    return context
