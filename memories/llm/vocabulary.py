"""The types that a language model may use: those that rules and people use, and no vague ones."""

from dataclasses import dataclass

from django.db.models import Q

from accounts.caller import pack_of
from entities.models import EntityType
from graph.models import RelationScope, RelationType
from packs import registry

from ..claims.rules import FACTS
from ..claims.tasks import TODO
from ..extraction import ANNOTATIONS, ENTITY_TYPES

# To be told that two things are alike helps nobody to remember.
VAGUE = frozenset({"instance_of", "type_of", "similar_to", "same_as", "near_to", "knows"})


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The keys of entity and relation types."""

    entity_types: frozenset[str]
    relation_types: frozenset[str]

    @property
    def predicates(self) -> frozenset[str]:
        """What states may say."""
        return self.relation_types | FACTS | {TODO}


def vocabulary_of(user_id: str) -> Vocabulary:
    """Return the types that fit a space: the core's, its pack's, and those that people added."""
    spec = registry.find(pack_of(user_id))
    wanted = ENTITY_TYPES | {word.key for word in (spec.entity_types if spec else ())}
    kinds = EntityType.objects.filter(Q(type_name__in=wanted) | Q(is_user_defined=True))
    relations = RelationType.objects.filter(scope=RelationScope.ENTITIES)
    return Vocabulary(
        entity_types=frozenset(kinds.values_list("pk", flat=True)) - ANNOTATIONS,
        relation_types=frozenset(relations.values_list("pk", flat=True)) - VAGUE,
    )
