"""Show times in the owner's zone, pages in the owner's language and types in the owner's words."""

from collections.abc import Callable
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation

from .models import Profile
from .reader import read_by


class OwnerTimeZoneMiddleware:
    """Activate the profile's time zone and, where chosen, its language."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.user.is_authenticated:
            return self.get_response(request)
        with read_by(request.user.get_username()):
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
