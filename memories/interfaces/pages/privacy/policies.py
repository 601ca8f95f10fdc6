"""What happens to secrets and personal data in each pack, as its person chooses."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_POST

from accounts.callers import caller_of
from core.caller import Caller
from core.interfaces.pages import done, page
from core.schemas import parsed
from memories.services.maintenance import change_pack
from packs import registry
from packs.privacy import privacy_out
from packs.schemas import PackPatch

WISHES = (
    ("keep", pgettext_lazy("policy", "keep")),
    ("mask", gettext_lazy("mask")),
    ("ask", gettext_lazy("mask and ask")),
    ("refuse", pgettext_lazy("policy", "refuse")),
)
HEALTH_WISHES = (
    WISHES[0],
    ("ask", gettext_lazy("keep and ask")),
    WISHES[1],
    WISHES[3],
)
PARTS = (
    ("secrets", gettext_lazy("Passwords, keys and codes"), WISHES),
    ("personal_data", gettext_lazy("Personal data"), WISHES),
    ("health", gettext_lazy("Health"), HEALTH_WISHES),
)


def policies_of(caller: Caller) -> list[dict[str, Any]]:
    """Return each pack with the parts of its policy as fields of a form."""
    return [_fields(caller, pack) for pack in registry.pack_ids() if caller.may_reach(pack)]


def _fields(caller: Caller, pack: str) -> dict[str, Any]:
    policy = privacy_out(caller, pack)
    parts = [(name, label, wishes, getattr(policy, name)) for name, label, wishes in PARTS]
    return {"pack": pack, "parts": parts, "reveal": policy.reveal, "chosen": policy.chosen}


@page
@require_POST
def privacy_policy(request: HttpRequest, pack: str) -> HttpResponse:
    """Choose the policy of a pack, or go back to what the pack declares."""
    names = [name for name, _label, _wishes in PARTS]
    if "declared" in request.POST:
        given: dict[str, Any] = dict.fromkeys([*names, "reveal"])
    else:
        given = {name: request.POST[name] for name in names if name in request.POST}
        given["reveal"] = "reveal" in request.POST
    change_pack(caller_of(request), pack, parsed(PackPatch, {"privacy": given}))
    done(request, _("From now on, this holds for “%(pack)s”.") % {"pack": registry.pack_name(pack)})
    return redirect("privacy")
