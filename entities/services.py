"""Finding the entity that a name means, or making it."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from django.db.models import F

from nlp.names.readings import reading_of
from nlp.names.spelling import bare_name, look_up_key

from .models import Entity, EntityAlias


@dataclass(slots=True)
class EntityBook:
    """The entities of one space that one batch of saves mentions."""

    user_id: str
    now: datetime
    made: list[Entity] = field(default_factory=list)
    made_aliases: list[EntityAlias] = field(default_factory=list)
    _by_key: dict[tuple[str, str], Entity] = field(default_factory=dict)

    def load(self, wanted: Iterable[tuple[str, str]]) -> None:
        """Look up ``(name, type)`` pairs in two queries."""
        keys = {look_up_key(name, type_name) for name, type_name in wanted}
        present = Entity.objects.filter(user_id=self.user_id, merged_into=None)
        for entity in present.filter(name_key__in=keys).order_by("-extraction_count", "pk"):
            self._remember(entity.name_key, entity)
        aliases = EntityAlias.objects.filter(
            user_id=self.user_id, alias_key__in=keys, entity__merged_into=None
        ).select_related("entity")
        for alias in aliases:
            self._remember(alias.alias_key, alias.entity)

    def _remember(self, key: str, entity: Entity) -> None:
        self._by_key.setdefault((key, entity.entity_type_id), entity)

    def resolve(self, name: str, type_name: str, aliases: Sequence[str] = ()) -> Entity:
        """Return the entity of this name (or of one of the aliases) and type, made if new."""
        keys = [look_up_key(given, type_name) for given in (name, *aliases)]
        entity = next(
            (self._by_key[k, type_name] for k in keys if (k, type_name) in self._by_key), None
        )
        if entity is None:
            entity = self.make(name, type_name)
        self.call_also(entity, (name, *aliases))
        return entity

    def make(self, name: str, type_name: str, *, confidence: float = 1.0) -> Entity:
        """Add an entity of this name, whether or not there is one already."""
        entity = Entity(
            user_id=self.user_id,
            entity_type_id=type_name,
            name=name.strip(),
            name_key=look_up_key(name, type_name),
            reading=reading_of(bare_name(name, type_name)),
            confidence_score=confidence,
            created_at=self.now,
        )
        self.made.append(entity)
        self._remember(entity.name_key, entity)
        return entity

    def call_also(self, entity: Entity, names: Sequence[str]) -> None:
        """Add other names of an entity, those left out that lead to one of its type already."""
        for name in names:
            key = look_up_key(name, entity.entity_type_id)
            if key and key != entity.name_key and (key, entity.entity_type_id) not in self._by_key:
                self._remember(key, entity)
                self.made_aliases.append(alias_of(entity, name, now=self.now))

    def store(self) -> None:
        """Insert what is new."""
        Entity.objects.bulk_create(self.made)
        EntityAlias.objects.bulk_create(self.made_aliases)


def alias_of(entity: Entity, name: str, *, now: datetime) -> EntityAlias:
    """Return a further name of an entity, not stored yet."""
    return EntityAlias(
        entity=entity,
        user_id=entity.user_id,
        alias=name.strip(),
        alias_key=look_up_key(name, entity.entity_type_id),
        reading=reading_of(bare_name(name, entity.entity_type_id)),
        created_at=now,
    )


def count_mentions(entities: Sequence[Entity], at: datetime) -> None:
    """Add one mention to each entity (as often as it is listed)."""
    by_count: dict[int, list[UUID]] = defaultdict(list)
    for entity_id, times in Counter(entity.entity_id for entity in entities).items():
        by_count[times].append(entity_id)
    for times, ids in by_count.items():
        Entity.objects.filter(entity_id__in=ids).update(
            extraction_count=F("extraction_count") + times, last_mentioned_at=at
        )
