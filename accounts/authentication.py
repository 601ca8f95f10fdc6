"""Authenticate requests: bearer tokens, sessions, and the middleware for zone and language."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import AnonymousUser, User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import is_valid_path, reverse
from django.utils import timezone, translation
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy
from django_htmx.http import HttpResponseClientRefresh
from drf_spectacular.authentication import SessionScheme
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.request import Request

from core.caller import render_for
from core.errors import Forbidden, NotAuthenticated, TooManyAttempts

from .models import ApiToken, Profile
from .services.second_factor import has_second_factor
from .services.sessions import note_use
from .throttling import admitted_token
from .transport import needs_second_factor

KEYWORD = "Bearer"
API = "/api/"
# What stays open to a log-in that still lacks its second factor.
OPEN_PAGES = ("second-factor", "logout", "theme", "language")


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
            gettext_lazy("use “Authorization: Bearer <token>”"),
            field="Authorization",
            code="malformed",
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


class LogInAuthentication(SessionAuthentication):
    """Authenticate by the log-in of a browser, and insist on the second factor as its pages do."""

    def authenticate(self, request: Request) -> tuple[User, None] | None:
        """Return the person; None without a log-in.

        Raises:
            Forbidden: the log-in came from another machine with a password only.
        """
        found = super().authenticate(request)
        if found and _lacks_second_factor(request._request, found[0]):
            text = gettext_lazy("from other machines a log-in needs a second factor: open {page}")
            page = reverse("second-factor")
            raise Forbidden(format_lazy(text, page=page), code="second_factor_needed")
        return found


class LogInScheme(SessionScheme):  # type: ignore[no-untyped-call]
    """Describe the cookie of a log-in in the OpenAPI document."""

    target_class = LogInAuthentication  # type: ignore[assignment]


class BearerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Describe the bearer token in the OpenAPI document."""

    target_class = BearerAuthentication
    name = "bearerToken"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """Return the OpenAPI security scheme."""
        return {"type": "http", "scheme": "bearer"}


class OwnerTimeZoneMiddleware:
    """Activate the time zone and the language of the profile, and its labels of types."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.user.is_authenticated:
            return self.get_response(request)
        with render_for(request.user.get_username()):
            return self._in_zone(request, getattr(request.user, "profile", None))

    def _in_zone(self, request: HttpRequest, profile: Profile | None) -> HttpResponse:
        if profile is None:
            return self.get_response(request)
        try:
            zone = ZoneInfo(profile.time_zone)
        except (ZoneInfoNotFoundError, ValueError):
            zone = ZoneInfo("UTC")
        if profile.language:
            translation.activate(profile.language)
            request.LANGUAGE_CODE = profile.language
        with timezone.override(zone):
            return self.get_response(request)


class SecondFactorMiddleware:
    """Lead whoever logged in from another machine with a password only to the second factor."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        is_asked = needs_second_factor(request) and not _is_open(request.path_info)
        if not is_asked or not _lacks_second_factor(request, request.user):
            return self.get_response(request)
        if request.headers.get("HX-Request"):
            return HttpResponseClientRefresh()
        wanted = {"next": request.get_full_path()} if request.method == "GET" else {}
        return redirect(f"{reverse('second-factor')}?{urlencode(wanted)}".rstrip("?"))


def _is_open(path: str) -> bool:
    # REST answers for itself. Unknown addresses are not open: their page has the person's frame.
    return path.startswith(API) or path in [reverse(name) for name in OPEN_PAGES]


def _lacks_second_factor(request: HttpRequest, user: User | AnonymousUser) -> bool:
    if not needs_second_factor(request) or not isinstance(user, User):
        return False
    return not has_second_factor(user)


class LogInUseMiddleware:
    """Note when and where a log-in was used, for the person’s list."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        # Programs send no cookie: their answers do not depend on one. A log-in is given its own.
        has_session = settings.SESSION_COOKIE_NAME in request.COOKIES or request.session.modified
        if has_session and SESSION_KEY in request.session:
            note_use(
                request.session,
                agent=request.headers.get("User-Agent", ""),
                address=request.META.get("REMOTE_ADDR", ""),
                now=timezone.now(),
            )
        return response


class TooManyAttemptsMiddleware:
    """Show a page when a log-in of the site or the admin has to wait."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Return 429 with the time to wait, in words and as a header."""
        if not isinstance(exception, TooManyAttempts):
            return None
        wait = exception.retry_after
        context = {"seconds": wait, "minutes": -(-wait // 60) if wait > 90 else 0}
        response = render(request, "429.html", context, status=exception.status)
        response.headers["Retry-After"] = str(wait)
        return response


class PostOnlyAddressMiddleware:
    """Redirect a GET of a POST-only address to the nearest page above it.

    A reload, a bookmark or a log-in may lead there.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        is_lost = response.status_code == 405 and request.method in ("GET", "HEAD")
        if not is_lost or request.path_info.startswith(API):
            return response
        return redirect(_page_above(request.path_info))


def _page_above(path: str) -> str:
    """Return the nearest address above ``path`` that exists."""
    while path != "/":
        path = path.rstrip("/").rpartition("/")[0] + "/"
        if is_valid_path(path):
            return path
    return path
