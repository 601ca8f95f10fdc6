"""What is known beside what was said: states among the answers of a search."""

from datetime import UTC, datetime, timedelta

import pytest

from core.caller import Caller
from entities.models import Entity
from memories import index
from memories.index import embedding_jobs
from memories.models import EmbeddingJob, EmbeddingModel, ItemKind, Memory, State, StateKind
from memories.schemas import MemoryInput, SearchInput, StateHit
from memories.services.maintenance import _start_building
from memories.services.save import remember
from memories.services.search import recall

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)


def state(caller: Caller, body: str, name: str = "Mika", **values: object) -> State:
    user_id = caller.space("work")
    subject, _ = Entity.objects.get_or_create(
        user_id=user_id,
        name=name,
        entity_type_id="Person",
        defaults={"created_at": NOW, "name_key": name.lower()},
    )
    made = State.objects.create(
        user_id=user_id, kind=StateKind.FACT, subject=subject, body=body, recorded_at=NOW, **values
    )
    index.put_states([made], now=NOW)
    embedding_jobs.drain()
    return made


def found(caller: Caller, query: str, **asked: object) -> list[StateHit]:
    return recall(caller, SearchInput(query=query, **asked), now=NOW).states


@pytest.fixture
def caller(owner: Caller) -> Caller:
    for text in ("Lunch was fine.", "The printer is out of paper.", "Tom paints boats."):
        remember(owner, MemoryInput(text=text, pack="work"), wait=True)
    return owner


def test_a_state_is_found_by_words_and_by_meaning(caller: Caller) -> None:
    made = state(caller, "Mika lives in Osaka.", predicate="lives_in", value="Osaka")
    for query in ("Osaka", "Where is Mika's home?", "ミカさんはどこに住んでいますか"):
        (hit, *_) = found(caller, query)
        assert (hit.id, hit.kind, hit.text) == (made.uid, "state", "Mika lives in Osaka.")
        assert hit.subject and hit.subject.name == "Mika"


def test_evidence_comes_along(caller: Caller) -> None:
    made = state(caller, "Tom paints boats.", name="Tom")
    memory = Memory.objects.get(raw_text="Tom paints boats.")
    made.evidence.add(memory)
    assert found(caller, "Who paints boats?")[0].evidence == [memory.uid]


def test_what_was_replaced_or_hidden_is_not_found(caller: Caller) -> None:
    old = state(caller, "Mika lives in Tokyo.")
    assert found(caller, "Tokyo")
    State.objects.filter(pk=old.pk).update(superseded_at=NOW)
    old.refresh_from_db()
    index.put_states([old], now=NOW)
    assert not found(caller, "Tokyo")


def test_what_has_ended_stands_below_what_holds(caller: Caller) -> None:
    ended = state(caller, "Mika lives in Kobe.", valid_to=NOW - timedelta(days=30))
    holds = state(caller, "Mika lives in Kyoto.")
    states = {"kind": ["state"]}
    asked = "Where does Mika live?"
    assert [hit.id for hit in found(caller, asked, filters=states)] == [holds.uid, ended.uid]
    assert [hit.id for hit in found(caller, asked)] == [holds.uid]
    (hit,) = found(caller, "Who lives in Kobe?")
    assert hit.has_ended and hit.sentence == "Mika lives in Kobe (until 21 October 2026, ended)."


def test_only_memories_or_only_states(caller: Caller) -> None:
    made = state(caller, "The printer stands in room 3.", name="printer")
    only = recall(caller, SearchInput(query="printer", filters={"kind": ["state"]}), now=NOW)
    assert not only.results and [hit.id for hit in only.states] == [made.uid]
    none = recall(caller, SearchInput(query="printer", filters={"kind": ["memory"]}), now=NOW)
    assert none.results and not none.states
    listed = recall(caller, SearchInput(filters={"kind": ["state"]}), now=NOW)
    assert [hit.id for hit in listed.states] == [made.uid]


def test_filters_hold_for_states(caller: Caller) -> None:
    state(caller, "Mika lives in Osaka.")
    assert found(caller, "Osaka", filters={"entity": ["Mika"]})
    assert not found(caller, "Osaka", filters={"entity": ["Tom"]})


def test_a_change_of_model_takes_states_along(caller: Caller) -> None:
    made = state(caller, "Mika lives in Osaka.")
    model = EmbeddingModel.objects.get()
    _start_building(model, NOW)
    waiting = EmbeddingJob.objects.filter(model=model, kind=ItemKind.STATE)
    assert list(waiting.values_list("item_id", flat=True)) == [made.pk]


def test_another_person_finds_nothing_of_it(caller: Caller, other: Caller) -> None:
    state(caller, "Mika lives in Osaka.")
    assert not found(other, "Where is Mika's home?")
