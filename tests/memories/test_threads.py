"""The flow of a conversation: who replies to whom, in whatever order it arrives."""

from collections.abc import Callable
from datetime import timedelta
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.caller import Caller
from core.models import Action, Revision
from graph.models import MemoryLink
from memories.models import Memory, Session, Thread
from memories.schemas import SavedOut
from memories.services.update import invalidate
from tests.memories.conftest import NOW, SaveAll, stored

pytestmark = pytest.mark.django_db

Save = Callable[..., SavedOut]
START = NOW - timedelta(days=1)


def minute(number: float, **fields: Any) -> dict[str, Any]:
    at = START + timedelta(minutes=number)
    return {"text": f"minute {number}", "created_at": at, "session_id": "s", **fields}


def chain() -> list[tuple[str, str]]:
    """Return who replies to whom, by text."""
    links = MemoryLink.objects.filter(relation_type="reply_to").order_by("src_memory__created_at")
    return [(link.src_memory.raw_text, link.dst_memory.raw_text) for link in links]


def whole_chain() -> list[tuple[str, str]]:
    """Return who should reply to whom: everyone to the one before."""
    found = []
    for session in Session.objects.all():
        order = Memory.objects.filter(session=session).order_by("created_at", "pk")
        found += [(later.raw_text, earlier.raw_text) for earlier, later in pairwise(order)]
    return found


def test_each_memory_replies_to_the_one_before(owner: Caller, save_all: SaveAll) -> None:
    save_all(owner, [minute(0), minute(1)])
    save_all(owner, [minute(2)])
    assert chain() == [("minute 1", "minute 0"), ("minute 2", "minute 1")]


def test_equal_times_reply_in_the_order_of_the_batch(owner: Caller, save_all: SaveAll) -> None:
    save_all(owner, [minute(0, text=text) for text in "cabd"])
    assert chain() == [("a", "c"), ("b", "a"), ("d", "b")]


def test_a_late_one_takes_its_place_in_between(owner: Caller, save_all: SaveAll) -> None:
    save_all(owner, [minute(0), minute(10)])
    save_all(owner, [minute(5)])
    assert chain() == [("minute 5", "minute 0"), ("minute 10", "minute 5")]
    taken_out = Revision.objects.get(action=Action.DELETE, target_type="memorylink")
    later = Memory.objects.get(raw_text="minute 10")
    assert taken_out.before and taken_out.before["src_memory_id"] == later.pk


def test_an_earlier_batch_goes_before(owner: Caller, save_all: SaveAll) -> None:
    save_all(owner, [minute(10)])
    save_all(owner, [minute(2), minute(1)])
    assert chain() == [("minute 2", "minute 1"), ("minute 10", "minute 2")]


def test_a_stated_reply_is_never_taken_out(owner: Caller, save: Save) -> None:
    first = save(owner, **minute(0))
    last = save(
        owner, **minute(10, session_id="t", links=[{"target_id": first.id, "type": "reply_to"}])
    )
    save(owner, **minute(5, session_id="t"))
    assert MemoryLink.objects.filter(src_memory=stored(last), dst_memory=stored(first)).exists()


def test_sessions_do_not_mix(owner: Caller, save_all: SaveAll) -> None:
    save_all(owner, [minute(0), minute(1, session_id="t"), minute(2), minute(3, session_id="t")])
    assert chain() == [("minute 2", "minute 0"), ("minute 3", "minute 1")]


def test_what_was_deleted_is_passed_over(owner: Caller, save: Save) -> None:
    save(owner, **minute(0))
    invalidate(owner, save(owner, **minute(1)).id)
    save(owner, **minute(2))
    assert ("minute 2", "minute 0") in chain()


def test_a_session_is_a_thread(owner: Caller, save_all: SaveAll) -> None:
    save_all(owner, [minute(0), minute(1), minute(2, session_id="t")])
    save_all(owner, [minute(3)])
    by_session = {thread.title: thread.memories.count() for thread in Thread.objects.all()}
    assert by_session == {"minute 0": 3, "minute 2": 1}
    session = Session.objects.get(key="s")
    assert Thread.objects.filter(
        thread_key=f"session:{session.pk}", user_id=session.user_id
    ).exists()


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_any_order_of_arrival_gives_the_same_chain(
    owner: Caller, save_all: SaveAll, data: st.DataObject
) -> None:
    minutes = data.draw(st.lists(st.integers(0, 30), min_size=1, max_size=14, unique=True))
    session = f"session {Session.objects.count()}"
    while minutes:
        size = data.draw(st.integers(1, len(minutes)))
        save_all(owner, [minute(at, session_id=session) for at in minutes[:size]], pack="work")
        minutes = minutes[size:]
    assert sorted(chain()) == sorted(whole_chain())
