"""Forgetting a memory erases what proposals say of it; what is gone no longer waits."""

from uuid import UUID

import pytest

from core.caller import Caller
from core.errors import Conflict
from core.journal.replay import verify
from core.models import Action, Revision
from entities.models import Entity
from entities.schemas import NewEntity
from memories.inbox.decisions import Decision, undo_decision
from memories.knowledge.entities.merge import merge_entities, undo_merge
from memories.knowledge.states.edit import state_hide
from memories.models import Proposal, ProposalStatus, State
from memories.schemas import SavedOut
from memories.schemas.states import StateInput
from memories.selectors.inbox import open_counts
from memories.services.forget import forget
from memories.services.history import undo
from memories.services.inbox import decide
from memories.services.knowledge import entity_create, entity_delete, state_create, state_undo
from memories.services.update import invalidate, restore

from .conftest import Save, Suggest, memory_of

Pair = tuple[SavedOut, SavedOut]
People = tuple[Entity, Entity]


@pytest.fixture
def linked(owner: Caller, pair: Pair, suggest: Suggest) -> Pair:
    """Two memories of which a link is proposed."""
    ends = {"source": str(pair[0].id), "target": str(pair[1].id), "type": "supports"}
    suggest(owner, "link", ends)
    return pair


def change_of(action: Action, target: UUID) -> UUID:
    found = Revision.objects.filter(action=action, target_id=str(target)).order_by("-pk")
    return found.values_list("change_id", flat=True)[0]


def test_forgetting_erases_what_a_proposal_quotes(
    owner: Caller, save: Save, suggest: Suggest
) -> None:
    saved = save(owner, "My code word is Zugvogel.", pack="work")
    proposal = suggest(
        owner,
        "state",
        {"predicate": "code_word", "value": "Zugvogel"},
        evidence=(memory_of(saved).pk,),
        reason="the memory says Zugvogel",
    )
    forget(owner, [saved.id], confirm=True)
    stored = Proposal.objects.get(pk=proposal.pk)
    assert stored.status == ProposalStatus.OBSOLETE
    journal = Revision.objects.filter(target_type="proposal")
    texts = [stored.payload, stored.reason, stored.key, *journal.values_list("before", "after")]
    assert "Zugvogel" not in str(texts)


def test_decided_ones_are_erased_too(owner: Caller, pair: Pair, suggest: Suggest) -> None:
    ends = {"source": str(pair[0].id), "target": str(pair[1].id), "type": "supports"}
    proposal = suggest(owner, "link", ends, reason="both speak of the budget")
    decide(owner, proposal.uid, Decision.ACCEPT)
    forget(owner, [pair[0].id], confirm=True)
    stored = Proposal.objects.get()
    assert (stored.status, stored.payload, stored.reason) == (ProposalStatus.ACCEPTED, {}, "")


def test_evidence_among_others_takes_only_the_reason(
    owner: Caller, pair: Pair, save: Save, suggest: Suggest
) -> None:
    beside = save(owner, "Maria: the budget was raised.", pack="work")
    ends = {"source": str(pair[0].id), "target": str(pair[1].id), "type": "supports"}
    suggest(owner, "link", ends, evidence=(memory_of(beside).pk,), reason="Maria says so")
    forget(owner, [beside.id], confirm=True)
    stored = Proposal.objects.get()
    assert (stored.status, stored.reason) == (ProposalStatus.OPEN, "")
    assert stored.payload["type"] == "supports"


def test_what_is_gone_is_withdrawn(owner: Caller, pair: Pair, suggest: Suggest) -> None:
    ends = {"source": str(pair[0].id), "target": str(pair[1].id), "type": "supports"}
    suggest(owner, "link", ends)
    suggest(owner, "sensitive", {"memory": str(pair[1].id)})
    invalidate(owner, pair[0].id)
    assert open_counts(owner) == {"sensitive": 1}


def test_what_is_back_is_asked_again(owner: Caller, linked: Pair) -> None:
    for one in linked:
        invalidate(owner, one.id)
    assert open_counts(owner) == {}
    restore(owner, linked[0].id)
    assert open_counts(owner) == {}
    restore(owner, linked[1].id)
    assert open_counts(owner) == {"link": 1}
    assert verify().is_sound


def test_what_was_decided_stays_decided(owner: Caller, linked: Pair) -> None:
    decide(owner, Proposal.objects.get().uid, Decision.REJECT)
    invalidate(owner, linked[0].id)
    restore(owner, linked[0].id)
    assert Proposal.objects.get().status == ProposalStatus.REJECTED


def test_what_was_forgotten_is_not_asked_again(owner: Caller, linked: Pair) -> None:
    invalidate(owner, linked[1].id)
    forget(owner, [linked[0].id], confirm=True)
    restore(owner, linked[1].id)
    assert open_counts(owner) == {}


def test_undoing_counts_too(owner: Caller, linked: Pair) -> None:
    invalidate(owner, linked[0].id)
    undone = undo(owner, change_of(Action.INVALIDATE, linked[0].id))
    assert open_counts(owner) == {"link": 1}
    undo(owner, undone.change_id)
    assert open_counts(owner) == {}
    restore(owner, linked[0].id)
    undo(owner, change_of(Action.CREATE, linked[1].id))
    assert open_counts(owner) == {}
    assert verify().is_sound


def test_undoing_a_decision_does_not_ask_about_what_is_hidden(owner: Caller, linked: Pair) -> None:
    proposal = Proposal.objects.get()
    decide(owner, proposal.uid, Decision.REJECT)
    invalidate(owner, linked[0].id)
    assert undo_decision(owner, proposal.uid).status == ProposalStatus.OBSOLETE
    restore(owner, linked[0].id)
    assert open_counts(owner) == {"link": 1}


def test_merging_takes_along_what_was_asked_of_the_one_that_is_gone(
    owner: Caller, people: People, suggest: Suggest
) -> None:
    person, project = (str(entity.entity_id) for entity in people)
    suggest(owner, "entity", {"entity": project})
    suggest(owner, "entity", {"entity": person})
    suggest(owner, "relation", {"source": project, "target": person, "type": "ownership"})
    merged = merge_entities(owner, keep=UUID(person), merge=UUID(project), force=True)
    assert open_counts(owner) == {"entity": 1}
    undo_merge(owner, merged.change_id)
    assert open_counts(owner) == {"entity": 2, "relation": 1}
    assert verify().is_sound


def test_merging_in_the_inbox_is_one_change(
    owner: Caller, people: People, suggest: Suggest
) -> None:
    person, project = (str(entity.entity_id) for entity in people)
    merge = suggest(owner, "merge_entities", {"keep": person, "merge": project})
    Entity.objects.filter(entity_id=project).update(entity_type="Person")
    suggest(owner, "entity", {"entity": project})
    decided = decide(owner, merge.uid, Decision.ACCEPT)
    assert open_counts(owner) == {}
    said = Revision.objects.get(target_type="proposal", action=Action.VALIDATE)
    assert (said.change_id, said.before["status"]) == (decided.change_id, "open")
    merging = Revision.objects.filter(action=Action.MERGE)
    assert set(merging.values_list("change_id", flat=True)) == {decided.change_id}
    undo(owner, decided.change_id)
    assert open_counts(owner) == {"entity": 1, "merge_entities": 1}


def test_a_removed_entity_is_not_asked_about(owner: Caller, suggest: Suggest) -> None:
    made = entity_create(owner, NewEntity(name="Harbor", type="Project", pack="work"))
    suggest(owner, "entity", {"entity": str(made.id)})
    entity_delete(owner, made.id)
    assert open_counts(owner) == {}
    undo(owner, change_of(Action.DELETE, made.id))
    assert open_counts(owner) == {"entity": 1}


def test_a_state_that_was_taken_away_contradicts_nothing(owner: Caller, suggest: Suggest) -> None:
    for city in ("Tokyo", "Osaka"):
        said = StateInput(predicate="likes", value=city, pack="work")
        state_create(owner, said)
    one, two = State.objects.order_by("pk")
    suggest(owner, "contradiction", {"states": [str(one.uid), str(two.uid)]})
    state_hide(owner, two.uid)
    assert open_counts(owner) == {}
    state_undo(owner, two.uid)
    assert open_counts(owner) == {"contradiction": 1}


def test_deciding_what_is_gone_says_so(owner: Caller, linked: Pair) -> None:
    invalidate(owner, linked[0].id)
    with pytest.raises(Conflict, match="changed or gone"):
        decide(owner, Proposal.objects.get().uid, Decision.ACCEPT)


def test_nobody_elses_questions_are_touched(
    owner: Caller, other: Caller, linked: Pair, save: Save, suggest: Suggest
) -> None:
    bobs = save(other, "Bob's plan", pack="work")
    suggest(other, "sensitive", {"memory": str(bobs.id)}, user_id=other.space("work"))
    invalidate(owner, linked[0].id)
    assert open_counts(other) == {"sensitive": 1}
