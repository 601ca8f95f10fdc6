"""Each thing is asked once, in a constant number of queries, and bad input names its place."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from core.caller import Caller
from core.errors import InvalidInput, NotFound
from core.models import Revision
from entities.models import Entity
from memories.enrichment.suggestions import suggest_pack, suggest_sensitive
from memories.inbox.decisions import Decision
from memories.inbox.proposals import create_proposals
from memories.models import Proposal, ProposalKind, ProposalStatus
from memories.schemas import SavedOut
from memories.schemas.inbox.proposals import Suggestion
from memories.services.inbox import decide
from memories.services.update import invalidate, restore
from nlp.readers import PrivacyPolicy

from .conftest import NOW, Save, Suggest, memory_of

Pair = tuple[SavedOut, SavedOut]


def link(caller: Caller, first: SavedOut, second: SavedOut, **fields: Any) -> Suggestion:
    payload = {"source": str(first.id), "target": str(second.id), "type": "supports"}
    given = {"user_id": caller.space("work"), "method": "rules"} | fields
    return Suggestion(kind=ProposalKind.LINK, payload=payload, **given)


def test_the_same_thing_is_asked_once(owner: Caller, pair: Pair) -> None:
    first = create_proposals([link(owner, *pair, confidence=0.5)], now=NOW)[0]
    again = create_proposals([link(owner, *pair, confidence=0.6), link(owner, *pair)], now=NOW)
    assert {row.pk for row in again} == {first.pk}
    assert Proposal.objects.get().confidence in (0.5, 0.6)
    assert Revision.objects.filter(target_type="proposal", action="CREATE").count() == 1


def test_what_is_decided_stays_so(owner: Caller, pair: Pair) -> None:
    proposal = create_proposals([link(owner, *pair)], now=NOW)[0]
    decide(owner, proposal.uid, Decision.REJECT)
    again = create_proposals([link(owner, *pair, confidence=0.99)], now=NOW)[0]
    assert (again.status, again.confidence) == (ProposalStatus.REJECTED, 0.5)


def test_what_had_gone_is_open_again_when_it_is_back(owner: Caller, pair: Pair) -> None:
    proposal = create_proposals([link(owner, *pair)], now=NOW)[0]
    invalidate(owner, pair[0].id)
    Proposal.objects.update(status=ProposalStatus.OBSOLETE)
    restore(owner, pair[0].id)
    assert create_proposals([link(owner, *pair)], now=NOW)[0].status == ProposalStatus.OPEN
    assert Proposal.objects.get().pk == proposal.pk


def test_it_rests_on_its_evidence_and_on_what_it_is_about(
    owner: Caller, pair: Pair, save: Save
) -> None:
    beside = memory_of(save(owner, "Maria said so too.", pack="work"))
    proposal = create_proposals([link(owner, *pair, evidence=(beside.pk,))], now=NOW)[0]
    wanted = {memory_of(pair[0]).pk, memory_of(pair[1]).pk, beside.pk}
    assert set(proposal.evidence.values_list("pk", flat=True)) == wanted


@pytest.mark.parametrize(
    ("kind", "payload", "field", "said"),
    [
        ("link", {"target": "other"}, "proposals.1.payload.target", "an id is expected"),
        ("link", {"type": "superseeds"}, "proposals.1.payload.type", "nearest"),
        ("link", {"colour": "blue"}, "proposals.1.payload.colour", "no such field"),
        ("relation", {"valid_from": "2026-05-01T00:00Z", "valid_to": "2026-04-01T00:00Z"}, "", "before"),
        ("state", {"predicate": "role"}, "proposals.1.payload.value", "needed"),
    ],
)  # fmt: skip
def test_bad_input_names_its_place_and_stores_nothing(
    kind: str, payload: dict[str, Any], field: str, said: str, owner: Caller, pair: Pair,
    people: tuple[Entity, Entity],
) -> None:  # fmt: skip
    ends = {"source": str(pair[0].id), "target": str(pair[1].id), "type": "supports"}
    if kind == "relation":
        ids = [str(entity.entity_id) for entity in people]
        ends = {"source": ids[0], "target": ids[1], "type": "knows"}
    given = payload if kind == "state" else {**ends, **payload}
    wrong = Suggestion(kind=ProposalKind(kind), user_id="alice#work", payload=given)
    with pytest.raises(InvalidInput, match=said) as refused:
        create_proposals([link(owner, *pair), wrong], now=NOW)
    assert refused.value.problems[0].field.startswith(field or "proposals.1.payload")
    assert not Proposal.objects.exists()


def test_a_thing_to_itself_is_refused(owner: Caller, pair: Pair) -> None:
    with pytest.raises(InvalidInput, match="itself"):
        create_proposals([link(owner, pair[0], pair[0])], now=NOW)


def test_what_is_somebody_elses_is_not_there(
    owner: Caller, other: Caller, pair: Pair, save: Save
) -> None:
    foreign = save(other, "Bob's own plan", pack="work")
    with pytest.raises(NotFound) as refused:
        create_proposals([link(owner, pair[0], foreign)], now=NOW)
    assert refused.value.problems[0].field == "proposals.0.payload.target"
    assert not Proposal.objects.exists()


def test_many_cost_as_many_queries_as_few(owner: Caller, save: Save, suggest: Suggest) -> None:
    saved = [save(owner, f"Heron of day {at}", pack="work") for at in range(31)]

    def queries(count: int, start: int) -> int:
        wanted = [link(owner, saved[start + at], saved[start + at + 1]) for at in range(count)]
        with CaptureQueriesContext(connection) as captured:
            create_proposals(wanted, now=NOW)
        return len(captured)

    assert queries(3, 0) == queries(20, 5) <= 14


def test_memories_ask_by_themselves(owner: Caller, save: Callable[..., SavedOut]) -> None:
    plain = memory_of(save(owner, "Blue is a calm colour."))
    secret = memory_of(save(owner, "The Wi-Fi password is Kiri-7742-blue.", pack="work"))
    assert suggest_sensitive(plain, PrivacyPolicy()) is None
    asked = suggest_sensitive(secret, PrivacyPolicy())
    assert asked is not None and asked.payload["spans"] == [[22, 36, "password"]]
    packs = ["work", "dev", "lifelog"]
    doubtful = suggest_pack(memory_of(save(owner, "妹と会議の話をした。")), packs)
    assert doubtful is not None
    for text in ("会議の議事録を書いた。", "青は落ち着く。"):
        assert suggest_pack(memory_of(save(owner, text)), packs) is None
    assert len(create_proposals([asked, doubtful], now=NOW)) == 2


def test_samples_health_and_reserved_numbers_are_not_asked_about(owner: Caller, save: Save) -> None:
    for text, speaker in (
        ("The password is Kiri-7742-blue.", "assistant"),
        ("def check(password):\n    hashed = hash_password(password)", "user"),
        ("I was diagnosed with coeliac disease.", ""),
        ("The test card is 4111 1111 1111 1111.", ""),
    ):
        assert (
            suggest_sensitive(memory_of(save(owner, text, speaker=speaker)), PrivacyPolicy())
            is None
        )
