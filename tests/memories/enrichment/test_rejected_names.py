"""A name that a person rejected is no name again, until they take that back or somebody names it."""

from collections.abc import Callable
from typing import Any

import pytest

from core.caller import Caller
from core.journal.replay import verify
from entities.models import Entity, Mention
from memories.enrichment import queue, rebuild
from memories.inbox.decisions import Decision, undo_decision
from memories.models import Memory, Proposal, ProposalKind, ProposalStatus
from memories.schemas import SavedOut
from memories.schemas.mentions import ExtractInput
from memories.selectors.inbox import open_counts
from memories.services.forget import forget
from memories.services.inbox import decide
from memories.services.saving.preview import extract_preview

from .test_pipeline import NOW, names

Save = Callable[..., SavedOut]


@pytest.fixture(autouse=True)
def derives(settings: Any) -> None:
    settings.EXTRACTION = "rules"


@pytest.fixture
def rejected(owner: Caller, save: Save) -> Proposal:
    """“Corwin” was found at work, and is no person."""
    for place in ("pier", "station", "market"):
        save(owner, f"Lunch with Corwin at the {place}.", pack="work", session_id=place)
    proposal = Proposal.objects.get(kind=ProposalKind.ENTITY)
    return decide(owner, proposal.uid, Decision.REJECT).proposal


def test_nobody_is_asked_again(owner: Caller, rejected: Proposal, save: Save) -> None:
    again = save(owner, "Talked to Corwin about the tide.", pack="work", session_id="b")
    assert names(again) == set()
    assert not Entity.objects.filter(name="Corwin").exists()
    assert ProposalKind.ENTITY not in open_counts(owner)


def test_however_it_is_written(owner: Caller, save: Save) -> None:
    for did in ("話した", "歩いた", "会った"):
        save(owner, f"コウノと{did}。", pack="work", session_id=did)
    decide(owner, Proposal.objects.get(kind=ProposalKind.ENTITY).uid, Decision.REJECT)
    save(owner, "コウノさんと昼食。", pack="work", session_id="b")
    assert not Mention.objects.exists()


def test_other_spaces_and_other_names_are_not_meant(
    owner: Caller, other: Caller, rejected: Proposal, save: Save
) -> None:
    text = "Talked to Corwin about the tide."
    assert names(save(owner, text, pack="lifelog")) == {("Corwin", "Person")}
    assert names(save(other, text, pack="work")) == {("Corwin", "Person")}
    beside = save(owner, "Lunch with Ridley at the pier.", pack="work", session_id="b")
    assert names(beside) == {("Ridley", "Person")}


def test_another_type_is_another_question(owner: Caller, rejected: Proposal, save: Save) -> None:
    Proposal.objects.filter(pk=rejected.pk).update(
        payload={**rejected.payload, "type": "Organization"}
    )
    again = save(owner, "Talked to Corwin about the tide.", pack="work", session_id="b")
    assert names(again) == {("Corwin", "Person")}


def test_what_a_caller_names_is_honoured(owner: Caller, rejected: Proposal, save: Save) -> None:
    given = [{"name": "Corwin", "type": "Person"}]
    said = save(owner, "Corwin is our new pilot.", pack="work", entities=given, session_id="b")
    assert names(said) == {("Corwin", "Person")}
    # It names somebody since, whom the next memory means too.
    later = save(owner, "Talked to Corwin about the tide.", pack="work", session_id="c")
    assert names(later) == {("Corwin", "Person")}
    assert ProposalKind.ENTITY not in open_counts(owner)


def test_undoing_brings_it_back_wherever_it_stands(
    owner: Caller, rejected: Proposal, save: Save
) -> None:
    meanwhile = save(owner, "Talked to Corwin about the tide.", pack="work", session_id="b")
    assert undo_decision(owner, rejected.uid).status == ProposalStatus.OPEN
    queue.drain()
    corwin = Entity.objects.get(name="Corwin")
    assert corwin.mentions.count() == 4
    assert corwin.mentions.filter(memory__uid=meanwhile.id).exists()
    assert open_counts(owner)[ProposalKind.ENTITY] == 1
    assert verify().is_sound


def test_deriving_everything_anew_does_not_ask_again(owner: Caller, rejected: Proposal) -> None:
    rebuild.discard(NOW)
    rebuild.rebuild()
    assert not Entity.objects.exists()
    assert ProposalKind.ENTITY not in open_counts(owner)


def test_a_preview_says_the_same(owner: Caller, rejected: Proposal) -> None:
    def found(pack: str) -> list[str]:
        wanted = ExtractInput(text="Talked to Corwin about the tide.", pack=pack)
        return [one.surface for one in extract_preview(owner, wanted, now=NOW).mentions]

    assert (found("work"), found("lifelog")) == ([], ["Corwin"])


def test_a_name_that_stays_written_stays_rejected(
    owner: Caller, save: Save, rejected: Proposal
) -> None:
    beside = save(owner, "Corwin, also called Pier Captain.", pack="work", session_id="b")
    rejected.evidence.add(Memory.objects.get(uid=beside.id))
    payload = {**rejected.payload, "names": ["Corwin", "Pier Captain"]}
    Proposal.objects.filter(pk=rejected.pk).update(payload=payload)
    forget(owner, [beside.id], confirm=True)
    assert Proposal.objects.get(pk=rejected.pk).payload["names"] == ["Corwin"]
    again = save(owner, "Talked to Corwin about the tide.", pack="work", session_id="c")
    assert names(again) == set()


def test_forgetting_the_memory_forgets_the_name(
    owner: Caller, save: Save, rejected: Proposal
) -> None:
    memory = rejected.evidence.get()
    forget(owner, [memory.uid], confirm=True)
    assert "Corwin" not in str(Proposal.objects.get(pk=rejected.pk).payload)
