"""The operator's page of backups: how they stand, what there is, and one more now."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_POST

from accounts.callers import caller_of
from core.interfaces.pages import done, is_part, page
from memories.schemas.backups.outputs import BackupsOut
from memories.services.backups.listing import backups, start_backup

REASONS = {
    "daily": gettext_lazy("daily"),
    "manual": gettext_lazy("on demand"),
    "upgrade": gettext_lazy("before an upgrade"),
    "repair": gettext_lazy("before a repair"),
}
ENCRYPTIONS = {
    "none": gettext_lazy("not encrypted"),
    "key": gettext_lazy("with the key of the database"),
    "passphrase": gettext_lazy("with a passphrase"),
    "recipient": gettext_lazy("for an age recipient"),
}
STAGES = {
    "copying": gettext_lazy("copying"),
    "checking": gettext_lazy("checking"),
    "writing": gettext_lazy("writing"),
}


@page
@require_GET
def backup_list(request: HttpRequest) -> HttpResponse:
    """Show the backups; a partial request asks how far a running one is."""
    return _shown(request, backups(caller_of(request)))


@page
@require_POST
def backup_start(request: HttpRequest) -> HttpResponse:
    """Start a backup, and show how it goes."""
    shown = start_backup(caller_of(request))
    if is_part(request):
        return _shown(request, shown)
    if shown.problem is None:
        done(request, _("The backup is being made.") if shown.running else _("The backup is made."))
    return redirect("backup-list")


def _shown(request: HttpRequest, shown: BackupsOut) -> HttpResponse:
    context: dict[str, Any] = {
        "backups": shown,
        "stage": STAGES.get(shown.running.stage, "") if shown.running else "",
        "rows": [
            (one, REASONS.get(one.reason or ""), ENCRYPTIONS.get(one.encryption or ""))
            for one in shown.results
        ],
        "last": next((one for one in shown.results if one.verified), None),
        "folder": settings.BACKUP_DIR,
        "keep_days": settings.BACKUP_KEEP_DAYS,
    }
    name = "memories/_backups.html" if is_part(request) else "memories/backups.html"
    return render(request, name, context)
