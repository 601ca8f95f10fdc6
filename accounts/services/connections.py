"""Connections of OAuth apps: each is a token of ours that the app uses by secrets of its own.

A code, an access token and a refresh token carry the mark of their connection among their
scopes, where no client sees it. Without the mark a secret opens nothing.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from oauth2_provider.models import (
    AccessToken,
    Application,
    Grant,
    RefreshToken,
    clear_expired,
)

from accounts.models import ApiToken
from accounts.token_store import token_uses
from core.caller import Scope
from core.errors import InvalidInput, NotAuthenticated
from core.schemas import checked_namespace
from packs import registry

from .tokens import token_create, token_revoke

MARK = "connection:"
NAME_LENGTH = 64
# Clients register before a person sees them; what nobody allowed goes.
UNUSED_AFTER = timedelta(days=1)
# A code that was not exchanged within a minute opens nothing.
EXCHANGED_WITHIN = timedelta(minutes=10)
NOT_SHOWN = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]+")


@dataclass(frozen=True, slots=True)
class Reach:
    """What a person allows an app; no pack means every pack."""

    scopes: tuple[str, ...]
    packs: tuple[str, ...] = ()
    namespace: str = ""


def resource_of(address: str) -> str:
    """Return a resource indicator as it is compared; an origin alone means its ``/mcp``.

    Empty for what is no address.
    """
    try:
        parts = urlsplit(address.strip())
    except ValueError:
        return ""
    path = parts.path.rstrip("/") or "/mcp"
    return f"{parts.scheme.lower()}://{parts.netloc.lower()}{path}"


def public_scopes(scopes: Iterable[str]) -> list[str]:
    """Return the scopes that clients see."""
    return [scope for scope in scopes if not scope.startswith(MARK)]


def mark_of(scopes: Iterable[str]) -> str:
    """Return the mark of the connection; empty if there is none."""
    return next((scope for scope in scopes if scope.startswith(MARK)), "")


def app_name(app: Application) -> str:
    """Return what an app calls itself, on one line; its host if it has no name."""
    name = " ".join(NOT_SHOWN.sub(" ", app.name).split())
    if not name:
        name = urlsplit(app.client_id).hostname or "app"
    return name[:NAME_LENGTH].strip()


def checked_reach(
    *, asked: Iterable[str], scopes: Iterable[str], packs: Iterable[str], namespace: str
) -> Reach:
    """Return what a person chose for an app that asked for the scopes ``asked``.

    Raises:
        InvalidInput: nothing was chosen, or a scope that was not asked for, or a pack is unknown,
            or the namespace is not a path.
    """
    chosen = list(dict.fromkeys(scopes))
    if not chosen:
        raise InvalidInput(_("choose at least one permission"), field="scopes", code="too_short")
    if unknown := [scope for scope in chosen if scope not in set(asked) & set(Scope)]:
        raise InvalidInput(
            format_lazy(_("the app did not ask for “{value}”"), value=unknown[0]),
            field="scopes",
            code="enum",
        )
    limited = sorted(set(packs))
    for at, pack in enumerate(limited):
        registry.get(pack, field=f"packs.{at}")
    return Reach(tuple(chosen), tuple(limited), checked_namespace(namespace.strip()))


def connection_create(user: User, app: Application, reach: Reach, code: str) -> str:
    """Create the connection that a code opens to an app a person has allowed; return its mark."""
    token, _secret = token_create(
        user_name=user.username,
        name=app_name(app),
        scopes=reach.scopes,
        packs=reach.packs,
        namespace=reach.namespace,
        app=app,
        code=code,
    )
    return f"{MARK}{token.pk}"


def connection_of(scopes: str, *, now: datetime) -> ApiToken | None:
    """Return the usable connection that scopes are marked with, with its person."""
    number = mark_of(scopes.split()).removeprefix(MARK)
    if not number.isdecimal():
        return None
    usable = ApiToken.objects.usable(now).filter(pk=int(number), user__is_active=True)
    return usable.select_related("user__profile").first()


def connection_authenticate(secret: str, resource: str) -> ApiToken:
    """Return the connection of an access token, with the scopes that the access token has.

    Raises:
        NotAuthenticated: the access token is unknown, expired or for another address, or its
            connection was ended.
    """
    now = timezone.now()
    given = AccessToken.objects.filter(token_checksum=ApiToken.digest_of(secret)).first()
    if given is None or given.expires <= now:
        raise _refused("the access token is unknown, revoked or expired")
    if resource_of(resource) not in given.resource:
        raise _refused("the access token was given for another address", code="wrong_audience")
    connection = connection_of(given.scope, now=now)
    if connection is None or connection.user_id != given.user_id:
        raise _refused("the app is no longer connected")
    granted = set(given.scope.split())
    connection.scopes = [scope for scope in connection.scopes if scope in granted]
    token_uses.note(connection, now)
    return connection


def _refused(text: str, *, code: str = "invalid_token") -> NotAuthenticated:
    return NotAuthenticated(text, field="Authorization", code=code)


@transaction.atomic
def connection_end(token: ApiToken, *, now: datetime) -> None:
    """End a connection: its access tokens and refresh tokens go, and it stays listed as revoked."""
    if token.revoked_at is None:
        token_revoke(token, now=now)
    marked = Q(scope__endswith=f"{MARK}{token.pk}")
    Grant.objects.filter(marked).delete()
    held = AccessToken.objects.filter(marked)
    RefreshToken.objects.filter(access_token__in=held).delete()
    held.delete()


def connection_end_by_code(app: Application, code: str, *, now: datetime) -> None:
    """End the connection of a code that its app uses again: somebody has a copy of the code."""
    token = ApiToken.objects.filter(app=app, digest=ApiToken.digest_of_code(code)).first()
    if token is not None:
        connection_end(token, now=now)


@transaction.atomic
def connections_end_all(*, now: datetime) -> int:
    """End the connections of all apps, with every secret of theirs; return how many were usable."""
    usable = list(ApiToken.objects.usable(now).exclude(app=None))
    for token in usable:
        connection_end(token, now=now)
    for secrets in (Grant, RefreshToken, AccessToken):
        secrets.objects.all().delete()
    return len(usable)


@transaction.atomic
def clean_apps(*, now: datetime) -> int:
    """Delete what has expired and clients that nobody allowed; return the number of clients.

    A connection that no secret opens any more is marked as revoked: its app never fetched a token,
    let its refresh token expire, or used one twice.
    """
    clear_expired()
    unused = Application.objects.filter(connections=None, created__lt=now - UNUSED_AFTER)
    unused = unused.exclude(registration_source=Application.RegistrationSource.MANUAL)
    count = int(unused.count())
    unused.delete()
    allowed = ApiToken.objects.usable(now).exclude(app=None)
    for token in allowed.filter(created_at__lt=now - EXCHANGED_WITHIN):
        marked = Q(scope__endswith=f"{MARK}{token.pk}")
        if not any(secrets.objects.filter(marked).exists() for secrets in (Grant, AccessToken)):
            token_revoke(token, now=now)
    return count
