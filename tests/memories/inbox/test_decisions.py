"""Accepting carries out, rejecting is remembered, and undo leaves every row as it was."""

from typing import Any

import pytest

from core.caller import Caller, Scope
from core.errors import Conflict, Forbidden, InvalidInput, NotFound
from core.models import Revision
from entities.models import Entity, Mention, MentionRuling, ValidationStatus, Verdict
from graph.models import EntityRelation, MemoryLink
from memories.inbox.decisions import Decision, undo_decision, undo_latest
from memories.models import Memory, Proposal, ProposalStatus
from memories.schemas import MemoryPatch, SavedOut, parsed
from memories.services.inbox import decide, decide_many
from memories.services.update import invalidate, revise

from .conftest import Save, Suggest, all_rows, memory_of

Pair = tuple[SavedOut, SavedOut]
People = tuple[Entity, Entity]


def link_of(pair: Pair, **values: Any) -> dict[str, Any]:
    ends = {"source": str(pair[1].id), "target": str(pair[0].id)}
    return {**ends, "type": "supersedes", **values}


def test_accepting_a_link_makes_it(owner: Caller, pair: Pair, suggest: Suggest) -> None:
    proposal = suggest(owner, "link", link_of(pair), reason="the budget was raised")
    decided = decide(owner, proposal.uid, Decision.ACCEPT)
    link = MemoryLink.objects.get(relation_type="supersedes")
    assert (link.validation_status, link.validation_by) == (ValidationStatus.ACCEPTED, "owner")
    assert (link.notes, link.extraction_method) == ("the budget was raised", "rules")
    assert decided.proposal.status == ProposalStatus.ACCEPTED
    entries = Revision.objects.filter(change_id=decided.change_id)
    assert [(row.action, row.target_type) for row in entries.order_by("pk")] == [
        ("CREATE", "memorylink"),
        ("VALIDATE", "memorylink"),
        ("VALIDATE", "proposal"),
    ]
    said = entries.get(target_type="proposal")
    assert said.before["status"] == "open" and said.after["status"] == "accepted"
    assert said.evidence == [str(pair[0].id), str(pair[1].id)]


def test_edited_before_accepting(owner: Caller, pair: Pair, suggest: Suggest) -> None:
    proposal = suggest(owner, "link", link_of(pair))
    decide(owner, proposal.uid, Decision.ACCEPT, {"type": "extends"})
    assert MemoryLink.objects.filter(relation_type="extends").exists()
    reopened = undo_decision(owner, proposal.uid)
    assert reopened.payload["type"] == "supersedes"


def test_rejecting_is_remembered(owner: Caller, pair: Pair, suggest: Suggest) -> None:
    proposal = suggest(owner, "link", link_of(pair))
    before = all_rows()
    decide(owner, proposal.uid, Decision.REJECT, reason="not the same budget")
    assert not MemoryLink.objects.filter(relation_type="supersedes").exists()
    again = suggest(owner, "link", link_of(pair))
    assert (again.pk, again.status) == (proposal.pk, ProposalStatus.REJECTED)
    undo_decision(owner, proposal.uid)
    assert all_rows() == before


@pytest.mark.parametrize("decision", list(Decision))
@pytest.mark.parametrize("kind", ["link", "relation", "entity", "unclassified", "sensitive"])
def test_undo_leaves_every_row_as_it_was(
    kind: str, decision: Decision, owner: Caller, pair: Pair, people: People, suggest: Suggest
) -> None:
    person, project = people
    mentioning = Memory.objects.get(mentions__entity=person, mentions__position_in_text=0)
    payloads: dict[str, dict[str, Any]] = {
        "link": link_of(pair),
        "relation": {
            "source": str(person.entity_id), "target": str(project.entity_id), "type": "ownership",
            "valid_from": "2026-05-01T00:00:00+09:00",
        },
        "entity": {"entity": str(person.entity_id)},
        "unclassified": {"memory": str(mentioning.uid), "pack": "dev", "category": "design"},
        "sensitive": {"memory": str(mentioning.uid), "spans": [[0, 2, "phone"]]},
    }  # fmt: skip
    proposal = suggest(owner, kind, payloads[kind], evidence=(mentioning.pk,))
    before = all_rows()
    decide(owner, proposal.uid, decision)
    assert all_rows() != before
    undo_decision(owner, proposal.uid)
    after = all_rows()
    assert {name: rows for name, rows in after.items() if rows != before[name]} == {}


def test_a_relation_is_kept_with_evidence_and_dates(
    owner: Caller, people: People, suggest: Suggest
) -> None:
    person, project = people
    payload = {
        "source": str(person.entity_id), "target": str(project.entity_id), "type": "participates_in",
        "valid_from": "2026-05-01T00:00:00+09:00",
    }  # fmt: skip
    stated = EntityRelation.objects.get()
    proposal = suggest(owner, "relation", payload)
    decide(owner, proposal.uid, Decision.ACCEPT)
    relation = EntityRelation.objects.get()
    assert relation.pk == stated.pk and relation.valid_from is not None
    assert relation.validation_status == ValidationStatus.ACCEPTED


def test_a_rejected_name_names_nothing_for_good(
    owner: Caller, people: People, suggest: Suggest
) -> None:
    person, _project = people
    proposal = suggest(owner, "entity", {"entity": str(person.entity_id)})
    decide(owner, proposal.uid, Decision.REJECT)
    assert not Entity.objects.filter(name="田中太郎").exists()
    assert not Mention.objects.filter(surface="田中").exists()
    ruling = MentionRuling.objects.get()
    assert (ruling.surface, ruling.position_in_text, ruling.verdict) == ("田中", 0, Verdict.IS_NOT)
    assert ruling.ruled_by == "owner"


def test_a_memory_moves_with_its_tags_and_names(
    owner: Caller, save: Save, suggest: Suggest, find: Any
) -> None:
    saved = save(
        owner, "Aozora bug list", pack="work", tags=["q3"], context="Aozora",
        entities=[{"name": "Aozora", "type": "Project"}],
    )  # fmt: skip
    proposal = suggest(owner, "unclassified", {"memory": str(saved.id), "pack": "dev"})
    decide(owner, proposal.uid, Decision.ACCEPT)
    memory = memory_of(saved)
    assert memory.pack == "dev" and memory.context is not None
    assert {tag.user_id for tag in memory.tags.all()} == {memory.context.user_id} == {"alice#dev"}
    assert {row.entity.user_id for row in memory.mentions.select_related("entity")} == {"alice#dev"}
    assert [hit.memory.id for hit in find(owner, "bug list", packs=["dev"]).results] == [saved.id]
    assert find(owner, "bug list", packs=["work"]).results == []
    undo_latest(owner)
    assert [hit.memory.id for hit in find(owner, "bug list", packs=["work"]).results] == [saved.id]
    assert find(owner, "bug list", packs=["dev"]).results == []


def test_sensitive_is_not_recalled_any_more(
    owner: Caller, pair: Pair, suggest: Suggest, find: Any
) -> None:
    proposal = suggest(owner, "sensitive", {"memory": str(pair[0].id), "spans": []})
    decide(owner, proposal.uid, Decision.ACCEPT)
    assert pair[0].id not in [hit.memory.id for hit in find(owner, "budget").results]
    undo_decision(owner, proposal.uid)
    assert pair[0].id in [hit.memory.id for hit in find(owner, "budget").results]


def test_undo_refuses_what_was_changed_since(owner: Caller, pair: Pair, suggest: Suggest) -> None:
    proposal = suggest(owner, "sensitive", {"memory": str(pair[0].id), "spans": []})
    decide(owner, proposal.uid, Decision.ACCEPT)
    revise(owner, pair[0].id, parsed(MemoryPatch, {"searchable": True}))
    with pytest.raises(Conflict):
        undo_decision(owner, proposal.uid)
    assert Proposal.objects.get().status == ProposalStatus.ACCEPTED


def test_many_at_once_are_taken_back_at_once(
    owner: Caller, pair: Pair, people: People, suggest: Suggest
) -> None:
    one = suggest(owner, "link", link_of(pair))
    two = suggest(owner, "link", link_of(pair, type="extends"))
    before = all_rows()
    outcome = decide_many(owner, [one.uid, two.uid], Decision.ACCEPT)
    assert [done.proposal.uid for done in outcome.decided] == [one.uid, two.uid]
    assert outcome.refused == []
    assert {row.uid for row in undo_latest(owner)} == {one.uid, two.uid}
    assert all_rows() == before


def test_bulk_names_what_it_could_not_decide(owner: Caller, pair: Pair, suggest: Suggest) -> None:
    proposal = suggest(owner, "link", link_of(pair))
    decide(owner, proposal.uid, Decision.REJECT)
    outcome = decide_many(owner, [proposal.uid], Decision.ACCEPT)
    assert outcome.decided == []
    assert outcome.refused[0].problem.code == "rejected"


def test_what_has_gone_is_obsolete(owner: Caller, pair: Pair, suggest: Suggest) -> None:
    proposal = suggest(owner, "link", link_of(pair))
    invalidate(owner, pair[0].id)
    with pytest.raises(Conflict, match="changed or gone"):
        decide(owner, proposal.uid, Decision.ACCEPT)
    assert Proposal.objects.get().status == ProposalStatus.OBSOLETE


def test_a_removed_name_takes_its_other_proposals_along_and_back(
    owner: Caller, people: People, suggest: Suggest
) -> None:
    person, project = people
    ends = {"source": str(person.entity_id), "target": str(project.entity_id)}
    doubt = suggest(owner, "entity", {"entity": str(person.entity_id)})
    relation = suggest(owner, "relation", {**ends, "type": "ownership"})
    decide(owner, doubt.uid, Decision.REJECT)
    relation.refresh_from_db()
    assert relation.status == ProposalStatus.OBSOLETE
    undo_decision(owner, doubt.uid)
    relation.refresh_from_db()
    assert relation.status == ProposalStatus.OPEN


def test_bad_values_change_nothing(owner: Caller, pair: Pair, suggest: Suggest) -> None:
    proposal = suggest(owner, "link", link_of(pair))
    with pytest.raises(InvalidInput, match="nearest"):
        decide(owner, proposal.uid, Decision.ACCEPT, {"type": "superseeds"})
    with pytest.raises(InvalidInput, match=r"payload\.colour"):
        decide(owner, proposal.uid, Decision.ACCEPT, {"colour": "blue"})
    with pytest.raises(InvalidInput, match="choice"):
        decide(owner, proposal.uid, Decision.ACCEPT, choice="newer")
    assert Proposal.objects.get().status == ProposalStatus.OPEN


def test_only_the_owner_decides(
    owner: Caller, other: Caller, assistant: Caller, pair: Pair, suggest: Suggest
) -> None:
    proposal = suggest(owner, "link", link_of(pair))
    with pytest.raises(Forbidden):
        decide(assistant, proposal.uid, Decision.ACCEPT)
    with pytest.raises(Forbidden):
        undo_latest(assistant)
    with pytest.raises(NotFound):
        decide(other, proposal.uid, Decision.ACCEPT)
    admin = Caller("alice", assistant.role, "laptop", frozenset(Scope))
    assert decide(admin, proposal.uid, Decision.ACCEPT).proposal.decided_by == "assistant:laptop"


def test_what_a_move_made_stays_where_others_mean_it_by_now(
    owner: Caller, save: Save, suggest: Suggest
) -> None:
    entities = [{"name": "Aozora", "type": "Project"}]
    saved = save(owner, "Aozora bug list", pack="work", entities=entities)
    proposal = suggest(owner, "unclassified", {"memory": str(saved.id), "pack": "dev"})
    decide(owner, proposal.uid, Decision.ACCEPT)
    later = save(owner, "Aozora release", pack="dev", entities=entities)
    undo_decision(owner, proposal.uid)
    kept = Mention.objects.get(memory=memory_of(later)).entity
    assert (kept.name, kept.user_id) == ("Aozora", "alice#dev")
    assert Mention.objects.get(memory=memory_of(saved)).entity.user_id == "alice#work"
