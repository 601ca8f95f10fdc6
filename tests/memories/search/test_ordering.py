"""The order of an answer, by what the request asks."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import pytest

from core.caller import Caller
from core.errors import InvalidInput
from memories.models import Memory, State
from memories.schemas import SearchInput, parsed
from memories.search.ranking.answer import memory_order, ordered, state_order
from tests.memories.conftest import SaveAll


@dataclass(frozen=True)
class Hit:
    name: str
    pk: int
    score: float
    created_at: datetime
    importance: float


def day(number: int) -> datetime:
    return datetime(2025, 1, number, tzinfo=UTC)


HITS = [
    Hit("old, best", 1, 0.9, day(1), 0.5),
    Hit("new, good", 2, 0.7, day(3), 0.1),
    Hit("between, weighty", 3, 0.7, day(2), 0.9),
    Hit("between, same day", 4, 0.2, day(2), 0.5),
]
CASES: list[tuple[dict[str, str], list[int]]] = [
    ({}, [1, 2, 3, 4]),
    ({"sort": "relevance"}, [1, 2, 3, 4]),
    ({"sort": "time"}, [2, 4, 3, 1]),
    ({"sort": "time", "order": "asc"}, [1, 3, 4, 2]),
    ({"sort": "importance"}, [3, 4, 1, 2]),
    ({"sort": "importance", "order": "asc"}, [2, 4, 1, 3]),
]


def request(asked: dict[str, Any]) -> SearchInput:
    return parsed(SearchInput, {"query": "x", **asked})


@pytest.mark.parametrize(("asked", "pks"), CASES)
def test_hits(asked: dict[str, str], pks: list[int]) -> None:
    assert [hit.pk for hit in ordered(HITS[::-1], request(asked))] == pks


LISTED = [case for case in CASES if case[0].get("sort", "relevance") != "relevance"]


@pytest.mark.django_db
@pytest.mark.parametrize(("asked", "pks"), [({}, [2, 4, 3, 1]), *LISTED])
def test_rows_come_in_the_same_order(
    owner: Caller, save_all: SaveAll, asked: dict[str, str], pks: list[int]
) -> None:
    items = [
        {"text": hit.name, "created_at": hit.created_at, "importance": hit.importance}
        for hit in HITS
    ]
    save_all(owner, items, pack="work")
    names = {hit.pk: hit.name for hit in HITS}
    rows = Memory.objects.of(owner).order_by(*memory_order(request(asked)))
    assert [row.raw_text for row in rows] == [names[pk] for pk in pks]
    for hit in HITS:
        State.objects.create(
            user_id="alice#work", kind="fact", value=hit.name,
            recorded_at=hit.created_at, salience=hit.importance,
        )  # fmt: skip
    states = State.objects.of(owner).order_by(*state_order(request(asked)))
    assert [state.value for state in states] == [names[pk] for pk in pks]


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"sort": "size"}, "sort"),
        ({"order": "up", "sort": "time"}, "order"),
        ({"order": "asc"}, "order"),
        ({"order": "asc", "sort": "relevance"}, "order"),
    ],
)
def test_an_order_that_means_nothing_is_refused(asked: dict[str, str], field: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        request(asked)
    assert [problem.field for problem in refused.value.problems] == [field]
