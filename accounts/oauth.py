"""The rules of OAuth: how django-oauth-toolkit stores what a person allowed an app."""

import ipaddress
import secrets
from typing import Any
from urllib.parse import urlsplit

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from oauth2_provider.models import AccessToken, Grant
from oauth2_provider.oauth2_validators import OAuth2Validator
from oauthlib.oauth2.rfc6749.errors import InvalidGrantError

from .models import TOKEN_PREFIX, ApiToken
from .services.connections import (
    connection_create,
    connection_end,
    connection_end_by_code,
    connection_of,
    mark_of,
    public_scopes,
    resource_of,
)

ACCESS_PREFIX = f"{TOKEN_PREFIX}oa_"
REFRESH_PREFIX = f"{TOKEN_PREFIX}or_"


def new_access_token(request: Any, refresh_token: bool = False) -> str:
    """Return a new access token."""
    return ACCESS_PREFIX + secrets.token_urlsafe(32)


def new_refresh_token(request: Any, refresh_token: bool = False) -> str:
    """Return a new refresh token."""
    return REFRESH_PREFIX + secrets.token_urlsafe(32)


def is_safe_redirect(address: str) -> bool:
    """Return whether a code may be sent there: plain HTTP reaches programs on this machine only.

    An address with a user or a password in it is refused.
    """
    try:
        parts = urlsplit(address)
        host = parts.hostname or ""
    except ValueError:
        return False
    if "@" in parts.netloc:
        return False
    if parts.scheme != "http":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def scheme_of(address: str) -> str:
    """Return the scheme of an address; empty if it has none."""
    try:
        return urlsplit(address).scheme
    except ValueError:
        return ""


class ConnectionValidator(OAuth2Validator):  # type: ignore[misc]
    """Codes and tokens that stand for a connection, which says what the app may do."""

    def validate_user(self, *args: Any, **kwargs: Any) -> bool:
        """Refuse every password: a person gives theirs to the log-in page only."""
        return False

    def validate_redirect_uri(
        self, client_id: str, redirect_uri: str, request: Any, *args: Any, **kwargs: Any
    ) -> bool:
        """Refuse addresses that the client did not register, and unsafe ones."""
        is_known: bool = super().validate_redirect_uri(client_id, redirect_uri, request)
        return is_known and is_safe_redirect(redirect_uri)

    def _create_authorization_code(self, request: Any, code: Any, expires: Any = None) -> Any:
        with transaction.atomic():
            mark = connection_create(request.user, request.client, request.reach, code["code"])
            request.scopes = [*public_scopes(request.scopes), mark]
            return super()._create_authorization_code(request, code, expires)

    def validate_code(
        self, client_id: str, code: str, client: Any, request: Any, *args: Any, **kwargs: Any
    ) -> bool:
        """Refuse unknown, expired and used codes; a used one ends its connection."""
        is_valid: bool = super().validate_code(client_id, code, client, request)
        if not is_valid and not Grant.objects.filter(code=code).exists():
            connection_end_by_code(client, code, now=timezone.now())
        return is_valid

    def invalidate_authorization_code(
        self, client_id: str, code: str, request: Any, *args: Any, **kwargs: Any
    ) -> None:
        """Use a code up; end its connection if another request did so meanwhile."""
        try:
            super().invalidate_authorization_code(client_id, code, request)
        except InvalidGrantError:
            connection_end_by_code(request.client, code, now=timezone.now())
            raise

    def _check_and_set_request_resource(self, request: Any) -> None:
        given = getattr(request, "resource", None)
        if isinstance(given, str) and given.strip():
            request.resource = resource_of(given) or given
        super()._check_and_set_request_resource(request)

    def _save_bearer_token(self, token: Any, request: Any, *args: Any, **kwargs: Any) -> None:
        """Store the mark with the token, and show the client its scopes without it."""
        held = getattr(request, "refresh_token_instance", None)
        marked = held.access_token.scope.split() if held else request.scopes
        mark = mark_of(marked)
        if not mark:
            raise InvalidGrantError(request=request)
        shown = public_scopes(token["scope"].split())
        token["scope"] = " ".join([*shown, mark])
        super()._save_bearer_token(token, request, *args, **kwargs)
        token["scope"] = " ".join(shown)

    def validate_refresh_token(
        self, refresh_token: str, client: Any, request: Any, *args: Any, **kwargs: Any
    ) -> bool:
        """Refuse refresh tokens of connections that were ended."""
        if not super().validate_refresh_token(refresh_token, client, request):
            return False
        held = request.refresh_token_instance.access_token
        return held is not None and connection_of(held.scope, now=timezone.now()) is not None

    def revoke_token(
        self, token: str, token_type_hint: str, request: Any, *args: Any, **kwargs: Any
    ) -> None:
        """End the connection of a token that the client gives back."""
        digest = ApiToken.digest_of(token)
        this_one = Q(token_checksum=digest) | Q(refresh_token__token_checksum=digest)
        held = AccessToken.objects.filter(this_one, application=request.client)
        ended = [connection_of(one.scope, now=timezone.now()) for one in held]
        super().revoke_token(token, token_type_hint, request, *args, **kwargs)
        for connection in filter(None, ended):
            connection_end(connection, now=timezone.now())
