"""The addresses of OAuth: metadata, registration, tokens, revocation. The consent is a page."""

import json
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt
from oauth2_provider.views import (
    DynamicClientRegistrationManagementView,
    DynamicClientRegistrationView,
    OAuthProtectedResourceMetadataView,
    OAuthServerMetadataView,
    RevokeTokenView,
    TokenView,
)

from accounts.oauth import is_safe_redirect
from accounts.throttling import admitted_registration
from core.errors import TooManyAttempts

from .pages.consent import authorize, mcp_address

# A client describes itself in some hundred characters.
LONGEST_BODY = 16 * 1024
MOST_REDIRECTS = 20
KNOWN_GRANTS = frozenset({"authorization_code", "refresh_token"})
CROSS_ORIGIN = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": "GET, POST, OPTIONS",
    "Access-Control-Allow-Headers": "Authorization, Content-Type, MCP-Protocol-Version",
    "Access-Control-Max-Age": "86400",
}
View = Callable[..., HttpResponseBase]


def from_anywhere(view: View) -> View:
    """Let pages of other sites read the answer, and answer what browsers ask before.

    No cookie counts at these addresses.
    """

    @wraps(view)
    def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        is_asking = request.method == "OPTIONS"
        response = HttpResponse(status=204) if is_asking else view(request, *args, **kwargs)
        for name, value in CROSS_ORIGIN.items():
            response.headers[name] = value
        response.headers["Cache-Control"] = "private, no-store"
        return response

    return csrf_exempt(answered)


class ResourceMetadataView(OAuthProtectedResourceMetadataView):  # type: ignore[misc]
    """What protects ``/mcp`` (RFC 9728), at the root and at the path of the endpoint."""

    def get_resource(self, request: HttpRequest) -> str:
        """Return the address of the endpoint."""
        return mcp_address(request)

    def get_scopes_supported(self) -> list[str]:
        """Return what a client asks for at first; “admin” only where it needs it."""
        return ["read", "write"]


class RegisterView(DynamicClientRegistrationView):  # type: ignore[misc]
    """Registration of clients (RFC 7591): bounded, and for codes with PKCE only."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Register a client."""
        if problem := _problem(request):
            return JsonResponse(problem, status=400)
        try:
            admitted_registration(request.META.get("REMOTE_ADDR", ""))
        except TooManyAttempts as error:
            body = {"error": "temporarily_unavailable", "error_description": error.message}
            headers = {"Retry-After": str(error.retry_after)}
            return JsonResponse(body, status=error.status, headers=headers)
        response: HttpResponseBase = super().post(request, *args, **kwargs)
        return response


def _problem(request: HttpRequest) -> dict[str, str]:
    """Return the error of a registration that must not be stored; empty if there is none."""
    if len(request.body) > LONGEST_BODY:
        return _error("invalid_client_metadata", f"more than {LONGEST_BODY} bytes")
    try:
        described = json.loads(request.body)
    except (ValueError, RecursionError):
        return _error("invalid_client_metadata", "Request body must be valid JSON")
    if not isinstance(described, dict) or not isinstance(described.get("client_name", ""), str):
        return _error("invalid_client_metadata", "an object with a text as client_name is expected")
    grants = described.get("grant_types", [])
    if not isinstance(grants, list) or not set(map(str, grants)) <= KNOWN_GRANTS:
        return _error("invalid_client_metadata", "only authorization_code and refresh_token")
    redirects = described.get("redirect_uris", [])
    if not isinstance(redirects, list) or len(redirects) > MOST_REDIRECTS:
        return _error("invalid_redirect_uri", f"at most {MOST_REDIRECTS} redirect_uris")
    if unsafe := [one for one in redirects if not is_safe_redirect(str(one))]:
        return _error("invalid_redirect_uri", f"plain HTTP only to this machine: {unsafe[0]}")
    return {}


def _error(code: str, text: str) -> dict[str, str]:
    return {"error": code, "error_description": text}


server_metadata = from_anywhere(OAuthServerMetadataView.as_view())
resource_metadata = from_anywhere(ResourceMetadataView.as_view())
registration = DynamicClientRegistrationManagementView.as_view()

# The names that django-oauth-toolkit looks up.
app_name = "oauth2_provider"
urlpatterns = [
    path(".well-known/oauth-authorization-server", server_metadata, name="oauth-server-metadata"),
    path(".well-known/oauth-protected-resource", resource_metadata, name="oauth-resource-metadata"),
    path(".well-known/oauth-protected-resource/mcp", resource_metadata),
    path("authorize", authorize, name="authorize"),
    path("token", from_anywhere(TokenView.as_view()), name="token"),
    path("revoke", from_anywhere(RevokeTokenView.as_view()), name="revoke-token"),
    path("register", from_anywhere(RegisterView.as_view()), name="dcr-register"),
    path("register/<str:client_id>", from_anywhere(registration), name="dcr-register-management"),
]
