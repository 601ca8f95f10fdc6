"""Ids by their beginning: unique ones are taken everywhere, others are explained."""

import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from core.caller import Caller
from core.errors import InvalidInput, NotFound
from memories.models import Memory
from memories.schemas import MemoryInput
from memories.schemas.ids import IdKind
from memories.selectors.ids import plain_id, resolved_id, short_ids
from memories.selectors.network.naming import node_named
from memories.services.save import remember
from tests.live_server import LiveServer

from .conftest import Call, text_of


def kept(owner: Caller, text: str, uid: str) -> uuid.UUID:
    """Save a memory under an id of the test's."""
    made = remember(owner, MemoryInput(text=text, pack="work", session_id=text)).id
    whole = uuid.UUID(uid.ljust(32, "7"))
    Memory.objects.filter(uid=made).update(uid=whole)
    return whole


@pytest.mark.django_db
def test_a_beginning_of_six_characters_names_one(owner: Caller, other: Caller) -> None:
    one, two = kept(owner, "one", "abcdef1234"), kept(owner, "two", "abcdef1299")
    theirs = kept(other, "theirs", "bbbbbb")
    assert resolved_id(owner, IdKind.MEMORY, "abcdef12-34") == one
    assert resolved_id(owner, IdKind.MEMORY, " [memory:ABCDEF1299] ") == two
    assert short_ids([one, two, theirs]) == {
        one: one.hex[:9], two: two.hex[:9], theirs: theirs.hex[:8],
    }  # fmt: skip
    assert node_named(owner, "abcdef1234", field="id") == node_named(
        owner, f"memory:{one}", field="id"
    )
    with pytest.raises(InvalidInput) as refused:
        resolved_id(owner, IdKind.MEMORY, "abcdef12")
    assert "abcdef123" in refused.value.message and "“two”" in refused.value.message
    with pytest.raises(NotFound):
        resolved_id(owner, IdKind.MEMORY, "bbbbbb")
    bound = Caller(base_user="alice", packs=frozenset({"dev"}))
    with pytest.raises(NotFound):
        resolved_id(bound, IdKind.MEMORY, "abcdef1234")


@pytest.mark.parametrize("text", ["abcde", "not-an-id", "", "g" * 8, "0" * 33])
def test_what_is_no_id(text: str) -> None:
    assert plain_id(text) is None


def test_every_tool_takes_the_ids_that_answers_hold(call: Call, server: LiveServer) -> None:
    made = [
        call("save_memory", text=text, session_id=text).structured_content["id"]
        for text in ("The ferry leaves at noon.", "The ferry leaves at one.")
    ]
    assert all(len(uid) == 8 for uid in made)
    one, two = made
    run = call("search_memories", query="ferry").structured_content["run_id"]
    link = call("relate", source_id=two[:6], target_id=one, type="supersedes")
    calls = {
        "get_memory": {"id": one},
        "explore_related": {"id": two},
        "update_memory": {"id": one, "tags": "ferry, harbor"},
        "feedback": {"run_id": run, "memory_id": two, "useful": True},
        "find_path": {"source_id": one, "target_id": f"memory:{two}"},
        "entity_neighbors": {"id": one},
        "graph_snapshot": {"focus": two},
        "forget": {"ids": one},
    }
    assert not link.is_error, text_of(link)
    for tool, arguments in calls.items():
        answer = call(tool, **arguments)
        assert not answer.is_error, (tool, text_of(answer))
    tags = call("get_memory", id=one).structured_content["memory"]["tags"]
    assert tags == ["ferry", "harbor"]
    linked = call("save_memory", text="The ferry sank.", links=[{"target_id": one}])
    assert not linked.is_error, text_of(linked)


@pytest.mark.parametrize(
    ("uid", "said"),
    [("ffffff00", "no memory ffffff00"), ("abc", "6 or more"), ("xyzxyzxyz", "6 or more")],
)
def test_an_id_that_names_nothing_is_explained(call: Call, uid: str, said: str) -> None:
    for tool, name in (("get_memory", "id"), ("update_memory", "id"), ("forget", "ids")):
        answer = call(tool, **{name: [uid] if name == "ids" else uid})
        assert answer.is_error and said in text_of(answer)


def test_another_persons_id_is_no_id(call: Call, server: LiveServer) -> None:
    theirs = call("save_memory", as_token=server.other_token, text="Bob's own.")
    answer = call("get_memory", id=theirs.structured_content["id"])
    assert answer.is_error and "there is no memory" in text_of(answer)


@pytest.mark.django_db
def test_ids_are_looked_up_by_their_index(owner: Caller) -> None:
    ids = [remember(owner, MemoryInput(text=f"{n}", session_id=f"{n}")).id for n in range(3)]
    with CaptureQueriesContext(connection) as asked:
        short_ids(ids)
    (query,) = asked.captured_queries
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {query['sql']}")
        plan = [row[3] for row in cursor.fetchall()]
    # The ranges themselves are read one after the other; each table is searched.
    read = {step for step in plan if step.startswith("SCAN")}
    assert read == {"SCAN json_each VIRTUAL TABLE INDEX 1:", "SCAN asked"}, plan
    assert sum("USING COVERING INDEX" in step for step in plan) == 3, plan
