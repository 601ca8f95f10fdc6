"""Sessions: opened on first use, over after a day of silence, reopened by a save."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from core.caller import Caller
from memories.models import Memory, Session, SessionStatus
from memories.records.sessions import expire_idle
from memories.schemas import MemoryInput, SavedOut
from memories.services.save import remember
from tests.memories.conftest import NOW, SaveAll, stored

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)
At = Callable[..., SavedOut]


@pytest.fixture
def at(owner: Caller) -> At:
    """Save something new at a time: ``at(NOW, device_id="phone")``."""

    def _at(moment: datetime, **fields: str) -> SavedOut:
        count = Memory.objects.count()
        item = MemoryInput.model_validate({"text": f"{count}", "created_at": moment, **fields})
        return remember(owner, item, now=NOW + 400 * HOUR)

    return _at


def test_the_callers_own_id_is_echoed_and_found_again(at: At) -> None:
    key = "会話 #1: " + "x" * 100
    first, second = at(NOW, session_id=key), at(NOW + MINUTE, session_id=key)
    assert first.session_id == second.session_id == key
    session = Session.objects.get()
    assert session.key == key and len(session.pk) == 26 and not session.is_implicit
    assert (session.started_at, session.last_activity) == (NOW, NOW + MINUTE)


def test_an_id_belongs_to_a_space(at: At) -> None:
    for pack in ("work", "dev"):
        at(NOW, session_id="s", pack=pack)
    assert Session.objects.filter(key="s").count() == 2


def test_without_an_id_the_device_goes_on_within_a_day(at: At) -> None:
    one = at(NOW)
    assert at(NOW + 24 * HOUR).session_id == one.session_id
    assert at(NOW + 48 * HOUR).session_id == one.session_id
    assert at(NOW + 72 * HOUR + MINUTE).session_id != one.session_id
    assert Session.objects.filter(is_implicit=True).count() == 2


def test_an_implicit_session_is_named_by_its_ulid(at: At) -> None:
    out = at(NOW)
    assert out.session_id == stored(out).session_id and len(out.session_id) == 26


def test_every_device_has_its_own(at: At) -> None:
    assert len({at(NOW, device_id=name).session_id for name in ("phone", "laptop", "phone")}) == 2


def test_a_named_session_is_never_taken_for_an_implicit_one(at: At) -> None:
    assert at(NOW, session_id="s").session_id != at(NOW + MINUTE).session_id


def test_an_earlier_import_joins_the_session_of_its_own_time(at: At) -> None:
    late = at(NOW)
    early = at(NOW - 100 * HOUR)
    assert early.session_id != late.session_id
    assert at(NOW - 90 * HOUR).session_id == early.session_id
    assert at(NOW - 20 * HOUR).session_id == late.session_id
    session = Session.objects.get(pk=late.session_id)
    assert (session.started_at, session.last_activity) == (NOW - 20 * HOUR, NOW)


def test_a_batch_opens_each_session_once(owner: Caller, save_all: SaveAll) -> None:
    items = [
        {"text": "a", "created_at": NOW - 90 * HOUR},
        {"text": "b", "created_at": NOW - 89 * HOUR},
        {"text": "c", "created_at": NOW - 10 * HOUR},
        {"text": "d", "created_at": NOW - 9 * HOUR, "session_id": "own"},
        {"text": "e", "created_at": NOW - 8 * HOUR, "session_id": "own"},
    ]
    out = save_all(owner, items, now=NOW)
    a, b, c, d, e = (row.session_id for row in out.results)
    assert a == b and c not in (a, d) and d == e == "own"
    assert Session.objects.count() == 3


def test_expiry_clears_the_context_and_keeps_the_memories(at: At) -> None:
    idle, busy = at(NOW, session_id="idle"), at(NOW + 2 * HOUR, session_id="busy")
    Session.objects.update(context={"topic": "x"})
    assert expire_idle(NOW + 25 * HOUR) == 1
    assert expire_idle(NOW + 25 * HOUR) == 0
    expired = Session.objects.get(key="idle")
    assert expired.status == SessionStatus.EXPIRED and expired.context == {}
    kept = Session.objects.get(key="busy")
    assert kept.status == SessionStatus.ACTIVE and kept.context == {"topic": "x"}
    assert {stored(idle).session_id, stored(busy).session_id} == {expired.pk, kept.pk}


def test_saving_reopens_an_expired_session(at: At) -> None:
    at(NOW, session_id="s")
    expire_idle(NOW + 30 * HOUR)
    again = at(NOW + 40 * HOUR, session_id="s")
    session = Session.objects.get()
    assert session.status == SessionStatus.ACTIVE and session.last_activity == NOW + 40 * HOUR
    assert stored(again).session == session


def test_a_repeated_save_opens_nothing(owner: Caller, at: At) -> None:
    at(NOW, session_id="s", external_id="e")
    remember(owner, MemoryInput(text="0", session_id="t", external_id="e"), now=NOW)
    assert [session.key for session in Session.objects.all()] == ["s"]
