"""Pages to create tokens for assistants, show a new token once, and revoke tokens."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods

from accounts.authentication import caller_of
from accounts.models import ApiToken
from accounts.schemas import TokenInput
from accounts.services.tokens import (
    DEFAULT_SCOPES,
    keep_secret,
    take_secret,
    token_get,
    token_grant,
    token_list,
    token_withdraw,
)
from core.caller import Scope
from core.errors import InvalidInput
from core.interfaces.pages import done, page, sentence
from core.schemas import parsed

from .mcp_configurations import configurations

# What people read instead of the service's English, by the problem's code.
SENTENCES: Mapping[str, Promise] = {
    "too_short": gettext_lazy("Choose at least one permission."),
    "enum": gettext_lazy("Choose from the list."),
    "unknown_pack": gettext_lazy("Choose from the list."),
}


@page
@require_http_methods(["GET", "POST"])
def tokens(request: HttpRequest) -> HttpResponse:
    """List the tokens, or create one, which the next page shows."""
    if request.method == "GET":
        return _listed(request)
    fields = {
        "name": request.POST.get("name", "").strip(),
        "scopes": request.POST.getlist("scope"),
        "packs": request.POST.getlist("pack"),
    }
    caller = caller_of(request)
    try:
        made = token_grant(caller, parsed(TokenInput, fields))
    except InvalidInput as error:
        problems = {p.field.split(".")[0]: sentence(p, SENTENCES) for p in error.problems}
        return _listed(request, status=422, values=fields, problems=problems)
    keep_secret(made.token, token=made.id, maker=caller.base_user)
    return redirect("token-created", made.id)


@page
@require_GET
def token_created(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the secret of a new token; nowhere and never again."""
    caller = caller_of(request)
    token = token_get(caller, pk)
    secret = take_secret(token=token.pk, maker=caller.base_user)
    if secret is None:
        return redirect("token-list")
    entries = configurations(_base_url(request), secret)
    response = _listed(request, created=token, secret=secret, configurations=entries)
    patch_cache_control(response, no_store=True)
    return response


def _listed(request: HttpRequest, *, status: int = 200, **context: Any) -> HttpResponse:
    values = {"scopes": list(DEFAULT_SCOPES), "packs": []}
    rows = token_list(caller_of(request)).order_by("revoked_at", "-created_at")
    context = {"values": values, "scopes": list(Scope), "tokens": rows, **context}
    return render(request, "accounts/tokens.html", context, status=status)


def _base_url(request: HttpRequest) -> str:
    return request.build_absolute_uri("/").rstrip("/")


@page
@require_http_methods(["GET", "POST"])
def revoke_token(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask whether a token is to be revoked, and revoke it."""
    caller = caller_of(request)
    token: ApiToken = token_get(caller, pk)
    if token.revoked_at:
        return redirect("token-list")
    if request.method == "GET":
        return render(request, "accounts/token_revoke.html", {"token": token})
    token_withdraw(caller, pk)
    done(request, _("“%(name)s” can no longer connect.") % {"name": token.name})
    return redirect("token-list")
