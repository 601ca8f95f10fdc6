"""`held_at` asks what was true then, `known_at` what was known then; both, what was believed.

The example of docs/rest.md: Aya lived in Kyoto, moved to Osaka in June, and said so in September.
"""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from core.caller import Caller
from graph.models import MemoryLink
from memories.models import Memory, State
from memories.schemas import LinkInput, SearchFilters, SearchOut, parsed
from memories.search.filters import state_condition
from memories.selectors.memories import memory_list
from memories.services.update import invalidate, relate
from tests.memories.conftest import SaveAll, texts

pytestmark = pytest.mark.django_db

Find = Callable[..., SearchOut]
KYOTO, OSAKA = "Aya lives in Kyoto", "Aya lives in Osaka"
JANUARY = datetime(2025, 1, 10, tzinfo=UTC)
JUNE = datetime(2025, 6, 1, tzinfo=UTC)
SEPTEMBER = datetime(2025, 9, 10, tzinfo=UTC)


@pytest.fixture
def moved(owner: Caller, save_all: SaveAll) -> None:
    """Kyoto, said in January; Osaka, true from June, said in September in place of it."""
    old = save_all(owner, [KYOTO], pack="lifelog", now=JANUARY).results[0]
    supersedes = [{"target_id": str(old.id), "type": "supersedes"}]
    new = {"text": OSAKA, "about_start": JUNE.isoformat(), "links": supersedes}
    save_all(owner, [new], pack="lifelog", now=SEPTEMBER)


@pytest.fixture
def claimed(owner: Caller) -> None:
    """The same as states: the first claim, and in September the two that replace it."""
    claim(KYOTO, recorded_at=JANUARY, superseded_at=SEPTEMBER, valid_from=JANUARY)
    claim(KYOTO, recorded_at=SEPTEMBER, valid_from=JANUARY, valid_to=JUNE)
    claim(OSAKA, recorded_at=SEPTEMBER, valid_from=JUNE)


def claim(value: str, **times: datetime) -> State:
    return State.objects.create(
        user_id="alice#lifelog", kind="fact", predicate="lives_in", value=value, **times
    )


CASES: list[tuple[dict[str, Any], list[str]]] = [
    ({"held_at": "2025-01-01"}, []),
    ({"held_at": "2025-03-01"}, [KYOTO]),
    ({"held_at": "2025-07-01"}, [OSAKA]),
    ({"held_at": "2025-06-01T00:00:00Z"}, [OSAKA]),
    ({"known_at": "2025-01-01"}, []),
    ({"known_at": "2025-07-01"}, [KYOTO]),
    ({"known_at": "2025-09-09"}, [KYOTO]),
    # In July it was believed that she lived in Kyoto; today it is known that she did not.
    ({"held_at": "2025-07-01", "known_at": "2025-08-01"}, [KYOTO]),
    ({"held_at": "2025-07-01", "known_at": "2025-10-01"}, [OSAKA]),
    ({"held_at": "2025-03-01", "known_at": "2025-10-01"}, [KYOTO]),
    ({"held_at": "2025-07-01", "as_of": "2025-08-01"}, [KYOTO]),
    ({"held_at": "2026-01-01"}, [OSAKA]),
    ({"validity": "current"}, [OSAKA]),
    ({"validity": "current", "as_of": "2025-08-01"}, [KYOTO]),
    ({"validity": "superseded"}, [KYOTO]),
    ({"validity": "superseded", "known_at": "2025-08-01"}, []),
    ({"known_at": "2025-08-01", "validity": "any"}, [KYOTO]),
    ({"as_of": "2025-08-01"}, [KYOTO]),
    ({"not": {"validity": "superseded"}}, [OSAKA]),
    ({"not": {"held_at": "2025-07-01"}}, [KYOTO]),
]


@pytest.mark.usefixtures("moved")
@pytest.mark.parametrize(("filters", "kept"), CASES)
def test_memories(owner: Caller, filters: dict[str, Any], kept: list[str]) -> None:
    rows = memory_list(owner, filters=parsed(SearchFilters, filters))
    assert [memory.raw_text for memory in rows] == kept


@pytest.mark.usefixtures("claimed")
@pytest.mark.parametrize(
    ("filters", "kept"),
    [
        *[case for case in CASES if "not" not in case[0]],
        ({"not": {"validity": "superseded"}}, [KYOTO, OSAKA]),
        ({"not": {"held_at": "2025-07-01"}}, [KYOTO]),
        ({"not": {"known_at": "2025-08-01"}}, [KYOTO, OSAKA]),
    ],
)
def test_states(owner: Caller, filters: dict[str, Any], kept: list[str]) -> None:
    met = state_condition(parsed(SearchFilters, filters), owner)
    assert sorted({state.value for state in State.objects.of(owner).filter(met)}) == kept


@pytest.mark.usefixtures("moved")
def test_known_at_is_as_of_without_what_had_been_replaced(owner: Caller) -> None:
    late = "2025-10-01"
    found = {name: texts_of(owner, {name: late}) for name in ("as_of", "known_at")}
    assert found == {"as_of": [OSAKA, KYOTO], "known_at": [OSAKA]}
    assert texts_of(owner, {"known_at": late, "validity": "any"}) == found["as_of"]


@pytest.mark.usefixtures("moved")
def test_a_search_by_words_goes_back_as_well(owner: Caller, find: Find) -> None:
    asked = {"query": "Where does Aya live?", "mode": "keyword"}
    then = find(owner, **asked, filters={"held_at": "2025-07-01", "known_at": "2025-08-01"})
    assert texts(then) == [KYOTO]
    assert texts(find(owner, **asked, filters={"held_at": "2025-07-01"})) == [OSAKA]


@pytest.mark.usefixtures("moved")
def test_what_was_deleted_later_stays_hidden(owner: Caller) -> None:
    invalidate(owner, Memory.objects.get(raw_text=KYOTO).uid)
    assert texts_of(owner, {"known_at": "2025-07-01"}) == []


@pytest.mark.usefixtures("moved")
def test_a_successor_that_was_deleted_replaces_nothing(owner: Caller) -> None:
    invalidate(owner, Memory.objects.get(raw_text=OSAKA).uid)
    assert texts_of(owner, {"validity": "current"}) == [KYOTO]


@pytest.mark.usefixtures("moved")
def test_a_rejected_link_replaces_nothing(owner: Caller) -> None:
    MemoryLink.objects.filter(relation_type="supersedes").update(validation_status="rejected")
    assert texts_of(owner, {"validity": "superseded"}) == []


def test_a_link_made_later_was_not_known_before(owner: Caller, save_all: SaveAll) -> None:
    old, new = save_all(owner, [KYOTO, OSAKA], pack="lifelog", now=JANUARY).results
    relate(owner, new.id, LinkInput(target_id=old.id, type="supersedes"), now=SEPTEMBER)
    assert sorted(texts_of(owner, {"known_at": "2025-02-01"})) == [KYOTO, OSAKA]
    assert texts_of(owner, {"known_at": "2025-10-01"}) == [OSAKA]


def test_a_successor_out_of_reach_replaces_nothing(owner: Caller, save_all: SaveAll) -> None:
    old = save_all(owner, [KYOTO], pack="work", namespace="team/a", now=JANUARY).results[0]
    supersedes = [{"target_id": str(old.id), "type": "supersedes"}]
    save_all(owner, [{"text": OSAKA, "links": supersedes}], pack="work", namespace="team/b")
    assert texts_of(owner, {"validity": "current"}) == [OSAKA]
    bound = Caller(base_user="alice", namespace="team/a")
    assert texts_of(bound, {"validity": "current"}) == [KYOTO]


def test_content_ends_where_it_says_so(owner: Caller, save_all: SaveAll) -> None:
    lease = {"text": "The lease", "about_end": "2025-03-31T15:00:00Z"}
    save_all(owner, [lease], pack="lifelog", now=JANUARY)
    assert texts_of(owner, {"held_at": "2025-03-31T14:59:59Z"}) == ["The lease"]
    assert texts_of(owner, {"held_at": "2025-03-31T15:00:00Z"}) == []
    assert texts_of(owner, {"validity": "current"}) == []
    assert texts_of(owner, {"validity": "superseded"}) == []
    assert texts_of(owner, {"validity": "any"}) == ["The lease"]
    assert texts_of(owner, {"validity": "current", "as_of": "2025-02-01"}) == ["The lease"]


def test_a_day_begins_where_the_owner_is(owner: Caller, save_all: SaveAll) -> None:
    evening = datetime(2025, 5, 31, 15, tzinfo=UTC)  # midnight in Tokyo
    save_all(owner, ["said at midnight"], now=evening)
    assert texts_of(owner, {"known_at": "2025-06-01T00:00:00"}) == ["said at midnight"]
    assert texts_of(owner, {"known_at": "2025-05-31T23:59:59"}) == []


def texts_of(caller: Caller, filters: dict[str, Any]) -> list[str]:
    rows = memory_list(caller, filters=parsed(SearchFilters, filters))
    return [memory.raw_text for memory in rows]
