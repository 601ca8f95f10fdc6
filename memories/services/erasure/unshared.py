"""Find rows that only the erased memories use: entities, aliases, tags, contexts, sessions."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db.models import Model, Q, QuerySet

from core.models import Revision
from entities.models import Entity, EntityAlias, Mention, MentionRuling
from graph.models import EntityRelation
from memories.models import (
    Context,
    Memory,
    Session,
    State,
    StateEntity,
    Tag,
    Thread,
    ThreadMembership,
)
from memories.schemas import UnsharedKind, UnsharedOut

from .told import JournalFacts, read_facts, removed_rows, unshared_aliases


@dataclass(frozen=True, slots=True)
class Unshared:
    """Rows that only the erased memories use; ``removed`` are journal entries of deleted rows."""

    entities: Sequence[Entity] = ()
    aliases: Sequence[EntityAlias] = ()
    tags: Sequence[Tag] = ()
    contexts: Sequence[Context] = ()
    sessions: Sequence[Session] = ()
    threads: Sequence[Thread] = ()
    removed: Sequence[Revision] = ()
    runs: Sequence[tuple[UUID, str]] = ()
    # Entities that stay, and are named by the memories too.
    shared: Sequence[UUID] = field(default=())

    @property
    def rows(self) -> list[Model]:
        """Return the rows of journaled tables, referring rows first."""
        return [*self.aliases, *self.entities, *self.tags, *self.contexts, *self.sessions]

    def listed(self) -> list[UnsharedOut]:
        """Return all of it for a client."""
        rows: tuple[tuple[str, Sequence[tuple[object, str]]], ...] = (
            ("entity", [(row.entity_id, row.name) for row in self.entities]),
            ("alias", [(row.pk, row.alias) for row in self.aliases]),
            ("tag", [(row.pk, row.name) for row in self.tags]),
            ("context", [(row.pk, row.name) for row in self.contexts]),
            # The key of an implicit session is a generated id without text.
            ("session", [(row.pk, row.key) for row in self.sessions if not row.is_implicit]),
            ("removed", [(row.target_id, _name_of(row)) for row in self.removed]),
            ("search", self.runs),
        )
        return [
            UnsharedOut(kind=UnsharedKind(kind), id=str(key), name=name)
            for kind, found in rows
            for key, name in found
        ]

    @property
    def entity_names(self) -> set[str]:
        """Return the names of the entities and aliases."""
        names = {entity.name for entity in self.entities} | {row.alias for row in self.aliases}
        kept = EntityAlias.objects.filter(entity__in=self.entities)
        return names | set(kept.values_list("alias", flat=True))

    @property
    def names(self) -> set[str]:
        """Return the names of the entities, aliases, tags and contexts."""
        groups: list[Tag | Context] = [*self.tags, *self.contexts]
        return self.entity_names | {row.name for row in groups}


def _name_of(entry: Revision) -> str:
    """Return what a removed row was called."""
    values = entry.after or entry.before or {}
    return str(values.get("name") or values.get("alias") or "")


def unshared(
    memories: Sequence[Memory],
    relations: Sequence[EntityRelation],
    states: Sequence[State],
) -> Unshared:
    """Return what only these memories name; ``relations`` and ``states`` are erased with them."""
    keys = [memory.pk for memory in memories]
    facts = read_facts(memories)
    named = _named(keys, relations, states, facts)
    entities = _entities(named, keys, relations, states)
    left = {entity.entity_id for entity in entities}
    shared = sorted(named - left)
    aliases = unshared_aliases(shared, memories, facts)
    merged = _merged_as(aliases)
    return Unshared(
        entities=[*entities, *merged],
        aliases=aliases,
        tags=_tags(memories, keys, facts),
        contexts=_contexts(memories, keys, facts),
        sessions=_sessions(keys),
        threads=_threads(keys),
        removed=removed_rows(memories, facts),
        shared=shared,
    )


def _named(
    keys: Sequence[int],
    relations: Sequence[EntityRelation],
    states: Sequence[State],
    facts: JournalFacts,
) -> set[UUID]:
    """Return the entities that the memories name now, or named according to the journal."""
    found = set(facts.entities)
    for rows in (Mention.objects, MentionRuling.objects):
        found |= set(rows.filter(memory__in=keys).values_list("entity", flat=True))
    found |= {end for row in relations for end in (row.source_id, row.target_id)}
    found |= {state.subject_id for state in states if state.subject_id}
    further = StateEntity.objects.filter(state__in=[state.pk for state in states])
    found |= set(further.values_list("entity", flat=True))
    stored = Entity.objects.filter(entity_id__in=found - {None})
    return set(stored.values_list("entity_id", flat=True)) | _merged_into(found)


def _merged_into(found: Collection[UUID]) -> set[UUID]:
    rows = Entity.objects.filter(entity_id__in=found, merged_into__isnull=False)
    return {end for end in rows.values_list("merged_into__entity_id", flat=True) if end}


def _merged_from(found: Collection[UUID]) -> set[UUID]:
    rows = Entity.objects.filter(merged_into__entity_id__in=found)
    return set(rows.values_list("entity_id", flat=True))


def without_references(named: Collection[UUID]) -> list[Entity]:
    """Return those of these entities that nothing refers to, with the entities merged into them."""
    return _entities(named, (), (), ())


def _entities(
    named: Collection[UUID],
    keys: Sequence[int],
    relations: Sequence[EntityRelation],
    states: Sequence[State],
) -> list[Entity]:
    """Return the entities without other references, with the entities merged into them."""
    wanted = set(named)
    while more := _merged_from(wanted) - wanted:
        wanted |= more
    kept = wanted & _referred_to(wanted, keys, relations, states)
    # What was merged into one that stays is part of its history.
    while more := (_merged_from(kept) | _merged_into(kept)) & (wanted - kept):
        kept |= more
    return list(Entity.objects.filter(entity_id__in=wanted - kept).order_by("pk"))


def _referred_to(
    wanted: Collection[UUID],
    keys: Sequence[int],
    relations: Sequence[EntityRelation],
    states: Sequence[State],
) -> set[UUID]:
    own, gone = [row.pk for row in relations], [state.pk for state in states]
    kept_relations = EntityRelation.objects.exclude(pk__in=own)
    rows: tuple[tuple[QuerySet[Any], str], ...] = (
        (Mention.objects.exclude(memory__in=keys), "entity"),
        (MentionRuling.objects.exclude(memory__in=keys), "entity"),
        (kept_relations, "source"),
        (kept_relations, "target"),
        (State.objects.exclude(pk__in=gone), "subject"),
        (StateEntity.objects.exclude(state__in=gone), "entity"),
    )
    return {
        end
        for found, column in rows
        for end in found.filter(**{f"{column}__entity_id__in": wanted})
        .values_list(f"{column}__entity_id", flat=True)
        .distinct()
    }


def _merged_as(aliases: Sequence[EntityAlias]) -> list[Entity]:
    """Return entities that live on only as one of these aliases."""
    found = Q(pk__in=[])
    for row in aliases:
        found |= Q(merged_into=row.entity_id, name_key=row.alias_key)
    return list(Entity.objects.filter(found))


def _tags(memories: Sequence[Memory], keys: Sequence[int], facts: JournalFacts) -> list[Tag]:
    spaces = {memory.user_id for memory in memories}
    own = Tag.objects.filter(
        Q(memories__in=keys) | Q(user_id__in=spaces, name__in=facts.tags)
    ).distinct()
    kept = Memory.tags.through.objects.filter(tag__in=list(own)).exclude(memory__in=keys)
    return list(own.exclude(pk__in=set(kept.values_list("tag", flat=True).distinct())))


def _contexts(
    memories: Sequence[Memory], keys: Sequence[int], facts: JournalFacts
) -> list[Context]:
    spaces = {memory.user_id for memory in memories}
    own = Context.objects.filter(
        Q(memories__in=keys) | Q(user_id__in=spaces, pk__in=facts.contexts)
    ).distinct()
    kept = Memory.objects.filter(context__in=list(own)).exclude(pk__in=keys)
    return list(own.exclude(pk__in=set(kept.values_list("context", flat=True).distinct())))


def _sessions(keys: Sequence[int]) -> list[Session]:
    own = Session.objects.filter(memories__in=keys).distinct()
    kept = Memory.objects.filter(session__in=list(own)).exclude(pk__in=keys)
    return list(own.exclude(pk__in=set(kept.values_list("session", flat=True).distinct())))


def _threads(keys: Sequence[int]) -> list[Thread]:
    own = Thread.objects.filter(memories__in=keys).distinct()
    kept = ThreadMembership.objects.filter(thread__in=list(own)).exclude(memory__in=keys)
    return list(own.exclude(pk__in=set(kept.values_list("thread", flat=True).distinct())))
