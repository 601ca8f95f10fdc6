"""One memory in full: what it says, what hangs on it, what it is evidence of."""

from collections import defaultdict
from collections.abc import Sequence
from uuid import UUID

from core.caller import Caller
from entities.selectors import aliases_seen
from memories.records.serialize import memory_out
from memories.schemas import EntityRef, MemoryDetail
from memories.schemas.links import NamedEntity

from .entities import relation_outs, relations_stated_in
from .links import link_outs
from .memories import memory_get, memory_links
from .states import state_outs, states_resting_on


def memory_detail(caller: Caller, uid: UUID) -> MemoryDetail:
    """Return one memory with everything that a save or change may have brought.

    Raises:
        NotFound: there is none, or it belongs to somebody else.
    """
    memory = memory_get(caller, uid)
    seen = dict(memory_out(memory))
    entities = _with_aliases(caller, seen.pop("entities"))
    return MemoryDetail(
        **seen,
        entities=entities,
        latitude=memory.latitude,
        longitude=memory.longitude,
        client_context=memory.client_context,
        image_summaries=memory.image_summaries,
        summary=memory.summary_text,
        micro_summary=memory.micro_summary,
        links=link_outs(list(memory_links(caller, uid).order_by("pk"))),
        states=state_outs(list(states_resting_on(caller, memory))),
        relations=relation_outs(caller, list(relations_stated_in(caller, memory))),
    )


def _with_aliases(caller: Caller, entities: Sequence[EntityRef]) -> list[NamedEntity]:
    aliases: dict[UUID, list[str]] = defaultdict(list)
    rows = aliases_seen(caller).filter(entity__in=[entity.id for entity in entities])
    for entity, alias in rows.order_by("pk").values_list("entity__entity_id", "alias"):
        aliases[entity].append(alias)
    return [NamedEntity(**dict(entity), aliases=aliases[entity.id]) for entity in entities]
