"""The page on which a person allows an app, and says how far it may reach."""

from typing import Any
from urllib.parse import urlsplit

from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods
from oauth2_provider.exceptions import FatalClientError, OAuthToolkitError
from oauth2_provider.http import OAuth2ResponseRedirect
from oauth2_provider.oauth2_backends import get_oauthlib_core
from oauth2_provider.settings import oauth2_settings
from oauthlib.common import add_params_to_uri
from oauthlib.oauth2.rfc6749.errors import (
    CustomOAuth2Error,
    InvalidClientIdError,
    InvalidRedirectURIError,
    MismatchingRedirectURIError,
    MissingClientIdError,
    MissingRedirectURIError,
)

from accounts.client_documents import fetch_description
from accounts.services.connections import (
    Reach,
    app_name,
    checked_reach,
    public_scopes,
    resource_of,
)
from core.caller import Scope
from core.errors import InvalidInput
from core.interfaces.pages import page, sentence

from .tokens import SENTENCES

# “admin” lets a program decide instead of the person: only where the person ticks it.
USUAL = (Scope.READ, Scope.WRITE)

# Why nothing is sent back to an app, in words for the person.
UNKNOWN_APP = gettext_lazy("No app of this id is known here: it may have to register again.")
OTHER_ADDRESS = gettext_lazy("It wants the answer at an address that it did not register.")
NOT_READ = gettext_lazy("Its request cannot be read.")
REFUSALS = {
    InvalidClientIdError: UNKNOWN_APP,
    MissingClientIdError: UNKNOWN_APP,
    MismatchingRedirectURIError: OTHER_ADDRESS,
    MissingRedirectURIError: OTHER_ADDRESS,
    InvalidRedirectURIError: OTHER_ADDRESS,
}


def mcp_address(request: HttpRequest) -> str:
    """Return the address of the MCP endpoint as this client sees it."""
    return resource_of(request.build_absolute_uri("/mcp"))


@page
@require_http_methods(["GET", "POST"])
def authorize(request: HttpRequest) -> HttpResponse:
    """Ask whether an app may connect, and send it a code or a refusal."""
    assert isinstance(request.user, User)
    core = get_oauthlib_core()
    if request.method == "GET":
        fetch_description(request.GET.get("client_id", ""), request.user)
    try:
        scopes, credentials = core.validate_authorization_request(request)
        _check_challenge(credentials)
        credentials["resource"] = _resources(request, credentials)
        asked = [scope for scope in public_scopes(scopes) if scope in set(Scope)] or list(USUAL)
        if request.method == "GET":
            return _shown(request, credentials, asked)
        try:
            credentials["reach"] = _reach(request, asked)
        except InvalidInput as error:
            return _shown(request, credentials, asked, error)
        is_allowed = request.POST.get("allow") == "yes"
        address, *_rest = core.create_authorization_response(
            request, list(credentials["reach"].scopes), credentials, is_allowed
        )
    except FatalClientError as error:
        # Nobody knows whose address it is: nothing is sent there.
        context = {"description": REFUSALS.get(type(error.oauthlib_error), NOT_READ)}
        return render(request, "accounts/app_refused.html", context, status=400)
    except OAuthToolkitError as error:
        address = _with_issuer(request, error)
    return _going_back(request, address)


def _going_back(request: HttpRequest, address: str) -> HttpResponse:
    """Send the browser to the app from a page of its own.

    A redirect would be an answer to our form: browsers then apply the form's policy to the app and
    to whatever the app redirects to, no source in a policy can name an IPv6 address, and where a
    program takes over, the form would stay and ask again.
    """
    # Raises where the scheme is none that an app may have.
    checked = OAuth2ResponseRedirect(address, oauth2_settings.ALLOWED_REDIRECT_URI_SCHEMES)
    context = {"address": checked.url, "target": _target(checked.url)}
    response = render(request, "accounts/app_return.html", context)
    response.headers["Refresh"] = f"0; url={checked.url}"
    response.headers["Cache-Control"] = "private, no-store"
    return response


def _with_issuer(request: HttpRequest, error: OAuthToolkitError) -> str:
    """Return where an app reads its error, with our name as in answers (RFC 9207)."""
    told = error.oauthlib_error
    issuer = oauth2_settings.oauth2_authorization_server_issuer(request)
    return str(add_params_to_uri(told.in_uri(told.redirect_uri), [("iss", issuer)]))


def _check_challenge(credentials: dict[str, Any]) -> None:
    """Refuse a challenge that is the verifier itself before the person is asked."""
    if credentials.get("code_challenge_method") != "S256":
        raise _told(credentials, "invalid_request", "code_challenge_method must be S256")


def _told(credentials: dict[str, Any], code: str, text: str) -> OAuthToolkitError:
    error = CustomOAuth2Error(error=code, description=text, state=credentials.get("state"))
    return OAuthToolkitError(error=error, redirect_uri=credentials["redirect_uri"])


def _resources(request: HttpRequest, credentials: dict[str, Any]) -> list[str]:
    """Return what the code will be good for: ``/mcp`` here, and nothing else."""
    ours = mcp_address(request)
    if any(resource_of(one) != ours for one in request.GET.getlist("resource")):
        raise _told(credentials, "invalid_target", f"only {ours} is served here")
    return [ours]


def _reach(request: HttpRequest, asked: list[str]) -> Reach:
    if request.POST.get("allow") != "yes":
        return Reach(scopes=tuple(asked))
    return checked_reach(
        asked=asked,
        scopes=request.POST.getlist("may"),
        packs=request.POST.getlist("pack"),
        namespace=request.POST.get("root", ""),
    )


def _shown(
    request: HttpRequest,
    credentials: dict[str, Any],
    asked: list[str],
    error: InvalidInput | None = None,
) -> HttpResponse:
    problems = (
        {p.field.split(".")[0]: sentence(p, SENTENCES) for p in error.problems} if error else {}
    )
    chosen = request.POST if error else None
    app = credentials["request"].client
    context = {
        "name": app_name(app),
        "target": _target(credentials["redirect_uri"]),
        "described_at": app.client_id if app.client_id.startswith("https://") else "",
        "scopes": [scope for scope in Scope if scope in asked],
        "values": {
            "scopes": chosen.getlist("may") if chosen else [s for s in asked if s in USUAL],
            "packs": chosen.getlist("pack") if chosen else [],
            "namespace": chosen.get("root", "") if chosen else "",
        },
        "problems": problems,
    }
    return render(request, "accounts/consent.html", context, status=422 if error else 200)


def _target(redirect_uri: str) -> str:
    """Return whom the code goes to: a host, or the program that opens such addresses."""
    parts = urlsplit(redirect_uri)
    return parts.netloc if parts.scheme in ("http", "https") else f"{parts.scheme}:"
