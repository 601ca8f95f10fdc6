"""Pages of the second factor: the step after the password, and turning it on and off."""

from datetime import datetime, timedelta
from typing import Any

import qrcode
import qrcode.image.svg
from django.contrib.auth import login
from django.contrib.auth.models import User
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from accounts.interfaces.known_browsers import make_known
from accounts.services.second_factor import (
    authenticator_address,
    codes_left,
    has_second_factor,
    new_secret,
    recovery_codes_renew,
    second_factor_accepts,
    second_factor_begin,
    second_factor_end,
    typed_secret,
)
from accounts.services.tokens import SECRETS_CACHE
from accounts.services.users import person
from accounts.throttling import require_code, require_password, second_step
from accounts.transport import is_protected, needs_second_factor
from core.errors import Forbidden, InvalidInput
from core.interfaces.pages import done, page, secured, sentence

from . import passkeys

PENDING = "second_factor"
BACKEND = "accounts.throttling.ThrottledModelBackend"
# From the password to the code.
PATIENCE = timedelta(minutes=5)
# From the picture to the first code.
SECRET_SECONDS = 15 * 60
SENTENCES = {
    "password": gettext_lazy("The password is wrong."),
    "wrong_code": gettext_lazy(
        "This is not the code of now. Does the clock of your phone run right?"
    ),
}


def ask_for_code(request: HttpRequest, user: User, address: str) -> HttpResponse:
    """Remember who gave the right password, and ask for the code."""
    request.session[PENDING] = {
        "user": user.pk,
        "at": timezone.now().isoformat(),
        "next": address,
        "password": user.get_session_auth_hash(),
    }
    return redirect("log-in-code")


@require_http_methods(["GET", "POST"])
def log_in_code(request: HttpRequest) -> HttpResponse:
    """Ask for the code, and log in."""
    pending: Any = request.session.get(PENDING)
    user = _pending_user(pending)
    if user is None or not is_protected(request):
        request.session.pop(PENDING, None)
        return redirect("login")
    is_wrong = False
    if request.method == "POST":
        attempt = second_step(request.META.get("REMOTE_ADDR", ""), user.username)
        if _is_accepted(request, user):
            attempt.succeeded()
            login(request, user, backend=BACKEND)
            request.session.pop(PENDING, None)
            return secured(make_known(request, redirect(pending["next"])))
        is_wrong = True
    context = {"is_wrong": is_wrong, **passkeys.asked(request, user)}
    status = 422 if is_wrong else 200
    return secured(render(request, "accounts/code.html", context, status=status))


def _is_accepted(request: HttpRequest, user: User) -> bool:
    if "passkey" in request.POST:
        return passkeys.accepted(request, user)
    return second_factor_accepts(user, request.POST.get("code", ""))


def _pending_user(pending: Any) -> User | None:
    if not pending or timezone.now() - datetime.fromisoformat(pending["at"]) > PATIENCE:
        return None
    user = person(pending["user"])
    # A password that was changed meanwhile has to be given again.
    is_same = user is not None and user.get_session_auth_hash() == pending["password"]
    return user if is_same else None


@page
@require_http_methods(["GET", "POST"])
def second_factor(request: HttpRequest) -> HttpResponse:
    """Show how to turn the second factor on, or what it is; turn it on."""
    user = _person(request)
    if has_second_factor(user):
        return _private(_shown(request, user))
    secret, problems = _offered(user), {}
    if request.method == "POST":
        try:
            require_password(request, user.username, request.POST.get("password", "")[:1_000])
            code = request.POST.get("code", "")
            codes = second_factor_begin(user, secret, code, now=timezone.now())
        except (Forbidden, InvalidInput) as error:
            problems = {one.field: sentence(one, SENTENCES) for one in error.problems}
        else:
            caches[SECRETS_CACHE].delete(_key(user))
            return _private(_with_codes(request, user, codes))
    context = {
        "picture": _picture(authenticator_address(secret, user.username)),
        "secret": typed_secret(secret),
        "is_needed": needs_second_factor(request),
        "problems": problems,
    }
    status = 422 if problems else 200
    return _private(render(request, "accounts/second_factor_begin.html", context, status=status))


@page
@require_POST
def second_factor_change(request: HttpRequest) -> HttpResponse:
    """Turn it off, or make new recovery codes; either needs a code."""
    user = _person(request)
    try:
        require_code(request, user, request.POST.get("code", ""))
    except Forbidden as error:
        problem = sentence(error.problems[0], passkeys.SENTENCES)
        return _private(_shown(request, user, status=422, problem=problem))
    if request.POST.get("do") == "renew":
        return _private(_with_codes(request, user, recovery_codes_renew(user)))
    second_factor_end(user)
    done(request, _("The second factor is off."))
    return redirect("access")


def _with_codes(request: HttpRequest, user: User, codes: list[str]) -> HttpResponse:
    return _shown(request, user, codes="\n".join(codes), wanted=_wanted(request))


def _wanted(request: HttpRequest) -> str:
    """Return the page that this person was on the way to."""
    asked = request.GET.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(asked, allowed_hosts={request.get_host()})
    return asked if is_ours else reverse("access")


def _shown(request: HttpRequest, user: User, *, status: int = 200, **told: str) -> HttpResponse:
    context = {"left": codes_left(user), **passkeys.offered(request, user), **told}
    return render(request, "accounts/second_factor.html", context, status=status)


def _offered(user: User) -> bytes:
    """Return the secret that this person is turning on, kept in memory until then."""
    secret: bytes | None = caches[SECRETS_CACHE].get_or_set(_key(user), new_secret, SECRET_SECONDS)
    return secret or new_secret()


def _key(user: User) -> str:
    return f"second-factor-{user.pk}"


def _picture(address: str) -> SafeString:
    """Return an address as a picture for cameras: SVG of our own making."""
    image = qrcode.make(address, image_factory=qrcode.image.svg.SvgPathImage, border=2)
    return SafeString(image.to_string(encoding="unicode"))


def _private(response: HttpResponse) -> HttpResponse:
    patch_cache_control(response, no_store=True)
    return response


def _person(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user
