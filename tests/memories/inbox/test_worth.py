"""The inbox begins with what is seen often and what much depends on."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from core.caller import Caller
from core.journal.replay import verify
from entities.models import Entity
from memories.inbox.worth import Weight, refresh_worth
from memories.models import Memory, Proposal, ProposalStatus
from memories.schemas import SavedOut
from memories.schemas.states import StateInput
from memories.selectors.inbox import QUEUE_ORDER, ProposalQuery, proposal_list
from memories.services.inbox import Decision, decide
from memories.services.knowledge import state_create

from .conftest import NOW, Save, Suggest

People = tuple[Entity, Entity]


def queue(caller: Caller) -> list[Proposal]:
    return list(proposal_list(caller, ProposalQuery()).order_by(*QUEUE_ORDER))


def test_without_counts_the_surest_comes_first() -> None:
    nothing = Weight(0, 0)
    assert nothing.worth(0.9) == 0.9 > nothing.worth(0.5)
    assert Weight(100, 0).worth(0.5) > Weight(0, 0).worth(0.9) > Weight(100, 0).worth(0.1)


def test_a_name_that_is_seen_often_comes_before_a_surer_rare_one(
    owner: Caller, people: People, save: Save, suggest: Suggest
) -> None:
    often, rare = people
    for at in range(12):
        met = [{"name": "田中太郎", "type": "Person"}]
        save(owner, f"{at}: 田中太郎が来た。", pack="work", entities=met)
    surer = suggest(owner, "entity", {"entity": str(rare.entity_id)}, confidence=0.8)
    seen = suggest(owner, "entity", {"entity": str(often.entity_id)}, confidence=0.6)
    assert queue(owner) == [seen, surer]


def test_what_more_states_depend_on_comes_first(
    owner: Caller, people: People, suggest: Suggest
) -> None:
    one, other = people
    for role in ("部長", "幹事", "主任"):
        said = {"subject": other.entity_id, "predicate": "role", "value": role}
        state_create(owner, StateInput(pack="work", **said))
    plain = suggest(owner, "entity", {"entity": str(one.entity_id)})
    carrying = suggest(owner, "entity", {"entity": str(other.entity_id)})
    assert queue(owner) == [carrying, plain]


def test_equal_worth_goes_by_age(owner: Caller, save: Save, suggest: Suggest) -> None:
    saved = [save(owner, f"The heron of day {at}.", pack="work") for at in range(3)]
    asked = [suggest(owner, "sensitive", {"memory": str(one.id)}) for one in saved]
    Proposal.objects.filter(pk=asked[2].pk).update(created_at=NOW - timedelta(days=9))
    assert queue(owner) == [asked[2], asked[0], asked[1]]


def test_what_was_recalled_since_moves_up(owner: Caller, save: Save, suggest: Suggest) -> None:
    saved = [save(owner, f"The heron of day {at}.", pack="work") for at in range(2)]
    first, second = (suggest(owner, "sensitive", {"memory": str(one.id)}) for one in saved)
    assert refresh_worth() == 0
    Memory.objects.filter(uid=saved[1].id).update(usage_count=40)
    assert queue(owner) == [first, second]
    assert refresh_worth() == 1
    assert queue(owner) == [second, first]
    assert verify().is_sound


def test_decided_ones_are_weighed_no_more(owner: Caller, save: Save, suggest: Suggest) -> None:
    saved = save(owner, "The heron came.", pack="work")
    proposal = suggest(owner, "sensitive", {"memory": str(saved.id)})
    decide(owner, proposal.uid, Decision.REJECT)
    Memory.objects.update(usage_count=40)
    assert refresh_worth() == 0
    assert Proposal.objects.get().status == ProposalStatus.REJECTED


@pytest.fixture
def ten(owner: Caller, save: Callable[..., SavedOut], suggest: Suggest) -> None:
    for at in range(10):
        saved = save(owner, f"Heron {at}", pack="work", entities=[{"name": f"人{at}"}])
        suggest(owner, "sensitive", {"memory": str(saved.id)})
    for entity in Entity.objects.all():
        suggest(owner, "entity", {"entity": str(entity.entity_id)})


def test_weighing_asks_as_often_for_more(ten: None) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            refresh_worth()
        return len(captured)

    many = queries()
    Proposal.objects.filter(pk__gt=Proposal.objects.earliest("pk").pk, kind="entity").exclude(
        pk=Proposal.objects.latest("pk").pk
    ).delete()
    assert queries() == many


def test_the_queue_reads_an_index(owner: Caller, ten: None) -> None:
    ordered = proposal_list(owner, ProposalQuery()).order_by(*QUEUE_ORDER)[:60]
    assert "idx_proposals_worth" in ordered.explain()
