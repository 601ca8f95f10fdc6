"""How many queries the common paths take, pinned: a change here is a decision, not an accident."""

from collections.abc import Callable
from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from accounts.caller import Caller
from memories import access
from memories.rendering import memories_out
from memories.schemas import MemoryInput, SavedOut, SearchOut
from memories.selectors import memory_list
from memories.services.remember import remember
from tests.memories.conftest import SaveAll

pytestmark = pytest.mark.django_db

Save = Callable[..., SavedOut]
Find = Callable[..., SearchOut]
SAVING_ONE, SAVING_A_HUNDRED, RECALL_OF_TEN, A_LIST_OF_FIFTY = 1, 1, 1, 1


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
    # savepoint and its release (2); the vocabulary, the profile, packs switched off (5);
    # words just said, the session (2); context, memory, tags (5); entities, aliases,
    # mentions, counts (4); thread: find it, join it, who was before and after, reply (6);
    # names for the index, its rows, the job (6); the session's time, tags for the
    # journal, the journal (3).
    with django_assert_num_queries(SAVING_ONE):
        remember(owner, given)


def test_saving_a_hundred(
    owner: Caller, save_all: SaveAll, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    # As for one: everything is looked up and inserted for the whole batch at once.
    with django_assert_num_queries(SAVING_A_HUNDRED):
        save_all(owner, [item(number) for number in range(100)])


def test_recall_of_ten(
    owner: Caller, hundred: None, find: Find, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    # packs switched off (1); one for each route: words, identifiers, names, vectors with
    # the model and the check that sqlite-vec works (6); the conversation around (2);
    # links and their steps (2); what is superseded, facts, hits, tags, titles (6);
    # then, off the request path when the server runs: run, accesses and use (6).
    with django_assert_num_queries(RECALL_OF_TEN):
        assert len(find(owner, "heron of day").results) == 10
        access.flush()


def test_a_list_of_fifty(
    owner: Caller, hundred: None, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    # packs switched off; the memories with session and context; tags; mentions.
    with django_assert_num_queries(A_LIST_OF_FIFTY):
        assert len(memories_out(list(memory_list(owner)[:50]))) == 50
