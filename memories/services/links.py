"""Changing a link; making and removing one is :mod:`memories.records.relate`."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from core.caller import Caller, Scope
from core.journal import Change, snapshot
from memories.models import Action
from memories.schemas.links import LinkPatch, StoredLink
from memories.selectors.links import link_get, stored_link


def link_revise(
    caller: Caller, pk: int, patch: LinkPatch, *, now: datetime | None = None
) -> StoredLink:
    """Change a link's weight or reason, as its next version.

    Raises:
        NotFound: there is no such link between memories of the caller.
    """
    caller.require(Scope.WRITE)
    now = now or timezone.now()
    with transaction.atomic():
        link = link_get(caller, pk)
        before = snapshot(link)
        if patch.weight is not None:
            link.weight = patch.weight
        if patch.reason is not None:
            link.notes = patch.reason
        link.version += 1
        link.updated_at = now
        link.save(update_fields=["weight", "notes", "version", "updated_at"])
        change = Change(caller=caller, at=now, reason=patch.reason or "")
        change.note(Action.UPDATE, link, before=before, after=snapshot(link))
        change.write()
    return stored_link(link)
