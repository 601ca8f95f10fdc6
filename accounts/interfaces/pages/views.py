"""Log-in, settings and appearance."""

from typing import Any
from zoneinfo import available_timezones

from django.conf import settings
from django.contrib.auth import views as auth_views
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.models import ApiToken, Profile
from core.interfaces.pages import back, done, page, secured

from .forms import ProfileForm

THEMES = ("system", "light", "dark")
THEME_COOKIE = "wasurena_theme"
YEAR = 365 * 24 * 60 * 60


class LoginView(auth_views.LoginView):
    """The log-in page."""

    redirect_authenticated_user = True

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Add the headers of our pages."""
        response = super().dispatch(request, *args, **kwargs)
        return secured(response) if isinstance(response, HttpResponse) else response


def _owner(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user


@page
@require_GET
def connected(request: HttpRequest) -> HttpResponse:
    """Say whether an assistant has called yet: the live light of the first steps."""
    is_connected = ApiToken.objects.filter(
        user=_owner(request), last_used_at__isnull=False
    ).exists()
    return render(request, "accounts/_live.html", {"is_connected": is_connected})


# --- settings -------------------------------------------------------------------
@page
@require_http_methods(["GET", "POST"])
def preferences(request: HttpRequest) -> HttpResponse:
    """Show the settings, or store them."""
    profile, _is_new = Profile.objects.get_or_create(user=_owner(request))
    form = ProfileForm(request.POST or None, instance=profile)
    if request.method == "POST" and form.is_valid():
        form.save()
        translation.activate(profile.language or settings.LANGUAGE_CODE)
        done(request, _("Settings are stored."))
        return redirect("settings")
    context = {
        "form": form,
        "time_zones": sorted(available_timezones()),
        "languages": settings.LANGUAGES,
        "themes": THEMES,
    }
    return render(request, "accounts/settings.html", context)


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Choose light, dark or the system's theme for this browser."""
    chosen = request.POST.get("theme", "")
    response = back(request, "home")
    if chosen in THEMES:
        response.set_cookie(THEME_COOKIE, chosen, max_age=YEAR, samesite="Lax", httponly=True)
    return response


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Choose the language: for this browser, and for the owner where logged in."""
    chosen = request.POST.get("language", "")
    response = back(request, "home")
    if chosen in dict(settings.LANGUAGES):
        response.set_cookie(settings.LANGUAGE_COOKIE_NAME, chosen, max_age=YEAR, samesite="Lax")
        if isinstance(request.user, User):
            Profile.objects.update_or_create(user=request.user, defaults={"language": chosen})
    return response
