"""Create, list, authenticate and revoke tokens."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.core.cache import caches
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from oauth2_provider.models import Application

from accounts.models import ApiToken
from accounts.schemas import NewTokenOut, TokenInput, TokenOut
from accounts.token_store import stored_token, token_uses
from core.caller import Caller, Scope, aware
from core.errors import InvalidInput, NotAuthenticated, NotFound
from core.schemas import checked_namespace
from packs import registry

DEFAULT_SCOPES = (Scope.READ, Scope.WRITE)
# A form that answered with the secret itself would create another token at each reload, so the
# secret waits here for the page that shows it once.
SECRETS_CACHE = "new_secrets"
SECRET_SECONDS = 5 * 60


def token_create(
    *,
    user_name: str,
    name: str = "",
    scopes: Iterable[str] = DEFAULT_SCOPES,
    packs: Iterable[str] = (),
    namespace: str = "",
    expires_at: datetime | None = None,
    app: Application | None = None,
    code: str = "",
) -> tuple[ApiToken, str]:
    """Create a token and return it with its secret, which is not stored.

    The token of an ``app`` is used by the secrets that OAuth gives the app for its ``code``: it
    shows no hint and has no secret of its own.

    Raises:
        NotFound: the user does not exist.
        InvalidInput: a scope is unknown or missing, the name is too long, or the namespace is
            not a path.
    """
    user = get_user_model().objects.filter(username=user_name).first()
    if user is None:
        raise NotFound(
            format_lazy(_("there is no user “{user_name}”"), user_name=user_name), field="user"
        )
    granted, root = _known_scopes(scopes), checked_namespace(namespace)
    secret = ApiToken.new_secret()
    token = ApiToken.objects.create(
        user=user,
        name=name or "assistant",
        digest=ApiToken.digest_of_code(code) if app else ApiToken.digest_of(secret),
        hint="" if app else secret[:8],
        scopes=granted,
        packs=sorted(set(packs)),
        namespace=root,
        expires_at=expires_at,
        app=app,
    )
    return token, secret


def _known_scopes(scopes: Iterable[str]) -> list[str]:
    chosen = list(dict.fromkeys(scopes))
    if not chosen:
        raise InvalidInput(_("choose at least one scope"), field="scope", code="no_scope")
    if unknown := [scope for scope in chosen if scope not in set(Scope)]:
        raise InvalidInput(
            format_lazy(
                _("“{value}” is not one of {names}"), value=unknown[0], names=", ".join(Scope)
            ),
            field="scope",
            code="unknown_scope",
        )
    return [str(scope) for scope in chosen]


def token_revoke(token: ApiToken, *, now: datetime) -> None:
    """Revoke a token; it stays listed."""
    token.revoked_at = now
    token.save(update_fields=["revoked_at"])


def revoked_digests() -> set[str]:
    """Return the digests of all revoked tokens of the database."""
    return set(ApiToken.objects.exclude(revoked_at=None).values_list("digest", flat=True))


def revoke_again(digests: Iterable[str], *, now: datetime) -> int:
    """Revoke tokens that a restored database holds as usable; return how many."""
    held = ApiToken.objects.filter(revoked_at=None).values_list("pk", "digest")
    revoked = set(digests)
    back = [pk for pk, digest in held if digest in revoked]
    return ApiToken.objects.filter(pk__in=back).update(revoked_at=now)


def token_authenticate(secret: str) -> ApiToken:
    """Return the usable token of this secret.

    Raises:
        NotAuthenticated: the token is unknown, revoked or expired, or its owner is inactive.
    """
    now = timezone.now()
    token = stored_token(secret)
    if token is None or token.status_at(now) != "usable" or not token.user.is_active:
        raise NotAuthenticated(
            _("the token is unknown, revoked or expired"),
            field="Authorization",
            code="invalid_token",
        )
    token_uses.note(token, now)
    return token


def token_list(caller: Caller) -> QuerySet[ApiToken]:
    """Return the person's tokens, revoked ones included.

    Raises:
        Forbidden: the caller is neither the owner nor an unbound token with the scope “admin”.
    """
    caller.require_owner()
    own = ApiToken.objects.filter(user__username=caller.base_user)
    return own.select_related("app")


def token_get(caller: Caller, pk: int) -> ApiToken:
    """Return one token of the person; NotFound for another person's token."""
    if token := token_list(caller).filter(pk=pk).first():
        return token
    raise NotFound(format_lazy(_("there is no token {pk}"), pk=pk), field="id")


def token_grant(caller: Caller, item: TokenInput, *, now: datetime | None = None) -> NewTokenOut:
    """Create a token and return it with its secret, only this once.

    Raises:
        Forbidden: the caller is neither the owner nor an unbound token with the scope “admin”.
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
        raise InvalidInput(_("this lies in the past"), field="expires_at", code="in_the_past")
    return moment


def token_withdraw(caller: Caller, pk: int, *, now: datetime | None = None) -> None:
    """Revoke a token of the person; revoking it again changes nothing."""
    token = token_get(caller, pk)
    if token.revoked_at is None:
        token_revoke(token, now=now or timezone.now())


def has_connected(user: User) -> bool:
    """Return whether a program has used a token of this person."""
    return ApiToken.objects.filter(user=user, last_used_at__isnull=False).exists()


def token_outs(tokens: Sequence[ApiToken]) -> list[TokenOut]:
    """Return tokens for a client."""
    return [token_out(token) for token in tokens]


def token_out(token: ApiToken) -> TokenOut:
    """Return one token for a client, without its secret."""
    return TokenOut(
        id=token.pk,
        name=token.name,
        hint=token.hint,
        app=token.app.client_id if token.app else None,
        scopes=[Scope(scope) for scope in token.scopes],
        packs=token.packs,
        namespace=token.namespace,
        created_at=token.created_at,
        last_used_at=token.last_used_at,
        expires_at=token.expires_at,
        revoked_at=token.revoked_at,
    )


def keep_secret(secret: str, *, token: int, maker: str) -> None:
    """Keep the secret of a new token for the next page of its maker, in this process's memory."""
    caches[SECRETS_CACHE].set(_secret_key(token, maker), secret, SECRET_SECONDS)


def take_secret(*, token: int, maker: str) -> str | None:
    """Return the secret of a new token; None if it was shown before, or is too old."""
    key = _secret_key(token, maker)
    secret: str | None = caches[SECRETS_CACHE].get(key)
    # Of two requests at once only one deletes it.
    return secret if caches[SECRETS_CACHE].delete(key) else None


def _secret_key(token: int, maker: str) -> str:
    # Names hold characters that keys of a cache may not.
    return f"{token}-{maker.encode().hex()}"
