"""The types that a language model may use: those that rules and people use, and no vague ones."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from core.caller import base_user_of, pack_of
from entities.types.catalog import entity_types, types_by_key
from graph.models import RelationScope, RelationType
from nlp.facts.claim import FACTS, TODO
from nlp.types import ANNOTATIONS, ENTITY_TYPES
from packs import registry

# To be told that two things are alike helps nobody to remember.
VAGUE = frozenset({"instance_of", "type_of", "similar_to", "same_as", "near_to", "knows"})


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The keys of entity and relation types, and the primary keys of entity types that differ."""

    entity_types: frozenset[str]
    relation_types: frozenset[str]
    entity_type_ids: Mapping[str, str] = field(default_factory=dict)

    @property
    def predicates(self) -> frozenset[str]:
        """What states may say."""
        return self.relation_types | FACTS | {TODO}


def vocabulary_of(user_id: str) -> Vocabulary:
    """Return the types that fit a space: the core's, its pack's, the operator's and its person's."""
    base_user = base_user_of(user_id)
    spec = registry.find(pack_of(user_id))
    wanted = ENTITY_TYPES | {word.key for word in (spec.entity_types if spec else ())}
    kinds = {
        key: row.pk
        for key, row in entity_types(base_user).items()
        if (key in wanted or row.is_user_defined) and key not in ANNOTATIONS
    }
    relations = types_by_key(RelationType, base_user).items()
    between = {key for key, row in relations if row.scope == RelationScope.ENTITIES}
    return Vocabulary(
        entity_types=frozenset(kinds),
        relation_types=frozenset(between) - VAGUE,
        entity_type_ids={key: pk for key, pk in kinds.items() if key != pk},
    )
