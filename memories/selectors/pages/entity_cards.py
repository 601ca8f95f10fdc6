"""The list of people and things: one card for whoever is one in several packs."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.caller import Caller
from entities.models import Entity, SpaceQuerySet
from graph.same_as import same_as_seen, same_entities
from memories.selectors.entities import mention_counts


@dataclass(frozen=True, slots=True)
class EntityCard:
    """A person or thing in the list; ``same`` are its entities in other packs."""

    entity: Entity
    same: list[Entity]
    # In all packs.
    mentions: int

    @property
    def packs(self) -> list[str]:
        """The packs that name it."""
        return [row.pack for row in (self.entity, *self.same)]


def one_of_each(caller: Caller, rows: SpaceQuerySet[Entity]) -> SpaceQuerySet[Entity]:
    """Leave out the entities that are the same as another one of ``rows``."""
    others = same_as_seen(caller).filter(source__in=rows.order_by().values("entity_id"))
    # Read once: a test of each row would look through all of them for each of them.
    return rows.exclude(entity_id__in=others.values("target"))


def entity_cards(caller: Caller, entities: Sequence[Entity]) -> list[EntityCard]:
    """Return the cards of entities, in their order."""
    joined = same_entities(same_as_seen(caller), [row.entity_id for row in entities])
    further = {uid for ids in joined.values() for uid in ids} - set(joined)
    by_id = {row.entity_id: row for row in Entity.objects.of(caller).filter(entity_id__in=further)}
    counts = mention_counts(caller, [*joined, *further])
    return [
        EntityCard(
            row,
            [by_id[uid] for uid in joined[row.entity_id] if uid in by_id],
            sum(counts.get(uid, 0) for uid in joined[row.entity_id]),
        )
        for row in entities
    ]
