"""Choose a part of what a person has: memories, and the rows that rest on them.

A part is knowledge: it has no settings, rules, questions, views or log of what was recalled. An
entity goes along whole, with all of its names.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import F, Q

from accounts.models import Profile
from core.caller import Caller, aware
from core.db.fields import at_or_below, of_person
from core.models import Action, Revision
from entities.models import Entity, EntityAlias, Mention, MentionRuling
from graph.models import EntityRelation, GraphLayout, MemoryLink, SavedView
from memories.models import (
    Affect,
    Context,
    DerivationJob,
    InboxRule,
    Memory,
    Proposal,
    SearchTuning,
    Session,
    State,
    StateEntity,
    Tag,
    Thread,
    ThreadMembership,
)
from memories.records.lookup import in_packs, require_filled, require_past
from memories.schemas.archive import ExportPart
from packs.models import PackActivation
from packs.registry import spelt

from ..tables import numbered_kind, whole_model

Keys = frozenset[Any]
NOT_IN_PARTS = (Profile, InboxRule, Proposal, GraphLayout, SavedView, SearchTuning)


@dataclass(frozen=True, slots=True)
class ChosenRows:
    """The rows of a part by model: their keys, and their public ids. Of other models, all rows."""

    keys: Mapping[Any, Keys]
    # Threads whose title is not that of a memory outside.
    titled: Keys

    def holds(self, model: Any, key: Any) -> bool:
        """Return whether a row is in the part, by its key or its public id."""
        return model not in self.keys or key in self.keys[model]

    def is_about(self, entry: Revision) -> bool:
        """Return whether a journal entry is about a row of the part."""
        model = whole_model(entry.target_type)
        if model is None or entry.action == Action.ACCESS:
            return False
        is_numbered = numbered_kind(entry.target_type) is not None and entry.target_id.isdecimal()
        return self.holds(model, int(entry.target_id) if is_numbered else entry.target_id)


def part_of(caller: Caller, asked: ExportPart) -> ChosenRows:
    """Return the rows of a part.

    Raises:
        Forbidden, InvalidInput: there is no such pack, or it is not the caller's; nothing is in the
            namespace; the time is still to come.
    """
    require_filled(caller, asked.namespace)
    require_past(caller, asked.since)
    return _Choice(caller, asked).part()


@dataclass(slots=True)
class _Choice:
    caller: Caller
    asked: ExportPart
    memories: Any = field(init=False)

    def __post_init__(self) -> None:
        rows = Memory.objects.of(self.caller)
        self.memories = self._placed(rows, "created_at", has_namespace=True).values("pk")

    def _placed(self, rows: Any, recorded: str, *, has_namespace: bool) -> Any:
        """Keep the rows of the chosen packs, time and namespace."""
        rows = self._of_packs(rows)
        if self.asked.since:
            rows = rows.filter(
                **{f"{recorded}__gte": aware(self.asked.since, self.caller, "since")}
            )
        if place := self.asked.namespace.strip("/"):
            rows = rows.filter(at_or_below(place, "namespace")) if has_namespace else rows.none()
        return rows

    def _of_packs(self, rows: Any) -> Any:
        return in_packs(rows, self.caller, self.asked.pack) if self.asked.pack else rows

    def part(self) -> ChosenRows:
        about = Q(memory__in=self.memories)
        memberships = ThreadMembership.objects.filter(about)
        threads = Thread.objects.filter(memberships__in=memberships)
        own_titles = Q(memories__in=self.memories, memories__title=F("title"))
        return ChosenRows(
            {
                **dict.fromkeys(NOT_IN_PARTS, frozenset()),
                **self._knowledge(Mention.objects.filter(about)),
                Memory: _keys(self.memories, "pk", "uid"),
                Tag: _keys(Tag.objects.filter(memories__in=self.memories), "pk"),
                Context: _keys(Context.objects.filter(memories__in=self.memories), "pk"),
                Session: _keys(Session.objects.filter(memories__in=self.memories), "pk"),
                Thread: _keys(threads, "pk"),
                ThreadMembership: _keys(memberships, "pk"),
                Affect: _keys(Affect.objects.filter(about), "pk"),
                MentionRuling: _keys(MentionRuling.objects.filter(about), "pk"),
                DerivationJob: _keys(DerivationJob.objects.filter(about), "pk"),
                MemoryLink: _keys(self._links(), "pk"),
                PackActivation: _keys(self._packs(), "pk"),
            },
            titled=_keys(threads.filter(own_titles), "pk"),
        )

    def _links(self) -> Any:
        both = Q(src_memory__in=self.memories, dst_memory__in=self.memories)
        return MemoryLink.objects.filter(both)

    def _packs(self) -> Any:
        rows = PackActivation.objects.filter(base_user=self.caller.base_user)
        return rows.filter(pack__in=map(spelt, self.asked.pack)) if self.asked.pack else rows

    def _knowledge(self, mentions: Any) -> dict[Any, Keys]:
        """Return the keys of entities and of what is known of them.

        A relation or state without memories stands alone: its own place decides.
        """
        relations = self._resting(EntityRelation.objects, has_namespace=False)
        states = self._resting(State.objects, has_namespace=True)
        ends = StateEntity.objects.filter(state__in=states.values("pk"))
        named = Q()
        for rows, column in (
            (mentions, "entity_id"), (relations, "source_id"), (relations, "target_id"),
            (states.exclude(subject=None), "subject_id"), (ends, "entity_id"),
        ):  # fmt: skip
            named |= Q(entity_id__in=rows.values(column))
        entities = self._of_packs(Entity.objects.of(self.caller).filter(named))
        held = entities.values("entity_id")
        relations = relations.filter(source__in=held, target__in=held)
        states = states.filter(Q(subject=None) | Q(subject__in=held))
        return {
            Entity: _keys(entities, "pk", "entity_id"),
            EntityAlias: _keys(EntityAlias.objects.filter(entity__in=held), "pk"),
            Mention: _keys(mentions.filter(entity__in=held), "pk"),
            EntityRelation: _keys(relations, "pk", "uid"),
            State: _keys(states, "pk", "uid"),
            StateEntity: _keys(
                StateEntity.objects.filter(state__in=states.values("pk"), entity__in=held), "pk"
            ),
        }

    def _resting(self, manager: Any, *, has_namespace: bool) -> Any:
        rows = self._of_packs(manager.filter(of_person(self.caller.base_user)))
        alone = self._placed(rows.filter(evidence=None), "recorded_at", has_namespace=has_namespace)
        about = rows.filter(evidence__in=self.memories)
        return rows.filter(Q(pk__in=alone.values("pk")) | Q(pk__in=about.values("pk")))


def _keys(rows: Any, *names: str) -> Keys:
    found: Iterable[Any] = rows.values_list(*names)
    return frozenset(one if type(one) is int else str(one) for row in found for one in row)
