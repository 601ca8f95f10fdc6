"""The rules of OAuth: how django-oauth-toolkit stores what a person allowed an app."""

import ipaddress
import secrets
from typing import Any
from urllib.parse import urlsplit

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from oauth2_provider.models import AccessToken, Grant, RefreshToken
from oauth2_provider.oauth2_validators import OAuth2Validator
from oauth2_provider.settings import oauth2_settings
from oauthlib.oauth2.rfc6749.errors import CustomOAuth2Error, InvalidGrantError

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
MOST_REDIRECTS = 20


def new_access_token(request: Any, refresh_token: bool = False) -> str:
    """Return a new access token."""
    return ACCESS_PREFIX + secrets.token_urlsafe(32)


def new_refresh_token(request: Any, refresh_token: bool = False) -> str:
    """Return a new refresh token."""
    return REFRESH_PREFIX + secrets.token_urlsafe(32)


def _is_readable(address: str) -> bool:
    """Return whether an address has parts that can be compared, and no white space.

    Addresses are stored in one text, with spaces between them.
    """
    try:
        _port = urlsplit(address).port
    except ValueError:
        return False
    return address.split() == [address]


def is_safe_redirect(address: str) -> bool:
    """Return whether a code may be sent there: plain HTTP reaches programs on this machine only.

    An address with a user or a password in it is refused.
    """
    if not _is_readable(address):
        return False
    parts = urlsplit(address)
    if "@" in parts.netloc:
        return False
    if parts.scheme != "http":
        return True
    host = parts.hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def redirect_problem(redirects: Any) -> str:
    """Return why a code cannot be sent to these addresses; empty if it can."""
    if not isinstance(redirects, list) or not all(isinstance(one, str) for one in redirects):
        return _("redirect_uris: a list of addresses is expected")
    if not 1 <= len(redirects) <= MOST_REDIRECTS:
        return _("redirect_uris: 1 to {most} addresses are expected").format(most=MOST_REDIRECTS)
    return next(filter(None, map(_address_problem, redirects)), "")


def _address_problem(address: str) -> str:
    schemes = oauth2_settings.ALLOWED_REDIRECT_URI_SCHEMES
    if not _is_readable(address):
        text = _(
            "redirect_uris: an address is not valid; check it for spaces, and its port: {address}"
        )
    elif not is_safe_redirect(address):
        text = _("plain HTTP only to this machine, and no user in an address: {address}")
    elif urlsplit(address).scheme not in schemes:
        text = _("redirect_uris: an address begins with one of {schemes}: {address}")
    elif "#" in address:
        text = _("redirect_uris: an address has no part after “#”: {address}")
    else:
        return ""
    return text.format(address=address, schemes=", ".join(f"{one}:" for one in schemes))


class ConnectionValidator(OAuth2Validator):  # type: ignore[misc]
    """Codes and tokens that stand for a connection, which says what the app may do."""

    def validate_user(self, *args: Any, **kwargs: Any) -> bool:
        """Refuse every password: a person gives theirs to the log-in page only."""
        return False

    def validate_redirect_uri(
        self, client_id: str, redirect_uri: str, request: Any, *args: Any, **kwargs: Any
    ) -> bool:
        """Refuse addresses that the client did not register, and unsafe ones."""
        if not is_safe_redirect(redirect_uri):
            return False
        is_known: bool = super().validate_redirect_uri(client_id, redirect_uri, request)
        return is_known

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
        try:
            super()._check_and_set_request_resource(request)
        except ValueError as error:
            text = "resource is no address"
            raise CustomOAuth2Error("invalid_target", text, request=request) from error

    def save_bearer_token(self, token: Any, request: Any, *args: Any, **kwargs: Any) -> None:
        """Store tokens; revoke all of them if another request used the refresh token meanwhile."""
        held = getattr(request, "refresh_token_instance", None)
        try:
            super().save_bearer_token(token, request, *args, **kwargs)
        except InvalidGrantError:
            # Not in the transaction of the tokens, which has been undone.
            if held is not None:
                RefreshToken.revoke_family(held.token_family)
            raise

    def _save_bearer_token(self, token: Any, request: Any, *args: Any, **kwargs: Any) -> None:
        """Store the mark with the token, and show the client its scopes without it."""
        held = getattr(request, "refresh_token_instance", None)
        marked = held.access_token.scope.split() if held else request.scopes
        mark = mark_of(marked)
        if not mark or (held and not _is_unused(held)):
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


def _is_unused(token: RefreshToken) -> bool:
    """Look again under the write lock: whoever had it first may have used or ended the token."""
    return bool(RefreshToken.objects.filter(pk=token.pk, revoked=None).exists())
