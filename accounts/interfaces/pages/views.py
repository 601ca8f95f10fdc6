"""Pages of log-in, settings and packs, and the addresses of all pages of accounts."""

from typing import TYPE_CHECKING, Any
from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.contrib.auth import views as auth_views
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.models import User
from django.contrib.auth.views import LogoutView, redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.callers import caller_of
from accounts.interfaces.known_browsers import make_known
from accounts.models import Profile
from accounts.services.second_factor import has_second_factor
from accounts.services.tokens import has_connected
from accounts.services.users import profile_of, set_language
from accounts.transport import is_protected
from core.interfaces.pages import back, done, page, secured
from packs import registry
from packs.privacy import privacy_out
from packs.selection import enabled_packs, pack_switch

from . import access, passkeys, second_factor, tokens
from .second_factor import ask_for_code

THEMES = ("system", "light", "dark")
THEME_COOKIE = "wasurena_theme"
YEAR = 365 * 24 * 60 * 60


# Only the stubs know ModelForm as generic.
if TYPE_CHECKING:
    ProfileModelForm = forms.ModelForm[Profile]
else:
    ProfileModelForm = forms.ModelForm


class ProfileForm(ProfileModelForm):
    """Language, time zone and the pack for saves that no pack claims."""

    class Meta:
        model = Profile
        fields = ("language", "time_zone", "default_pack")

    def clean_time_zone(self) -> str:
        """Accept only zones that this machine knows."""
        zone: str = self.cleaned_data["time_zone"]
        if zone not in available_timezones():
            raise forms.ValidationError(_("Unknown time zone. Enter one such as Asia/Tokyo."))
        return zone


class LoginView(auth_views.LoginView):
    """The log-in page."""

    redirect_authenticated_user = True

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Refuse where others could read the password, and add the headers of our pages."""
        if not is_protected(request):
            return secured(render(request, "accounts/plain_refused.html", status=403))
        response = super().dispatch(request, *args, **kwargs)
        return secured(response) if isinstance(response, HttpResponse) else response

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Log in, or ask for the code of the second factor first."""
        user = form.get_user()
        if has_second_factor(user):
            return ask_for_code(self.request, user, self.get_success_url())
        return make_known(self.request, super().form_valid(form))


@require_http_methods(["GET", "HEAD", "POST"])
def admin_log_in(request: HttpRequest) -> HttpResponse:
    """Lead to the one log-in page, which asks for the second factor as well."""
    if request.user.is_authenticated:
        raise PermissionDenied("this account is not for the administration")
    return redirect_to_login(request.GET.get("next") or reverse("admin:index"))


def _owner(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user


@page
@require_GET
def connected(request: HttpRequest) -> HttpResponse:
    """Show whether an assistant has connected: the live light of the first steps."""
    context = {"is_connected": has_connected(_owner(request))}
    return render(request, "accounts/_live.html", context)


@page
@require_http_methods(["GET", "POST"])
def preferences(request: HttpRequest) -> HttpResponse:
    """Show the settings, or store them."""
    profile = profile_of(_owner(request))
    form = ProfileForm(request.POST or None, instance=profile)
    if request.method == "POST" and form.is_valid():
        form.save()
        translation.activate(profile.language or settings.LANGUAGE_CODE)
        done(request, _("Settings saved."))
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
    """Choose the language for this browser, and for the owner if logged in."""
    chosen = request.POST.get("language", "")
    response = back(request, "home")
    if chosen in dict(settings.LANGUAGES):
        response.set_cookie(settings.LANGUAGE_COOKIE_NAME, chosen, max_age=YEAR, samesite="Lax")
        if isinstance(request.user, User):
            set_language(request.user, chosen)
    return response


@page
@require_GET
def packs(request: HttpRequest) -> HttpResponse:
    """Show every installed pack with its vocabulary."""
    caller = caller_of(request)
    shown = [(spec, privacy_out(caller, spec.id)) for spec in registry.all_packs()]
    context = {"packs": shown, "enabled": enabled_packs(caller)}
    return render(request, "packs/list.html", context)


@page
@require_POST
def switch_pack(request: HttpRequest, pack: str) -> HttpResponse:
    """Switch a pack on or off; its memories stay."""
    is_enabled = request.POST.get("enabled") == "true"
    pack_switch(caller_of(request), pack, is_enabled=is_enabled)
    text = _("%(pack)s is on.") if is_enabled else _("%(pack)s is off. Its memories stay.")
    done(request, text % {"pack": registry.pack_name(pack)})
    return redirect(reverse("pack-list"))


urlpatterns = [
    path("login/", LoginView.as_view(), name="login"),
    path("login/code/", second_factor.log_in_code, name="log-in-code"),
    path("logout/", LogoutView.as_view(), name="logout"),
    path("connected/", connected, name="connected"),
    path("settings/", preferences, name="settings"),
    path("settings/theme/", theme, name="theme"),
    path("settings/language/", language, name="language"),
    path("settings/access/", access.access, name="access"),
    path("settings/access/code/", second_factor.second_factor, name="second-factor"),
    path(
        "settings/access/code/change/",
        second_factor.second_factor_change,
        name="second-factor-change",
    ),
    path("settings/access/passkeys/", passkeys.add, name="passkey-add"),
    path("settings/access/passkeys/remove/", passkeys.remove, name="passkey-remove"),
    path("settings/access/others/", access.end_other_log_ins, name="log-ins-end"),
    path("settings/access/<slug:name>/", access.end_log_in, name="log-in-end"),
    path("packs/", packs, name="pack-list"),
    path("packs/<slug:pack>/switch/", switch_pack, name="pack-switch"),
    path("tokens/", tokens.tokens, name="token-list"),
    path("tokens/<int:pk>/created/", tokens.token_created, name="token-created"),
    path("tokens/<int:pk>/revoke/", tokens.revoke_token, name="token-revoke"),
]
