"""Passkeys in the browser: add and remove one, and the step after the password."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from accounts.services.passkeys import (
    Site,
    passkey_accepts,
    passkey_add,
    passkey_challenge,
    passkey_end,
    passkey_offer,
    passkeys,
)
from accounts.services.tokens import SECRETS_CACHE
from accounts.throttling import require_code
from core.errors import Forbidden, InvalidInput
from core.interfaces.pages import done, page, sentence

OFFERED, ASKED = "passkey-offer", "passkey-challenge"
# From the page to the touch; kept in memory, so that to look at a page writes nothing.
PATIENCE_SECONDS = 10 * 60
SENTENCES = {
    "empty": gettext_lazy("Give the passkey a name."),
    "too_many": gettext_lazy("No more passkeys can be added."),
    "code": gettext_lazy("This code is wrong, or was used already."),
    "wrong_passkey": gettext_lazy("The passkey was not added. Try again."),
}


def site_of(request: HttpRequest) -> Site:
    """Return the site as the browser sees it."""
    host, _port = split_domain_port(request.get_host())
    return Site(host, f"{request.scheme}://{request.get_host()}")


def offered(request: HttpRequest, user: User) -> dict[str, Any]:
    """Return what the page needs for the list of passkeys and for one more."""
    site = site_of(request)
    context: dict[str, Any] = {"passkeys": passkeys(user), "host": site.host}
    if site.may_have_passkeys:
        context["offer"], state = passkey_offer(user, site)
        _keep(request, OFFERED, state)
    return context


def asked(request: HttpRequest, user: User) -> dict[str, Any]:
    """Return what the log-in asks a passkey; nothing if there is none for this host."""
    found = passkey_challenge(user, site_of(request))
    if found is None:
        return {}
    challenge, state = found
    _keep(request, ASKED, state)
    return {"challenge": challenge}


def accepted(request: HttpRequest, user: User) -> bool:
    """Return whether the log-in was answered by a passkey; each challenge counts once."""
    state = _take(request, ASKED)
    answer = request.POST.get("passkey", "")
    return passkey_accepts(user, site_of(request), state, answer, now=timezone.now())


def _keep(request: HttpRequest, what: str, state: Any) -> None:
    key = f"{what}-{request.session.session_key}"
    caches[SECRETS_CACHE].set(key, state, PATIENCE_SECONDS)


def _take(request: HttpRequest, what: str) -> Any:
    key = f"{what}-{request.session.session_key}"
    state = caches[SECRETS_CACHE].get(key)
    caches[SECRETS_CACHE].delete(key)
    return state


@page
@require_POST
def add(request: HttpRequest) -> HttpResponse:
    """Store the passkey that the browser has made; this needs a code."""
    assert isinstance(request.user, User)
    try:
        require_code(request, request.user, request.POST.get("code", ""))
        passkey_add(
            request.user,
            site_of(request),
            _take(request, OFFERED),
            request.POST.get("passkey", ""),
            name=request.POST.get("name", ""),
            now=timezone.now(),
        )
    except (Forbidden, InvalidInput) as error:
        messages.error(request, sentence(error.problems[0], SENTENCES))
    else:
        done(request, _("A log-in takes this passkey instead of a code."))
    return redirect("second-factor")


@page
@require_POST
def remove(request: HttpRequest) -> HttpResponse:
    """Forget a passkey; this needs a code."""
    assert isinstance(request.user, User)
    try:
        require_code(request, request.user, request.POST.get("code", ""))
    except Forbidden as error:
        messages.error(request, sentence(error.problems[0], SENTENCES))
    else:
        passkey_end(request.user, request.POST.get("id", ""))
        done(request, _("This passkey opens nothing any more."))
    return redirect("second-factor")
