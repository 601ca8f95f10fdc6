"""The page of who can get in: browsers, apps and tokens, each to be ended."""

from django.conf import settings
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_POST

from accounts.callers import caller_of
from accounts.services.second_factor import has_second_factor
from accounts.services.sessions import log_in_end, log_ins, log_ins_end_others
from accounts.services.tokens import token_list
from core.interfaces.pages import done, page

from .consent import mcp_address


@page
@require_GET
def access(request: HttpRequest) -> HttpResponse:
    """Show the log-ins, apps and tokens of the person."""
    caller = caller_of(request)
    held = list(token_list(caller).order_by("revoked_at", "-created_at"))
    context = {
        "log_ins": log_ins(caller, current_key=request.session.session_key),
        "apps": [token for token in held if token.app],
        "tokens": [token for token in held if not token.app],
        "has_code": isinstance(request.user, User) and has_second_factor(request.user),
        "is_beyond": settings.IS_BEYOND_THIS_MACHINE,
        "is_oauth": settings.OAUTH,
        "mcp_address": mcp_address(request),
        "now": timezone.now(),
    }
    return render(request, "accounts/access.html", context)


@page
@require_POST
def end_log_in(request: HttpRequest, name: str) -> HttpResponse:
    """Log one browser out."""
    log_in_end(caller_of(request), name)
    done(request, _("That browser has to log in again."))
    return redirect("access")


@page
@require_POST
def end_other_log_ins(request: HttpRequest) -> HttpResponse:
    """Log every other browser out."""
    key = request.session.session_key
    count = log_ins_end_others(caller_of(request), current_key=key)
    said = ngettext(
        "%(count)d browser was logged out.", "%(count)d browsers were logged out.", count
    )
    done(request, said % {"count": count})
    return redirect("access")
