"""Current before past: what is replaced, has ended or is contradicted is marked and ranks below."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.callers import caller_of_token
from accounts.services.tokens import token_create
from core.caller import Caller
from entities.models import Entity
from memories import index
from memories.index import embedding_jobs
from memories.models import Memory, Proposal, ProposalKind, State
from memories.schemas import ContextInput, Hit, SearchOut
from memories.services.context import build_context

pytestmark = pytest.mark.django_db

Find = Callable[..., SearchOut]
NOW = datetime.now(UTC)
OLD, NEW = (
    "The office printer stands on the second floor",
    "The office printer now stands in the cellar",
)


def said(save: Any, caller: Caller, text: str, days: int, **fields: Any) -> Memory:
    """Save a memory that was said so many days ago."""
    at = (NOW - timedelta(days=days)).isoformat()
    out = save(caller, text, created_at=at, session_id=f"s{days}", pack="work", **fields)
    return Memory.objects.get(uid=out.id)


def hit_of(out: SearchOut, memory: Memory) -> Hit:
    return next(hit for hit in out.results if hit.memory.id == memory.uid)


def order_of(out: SearchOut) -> list[str]:
    return [hit.memory.text for hit in out.results]


@pytest.fixture
def old(owner: Caller, save: Any) -> Memory:
    return said(save, owner, OLD, 30)


@pytest.fixture
def new(owner: Caller, save: Any, old: Memory) -> Memory:
    links = [{"target_id": str(old.uid), "type": "supersedes"}]
    return said(save, owner, NEW, 5, links=links)


class TestReplaced:
    def test_it_names_what_replaced_it(
        self, owner: Caller, find: Find, old: Memory, new: Memory
    ) -> None:
        out = find(owner, "printer on the second floor")
        assert order_of(out) == [NEW, OLD]
        by = hit_of(out, old).replaced_by
        assert by and (by.id, by.title, by.date) == (new.uid, new.title, new.created_at)
        assert hit_of(out, old).ended_at == new.created_at
        assert hit_of(out, new).replaced_by is None and hit_of(out, new).ended_at is None

    @pytest.mark.parametrize(
        "query",
        [
            "where did the printer used to be on the second floor",
            "以前 office printer second floor",
        ],
    )
    def test_who_asks_about_the_past_gets_it_first(
        self, owner: Caller, find: Find, old: Memory, new: Memory, query: str
    ) -> None:
        out = find(owner, query)
        assert order_of(out)[0] == OLD and hit_of(out, old).replaced_by
        assert hit_of(out, old).explanation.parts["superseded"] == 1

    def test_a_copy_of_it_is_replaced_too(
        self, owner: Caller, find: Find, save: Any, old: Memory, new: Memory
    ) -> None:
        said(save, owner, OLD + ".", 20)
        out = find(owner, "printer on the second floor")
        assert order_of(out)[0] == NEW
        assert all(hit.ended_at for hit in out.results if hit.memory.text != NEW)

    def test_said_again_later_it_holds(
        self, owner: Caller, find: Find, save: Any, old: Memory, new: Memory
    ) -> None:
        again = said(save, owner, "The office printer stands on the second floor!", 1)
        hits = find(owner, "printer on the second floor").results
        assert len(hits) == 2 and all(hit.ended_at is None for hit in hits)
        assert {hit.memory.id for hit in hits} & {old.uid, again.uid}

    def test_a_token_learns_nothing_of_what_it_cannot_see(
        self, owner: Caller, find: Find, save: Any
    ) -> None:
        old = said(save, owner, OLD, 30, namespace="office/first")
        links = [{"target_id": str(old.uid), "type": "supersedes"}]
        said(save, owner, NEW, 5, links=links, namespace="office/second")
        token, _ = token_create(user_name="alice", name="first", namespace="office/first")
        hit = hit_of(find(caller_of_token(token), "printer second floor"), old)
        assert hit.replaced_by is None and hit.ended_at is None

    def test_over_rest(self, api: APIClient, old: Memory, new: Memory) -> None:
        given = {"query": "printer on the second floor"}
        found = api.post("/api/memories/search/", given, format="json").json()["results"]
        marks = {row["memory"]["id"]: row["replaced_by"] for row in found}
        assert marks[str(old.uid)]["id"] == str(new.uid) and marks[str(new.uid)] is None


def state_of(memory: Memory, value: str, *, name: str = "Mika", **fields: Any) -> State:
    subject, _ = Entity.objects.get_or_create(
        user_id=memory.user_id, name=name, entity_type_id="Person",
        defaults={"created_at": NOW, "name_key": name.lower()},
    )  # fmt: skip
    made = State.objects.create(
        user_id=memory.user_id, kind="fact", subject=subject, predicate="lives_in", value=value,
        recorded_at=memory.created_at, **fields,
    )  # fmt: skip
    made.evidence.add(memory)
    index.put_states([made], now=NOW)
    embedding_jobs.drain()
    return made


class TestEnded:
    @pytest.fixture
    def moved(self, owner: Caller, save: Any) -> tuple[Memory, Memory]:
        tokyo = said(save, owner, "Mika: a flat with a balcony in Tokyo", 300)
        osaka = said(save, owner, "Mika: a house with a garden in Osaka", 10)
        for state in State.objects.all():
            state.delete()
        state_of(
            tokyo, "Tokyo", valid_to=NOW - timedelta(days=10),
            extra_data={"ended_by": [osaka.pk, 0, 4]},
        )  # fmt: skip
        state_of(osaka, "Osaka", valid_from=NOW - timedelta(days=10))
        return tokyo, osaka

    def test_evidence_of_what_ended_is_marked_and_below(
        self, owner: Caller, find: Find, moved: tuple[Memory, Memory]
    ) -> None:
        tokyo, osaka = moved
        out = find(owner, "Mika flat balcony Tokyo")
        assert order_of(out).index(osaka.raw_text) < order_of(out).index(tokyo.raw_text)
        hit = hit_of(out, tokyo)
        assert hit.ended_at and hit.replaced_by and hit.replaced_by.id == osaka.uid

    def test_its_state_names_what_ended_it(
        self, owner: Caller, find: Find, moved: tuple[Memory, Memory]
    ) -> None:
        states = {state.value: state for state in find(owner, "Where does Mika live?").states}
        assert not states["Osaka"].has_ended and states["Osaka"].replaced_by is None
        if "Tokyo" in states:
            by = states["Tokyo"].replaced_by
            assert states["Tokyo"].has_ended and by and by.id == moved[1].uid

    def test_another_state_that_holds_keeps_it(
        self, owner: Caller, find: Find, moved: tuple[Memory, Memory]
    ) -> None:
        state_of(moved[0], "a flat with a balcony")
        assert hit_of(find(owner, "Mika flat balcony Tokyo"), moved[0]).ended_at is None

    def test_what_was_told_as_past_is_not_out_of_date(
        self, owner: Caller, find: Find, save: Any
    ) -> None:
        told = said(save, owner, "Mika: lived in Nara until 2015", 10)
        State.objects.all().delete()
        state_of(told, "Nara", valid_to=datetime(2015, 6, 1, tzinfo=UTC))
        assert hit_of(find(owner, "Mika Nara"), told).ended_at is None

    def test_a_copy_of_an_ended_state_is_not_shown_as_live(
        self, owner: Caller, find: Find, save: Any, moved: tuple[Memory, Memory]
    ) -> None:
        out = save(
            owner, "Mika, Tokyo", pack="lifelog", session_id="copy",
            created_at=(NOW - timedelta(days=200)).isoformat(),
        )  # fmt: skip
        copy = Memory.objects.get(uid=out.id)
        State.objects.filter(user_id=copy.user_id).delete()
        state_of(copy, "Tokyo")
        states = [one for one in find(owner, "Mika lives in Tokyo").states if one.value == "Tokyo"]
        assert states and all(one.has_ended for one in states)
        context = build_context(
            owner, ContextInput(message="Mika lives in Tokyo"), record=False
        ).markdown
        holds = context.partition("## What holds now")[2].partition("##")[0]
        assert "Tokyo" not in holds

    def test_a_list_without_words_shows_what_holds(
        self, owner: Caller, api: APIClient, find: Find, moved: tuple[Memory, Memory]
    ) -> None:
        def values(**filters: Any) -> set[str]:
            out = find(owner, filters={"kind": ["state"], **filters})
            return {one.value for one in out.states}

        assert values() == {"Osaka"} and values(validity="any") == {"Osaka", "Tokyo"}

        def listed(query: str) -> set[str]:
            return {row["value"] for row in api.get(f"/api/states/{query}").json()["results"]}

        assert listed("") == {"Osaka"} and listed("?validity=any") == {"Osaka", "Tokyo"}
        assert listed("?current=true") == {"Osaka", "Tokyo"}


class TestUnsettled:
    def test_two_memories_are_one_line(self, owner: Caller, find: Find, save: Any) -> None:
        first = said(save, owner, "Rosa's birthday is on 3 May", 20)
        second = said(save, owner, "Rosa's birthday is on 4 May", 10)
        Proposal.objects.all().delete()
        dispute(first.user_id, {"memories": [str(first.uid), str(second.uid)]}, "3 May → 4 May")
        out = find(owner, "Rosa's birthday")
        assert {hit_of(out, one).unsettled for one in (first, second)} == {"3 May / 4 May"}

    def test_two_states_are_one_line(self, owner: Caller, find: Find, save: Any) -> None:
        first = said(save, owner, "Mika: Kobe, she said", 20)
        second = said(save, owner, "Mika: Nagoya, she said", 10)
        State.objects.all().delete()
        Proposal.objects.all().delete()
        states = [state_of(first, "Kobe"), state_of(second, "Nagoya")]
        named = [str(one.uid) for one in states]
        dispute(first.user_id, {"states": named}, "Kobe / Nagoya")
        out = find(owner, "Mika lives in Kobe or Nagoya")
        (line,) = [one for one in out.states if one.predicate == "lives_in"]
        assert (line.value, line.unsettled, line.is_unsettled) in [
            (value, "Kobe / Nagoya", True) for value in ("Kobe", "Nagoya")
        ]
        assert {hit_of(out, one).unsettled for one in (first, second)} == {"Kobe / Nagoya"}

    def test_a_link_is_said_with_the_other(self, owner: Caller, find: Find, save: Any) -> None:
        first = said(save, owner, "The gate is open until nine", 20)
        links = [{"target_id": str(first.uid), "type": "contradicts"}]
        second = said(save, owner, "The gate closes at seven", 10, links=links)
        Proposal.objects.all().delete()
        out = find(owner, "gate")
        assert hit_of(out, first).unsettled == second.title
        assert hit_of(out, second).unsettled == first.title


def dispute(user_id: str, payload: dict[str, Any], reason: str) -> None:
    Proposal.objects.create(
        user_id=user_id, kind=ProposalKind.CONTRADICTION, key=str(payload), payload=payload,
        reason=reason, created_at=NOW,
    )  # fmt: skip
