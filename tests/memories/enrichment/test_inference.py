"""Inferred relations: asked about once, with their evidence, and never stored unasked."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from rest_framework.test import APIClient

from core.caller import Caller
from entities.models import Entity
from graph.models import EntityRelation, RelationType
from graph.services import entity_relation_save
from memories.enrichment.inference.weekly import MOST_RELATIONS, propose_inferred
from memories.inbox.precision import COUNTED_FOR, silent_methods
from memories.models import Memory, Proposal
from memories.schemas import MemoryInput, parsed
from memories.schemas.inbox.decisions import Decision
from memories.schemas.journal import RevisionFilters
from memories.selectors.history import revision_list
from memories.selectors.inbox import ProposalQuery, inbox_precision, proposal_list
from memories.services.inbox import decide, undo_decision
from memories.services.save import remember_batch

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 22, 20, tzinfo=UTC)
WEEK = timedelta(days=7)
Note = Callable[..., None]
TYPES = {"Aozora": "Organization", "Project Umi": "Project", "Sabae": "Location"}


@pytest.fixture
def note() -> Note:
    """Save statements that name these, each in a session of its own."""
    numbers = iter(range(10_000))

    def _note(
        caller: Caller, *names: str, times: int = 1, text: str = "{names} met on day {at}.",
        pack: str = "work",
    ) -> None:  # fmt: skip
        found = [{"name": name, "type": TYPES.get(name, "Person")} for name in names]
        items = [
            {
                "text": text.format(names=" and ".join(names), at=at), "pack": pack,
                "session_id": f"{pack}{at}", "entities": found,
            }
            for at in (next(numbers) for _ in range(times))
        ]  # fmt: skip
        remember_batch(caller, [parsed(MemoryInput, item) for item in items])

    return _note


@pytest.fixture
def met(owner: Caller, note: Note) -> Caller:
    """A space in which Mori and Ueda are often named together."""
    note(owner, "Mori", "Ueda", times=6)
    note(owner, "Hayashi", times=10)
    note(owner, "Sabae", times=10)
    return owner


def relate(source: str, kind: str, target: str, pack: str = "work") -> EntityRelation:
    ends = [Entity.objects.get(name=name, user_id__endswith=pack) for name in (source, target)]
    evidence = Memory.objects.filter(mentions__entity=ends[0]).order_by("pk")[:1]
    return entity_relation_save(
        *ends, RelationType.objects.get(pk=kind), evidence=[row.pk for row in evidence],
        reason="", method="stated", now=NOW,
    )[0]  # fmt: skip


def asked() -> set[tuple[str, str, str]]:
    names = dict(Entity.objects.values_list("entity_id", "name"))
    by_id = {str(uid): name for uid, name in names.items()}
    rows = Proposal.objects.filter(method__startswith="inference:", kind="relation")
    return {
        (by_id[row.payload["source"]], row.payload["type"], by_id[row.payload["target"]])
        for row in rows
    }


def test_who_is_named_together_is_asked_about_with_evidence_and_parts(met: Caller) -> None:
    assert propose_inferred(met.base_user, NOW) == 1
    proposal = Proposal.objects.get(kind="relation")
    assert asked() & {("Mori", "knows", "Ueda"), ("Ueda", "knows", "Mori")}
    assert proposal.evidence.count() == 6 and proposal.method == "inference:co_mention"
    assert proposal.payload["parts"]["npmi"] > 0.5 and proposal.payload["parts"]["memories"] == 6
    assert 0.5 <= proposal.confidence < 1
    assert not EntityRelation.objects.exists()


def test_nothing_is_asked_twice(met: Caller) -> None:
    propose_inferred(met.base_user, NOW)
    assert propose_inferred(met.base_user, NOW) == 0
    assert propose_inferred(met.base_user, NOW + WEEK) == 0
    decide(met, Proposal.objects.get().uid, Decision.REJECT, now=NOW)
    assert propose_inferred(met.base_user, NOW + 3 * WEEK) == 0


def test_accepting_stores_the_relation_with_its_evidence(met: Caller) -> None:
    propose_inferred(met.base_user, NOW)
    decided = decide(met, Proposal.objects.get().uid, Decision.ACCEPT, now=NOW)
    relation = EntityRelation.objects.get()
    assert relation.relation_type_id == "knows" and relation.validation_status == "accepted"
    assert relation.evidence.count() == 6
    undo_decision(met, decided.proposal.uid, now=NOW)
    assert not EntityRelation.objects.exists()


@pytest.mark.parametrize("kind", ["friend", "reports_to"])
def test_what_is_related_already_is_not_asked(met: Caller, kind: str) -> None:
    relate("Ueda", kind, "Mori").refresh_from_db()
    EntityRelation.objects.update(validation_status="rejected", valid_to=NOW)
    assert propose_inferred(met.base_user, NOW) == 0


def test_questions_state_nothing(owner: Caller, note: Note) -> None:
    note(owner, "Mori", "Ueda", times=6, text="Do {names} meet on day {at}?")
    note(owner, "Hayashi", times=20)
    assert propose_inferred(owner.base_user, NOW) == 0


def test_who_is_in_everything_explains_nothing(owner: Caller, note: Note) -> None:
    note(owner, "Mori", "Ueda", times=20)
    note(owner, "Hayashi", times=4)
    assert propose_inferred(owner.base_user, NOW) == 0


def test_two_names_of_one_person_are_no_two_people(owner: Caller, note: Note) -> None:
    note(owner, "Melanie Stone", "Mel Stone", times=6)
    note(owner, "Hayashi", times=20)
    assert propose_inferred(owner.base_user, NOW) == 0


def test_a_type_rule_asks_about_colleagues(owner: Caller, note: Note) -> None:
    for name in ("Mori", "Ueda"):
        note(owner, name, "Aozora")
        relate(name, "works_for", "Aozora")
    assert propose_inferred(owner.base_user, NOW) == 1
    proposal = Proposal.objects.get(method="inference:type_rule")
    assert proposal.payload["type"] == "colleague" and "Aozora" in proposal.reason
    assert proposal.payload["parts"]["rule"] == 0.7 and proposal.evidence.count() == 2


def test_what_has_ended_makes_no_colleagues(owner: Caller, note: Note) -> None:
    for name in ("Mori", "Ueda"):
        note(owner, name, "Aozora")
        relate(name, "works_for", "Aozora")
    EntityRelation.objects.filter(source__name="Mori").update(valid_to=NOW - WEEK)
    assert propose_inferred(owner.base_user, NOW) == 0


def test_only_a_handful_is_asked_a_week(owner: Caller, note: Note) -> None:
    for name in ("Mori", "Ueda", "Hayashi", "Kondo", "Endo"):
        note(owner, name, "Aozora")
        relate(name, "works_for", "Aozora")
    assert propose_inferred(owner.base_user, NOW) == MOST_RELATIONS
    assert propose_inferred(owner.base_user, NOW + timedelta(days=1)) == 0
    assert propose_inferred(owner.base_user, NOW + WEEK) == MOST_RELATIONS
    # Ten wait for an answer.
    assert propose_inferred(owner.base_user, NOW + 2 * WEEK) == 0


def test_people_are_kept_apart(owner: Caller, other: Caller, note: Note) -> None:
    note(owner, "Mori", "Aozora")
    relate("Mori", "works_for", "Aozora")
    note(other, "Bert", "Anna")
    assert propose_inferred(other.base_user, NOW) == 0
    note(owner, "Ueda", "Aozora")
    relate("Ueda", "works_for", "Aozora")
    assert propose_inferred(other.base_user, NOW) == 0
    assert propose_inferred(owner.base_user, NOW) == 1
    assert not proposal_list(other, ProposalQuery()).exists()


@pytest.fixture
def across(owner: Caller, note: Note) -> Caller:
    """Mori is known in two packs, and related to Aozora in one, to Ueda's Aozora in the other."""
    note(owner, "Mori", "Aozora")
    relate("Mori", "works_for", "Aozora")
    note(owner, "Ueda", "Aozora", pack="lifelog")
    relate("Ueda", "works_for", "Aozora", pack="lifelog")
    firms = Entity.objects.filter(name="Aozora").order_by("pk")
    kind = RelationType.objects.get(pk="same_as")
    entity_relation_save(*firms, kind, evidence=[], reason="", method="stated", now=NOW)
    return owner


def test_what_two_packs_tell_is_for_nobody_who_reads_one(across: Caller) -> None:
    assert propose_inferred(across.base_user, NOW) == 1
    proposal = Proposal.objects.get(method="inference:type_rule")
    assert proposal.user_id == "alice#shared"
    assert proposal_list(across, ProposalQuery()).filter(pk=proposal.pk).exists()
    for pack in ("work", "lifelog"):
        bound = Caller(base_user="alice", packs=frozenset({pack}))
        assert not proposal_list(bound, ProposalQuery()).filter(pk=proposal.pk).exists()
        assert inbox_precision(bound, NOW).results == []
        assert not revision_list(
            bound, parsed(RevisionFilters, {"target_type": "proposal"})
        ).exists()
    decide(across, proposal.uid, Decision.ACCEPT, now=NOW)
    relation = EntityRelation.objects.get(relation_type="colleague")
    assert relation.user_id == "alice#shared"


def test_a_method_that_is_mostly_rejected_stops_asking(owner: Caller, note: Note) -> None:
    made = Proposal.objects.bulk_create(
        Proposal(
            user_id=owner.space("work"), kind="relation", key=f"k{at}", method="inference:type_rule",
            status="accepted" if at < 3 else "rejected", created_at=NOW - 9 * WEEK, decided_at=NOW - WEEK,
        )
        for at in range(10)
    )  # fmt: skip
    for name in ("Mori", "Ueda"):
        note(owner, name, "Aozora")
        relate(name, "works_for", "Aozora")
    assert silent_methods("alice", NOW) == {"inference:type_rule"}
    assert propose_inferred(owner.base_user, NOW) == 0
    [row] = inbox_precision(owner, NOW).results
    assert (row.accepted, row.rejected, row.precision, row.asks) == (3, 7, 0.3, False)
    # It is tried again once the answers are old, and others are asked all the same.
    assert silent_methods("alice", NOW + COUNTED_FOR) == set()
    assert silent_methods("bob", NOW) == set()
    Proposal.objects.filter(pk=made[3].pk).update(status="accepted")
    assert propose_inferred(owner.base_user, NOW) == 1


def test_the_precision_is_told_by_rest(api: APIClient, met: Caller) -> None:
    propose_inferred(met.base_user, NOW)
    decide(met, Proposal.objects.get().uid, Decision.ACCEPT, now=NOW)
    answered = api.get("/api/inbox/precision/").json()
    assert answered == {
        "results": [
            {
                "method": "inference:co_mention", "accepted": 1, "rejected": 0, "open": 0,
                "precision": 1.0, "asks": True,
            }
        ]
    }  # fmt: skip
    assert api.get("/api/inbox/precision/?pack=work").status_code == 400


def test_the_browser_shows_what_several_packs_tell(across: Caller, client: Client) -> None:
    propose_inferred(across.base_user, NOW)
    client.force_login(User.objects.get(username="alice"))
    page = client.get("/inbox/")
    assert page.status_code == 200 and "through Aozora" in page.content.decode()
    assert client.get("/inbox/settled/").status_code == 200


def test_accepted_within_one_pack_it_keeps_what_this_pack_tells(
    owner: Caller, note: Note, across: Caller
) -> None:
    note(owner, "Ueda", "Sabae")
    assert propose_inferred(owner.base_user, NOW) == 1
    proposal = Proposal.objects.get(method="inference:type_rule")
    ends = Entity.objects.filter(user_id="alice#work", name__in=["Mori", "Ueda"]).order_by("name")
    payload = {"source": str(ends[0].entity_id), "target": str(ends[1].entity_id)}
    decide(owner, proposal.uid, Decision.ACCEPT, payload, now=NOW)
    relation = EntityRelation.objects.get(relation_type="colleague")
    assert relation.user_id == "alice#work" and relation.reason == ""
    assert {row.user_id for row in relation.evidence.all()} == {"alice#work"}
