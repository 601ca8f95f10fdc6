"""Tokens that the owner gives out, and takes back."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import ApiToken
from accounts.schemas import NewTokenOut, TokenInput, TokenOut
from core.caller import Caller, Scope
from core.clock import aware
from core.errors import InvalidInput, NotFound
from packs import registry

from .users import token_create, token_revoke


def token_list(caller: Caller) -> QuerySet[ApiToken]:
    """Return the person's tokens, revoked ones included.

    Raises:
        Forbidden: the caller is neither the owner nor an unbound token “admin”.
    """
    caller.require_owner()
    return ApiToken.objects.filter(user__username=caller.base_user)


def token_get(caller: Caller, pk: int) -> ApiToken:
    """Return one token; NotFound where it is somebody else's."""
    if token := token_list(caller).filter(pk=pk).first():
        return token
    raise NotFound(f"there is no token {pk}", field="id")


def token_grant(caller: Caller, item: TokenInput, *, now: datetime | None = None) -> NewTokenOut:
    """Make a token and return it with its secret, this once.

    Raises:
        Forbidden: the caller is neither the owner nor an unbound token “admin”.
        InvalidInput: a pack is unknown, or the token would have expired already.
    """
    caller.require_owner()
    for at, pack in enumerate(item.packs):
        registry.get(pack, field=f"packs.{at}")
    expires_at = _expiry(caller, item, now or timezone.now())
    token, secret = token_create(
        user_name=caller.base_user,
        name=item.name.strip(),
        scopes=item.scopes,
        packs=item.packs,
        namespace=item.namespace,
        expires_at=expires_at,
    )
    return NewTokenOut(**token_out(token).model_dump(), token=secret)


def _expiry(caller: Caller, item: TokenInput, now: datetime) -> datetime | None:
    if item.expires_at is None:
        return None
    moment = aware(item.expires_at, caller, "expires_at")
    if moment <= now:
        raise InvalidInput("this lies in the past", field="expires_at", code="in_the_past")
    return moment


def token_withdraw(caller: Caller, pk: int, *, now: datetime | None = None) -> None:
    """Make a token useless from now on; revoking it again changes nothing."""
    token = token_get(caller, pk)
    if token.revoked_at is None:
        token_revoke(token, now=now or timezone.now())


def token_outs(tokens: Sequence[ApiToken]) -> list[TokenOut]:
    """Return tokens for a client."""
    return [token_out(token) for token in tokens]


def token_out(token: ApiToken) -> TokenOut:
    """Return one token for a client, without its secret."""
    return TokenOut(
        id=token.pk,
        name=token.name,
        hint=token.hint,
        scopes=[Scope(scope) for scope in token.scopes],
        packs=token.packs,
        namespace=token.namespace,
        created_at=token.created_at,
        last_used_at=token.last_used_at,
        expires_at=token.expires_at,
        revoked_at=token.revoked_at,
    )
