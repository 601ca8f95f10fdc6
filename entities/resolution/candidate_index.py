"""Candidates for names: the entities of a space by blocks of their names, with their contexts.

One batch reads all names of the given types, and then rows and contexts of the candidates only:
seven queries, however many names the space has.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from uuid import UUID

from django.db.models import F, Window
from django.db.models.functions import RowNumber

from entities.models import UNNAMED, Entity, EntityAlias, EntityType, Mention
from nlp.names.forms import NameForm, form_of
from nlp.names.matching import block_keys
from nlp.names.scoring import Context, KnownEntity
from nlp.names.spelling import without_title
from nlp.text.tokens import name_key

# The newest mentions are enough for the context of an entity.
MENTIONS_READ = 40
MOST_NAMES = 50_000


def companion_key(name: str) -> str:
    """Return the key by which names in the same memory are compared."""
    return name_key(without_title(name)[0])


def compatible_types(names: Collection[str]) -> dict[str, frozenset[str]]:
    """Return each type with its ancestors and descendants, by primary key.

    Types of other people are harmless: no entity of the space has one.
    """
    parents = dict(EntityType.objects.filter(renames=None).values_list("type_name", "parent_type"))
    above = {name: _line(name, parents) for name in parents}
    return {
        name: frozenset(
            other for other in parents if other in above.get(name, ()) or name in above[other]
        )
        or frozenset({name})
        for name in names
    }


def _line(name: str, parents: Mapping[str, str | None]) -> frozenset[str]:
    line: set[str] = set()
    at: str | None = name
    while at is not None and at not in line:
        line.add(at)
        at = parents.get(at)
    return frozenset(line)


@dataclass(slots=True)
class CandidateIndex:
    """The entities of one space, indexed by the blocks of their names."""

    user_id: str
    _known: dict[UUID, KnownEntity[Entity]] = field(default_factory=dict)
    _blocks: dict[str, set[UUID]] = field(default_factory=lambda: defaultdict(set))

    def load(self, forms: Collection[NameForm], types: Collection[str]) -> None:
        """Read the entities that share a block with one of these names."""
        wanted = {block for form in forms for block in block_keys(form)}
        found = {
            entity_id: names
            for entity_id, names in self._names(types).items()
            if any(block in wanted for form in names for block in block_keys(form))
        }
        contexts = contexts_of(found)
        for entity in Entity.objects.filter(entity_id__in=list(found)):
            forms_of = tuple(found[entity.entity_id])
            context = contexts.get(entity.entity_id, Context())
            self.add(KnownEntity(entity, forms_of, context, entity.extraction_count))

    def _names(self, types: Collection[str]) -> dict[UUID, list[NameForm]]:
        present = Entity.objects.filter(
            user_id=self.user_id, merged_into=None, entity_type__in=list(types)
        ).exclude(entity_subtype__startswith=UNNAMED)
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
        """Add an entity, or replace its names and context."""
        self._known[known.what.entity_id] = known
        for form in known.forms:
            for block in block_keys(form):
                self._blocks[block].add(known.what.entity_id)

    def of(self, entity: Entity) -> KnownEntity[Entity] | None:
        """Return the names and context of an entity, if it is indexed."""
        return self._known.get(entity.entity_id)

    def matching(
        self, forms: Iterable[NameForm], types: Collection[str]
    ) -> list[KnownEntity[Entity]]:
        """Return the entities of these types that share a block with one of the names."""
        ids = {
            pk for form in forms for block in block_keys(form) for pk in self._blocks.get(block, ())
        }
        rows = (self._known[pk] for pk in ids)
        fitting = [row for row in rows if row.what.entity_type_id in types]
        return sorted(fitting, key=lambda row: (-row.mentions, str(row.what.entity_id)))


def contexts_of(
    ids: Collection[UUID], company: Collection[str] | None = None
) -> dict[UUID, Context]:
    """Return the contexts of the newest mentions of each entity.

    ``company``: the types of the entities that count as companions; all, if it is None.
    """
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
    companions, tags = _companions(memories, company), _tags(memories)
    return {
        entity_id: Context(
            companions=frozenset(
                key
                for memory_id, _, _ in rows
                for other, keys in companions.get(memory_id, ())
                if other != entity_id
                for key in keys
            ),
            tags=frozenset(tag for memory_id, _, _ in rows for tag in tags.get(memory_id, ())),
            contexts=frozenset(context for _, _, context in rows if context),
            sessions=frozenset(session for _, session, _ in rows),
        )
        for entity_id, rows in places.items()
    }


def _companions(
    memories: Collection[int], company: Collection[str] | None
) -> dict[int, list[tuple[UUID, frozenset[str]]]]:
    mentions = Mention.objects.filter(memory__in=list(memories))
    if company is not None:
        mentions = mentions.filter(entity__entity_type__in=list(company))
    rows = mentions.values_list("memory", "entity", "entity__name_key", "surface")
    companions: dict[int, list[tuple[UUID, frozenset[str]]]] = defaultdict(list)
    for memory_id, entity_id, key, surface in rows:
        companions[memory_id].append((entity_id, frozenset({key, companion_key(surface)} - {""})))
    return companions


def _tags(memories: Collection[int]) -> dict[int, set[str]]:
    rows = Mention.objects.filter(
        memory__in=list(memories), memory__tags__isnull=False
    ).values_list("memory", "memory__tags__name_key")
    tags: dict[int, set[str]] = defaultdict(set)
    for memory_id, tag in rows.distinct():
        tags[memory_id].add(tag)
    return tags
