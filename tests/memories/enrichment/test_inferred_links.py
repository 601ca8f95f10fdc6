"""Links between important memories: near in meaning, and about one rare thing."""

from datetime import UTC, datetime, timedelta

import pytest

from core.caller import Caller
from graph.models import MemoryLink
from memories.enrichment.inference.memory_links import link_candidates
from memories.enrichment.inference.weekly import propose_inferred
from memories.models import Memory, Proposal
from memories.schemas import MemoryInput, parsed
from memories.schemas.inbox.decisions import Decision
from memories.services.inbox import decide
from memories.services.save import remember_batch

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 22, 20, tzinfo=UTC)
WEEK = timedelta(days=7)
THEORY = "The gateway error E1234-X may come from clock stretching on the probe bus."
FIX = "The gateway error E1234-X is gone since the probe bus has a lock of its own."
GARDEN = "The tomatoes on the balcony need more sun than they get in the afternoon."


def remember(caller: Caller, text: str, session: str, **fields: object) -> Memory:
    item = {"text": text, "pack": "work", "session_id": session, **fields}
    saved = remember_batch(caller, [parsed(MemoryInput, item)], wait=True)
    return Memory.objects.get(uid=saved.results[0].id)


@pytest.fixture
def theory(owner: Caller) -> Memory:
    """An important memory, another one of the same error a while later, and one of something else."""
    memory = remember(owner, THEORY, "one", importance=0.9, tags=["E1234-X"])
    remember(owner, FIX, "two", tags=["E1234-X"])
    remember(owner, GARDEN, "three", tags=["garden"])
    return memory


def pairs(caller: Caller) -> set[frozenset[str]]:
    found = link_candidates(caller.space("work"), NOW)
    return {frozenset((one.newer.raw_text, one.older.raw_text)) for one in found}


def test_an_important_memory_is_linked_to_a_later_one_of_the_same_thing(
    owner: Caller, theory: Memory
) -> None:
    assert propose_inferred("alice", NOW) == 1
    proposal = Proposal.objects.get(kind="link")
    assert proposal.method == "inference:links" and "E1234-X" in proposal.reason
    assert proposal.payload["source"] == str(Memory.objects.get(raw_text=FIX).uid)
    assert proposal.payload["target"] == str(theory.uid)
    assert set(proposal.payload["parts"]) == {"cosine", "rarity"}
    assert proposal.evidence.count() == 2
    assert not MemoryLink.objects.filter(relation_type="related").exists()
    decide(owner, proposal.uid, Decision.ACCEPT, now=NOW)
    link = MemoryLink.objects.get(relation_type="related")
    assert link.validation_status == "accepted" and link.extraction_method == "inference:links"
    assert propose_inferred("alice", NOW + WEEK) == 0


def test_a_rejected_link_is_not_asked_again(owner: Caller, theory: Memory) -> None:
    propose_inferred("alice", NOW)
    decide(owner, Proposal.objects.get(kind="link").uid, Decision.REJECT, now=NOW)
    assert propose_inferred("alice", NOW + 2 * WEEK) == 0


def test_what_is_not_important_is_not_looked_at(owner: Caller, theory: Memory) -> None:
    assert pairs(owner) == {frozenset((THEORY, FIX))}
    Memory.objects.update(importance_score=0.5)
    assert pairs(owner) == set()
    Memory.objects.filter(raw_text=FIX).update(last_used_at=NOW - WEEK)
    assert pairs(owner) == {frozenset((THEORY, FIX))}


@pytest.mark.parametrize(
    "text, session, fields",
    [
        (FIX, "one", {"tags": ["E1234-X"]}),
        (FIX, "two", {"tags": ["other"]}),
        ("Is the gateway error E1234-X of the probe bus gone?", "two", {"tags": ["E1234-X"]}),
        (FIX, "two", {"tags": ["E1234-X"], "speaker": "assistant"}),
        (FIX, "two", {"tags": ["E1234-X"], "namespace": "elsewhere"}),
    ],
)
def test_neighbors_questions_and_strangers_are_left_out(
    owner: Caller, text: str, session: str, fields: dict[str, object]
) -> None:
    remember(owner, THEORY, "one", importance=0.9, tags=["E1234-X"])
    remember(owner, text, session, **fields)
    assert pairs(owner) == set()


def test_another_person_s_memories_are_not_linked(owner: Caller, other: Caller) -> None:
    remember(owner, THEORY, "one", importance=0.9, tags=["E1234-X"])
    remember(other, FIX, "two", importance=0.9, tags=["E1234-X"])
    assert propose_inferred("alice", NOW) == propose_inferred("bob", NOW) == 0
