"""Find entities by exact name, or create them."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from django.db.models import F

from nlp.names.romaji import reading_of
from nlp.names.spelling import bare_name, look_up_key

from .models import Entity, EntityAlias


@dataclass(slots=True)
class EntityRegistry:
    """The entities of one space that one batch of saves names; ``load`` first, ``store`` last."""

    user_id: str
    now: datetime
    created: list[Entity] = field(default_factory=list)
    created_aliases: list[EntityAlias] = field(default_factory=list)
    _by_key: dict[tuple[str, str], Entity] = field(default_factory=dict)

    def load(self, names: Iterable[tuple[str, str]]) -> None:
        """Look up ``(name, type)`` pairs in two queries."""
        keys = {look_up_key(name, type_name) for name, type_name in names}
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
        """Return the entity of this type and name or alias; create it if it is new."""
        keys = [look_up_key(given, type_name) for given in (name, *aliases)]
        entity = next(
            (self._by_key[k, type_name] for k in keys if (k, type_name) in self._by_key), None
        )
        if entity is None:
            entity = self.create(name, type_name)
        self.add_aliases(entity, (name, *aliases))
        return entity

    def create(self, name: str, type_name: str, *, confidence: float = 1.0) -> Entity:
        """Create an entity of this name, even if another has the name."""
        entity = Entity(
            user_id=self.user_id,
            entity_type_id=type_name,
            name=name.strip(),
            name_key=look_up_key(name, type_name),
            reading=reading_of(bare_name(name, type_name)),
            confidence_score=confidence,
            created_at=self.now,
        )
        self.created.append(entity)
        self._remember(entity.name_key, entity)
        return entity

    def add_aliases(self, entity: Entity, names: Sequence[str]) -> None:
        """Add aliases of an entity, except names that an entity of its type has already."""
        for name in names:
            key = look_up_key(name, entity.entity_type_id)
            if key and key != entity.name_key and (key, entity.entity_type_id) not in self._by_key:
                self._remember(key, entity)
                self.created_aliases.append(alias_of(entity, name, now=self.now))

    def store(self) -> None:
        """Insert the new entities and aliases."""
        Entity.objects.bulk_create(self.created)
        EntityAlias.objects.bulk_create(self.created_aliases)


def alias_of(entity: Entity, name: str, *, now: datetime) -> EntityAlias:
    """Return an alias of an entity, not stored yet."""
    return EntityAlias(
        entity=entity,
        user_id=entity.user_id,
        alias=name.strip(),
        alias_key=look_up_key(name, entity.entity_type_id),
        reading=reading_of(bare_name(name, entity.entity_type_id)),
        created_at=now,
    )


def count_mentions(entities: Sequence[Entity], at: datetime) -> None:
    """Add one mention to each entity, for each time that it is listed."""
    by_count: dict[int, list[UUID]] = defaultdict(list)
    for entity_id, times in Counter(entity.entity_id for entity in entities).items():
        by_count[times].append(entity_id)
    for times, ids in by_count.items():
        Entity.objects.filter(entity_id__in=ids).update(
            extraction_count=F("extraction_count") + times, last_mentioned_at=at
        )
