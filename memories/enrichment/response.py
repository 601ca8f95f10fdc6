"""Add the results of enrichment to the response of a save that waited for it."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from uuid import UUID

from django.db.models import Q

from core.caller import base_user_of
from core.db.fields import of_person
from entities.models import Mention
from graph.link_types import CONTRADICTS
from graph.models import MemoryLink
from memories.models import Memory, Proposal, ProposalKind, ProposalStatus, State
from memories.models.state import ENDED_BY
from memories.schemas import BatchOut, EndedOut, EntityRef, LinkedOut, SavedOut

# Methods of links given by the save itself or by the order of the session.
GIVEN_METHODS = ("stated", "session_order")
# The most links of each kind in a response.
MAX_LINKS = 5


def add_enrichment_to_response(out: BatchOut, memories: Sequence[Memory]) -> BatchOut:
    """Return a response with the entities, states, links and proposals stored meanwhile."""
    keys = {memory.uid: memory.pk for memory in memories}
    told = _EnrichedBatch(list(keys.values()))
    return BatchOut(results=[told.of(saved, keys[saved.id]) for saved in out.results])


class _EnrichedBatch:
    """The stored results of enrichment for some memories, loaded with a constant number of queries."""

    def __init__(self, pks: Sequence[int]) -> None:
        rows = Memory.objects.filter(pk__in=pks, consolidated_flag=True)
        self._canonical = dict(rows.values_list("pk", "canonical__uid"))
        self._entities = _entities(pks)
        self._states = _states(pks)
        self._ended = _ended(pks)
        self._links = _links(pks)
        self._proposed = _proposed(pks)

    def of(self, saved: SavedOut, pk: int) -> SavedOut:
        links = self._links[pk][:MAX_LINKS]
        canonical = self._canonical.get(pk)
        derived = "merged" if canonical else "related" if links else saved.action
        return saved.model_copy(
            update={
                "action": derived if saved.action == "created" else saved.action,
                "canonical_id": canonical,
                "entities": self._entities[pk],
                "states": self._states[pk],
                "ended": self._ended[pk],
                "links": links,
                "suggested_links": self._proposed[pk, ProposalKind.LINK][:MAX_LINKS],
                "possible_contradictions": self._proposed[pk, ProposalKind.CONTRADICTION][
                    :MAX_LINKS
                ],
            }
        )


def _entities(pks: Sequence[int]) -> dict[int, list[EntityRef]]:
    found: dict[int, dict[UUID, EntityRef]] = defaultdict(dict)
    rows = Mention.objects.filter(memory__in=pks).select_related("entity").order_by("pk")
    for mention in rows:
        entity = mention.entity
        ref = EntityRef(id=entity.entity_id, name=entity.name, type=entity.type_key)
        found[mention.memory_id][entity.entity_id] = ref
    return defaultdict(list, {pk: list(refs.values()) for pk, refs in found.items()})


def _states(pks: Sequence[int]) -> dict[int, list[UUID]]:
    found: dict[int, list[UUID]] = defaultdict(list)
    rows = State.objects.filter(evidence__in=pks, superseded_at=None).order_by("pk")
    for pk, uid in rows.values_list("evidence", "uid"):
        found[pk].append(uid)
    return found


def _ended(pks: Sequence[int]) -> dict[int, list[EndedOut]]:
    """Return the states that the words of these memories ended."""
    memories = {
        row.pk: row for row in Memory.objects.filter(pk__in=pks).only("raw_text", "user_id")
    }
    found: dict[int, list[EndedOut]] = defaultdict(list)
    if not memories:
        return found
    person = base_user_of(next(iter(memories.values())).user_id)
    # What was ended in another pack was within the reach of whoever saved.
    rows = State.objects.filter(
        of_person(person),
        superseded_at=None,
        valid_to__isnull=False,
        extra_data__ended_by__0__in=list(pks),
    )
    for state in rows.order_by("pk"):
        pk, start, end = state.extra_data[ENDED_BY]
        found[pk].append(
            EndedOut(
                id=state.uid,
                predicate=state.predicate,
                value=state.value,
                ended_at=state.valid_to,
                words=memories[pk].raw_text[start:end],
            )
        )
    return found


def _links(pks: Sequence[int]) -> dict[int, list[LinkedOut]]:
    found: dict[int, list[LinkedOut]] = defaultdict(list)
    touching = Q(src_memory__in=pks) | Q(dst_memory__in=pks)
    rows = MemoryLink.objects.filter(touching).exclude(extraction_method__in=GIVEN_METHODS)
    for link in rows.select_related("src_memory", "dst_memory").order_by("-confidence_score"):
        ends = (link.src_memory, link.dst_memory)
        for own, other in (ends, ends[::-1]):
            if own.pk in pks:
                found[own.pk].append(
                    LinkedOut(
                        memory_id=other.uid,
                        title=other.title,
                        type=link.type_key,
                        reason=link.notes,
                        confidence=link.confidence_score,
                    )
                )
    return found


def _proposed(pks: Sequence[int]) -> dict[tuple[int, str], list[LinkedOut]]:
    found: dict[tuple[int, str], list[LinkedOut]] = defaultdict(list)
    uids = dict(Memory.objects.filter(pk__in=pks).values_list("pk", "uid"))
    rows = Proposal.objects.filter(
        status=ProposalStatus.OPEN,
        kind__in=(ProposalKind.LINK, ProposalKind.CONTRADICTION),
        evidence__in=pks,
    ).distinct()
    asked = [(proposal, _memories_of(proposal)) for proposal in rows]
    others = {uid for _proposal, named in asked for uid in named}
    titles = {
        str(uid): title
        for uid, title in Memory.objects.filter(uid__in=others).values_list("uid", "title")
    }
    for proposal, named in asked:
        for pk, uid in uids.items():
            if str(uid) in named:
                found[pk, proposal.kind] += [
                    _proposed_to(proposal, other, titles) for other in named if other != str(uid)
                ]
    return found


def _memories_of(proposal: Proposal) -> list[str]:
    payload = proposal.payload
    ids = payload.get("memories") or [payload.get("source"), payload.get("target")]
    return [str(uid) for uid in ids if uid]


def _proposed_to(proposal: Proposal, other: str, titles: Mapping[str, str]) -> LinkedOut:
    return LinkedOut(
        memory_id=UUID(other),
        title=titles.get(other, ""),
        type=str(proposal.payload.get("type", CONTRADICTS)),
        reason=proposal.reason,
        confidence=proposal.confidence,
    )
