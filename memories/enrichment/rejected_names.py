"""Names that a person has said name nothing of their type: rules take them for none again."""

from collections.abc import Iterable

from entities.models import Entity, EntityAlias
from memories.models import Proposal, ProposalKind, ProposalStatus
from nlp.names.spelling import look_up_key
from nlp.types import Found

# A folded name with the type that it is not.
Refused = frozenset[tuple[str, str]]


def refused_names(user_id: str) -> Refused:
    """Return what is no name in a space, by what was rejected in the inbox.

    Where something of that type is called so by now, a caller or a person has said so since:
    it is a name again.
    """
    rejected = Proposal.objects.filter(
        user_id=user_id, kind=ProposalKind.ENTITY, status=ProposalStatus.REJECTED
    )
    refused = {
        (look_up_key(name, payload["type"]), payload["type"])
        for payload in rejected.values_list("payload", flat=True)
        for name in payload.get("names", ())
    }
    return frozenset(refused - _known(user_id, {key for key, _type in refused}))


def without_refused(mentions: Iterable[Found], refused: Refused) -> list[Found]:
    """Return the mentions whose words may be a name of their type."""
    return [
        one for one in mentions if (look_up_key(one.surface, one.type), one.type) not in refused
    ]


def _known(user_id: str, keys: set[str]) -> set[tuple[str, str]]:
    if not keys:
        return set()
    named = Entity.objects.filter(user_id=user_id, merged_into=None, name_key__in=keys)
    called = EntityAlias.objects.filter(
        user_id=user_id, entity__merged_into=None, alias_key__in=keys
    )
    return {
        *named.values_list("name_key", "entity_type"),
        *called.values_list("alias_key", "entity__entity_type"),
    }
