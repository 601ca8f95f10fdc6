"""Show the original of a masked memory to its owner, and note in the journal that it was read."""

from datetime import datetime
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core.caller import Caller, Role, Scope
from core.errors import Forbidden
from core.journal import Change
from core.models import Action
from memories.models import SealedText
from memories.records.lookup import memory_get
from memories.records.privacy.sealing import original_texts
from memories.schemas.privacy.revealing import RevealedOut

REASON = "the original was revealed"


def reveal(caller: Caller, uid: UUID, *, now: datetime | None = None) -> RevealedOut:
    """Return the original texts of a masked memory, if they are kept encrypted.

    Raises:
        Forbidden: this is not the owner in person; no token may, whatever its scopes.
        NotFound: there is no such memory, or its original is not kept.
        Conflict: it was encrypted with another key.
    """
    caller.require(Scope.READ)
    if caller.role is not Role.OWNER:
        raise Forbidden(
            _("only the owner may see the original, and no token"), field="token", code="owner"
        )
    now = now or timezone.now()
    memory = memory_get(caller, uid)
    texts = original_texts(memory, now=now)
    # Nothing changes: there is nothing to project.
    seen = Change(caller=caller, at=now, reason=REASON)
    seen.note(Action.ACCESS, memory)
    seen.write()
    return RevealedOut(
        id=memory.uid,
        text=texts.get("raw_text"),
        assistant_text=texts.get("assistant_text"),
        title=texts.get("title"),
        expires_at=SealedText.objects.get(memory=memory).expires_at,
    )
