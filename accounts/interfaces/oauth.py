"""The addresses of OAuth: metadata, registration, tokens, revocation. The consent is a page."""

import json
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.urls import path
from django.utils.translation import gettext_lazy
from django.views.decorators.csrf import csrf_exempt
from oauth2_provider.views import (
    DynamicClientRegistrationManagementView,
    DynamicClientRegistrationView,
    OAuthProtectedResourceMetadataView,
    OAuthServerMetadataView,
    RevokeTokenView,
    TokenView,
)

from accounts.oauth import redirect_problem
from accounts.throttling import admitted_registration
from core.errors import TooManyAttempts

from .pages.consent import authorize, mcp_address

# A client describes itself in some hundred characters.
LONGEST_BODY = 16 * 1024
INVALID = "invalid_client_metadata"
INVALID_REDIRECT = "invalid_redirect_uri"
KNOWN_GRANTS = frozenset({"authorization_code", "refresh_token"})
CROSS_ORIGIN = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": "GET, POST, OPTIONS",
    "Access-Control-Allow-Headers": "Authorization, Content-Type, MCP-Protocol-Version",
    "Access-Control-Max-Age": "86400",
}
# What the library says of an error would name its own fields and rules.
IN_OUR_WORDS = {
    INVALID: gettext_lazy("this description of a client is not supported here"),
    INVALID_REDIRECT: gettext_lazy("an address in redirect_uris cannot be taken"),
    "access_denied": gettext_lazy("clients cannot register here"),
    "invalid_token": gettext_lazy("the registration access token is missing or wrong"),
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


class CodeTokenView(TokenView):  # type: ignore[misc]
    """Tokens for codes and refresh tokens; the library would check passwords, too."""

    http_method_names = ["post"]

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Exchange a code or a refresh token."""
        given = {*request.POST.getlist("grant_type"), *request.GET.getlist("grant_type")}
        if not given or not given <= KNOWN_GRANTS:
            code = "unsupported_grant_type" if given else "invalid_request"
            return _refused(code, "grant_type is authorization_code or refresh_token")
        # The library would look the new token up, and crash where it was revoked meanwhile.
        _address, headers, body, status = self.create_token_response(request)
        told = {"Content-Type": "application/json", **headers}
        return HttpResponse(body, status=status, headers=told)


class RegisterView(DynamicClientRegistrationView):  # type: ignore[misc]
    """Registration of clients (RFC 7591): bounded, and for codes with PKCE only."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Register a client."""
        if problem := _problem(request):
            return problem
        try:
            admitted_registration(request.META.get("REMOTE_ADDR", ""))
        except TooManyAttempts as error:
            text = error.problems[0].detail
            body = {"error": "temporarily_unavailable", "error_description": text}
            headers = {"Retry-After": str(error.retry_after)}
            return JsonResponse(body, status=error.status, headers=headers)
        return _in_our_words(super().post(request, *args, **kwargs))


class ClientView(DynamicClientRegistrationManagementView):  # type: ignore[misc]
    """What a client registered (RFC 7592): it can be changed to what it could have registered."""

    def put(
        self, request: HttpRequest, client_id: str, *args: Any, **kwargs: Any
    ) -> HttpResponseBase:
        """Replace what a client registered."""
        if problem := _problem(request):
            return problem
        return _in_our_words(super().put(request, client_id, *args, **kwargs))


def _problem(request: HttpRequest) -> JsonResponse | None:
    """Return the refusal of a registration that must not be stored; None if there is none."""
    if len(request.body) > LONGEST_BODY:
        return _refused(INVALID, f"more than {LONGEST_BODY} bytes")
    try:
        described = json.loads(request.body)
        json.dumps(described, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return _refused(INVALID, "Request body must be valid JSON")
    if not isinstance(described, dict) or not _is_text(described.get("client_name", "")):
        return _refused(INVALID, "an object with a text as client_name is expected")
    for name, known in (("grant_types", KNOWN_GRANTS), ("response_types", {"code"})):
        given = described.get(name, [])
        if not isinstance(given, list) or not set(map(str, given)) <= known:
            return _refused(INVALID, f"{name}: only {' and '.join(sorted(known))}")
    if text := redirect_problem(described.get("redirect_uris")):
        return _refused(INVALID_REDIRECT, text)
    return None


def _in_our_words(response: HttpResponseBase) -> HttpResponseBase:
    """Replace what the library says of an error."""
    if response.status_code < 400 or not isinstance(response, JsonResponse):
        return response
    told = json.loads(response.content)
    if (text := IN_OUR_WORDS.get(told.get("error", ""))) is not None:
        response.content = json.dumps(told | {"error_description": str(text)}).encode()
    return response


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and "\0" not in value


def _refused(code: str, text: str) -> JsonResponse:
    return JsonResponse({"error": code, "error_description": text}, status=400)


server_metadata = from_anywhere(OAuthServerMetadataView.as_view())
resource_metadata = from_anywhere(ResourceMetadataView.as_view())
registration = ClientView.as_view()

# The names that django-oauth-toolkit looks up.
app_name = "oauth2_provider"
urlpatterns = [
    path(".well-known/oauth-authorization-server", server_metadata, name="oauth-server-metadata"),
    path(".well-known/oauth-protected-resource", resource_metadata, name="oauth-resource-metadata"),
    path(".well-known/oauth-protected-resource/mcp", resource_metadata),
    path("authorize", authorize, name="authorize"),
    path("token", from_anywhere(CodeTokenView.as_view()), name="token"),
    path("revoke", from_anywhere(RevokeTokenView.as_view()), name="revoke-token"),
    path("register", from_anywhere(RegisterView.as_view()), name="dcr-register"),
    path("register/<str:client_id>", from_anywhere(registration), name="dcr-register-management"),
]
