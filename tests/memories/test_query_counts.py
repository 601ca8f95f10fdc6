"""How many queries the common paths take, pinned: a change here is a decision, not an accident."""

from collections.abc import Callable
from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from core.caller import Caller
from memories.records.lookup import memories_out
from memories.schemas import MemoryInput, SavedOut, SearchOut
from memories.search import log
from memories.selectors.memories import memory_list
from memories.services.save import remember
from tests.memories.conftest import SaveAll

pytestmark = pytest.mark.django_db

Save = Callable[..., SavedOut]
Find = Callable[..., SearchOut]


def item(number: int) -> dict[str, Any]:
    return {
        "text": f"the heron of day {number}, seen by module_{number}()",
        "pack": "work",
        "session_id": "s",
        "tags": ["birds", f"t{number % 5}"],
        "context": "pond",
        "entities": [{"name": f"人{number % 7}", "type": "Person"}],
    }


@pytest.fixture
def hundred(owner: Caller, save_all: SaveAll) -> None:
    save_all(owner, [item(number) for number in range(100)])


def test_saving_one(
    owner: Caller, hundred: None, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    given = MemoryInput.model_validate(item(101))
    # Begin and end (2). Types of entities, profile, packs switched off (3). Words just said, session (2).
    # Context, memory, tags (4). Entities and aliases, mentions, counts (4). Thread: find, join (2);
    # whether the session has more, who was before and after, the reply (4). For the indexes: tags,
    # names; two tables emptied and filled, the last change and the row; model and job (10).
    # Session's time, journal (2).
    with django_assert_num_queries(34):
        remember(owner, given)


def test_saving_a_hundred(
    owner: Caller, save_all: SaveAll, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    # As for one, since everything is looked up and stored for the whole batch at once; and what
    # one memory among others finds already there (session, thread, context, tags, entities) is made.
    # Of many memories and of many replies the last is stored by itself, for its id (2).
    with django_assert_num_queries(39):
        save_all(owner, [item(number) for number in range(100)])


def test_recall_of_ten(
    owner: Caller, hundred: None, find: Find, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    # Packs switched off (1). The model, whether sqlite-vec answers, how far the spaces have come,
    # names in the query (4). Links, what supersedes what (2). Facts for the score (1). Hits
    # with tags and mentions (3), and what is folded into them (1). The words of the best, which lead
    # on to others (1). Off the request path where
    # the server runs: privacy policies (1); run, accesses, use, in a transaction (5).
    find(owner, "heron")
    log.flush()
    with django_assert_num_queries(19):
        assert len(find(owner, "heron of day").results) == 10
        log.flush()


def test_a_list_of_fifty(
    owner: Caller, hundred: None, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    # Packs switched off; the memories with session and context; tags; mentions with entities.
    with django_assert_num_queries(4):
        assert len(memories_out(list(memory_list(owner)[:50]))) == 50
