"""What happened: the journal as a page, and taking changes back from it."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from django.utils import timezone

from core.caller import Caller
from core.models import Revision
from memories.models import Memory
from memories.records.sessions import expire_idle
from memories.schemas import MemoryPatch, SavedOut, parsed
from memories.services.update import invalidate, revise

pytestmark = pytest.mark.django_db
Save = Callable[..., SavedOut]


@pytest.fixture
def memory(owner: Caller, save: Save) -> UUID:
    people = [{"name": "Tanaka", "type": "Person"}]
    return save(owner, "Tanaka likes tea", pack="work", entities=people).id


def latest() -> UUID:
    return Revision.objects.order_by("-id").values_list("change_id", flat=True)[0]


def test_it_shows_what_was_done_and_undoes_it(site: Client, owner: Caller, memory: UUID) -> None:
    revise(owner, memory, parsed(MemoryPatch, {"text": "Tanaka likes coffee", "reason": "heard"}))
    shown = site.get("/history/").content.decode()
    assert "heard" in shown and "<ins>coffee</ins>" in shown and "Tanaka" in shown
    address = f"/history/{latest()}/undo/"
    assert address in shown
    answered = site.post(address, {"next": "/history/"}, follow=True)
    assert Memory.objects.get(uid=memory).raw_text == "Tanaka likes tea"
    assert "undone" in answered.content.decode()
    assert site.post(address).status_code == 409


def test_it_is_narrowed(site: Client, owner: Caller, memory: UUID) -> None:
    invalidate(owner, memory, reason="not any more")
    assert "not any more" in site.get("/history/?kind=memory&by=owner").content.decode()
    for query in ("kind=tag", "by=assistant"):
        assert "not any more" not in site.get(f"/history/?{query}").content.decode()


def test_older_changes_are_on_further_pages(site: Client, owner: Caller, memory: UUID) -> None:
    for at in range(40):
        fields = {"importance": at / 40, "reason": f"step {at}."}
        revise(owner, memory, parsed(MemoryPatch, fields))
    first = site.get("/history/")
    assert "step 39." in first.content.decode() and "step 3." not in first.content.decode()
    older = first.context["page"].older
    assert "step 3." in site.get(f"/history/?before={older}").content.decode()


def test_every_page_asks_as_often(
    site: Client, owner: Caller, memory: UUID, django_assert_max_num_queries: Any
) -> None:
    for at in range(20):
        revise(owner, memory, parsed(MemoryPatch, {"importance": at / 20}))
    site.get("/history/")
    with django_assert_max_num_queries(16):
        site.get("/history/")


def test_the_page_of_a_memory_undoes_hiding(site: Client, owner: Caller, memory: UUID) -> None:
    invalidate(owner, memory)
    address = f"/history/{latest()}/undo/"
    assert address in site.get(f"/memories/{memory}/").content.decode()
    site.post(address)
    assert Memory.objects.get(uid=memory).invalidated_at is None


def test_nobody_sees_anothers(site: Client, other: Caller, save: Save) -> None:
    save(other, "bob's secret", pack="work")
    assert "bob's secret" not in site.get("/history/").content.decode()
    assert site.post(f"/history/{latest()}/undo/").status_code == 404


def test_sessions_that_ended_by_themselves_are_one_change_apart(
    site: Client, owner: Caller, save: Save
) -> None:
    for at in range(3):
        save(owner, f"Note {at}", pack="work", session_id=f"talk {at}")
    assert expire_idle(timezone.now() + timedelta(days=2)) == 3
    usual = site.get("/history/").context["page"].entries
    assert usual and not any(
        entry.actor.startswith("system") and line.kind == "session"
        for entry in usual
        for line in entry.lines
    )
    ended = site.get("/history/?kind=session&by=system").context["page"].entries
    assert [len(entry.lines) for entry in ended] == [3]
