"""Everybody and everything of a space by their names, and where they were mentioned.

One batch reads the names of the wanted types, and then the rows and surroundings of those
that come into question only: seven queries, however many names there are.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from uuid import UUID

from django.db.models import F, Window
from django.db.models.functions import RowNumber

from entities.models import Entity, EntityAlias, EntityType, Mention
from nlp.names.context import Context
from nlp.names.forms import NameForm, form_of
from nlp.names.matching import block_keys
from nlp.names.scoring import KnownEntity
from nlp.names.spelling import without_title
from nlp.text.fold import name_key

# The latest mentions say enough about where somebody is mentioned.
MENTIONS_READ = 40
MOST_NAMES = 50_000


def companion_key(name: str) -> str:
    """Return how a name is compared with those that stand beside another one."""
    return name_key(without_title(name)[0])


def compatible_types(wanted: Collection[str]) -> dict[str, frozenset[str]]:
    """Return for each wanted type itself, the types above it and those below it, by primary key.

    Types of other people among them are harmless: no entity of the space has one.
    """
    parents = dict(EntityType.objects.filter(renames=None).values_list("type_name", "parent_type"))
    above = {name: _line(name, parents) for name in parents}
    return {
        name: frozenset(
            other for other in parents if other in above.get(name, ()) or name in above[other]
        )
        or frozenset({name})
        for name in wanted
    }


def _line(name: str, parents: Mapping[str, str | None]) -> frozenset[str]:
    line: set[str] = set()
    at: str | None = name
    while at is not None and at not in line:
        line.add(at)
        at = parents.get(at)
    return frozenset(line)


@dataclass(slots=True)
class Roster:
    """The names of one space, found by what they have in common."""

    user_id: str
    _known: dict[UUID, KnownEntity[Entity]] = field(default_factory=dict)
    _blocks: dict[str, set[UUID]] = field(default_factory=lambda: defaultdict(set))

    def load(self, forms: Collection[NameForm], types: Collection[str]) -> None:
        """Read those who come into question for any of these names."""
        wanted = {block for form in forms for block in block_keys(form)}
        found = {
            entity_id: names
            for entity_id, names in self._names(types).items()
            if any(block in wanted for form in names for block in block_keys(form))
        }
        around = _surroundings(found)
        for entity in Entity.objects.filter(entity_id__in=list(found)):
            forms_of = tuple(found[entity.entity_id])
            context = around.get(entity.entity_id, Context())
            self.add(KnownEntity(entity, forms_of, context, entity.extraction_count))

    def _names(self, types: Collection[str]) -> dict[UUID, list[NameForm]]:
        present = Entity.objects.filter(
            user_id=self.user_id, merged_into=None, entity_type__in=list(types)
        )
        rows = present.order_by("-last_mentioned_at").values_list(
            "entity_id", "name", "entity_type", "reading"
        )
        names = {
            entity_id: [form_of(name, kind, reading)]
            for entity_id, name, kind, reading in rows[:MOST_NAMES]
        }
        aliases = EntityAlias.objects.filter(
            user_id=self.user_id,
            entity__merged_into=None,
            entity__entity_type__in=list(types),
        )
        for entity_id, alias, kind, reading in aliases.values_list(
            "entity", "alias", "entity__entity_type", "reading"
        ):
            if entity_id in names:
                names[entity_id].append(form_of(alias, kind, reading))
        return names

    def add(self, known: KnownEntity[Entity]) -> None:
        """Add somebody, or replace what is known of them."""
        self._known[known.what.entity_id] = known
        for form in known.forms:
            for block in block_keys(form):
                self._blocks[block].add(known.what.entity_id)

    def of(self, entity: Entity) -> KnownEntity[Entity] | None:
        """Return what is known of an entity."""
        return self._known.get(entity.entity_id)

    def candidates(
        self, forms: Iterable[NameForm], types: Collection[str]
    ) -> list[KnownEntity[Entity]]:
        """Return who shares a block with any of the names and has one of the types."""
        ids = {
            pk for form in forms for block in block_keys(form) for pk in self._blocks.get(block, ())
        }
        rows = (self._known[pk] for pk in ids)
        fitting = [row for row in rows if row.what.entity_type_id in types]
        return sorted(fitting, key=lambda row: (-row.mentions, str(row.what.entity_id)))


def _surroundings(ids: Collection[UUID]) -> dict[UUID, Context]:
    """Return where entities were mentioned lately."""
    newest = Window(RowNumber(), partition_by=F("entity"), order_by=F("id").desc())
    latest = (
        Mention.objects.filter(entity__in=list(ids))
        .annotate(place=newest)
        .filter(place__lte=MENTIONS_READ)
        .values_list("entity", "memory", "memory__session", "memory__context__name_key")
    )
    places: dict[UUID, list[tuple[int, str, str | None]]] = defaultdict(list)
    for entity_id, memory_id, session, context in latest:
        places[entity_id].append((memory_id, str(session), context))
    memories = {place[0] for rows in places.values() for place in rows}
    beside, tags = _beside(memories), _tags(memories)
    return {
        entity_id: Context(
            companions=frozenset(
                key
                for memory_id, _, _ in rows
                for other, keys in beside.get(memory_id, ())
                if other != entity_id
                for key in keys
            ),
            tags=frozenset(tag for memory_id, _, _ in rows for tag in tags.get(memory_id, ())),
            contexts=frozenset(context for _, _, context in rows if context),
            sessions=frozenset(session for _, session, _ in rows),
        )
        for entity_id, rows in places.items()
    }


def _beside(memories: Collection[int]) -> dict[int, list[tuple[UUID, frozenset[str]]]]:
    rows = Mention.objects.filter(memory__in=list(memories)).values_list(
        "memory", "entity", "entity__name_key", "surface"
    )
    beside: dict[int, list[tuple[UUID, frozenset[str]]]] = defaultdict(list)
    for memory_id, entity_id, key, surface in rows:
        beside[memory_id].append((entity_id, frozenset({key, companion_key(surface)} - {""})))
    return beside


def _tags(memories: Collection[int]) -> dict[int, set[str]]:
    rows = Mention.objects.filter(
        memory__in=list(memories), memory__tags__isnull=False
    ).values_list("memory", "memory__tags__name_key")
    tags: dict[int, set[str]] = defaultdict(set)
    for memory_id, tag in rows.distinct():
        tags[memory_id].add(tag)
    return tags
