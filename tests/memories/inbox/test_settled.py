"""What a decision settles is said with its answer, and listed with the reason for a while."""

from datetime import timedelta

import pytest
from django.utils import timezone
from django.utils.translation import override

from core.caller import Caller
from core.journal.replay import verify
from entities.models import Entity
from memories.inbox import bulk
from memories.inbox.settled import settled_by_latest, settled_list
from memories.knowledge.entities.merge import merge_entities
from memories.models import Proposal, ProposalStatus, State
from memories.schemas import SavedOut
from memories.schemas.states import StateInput
from memories.selectors.bulk import bulk_out
from memories.selectors.inbox import proposal_outs, settled_outs, settled_with
from memories.services.forget import forget
from memories.services.inbox import Decision, bulk_get, bulk_start, decide, undo_decision
from memories.services.knowledge import state_create
from memories.services.update import invalidate, restore

from .conftest import Save, Suggest

Pair = tuple[SavedOut, SavedOut]
Asked = tuple[Proposal, Proposal]


@pytest.fixture
def asked(owner: Caller, save: Save, suggest: Suggest) -> Asked:
    """Whether 田中太郎 and Tanaka are one, and whether Tanaka is a person at all."""
    for name in ("田中太郎", "Tanaka"):
        save(owner, f"{name} came.", pack="work", entities=[{"name": name, "type": "Person"}])
    keep, gone = (str(Entity.objects.get(name=name).entity_id) for name in ("田中太郎", "Tanaka"))
    merge = suggest(owner, "merge_entities", {"keep": keep, "merge": gone})
    return merge, suggest(owner, "entity", {"entity": gone})


def reasons(caller: Caller, language: str = "en") -> list[str]:
    with override(language):
        return [one.reason for one in settled_outs(list(settled_list(caller)))]


def test_the_answer_of_a_decision_names_what_it_settled(owner: Caller, asked: Asked) -> None:
    merge, doubt = asked
    decided = decide(owner, merge.uid, Decision.ACCEPT)
    [settled] = settled_with(owner, [decided])
    assert (settled.id, settled.title) == (doubt.uid, "Tanaka: Person?")
    assert settled.reason == "“Tanaka” was merged into “田中太郎”."
    assert reasons(owner, "ja") == ["「Tanaka」は「田中太郎」に統合されました。"]
    assert list(settled_by_latest(owner)) == [doubt]
    out = proposal_outs(owner, [Proposal.objects.get(pk=doubt.pk)])[0]
    assert (out.settled_by, out.settled_reason) == (decided.change_id, settled.reason)


def test_undoing_the_decision_asks_again(owner: Caller, asked: Asked) -> None:
    merge, doubt = asked
    decide(owner, merge.uid, Decision.ACCEPT)
    undo_decision(owner, merge.uid)
    doubt.refresh_from_db()
    assert (doubt.status, doubt.settled_by) == (ProposalStatus.OPEN, None)
    assert reasons(owner) == [] == list(settled_by_latest(owner))
    assert verify().is_sound


def test_a_merge_elsewhere_is_listed_too(owner: Caller, asked: Asked) -> None:
    keep, gone = (Entity.objects.get(name=name).entity_id for name in ("田中太郎", "Tanaka"))
    merged = merge_entities(owner, keep=keep, merge=gone)
    assert len(reasons(owner)) == 2
    assert {row.settled_by for row in settled_list(owner)} == {merged.change_id}
    assert list(settled_by_latest(owner)) == []


def test_removed_memories_and_replaced_states_are_named(
    owner: Caller, pair: Pair, suggest: Suggest
) -> None:
    ends = {"source": str(pair[0].id), "target": str(pair[1].id), "type": "supports"}
    suggest(owner, "link", ends)
    for value in ("Tokyo", "Osaka", "Kyoto"):
        state_create(owner, StateInput(pack="work", predicate="nearest_station", value=value))
    tokyo, osaka, kyoto = (str(row.uid) for row in State.objects.order_by("pk"))
    first = suggest(owner, "contradiction", {"states": [tokyo, osaka]})
    second = suggest(owner, "contradiction", {"states": [osaka, kyoto]})
    decided = decide(owner, first.uid, Decision.ACCEPT, choice="older")
    [settled] = settled_with(owner, [decided])
    assert settled.id == second.uid and settled.reason.startswith(
        "“nearest_station: Osaka” was replaced"
    )
    invalidate(owner, pair[0].id)
    assert "“The budget for Aozora is 30,000 euros” was removed." in reasons(owner)
    restore(owner, pair[0].id)
    forget(owner, [pair[0].id], confirm=True)
    assert "What it was about was forgotten." in reasons(owner)


def test_a_bulk_decision_counts_what_it_settled(owner: Caller, asked: Asked) -> None:
    started = bulk_start(owner, [asked[0].uid], Decision.ACCEPT)
    bulk.drain()
    assert bulk_out(bulk_get(owner, started.uid)).settled == 1


def test_the_list_ends_after_a_while_and_shows_nobody_elses(
    owner: Caller, other: Caller, asked: Asked
) -> None:
    decide(owner, asked[0].uid, Decision.ACCEPT)
    assert list(settled_list(other)) == []
    long_ago = timezone.now() - timedelta(days=40)
    Proposal.objects.filter(pk=asked[1].pk).update(updated_at=long_ago)
    assert reasons(owner) == []
