"""Show times in the owner's zone and pages in the owner's language."""

from collections.abc import Callable
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation


class OwnerTimeZoneMiddleware:
    """Activate the profile's time zone and, where chosen, its language."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        profile = getattr(request.user, "profile", None) if request.user.is_authenticated else None
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
