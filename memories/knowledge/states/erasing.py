"""Forgetting what only forgotten memories said."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import QuerySet

from core.journal import erase_payloads
from core.models import Revision
from memories import index
from memories.models import Memory, State


def resting_states(memories: Sequence[Memory]) -> list[State]:
    """Return the states that rest on nothing but these memories."""
    keys = [memory.pk for memory in memories]
    told = State.objects.filter(evidence__in=keys).distinct()
    kept = told.filter(evidence__in=Memory.objects.exclude(pk__in=keys)).values("pk")
    return list(told.exclude(pk__in=kept))


def erase_states(memories: Sequence[Memory], gone: Sequence[State], *, now: datetime) -> None:
    """Erase the states that rest on these memories alone, with what the journal holds of them.

    Call it before the memories themselves are erased. What was taken back or replaced
    earlier is found by the journal.
    """
    keys = {memory.pk for memory in memories}
    erase_payloads(_about([str(state.uid) for state in gone]), now)
    erase_payloads(_about(_removed(memories, keys)), now)
    index.remove_states([state.pk for state in gone])
    State.objects.filter(pk__in=[state.pk for state in gone]).delete()


def _about(uids: Sequence[str]) -> QuerySet[Revision]:
    return Revision.objects.filter(target_type="state", target_id__in=uids)


def _removed(memories: Sequence[Memory], keys: set[int]) -> list[str]:
    """Return the ids of states that these memories alone had said and that are no longer stored."""
    spaces = {memory.user_id for memory in memories}
    entries = Revision.objects.filter(user_id__in=spaces, target_type="state", erased_at=None)
    told = [
        uid
        for uid, after in entries.filter(after__isnull=False).values_list("target_id", "after")
        if after and after.get("evidence") and set(after["evidence"]) <= keys
    ]
    stored = State.objects.filter(uid__in=told).values_list("uid", flat=True)
    return sorted(set(told) - {str(uid) for uid in stored})
