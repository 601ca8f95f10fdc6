"""Merging, folding, states and contradictions: done by their services, taken back exactly."""

from typing import Any

import pytest

from core.caller import Caller
from core.errors import InvalidInput
from entities.models import Entity, ValidationStatus
from graph.models import MemoryLink
from memories.inbox.decisions import Decision, undo_decision
from memories.inbox.kinds import handler_for
from memories.models import Memory, Proposal, ProposalStatus, State
from memories.schemas import SavedOut
from memories.schemas.states import StateInput
from memories.services.inbox import decide
from memories.services.knowledge import state_create

from .conftest import Save, Suggest, all_rows, memory_of

Pair = tuple[SavedOut, SavedOut]


@pytest.fixture
def same(owner: Caller, save: Save) -> tuple[Entity, Entity]:
    """田中太郎 and Tanaka, in two memories."""
    save(owner, "田中さんが承認した。", pack="work", entities=[
        {"name": "田中太郎", "type": "Person", "aliases": ["田中"]}, {"name": "Aozora", "type": "Project"},
    ], relations=[{"source": "田中太郎", "target": "Aozora", "type": "participates_in"}])  # fmt: skip
    save(owner, "Tanaka approved it.", pack="work", entities=[{"name": "Tanaka", "type": "Person"}])
    return Entity.objects.get(name="田中太郎"), Entity.objects.get(name="Tanaka")


@pytest.fixture
def states(owner: Caller, pair: Pair) -> tuple[State, State]:
    """Two states of Alice that cannot both hold, each with its memory."""
    made = [
        state_create(
            owner,
            StateInput(
                pack="work", predicate="budget", value=value, valid_from=f"{day}T00:00:00Z",  # type: ignore[arg-type]
                evidence=[saved.id],
            ),
        ).state
        for value, day, saved in (
            ("30,000", "2026-03-02", pair[0]), ("45,000", "2026-05-08", pair[1]),
        )
    ]  # fmt: skip
    assert made[0] is not None and made[1] is not None
    return made[0], made[1]


def undone_exactly(
    owner: Caller, proposal: Proposal, decision: Decision = Decision.ACCEPT, choice: str = ""
) -> None:
    before = all_rows()
    decide(owner, proposal.uid, decision, choice=choice)
    assert all_rows() != before
    undo_decision(owner, proposal.uid)
    after = all_rows()
    assert {name: rows for name, rows in after.items() if rows != before[name]} == {}


def test_accepting_merges(owner: Caller, same: tuple[Entity, Entity], suggest: Suggest) -> None:
    kept, gone = same
    payload = {"keep": str(kept.entity_id), "merge": str(gone.entity_id)}
    proposal = suggest(owner, "merge_entities", payload)
    effects = handler_for("merge_entities").effects(
        owner, handler_for("merge_entities").parsed(proposal.payload)
    )
    assert "Tanaka" in effects[0].after
    decide(owner, proposal.uid, Decision.ACCEPT)
    gone.refresh_from_db()
    assert gone.merged_into == kept
    assert kept.mentions.count() == 2


def test_the_person_chooses_which_name_stays(
    owner: Caller, same: tuple[Entity, Entity], suggest: Suggest
) -> None:
    kept, gone = same
    payload = {"keep": str(kept.entity_id), "merge": str(gone.entity_id)}
    proposal = suggest(owner, "merge_entities", payload)
    decide(owner, proposal.uid, Decision.ACCEPT, {"keep": str(gone.entity_id)})
    kept.refresh_from_db()
    assert kept.merged_into == gone


def test_a_merge_is_taken_back(
    owner: Caller, same: tuple[Entity, Entity], suggest: Suggest
) -> None:
    kept, gone = same
    payload = {"keep": str(kept.entity_id), "merge": str(gone.entity_id)}
    proposal = suggest(owner, "merge_entities", payload)
    decide(owner, proposal.uid, Decision.ACCEPT)
    undo_decision(owner, proposal.uid)
    gone.refresh_from_db()
    assert gone.merged_into is None and gone.mentions.count() == 1
    assert Proposal.objects.get().status == ProposalStatus.OPEN
    decide(owner, proposal.uid, Decision.ACCEPT)
    gone.refresh_from_db()
    assert gone.merged_into == kept


def test_accepting_folds_and_undo_unfolds(owner: Caller, pair: Pair, suggest: Suggest) -> None:
    payload = {"memory": str(pair[1].id), "canonical": str(pair[0].id)}
    proposal = suggest(owner, "duplicate", payload)
    undone_exactly(owner, proposal)
    decide(owner, proposal.uid, Decision.ACCEPT, {"canonical": str(pair[1].id)})
    assert memory_of(pair[0]).consolidated_flag and not memory_of(pair[1]).consolidated_flag


def test_accepting_states_it(owner: Caller, people: Any, pair: Pair, suggest: Suggest) -> None:
    payload = {
        "kind": "fact", "subject": str(people[1].entity_id), "predicate": "budget",
        "value": "45,000 euros", "valid_from": "2026-05-08T00:00:00+09:00",
    }  # fmt: skip
    proposal = suggest(owner, "state", payload, evidence=(memory_of(pair[1]).pk,))
    undone_exactly(owner, proposal)
    decide(owner, proposal.uid, Decision.ACCEPT, {"value": "46,000 euros"})
    state = State.objects.get(superseded_at=None)
    assert (state.value, state.subject) == ("46,000 euros", people[1])
    assert state.validation_status == ValidationStatus.ACCEPTED
    assert [memory.uid for memory in state.evidence.all()] == [pair[1].id]


def test_contradicting_states(owner: Caller, states: tuple[State, State], suggest: Suggest) -> None:
    Proposal.objects.all().delete()
    older, newer = states
    payload = {"states": [str(older.uid), str(newer.uid)]}
    proposal = suggest(owner, "contradiction", payload)
    with pytest.raises(InvalidInput, match="keep_both"):
        decide(owner, proposal.uid, Decision.ACCEPT)
    for choice in ("keep_both", "newer", "older"):
        undone_exactly(owner, proposal, choice=choice)
    undone_exactly(owner, proposal, Decision.REJECT)
    decide(owner, proposal.uid, Decision.ACCEPT, choice="newer")
    older.refresh_from_db()
    assert older.valid_to == newer.valid_from


def test_contradicting_memories(owner: Caller, pair: Pair, suggest: Suggest) -> None:
    payload = {"memories": [str(pair[0].id), str(pair[1].id)]}
    proposal = suggest(owner, "contradiction", payload)
    ways = {
        "keep_both": ("contradicts", {pair[0].id, pair[1].id}),
        "newer": ("supersedes", pair[1].id),
        "older": ("supersedes", pair[0].id),
    }
    for choice, (name, source) in ways.items():
        decide(owner, proposal.uid, Decision.ACCEPT, choice=choice)
        link = MemoryLink.objects.exclude(relation_type="reply_to").get()
        assert link.relation_type_id == name
        assert link.validation_status == ValidationStatus.ACCEPTED
        assert Memory.objects.get(pk=link.src_memory_id).uid in (
            source if isinstance(source, set) else {source}
        )
        undo_decision(owner, proposal.uid)
