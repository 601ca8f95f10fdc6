"""What programs read beside searches stands in the journal, with ids and without a text."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from core.caller import Caller
from core.jobs import background
from core.models import Action, Revision
from memories.schemas import SavedOut
from memories.schemas.journal import AuditFilters, AuditOut
from memories.selectors.audit import audit_list, audit_outs
from memories.services.privacy import readings
from memories.services.privacy.readings import note_reading

Save = Callable[..., SavedOut]


def noted(owner: Caller, **filters: Any) -> list[AuditOut]:
    readings.flush()
    rows = audit_list(owner, AuditFilters(kind="read", **filters))
    return audit_outs(rows.order_by("id"))


@pytest.fixture
def saved(owner: Caller, save: Save) -> list[str]:
    entities = [{"name": "Maria Lindqvist", "type": "Person"}]
    first = save(owner, "Maria Lindqvist opens the bridge.", pack="work", entities=entities)
    return [str(first.id), str(save(owner, "Rice for supper.", pack="lifelog").id)]


def test_one_memory_and_a_list(owner: Caller, api: APIClient, saved: list[str]) -> None:
    assert api.get(f"/api/memories/{saved[0]}/").status_code == 200
    (one,) = noted(owner)
    assert one.actor.startswith("assistant:") and one.pack == "work"
    assert (one.target_type, one.target_id) == ("reading", "/api/memories/{pk}/")
    assert one.memories == [saved[0]]
    assert api.get("/api/memories/").status_code == 200
    _, *listed = noted(owner)
    assert {entry.pack: entry.memories for entry in listed} == {
        "work": [saved[0]], "lifelog": [saved[1]],
    }  # fmt: skip
    assert len({entry.change_id for entry in listed}) == 1
    assert len(noted(owner, memory=saved[1])) == 1
    assert "Maria" not in str(list(Revision.objects.filter(action=Action.ACCESS).values()))


def test_people_and_exports(owner: Caller, api: APIClient, saved: list[str]) -> None:
    found = api.get("/api/entities/").json()["results"]
    maria = next(one["id"] for one in found if one["name"] == "Maria Lindqvist")
    assert [entry.entities for entry in noted(owner)] == [[maria]]
    assert b"Maria" in b"".join(api.get("/api/graph/export/").streaming_content)
    whole = [entry for entry in noted(owner) if "export" in entry.target_id]
    assert {entry.pack for entry in whole} == {"work", "dev", "lifelog"}
    assert not any(entry.memories for entry in whole)


def test_nothing_of_what_was_not_given(
    owner: Caller, other: Caller, api: APIClient, saved: list[str], token_of: Callable[..., str]
) -> None:
    """Not what a person opens, nor a refusal, nor ids alone, nor another person's rows."""
    site = Client()
    site.force_login(User.objects.get(username="alice"))
    for address in (f"/memories/{saved[0]}/", f"/api/memories/{saved[0]}/", "/api/memories/"):
        assert site.get(address).status_code == 200
    stranger = APIClient()
    stranger.credentials(HTTP_AUTHORIZATION=f"Bearer {token_of('bob')}")
    assert stranger.get(f"/api/memories/{saved[0]}/").status_code == 404
    assert api.get("/api/me/").status_code == 200
    note_reading(other, "get_memory", f'["{saved[0]}"]'.encode(), at=timezone.now())
    assert noted(owner) == [] == noted(other)


def test_requests_of_one_kind_become_one_entry(
    owner: Caller, assistant: Caller, saved: list[str], monkeypatch: pytest.MonkeyPatch,
    django_assert_max_num_queries: Callable[[int], CaptureQueriesContext],
) -> None:  # fmt: skip
    """Ids may be short, as tools write them."""
    monkeypatch.setattr(background, "run_within", lambda *_args, **_named: None)
    for uid in (*saved, saved[0][:8], "0" * 8):
        note_reading(assistant, "get_memory", f'{{"id": "{uid}"}}'.encode(), at=timezone.now())
    note_reading(assistant, "get_memory", b'{"text": "\\"12345678\\""}', at=timezone.now())
    with django_assert_max_num_queries(6):
        assert readings.flush() == 4
    assert {tuple(entry.memories) for entry in noted(owner)} == {(saved[0],), (saved[1],)}


def test_what_cannot_be_written_waits(
    owner: Caller, assistant: Caller, saved: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(background, "run_within", lambda *_args, **_named: None)
    note_reading(assistant, "get_memory", f'"{saved[0]}"'.encode(), at=timezone.now())
    with monkeypatch.context() as patch:
        patch.setattr(readings, "_entries", lambda _: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            readings.flush()
    assert [entry.memories for entry in noted(owner)] == [[saved[0]]]
