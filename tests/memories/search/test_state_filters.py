"""Filters on states: what is their own, and what is asked of the memories behind them."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from core.caller import Caller
from core.errors import InvalidInput
from entities.models import Entity
from memories.models import Memory, State, StateEntity
from memories.schemas import SavedOut, SearchFilters, parsed
from memories.search.filters import state_condition
from memories.services.update import invalidate

pytestmark = pytest.mark.django_db

Save = Callable[..., SavedOut]
KNOWN = datetime(2025, 6, 1, tzinfo=UTC)


def make(value: str, pack: str, evidence: SavedOut | None, **fields: Any) -> State:
    late = datetime(2025, 8, 1, tzinfo=UTC)
    fields = {"recorded_at": late, "user_id": f"alice#{pack}", "value": value, **fields}
    state = State.objects.create(**fields)
    if evidence:
        state.evidence.add(Memory.objects.get(uid=evidence.id))
    return state


def port() -> Entity:
    return Entity.objects.create(
        user_id="alice#dev",
        name="Port",
        name_key="port",
        entity_type_id="Concept",
        created_at=KNOWN,
    )


TABLE: list[tuple[dict[str, Any], str]] = [
    ({"kind": "state"}, "abc"),
    ({"kind": "memory"}, ""),
    ({"kind": ["memory", "state"], "pack": "dev"}, "b"),
    ({"pack": "work"}, "ac"),
    ({"pack": ["work", "dev"]}, "abc"),
    ({"namespace": "team"}, "a"),
    ({"memory_type": "decision"}, "a"),
    ({"memory_type": ["task", "decision"]}, "ab"),
    ({"category": "sales"}, "a"),
    ({"tags": "LAUNCH"}, "a"),
    ({"context": "lisbon"}, "a"),
    ({"entity": "佐藤"}, ""),
    ({"entity": "Sato"}, "a"),
    ({"entity": ["sato", "PORT"]}, "ab"),
    ({"speaker": "Mori"}, "a"),
    ({"session_id": ["s1", "s2"]}, "ab"),
    ({"device_id": "phone"}, "a"),
    ({"source": "chat"}, "a"),
    ({"external_id": "e1"}, "a"),
    ({"language": "ja"}, "b"),
    ({"pinned": True}, "a"),
    ({"pinned": False}, "b"),
    ({"near": "38.7,-9.1,20"}, "a"),
    ({"tags": "launch", "session_id": "s2"}, ""),
    ({"created_after": "2025-07-01"}, "bc"),
    ({"created_before": "2025-07-01"}, "a"),
    ({"recorded_after": "2025-07-01"}, "bc"),
    ({"recorded_before": "2025-07-01"}, "a"),
    ({"about_after": "2025-07-01"}, "a"),
    ({"about_before": "2025-05-01"}, "c"),
    ({"as_of": "2025-07-01"}, "a"),
    ({"known_at": "2025-07-01"}, "a"),
    ({"held_at": "2025-05-01"}, "bc"),
    ({"held_at": "2025-07-01"}, "ab"),
    ({"validity": "current"}, "ab"),
    ({"validity": "superseded"}, ""),
    ({"min_importance": 0.5}, "ac"),
    ({"min_confidence": 0.5}, "ac"),
    ({"metadata": {"n": 1.0}}, "a"),
    ({"pack": "work", "not": {"tags": "launch"}}, "c"),
]


class TestStates:
    """Each filter, on a few states."""

    @pytest.fixture(scope="class", autouse=True)
    @classmethod
    def states(cls, class_owner: Caller, save: Save) -> None:
        """Two states on a memory each, and one that rests on nothing."""
        first = save(
            class_owner, "Sato leads the launch", pack="work", namespace="team/a", tags=["Launch"],
            context="Lisbon", session_id="s1", speaker="Mori", device_id="phone", source="chat",
            memory_type="decision", category="sales", pinned=True, external_id="e1",
            latitude=38.72, longitude=-9.14, entities=[{"name": "Sato", "type": "Person"}],
        )  # fmt: skip
        second = save(
            class_owner, "ポートはタスクです", pack="dev", memory_type="task", session_id="s2"
        )
        sato = Entity.objects.get(name="Sato")
        make("a", "work", first, kind="fact", subject=sato, namespace="team/a", confidence=0.9,
             salience=0.8, valid_from=KNOWN, recorded_at=KNOWN, extra_data={"n": 1})  # fmt: skip
        b = make("b", "dev", second, kind="task", confidence=0.4, salience=0.2)
        make("c", "work", None, kind="summary", confidence=0.6, valid_to=KNOWN)
        StateEntity.objects.create(state=b, entity=port(), user_id="alice#dev", created_at=KNOWN)

    @pytest.mark.parametrize(("filters", "kept"), TABLE)
    def test_every_key(self, owner: Caller, filters: dict[str, Any], kept: str) -> None:
        assert kept_by(owner, filters) == sorted(kept)

    @pytest.mark.parametrize(("filters", "kept"), TABLE)
    def test_every_key_negated(self, owner: Caller, filters: dict[str, Any], kept: str) -> None:
        assert kept_by(owner, {"not": filters}) == sorted(set("abc") - set(kept))

    def test_evidence_that_is_hidden_answers_for_nothing(self, owner: Caller) -> None:
        invalidate(owner, Memory.objects.get(external_id="e1").uid)
        assert kept_by(owner, {"tags": "launch"}) == []
        bound = Caller(base_user="alice", namespace="team/b")
        assert kept_by(bound, {"session_id": "s2"}) == []

    def test_another_person_has_none_of_them(self, other: Caller) -> None:
        assert kept_by(other, {"pack": "work"}) == []
        assert kept_by(other, {"not": {"tags": "x"}}) == []

    def test_it_takes_as_many_queries_for_more_states(self, owner: Caller) -> None:
        filters = {
            "tags": "launch",
            "entity": "Sato",
            "held_at": "2025-07-01",
            "not": {"tags": "x"},
        }
        before = queries_of(owner, filters)
        first = SavedOut.model_construct(id=Memory.objects.get(external_id="e1").uid)
        sato = Entity.objects.get(name="Sato")
        for number in range(20):
            make(f"{number}", "work", first, kind="fact", subject=sato)
        assert queries_of(owner, filters) == before
        assert len(kept_by(owner, filters)) == 21


@pytest.mark.parametrize(
    ("filters", "field"),
    [
        ({"pack": "nope"}, "filters.pack"),
        ({"not": {"memory_type": "decisio"}}, "filters.not.memory_type"),
        ({"held_at": "9999-12-31T23:59:59-12:00"}, "filters.held_at"),
    ],
)
def test_bad_ones_name_their_field(owner: Caller, filters: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        state_condition(parsed(SearchFilters, filters), owner)
    assert [problem.field for problem in refused.value.problems] == [field]


def kept_by(caller: Caller, filters: dict[str, Any]) -> list[str]:
    met = state_condition(parsed(SearchFilters, filters), caller)
    return sorted(state.value for state in State.objects.of(caller).filter(met))


def queries_of(caller: Caller, filters: dict[str, Any]) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert kept_by(caller, filters)
    return len(queries)
