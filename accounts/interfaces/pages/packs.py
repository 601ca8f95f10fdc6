"""The packs page: what each one brings, and its switch."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from accounts.authentication import caller_of
from core.interfaces.pages import done, page
from packs import registry
from packs.selection import enabled_packs, pack_switch


@page
@require_GET
def packs(request: HttpRequest) -> HttpResponse:
    """Show every installed pack with its vocabulary."""
    context = {"packs": registry.all_packs(), "enabled": enabled_packs(caller_of(request))}
    return render(request, "packs/list.html", context)


@page
@require_POST
def switch(request: HttpRequest, pack: str) -> HttpResponse:
    """Switch a pack on or off; its memories stay."""
    is_enabled = request.POST.get("enabled") == "true"
    pack_switch(caller_of(request), pack, is_enabled=is_enabled)
    text = _("%(pack)s is on.") if is_enabled else _("%(pack)s is off. Its memories stay.")
    done(request, text % {"pack": registry.pack_name(pack)})
    return redirect(reverse("pack-list"))
