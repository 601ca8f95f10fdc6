"""Count what goes with chosen memories, and what stays."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Max, Min, Model, Q, QuerySet
from django.utils.translation import gettext as _

from core.caller import Caller, pack_of
from core.journal import Change
from entities.models import Mention
from graph.models import EntityRelation, MemoryLink
from memories.models import Memory, State, VectorMetadata
from memories.records.lookup import memories_out
from memories.schemas import UnsharedOut
from memories.schemas.privacy.forgetting import ForgetByFilter, ForgetPreview, StayingOut
from memories.services.erasure.plan import entries_about, plan_erasure
from memories.services.erasure.searches import SearchLog
from memories.services.forget import erasure_notes

from .choice import Chosen, chunks

EXAMPLES = 5
# Names are found memory by memory; of more memories they are found as the work goes on.
MOST_WITH_NAMES = 1_000


def preview_of(
    change: Change,
    chosen: Chosen,
    asked: ForgetByFilter,
    log: SearchLog,
    *,
    confirmed: bool = False,
) -> ForgetPreview:
    """Return what forgetting the chosen memories erases."""
    keys = chosen.keys
    rows = _Rows(keys)
    states, relations = rows.resting(State), rows.resting(EntityRelation)
    named = _names(change, chosen, log)
    return ForgetPreview(
        confirmed=confirmed,
        confirmation=chosen.token,
        memory_count=len(keys),
        **rows.summary(),
        link_count=rows.links(),
        mention_count=rows.count(Mention),
        vector_count=rows.count(VectorMetadata),
        revision_count=rows.entries(),
        state_count=states[0],
        relation_count=relations[0],
        search_count=named.searches,
        stays=StayingOut(
            pinned=chosen.pinned,
            named_only=chosen.named_only,
            states=states[1],
            relations=relations[1],
            names=named.shared,
            only_named_here=0 if asked.erase_names else len(named.alone),
        ),
        examples=memories_out(rows.newest(change.caller)),
        only_named_here=named.alone,
        notes=[*named.notes, *erasure_notes()],
    )


@dataclass(frozen=True, slots=True)
class _Names:
    """What only the chosen memories name, how many names others use, and searches that go anyway."""

    alone: Sequence[UnsharedOut]
    shared: int = 0
    searches: int = 0
    notes: Sequence[str] = ()


def _names(change: Change, chosen: Chosen, log: SearchLog) -> _Names:
    left = chosen.remains.listed()
    if len(chosen.keys) > MOST_WITH_NAMES:
        note = _("Which names only these memories use is found as they are forgotten.")
        return _Names(left, notes=[note])
    memories = [memory for part in chunks(chosen.keys) for memory in _loaded(part)]
    plan = plan_erasure(change, memories, log)
    gone = {str(run) for run in plan.quoting}
    alone = [one for one in (*plan.listed(), *left) if one.id not in gone]
    return _Names(list(dict.fromkeys(alone)), len(plan.named.shared), len(gone))


def _loaded(keys: Sequence[int]) -> QuerySet[Memory]:
    return Memory.objects.filter(pk__in=keys).with_rendering()


class _Rows:
    """Rows that belong to memories, counted in parts that a statement can take."""

    def __init__(self, keys: Sequence[int]) -> None:
        self.keys = keys

    def _parts(self) -> Iterator[Sequence[int]]:
        yield from chunks(self.keys)

    def count(self, model: type[Model]) -> int:
        """Return the number of rows with a memory of these."""
        rows = model._default_manager
        return sum(rows.filter(memory__in=part).count() for part in self._parts())

    def links(self) -> int:
        """Return the number of links from or to these memories."""
        found: set[int] = set()
        for part in self._parts():
            touching = Q(src_memory__in=part) | Q(dst_memory__in=part)
            found |= set(MemoryLink.objects.filter(touching).values_list("pk", flat=True))
        return len(found)

    def entries(self) -> int:
        """Return the number of journal entries with the texts of these memories."""
        total = 0
        for part in self._parts():
            uids = Memory.objects.filter(pk__in=part).values_list("uid", flat=True)
            entries = entries_about("memory", [str(uid) for uid in uids])
            total += entries.filter(erased_at=None).count()
        return total

    def resting(self, model: Any) -> tuple[int, int]:
        """Return how many rows rest on these memories alone, and how many on others too."""
        through = model.evidence.through
        column = model.evidence.field.m2m_field_name()
        held: Counter[int] = Counter()
        for part in self._parts():
            rows = through._default_manager.filter(memory__in=part)
            held.update(rows.values_list(f"{column}_id", flat=True))
        total: dict[int, int] = {}
        for part in chunks(list(held)):
            counted = through._default_manager.filter(**{f"{column}__in": part}).order_by()
            total |= dict(counted.values_list(f"{column}_id").annotate(n=Count("pk")))
        alone = sum(total[pk] == count for pk, count in held.items())
        return alone, len(held) - alone

    def summary(self) -> dict[str, Any]:
        """Return packs, types, first and last time, and the number of hidden memories."""
        packs, types = Counter[str](), Counter[str]()
        hidden, times = 0, []
        for part in self._parts():
            rows = Memory.objects.filter(pk__in=part).order_by()
            for space, kind, count in rows.values_list("user_id", "memory_type").annotate(
                n=Count("pk")
            ):
                packs[pack_of(space)] += count
                types[kind] += count
            hidden += rows.exclude(invalidated_at=None).count()
            ends = rows.aggregate(first=Min("created_at"), last=Max("created_at"))
            times += [at for at in ends.values() if at]
        return {
            "by_pack": dict(packs.most_common()),
            "by_type": dict(types.most_common()),
            "hidden_count": hidden,
            "first_at": min(times, default=None),
            "last_at": max(times, default=None),
        }

    def newest(self, caller: Caller) -> list[Memory]:
        """Return the newest of these memories."""
        latest = list(self.keys)[-CHOSEN_FROM:]
        rows = Memory.objects.of(caller).filter(pk__in=latest).with_rendering()
        return list(rows.order_by("-created_at", "-pk")[:EXAMPLES])


# Keys follow the order of storing: the newest of the last ones are newest enough as examples.
CHOSEN_FROM = 500
