"""The callers of services: of requests, tokens and people."""

from typing import Any

from django.contrib.auth.models import AnonymousUser, User
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request

from accounts.models import ApiToken
from core.caller import Caller, Role, Scope
from core.errors import NotAuthenticated


def caller_of(request: HttpRequest | Request) -> Caller:
    """Return the caller of a request: of its token, or the logged-in owner."""
    auth: Any = getattr(request, "auth", None)
    if isinstance(auth, ApiToken):
        return caller_of_token(auth)
    if isinstance(request.user, User):
        return caller_of_user(request.user)
    raise NotAuthenticated(_("log in, or send a token"), field="Authorization")


def caller_of_token(token: ApiToken) -> Caller:
    """Return the caller of a token."""
    return Caller(
        base_user=token.user.username,
        role=Role.ASSISTANT,
        name=token.name,
        scopes=token.granted,
        packs=frozenset(token.packs) or None,
        namespace=token.namespace,
        time_zone=time_zone(token.user),
        is_operator=token.user.is_superuser and Scope.ADMIN in token.granted,
    )


def caller_of_user(user: User) -> Caller:
    """Return the caller of a logged-in person, who owns their memories."""
    return Caller(
        base_user=user.username,
        time_zone=time_zone(user),
        is_operator=user.is_active and user.is_superuser,
    )


def acting_for(user: User | AnonymousUser, base_user: str) -> Caller:
    """Return the caller who changes rows of ``base_user`` in the admin: owner or operator."""
    if isinstance(user, User) and user.get_username() == base_user:
        return caller_of_user(user)
    return Caller(
        base_user=base_user,
        role=Role.SYSTEM,
        name=f"admin:{user.get_username()}",
        is_operator=bool(user.is_active and user.is_superuser),
    )


def time_zone(user: User) -> str:
    profile = getattr(user, "profile", None)
    return profile.time_zone if profile else "UTC"
