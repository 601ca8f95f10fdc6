"""Plan an erasure: memories, rows that depend on them alone and, if requested, names."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from uuid import UUID

from django.db.models import Q, QuerySet

from core.caller import Caller
from core.journal import Change, erase_payloads
from core.models import Revision
from entities.journal_models import MENTIONS
from entities.models import Mention
from graph.models import EntityRelation
from memories import index
from memories.models import Memory, State
from memories.schemas import UnsharedOut
from memories.selectors.searches.runs import runs_seen

from .quotes import runs_that_quote
from .searches import SearchLog, runs_naming
from .unshared import Unshared, unshared

BATCH = 500


@dataclass(slots=True)
class ErasurePlan:
    """Rows that an erasure removes; ``named`` is empty if names are kept.

    ``quoting`` are searches with the text of the memories, whose words go in any case.
    """

    change: Change
    memories: Sequence[Memory]
    relations: Sequence[EntityRelation] = ()
    states: Sequence[State] = ()
    named: Unshared = field(default_factory=Unshared)
    quoting: Sequence[UUID] = ()

    @property
    def caller(self) -> Caller:
        """The caller who erases."""
        return self.change.caller

    @property
    def now(self) -> datetime:
        """The time of the erasure."""
        return self.change.at

    @property
    def keys(self) -> list[int]:
        """Primary keys of the memories."""
        return [memory.pk for memory in self.memories]

    @property
    def spaces(self) -> set[str]:
        """The spaces of the memories."""
        return {memory.user_id for memory in self.memories}

    def listed(self) -> list[UnsharedOut]:
        """Return the names and searches that go with names only."""
        gone = {str(run_id) for run_id in self.quoting}
        return [one for one in self.named.listed() if one.id not in gone]

    @property
    def quoting_count(self) -> int:
        """The number of the quoting searches that the caller may know of."""
        if self.caller.packs is None and not self.caller.namespace:
            return len(self.quoting)
        return runs_seen(self.caller).filter(pk__in=self.quoting).count()

    def keep_names(self) -> None:
        """Keep entities, tags, contexts and sessions that only these memories name."""
        ends = [*self.named.shared, *(entity.entity_id for entity in self.named.entities)]
        self.named = Unshared(shared=ends)


def plan_erasure(
    change: Change,
    memories: Sequence[Memory],
    log: SearchLog | None = None,
    *,
    with_names: bool = True,
) -> ErasurePlan:
    """Return the rows that are erased with these memories, including names used by no others.

    ``log`` is the log of searches as it was read before the write lock was taken.
    """
    log = log or SearchLog(change.caller.base_user)
    relations, states = resting_relations(memories), resting_states(memories)
    named = unshared(memories, relations, states)
    if with_names:
        named = replace(named, runs=runs_naming(change.caller, log, memories, named.names))
    quoting = runs_that_quote(log, memories)
    return ErasurePlan(change, memories, relations, states, named, quoting)


def resting_relations(memories: Sequence[Memory]) -> list[EntityRelation]:
    """Return the relations whose only evidence are these memories."""
    keys = [memory.pk for memory in memories]
    told = EntityRelation.objects.filter(evidence__in=keys).distinct()
    kept = told.filter(evidence__in=Memory.objects.exclude(pk__in=keys)).values("pk")
    return list(told.exclude(pk__in=kept))


def entries_about(target_type: str, ids: Sequence[str]) -> QuerySet[Revision]:
    """Return the journal entries of some rows of a type."""
    return Revision.objects.filter(target_type=target_type, target_id__in=ids)


def entries_about_memories(memories: Sequence[Memory]) -> QuerySet[Revision]:
    """Return the journal entries of these memories."""
    return entries_about("memory", [str(memory.uid) for memory in memories])


def entries_of_links(caller: Caller, keys: Sequence[int]) -> QuerySet[Revision]:
    """Return the journal entries of links from and to these memories, including deleted links."""
    touching = Q()
    for column in ("src_memory_id", "dst_memory_id"):
        touching |= Q(**{f"before__{column}__in": keys}) | Q(**{f"after__{column}__in": keys})
    return Revision.objects.of(caller).filter(touching, target_type="memorylink")


def entries_of_parts(caller: Caller, keys: Sequence[int]) -> QuerySet[Revision]:
    """Return entries of mentions, corrections and affects, which contain words of the text."""
    mentions = Mention.objects.filter(memory__in=keys).values_list("pk", flat=True)
    named = Q(before__memory_id__in=keys) | Q(after__memory_id__in=keys)
    about = Q(target_type="mention", target_id__in=[str(pk) for pk in mentions])
    parts = Q(target_type__in=("mention", "mentionruling", "affect")) & named
    return Revision.objects.of(caller).filter(about | parts)


def entries_of_mentions(memories: Sequence[Memory]) -> QuerySet[Revision]:
    """Return the entries that list all mentions of a memory."""
    return entries_about(MENTIONS, [str(memory.uid) for memory in memories])


def resting_states(memories: Sequence[Memory]) -> list[State]:
    """Return the states whose only evidence are these memories."""
    keys = [memory.pk for memory in memories]
    told = State.objects.filter(evidence__in=keys).distinct()
    kept = told.filter(evidence__in=Memory.objects.exclude(pk__in=keys)).values("pk")
    return list(told.exclude(pk__in=kept))


def erase_states(memories: Sequence[Memory], gone: Sequence[State], *, now: datetime) -> None:
    """Erase states without other evidence, and the payloads of their journal entries.

    Call it before the memories are erased. States that were deleted earlier are found in the
    journal.
    """
    keys = {memory.pk for memory in memories}
    erase_payloads(_about([str(state.uid) for state in gone]), now)
    erase_payloads(_about(_removed(memories, keys)), now)
    index.remove_states([state.pk for state in gone])
    State.objects.filter(pk__in=[state.pk for state in gone]).delete()


def _about(uids: Sequence[str]) -> QuerySet[Revision]:
    return Revision.objects.filter(target_type="state", target_id__in=uids)


def _removed(memories: Sequence[Memory], keys: set[int]) -> list[str]:
    """Return the ids of deleted states whose only evidence were these memories."""
    spaces = {memory.user_id for memory in memories}
    entries = Revision.objects.filter(user_id__in=spaces, target_type="state", erased_at=None)
    rested = {
        uid: set(after["evidence"])
        for uid, after in entries.filter(after__isnull=False).values_list("target_id", "after")
        if after and keys & set(after.get("evidence") or ())
    }
    others = still_stored({pk for evidence in rested.values() for pk in evidence} - keys)
    told = [uid for uid, evidence in rested.items() if not evidence & others]
    stored = State.objects.filter(uid__in=told).values_list("uid", flat=True)
    return sorted(set(told) - {str(uid) for uid in stored})


def still_stored(keys: Collection[int]) -> set[int]:
    """Return those keys of memories that are stored: others were forgotten earlier."""
    listed, found = sorted(keys), set[int]()
    for start in range(0, len(listed), BATCH):
        part = listed[start : start + BATCH]
        found |= set(Memory.objects.filter(pk__in=part).values_list("pk", flat=True))
    return found
