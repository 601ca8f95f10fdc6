"""Authenticate bearer tokens for REST, and return the caller of a request."""

from typing import Any

from django.contrib.auth.models import User
from django.http import HttpRequest
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request

from core.caller import Caller
from core.errors import NotAuthenticated

from .admission import admitted_token
from .models import ApiToken
from .services.users import caller_of_token, caller_of_user

KEYWORD = "Bearer"


def bearer_secret(header: str) -> str | None:
    """Return the secret of an ``Authorization`` header, if there is one.

    Raises:
        NotAuthenticated: the header is there but malformed.
    """
    if not header:
        return None
    scheme, _, secret = header.partition(" ")
    if scheme.lower() != KEYWORD.lower() or not secret.strip():
        raise NotAuthenticated(
            "use “Authorization: Bearer <token>”", field="Authorization", code="malformed"
        )
    return secret.strip()


class BearerAuthentication(BaseAuthentication):
    """Authenticate ``Authorization: Bearer <token>``."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        """Return the token's owner and the token; None without the header."""
        secret = bearer_secret(request.headers.get("Authorization", ""))
        if secret is None:
            return None
        token = admitted_token(secret, request.META.get("REMOTE_ADDR", ""))
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        """Name the scheme, so that a missing token is 401 and not 403."""
        return KEYWORD


def caller_of(request: HttpRequest | Request) -> Caller:
    """Return the caller of a request: of its token, or the logged-in owner."""
    auth: Any = getattr(request, "auth", None)
    if isinstance(auth, ApiToken):
        return caller_of_token(auth)
    if isinstance(request.user, User):
        return caller_of_user(request.user)
    raise NotAuthenticated("log in, or send a token", field="Authorization")


class BearerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Describe the bearer token in the OpenAPI document."""

    target_class = BearerAuthentication
    name = "bearerToken"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """Return the OpenAPI security scheme."""
        return {"type": "http", "scheme": "bearer"}
