"""Middleware: the owner's time zone and language, throttled log-ins, GETs of POST-only addresses."""

from collections.abc import Callable
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import is_valid_path
from django.utils import timezone, translation

from core.caller import render_for
from core.errors import TooManyAttempts

from .models import Profile

API = "/api/"


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
