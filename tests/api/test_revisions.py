"""`/api/revisions/`: the journal."""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from core import journal
from core.caller import Caller
from core.journal import snapshot
from core.models import Action, Revision
from entities.models import Entity
from graph.models import EntityRelation

from .conftest import ClientOf, Walk, fields_of

pytestmark = pytest.mark.django_db

URL = "/api/revisions/"


def test_it_works(api: APIClient, owner: Caller, save: Any) -> None:
    uid = save(owner, "before", pack="work").id
    api.patch(f"/api/memories/{uid}/", {"text": "after", "reason": "typo"}, format="json")
    row = api.get(f"{URL}?target_type=memory&target_id={uid}").json()["results"][0]
    assert (row["action"], row["reason"], row["pack"]) == ("UPDATE", "typo", "work")
    assert row["before"]["raw_text"] == "before" and row["after"]["raw_text"] == "after"
    assert row["actor"] == "assistant:assistant"
    assert api.get(f"{URL}{row['id']}/").json() == row
    together = api.get(f"{URL}?change_id={row['change_id']}").json()["results"]
    assert together == [row]


def test_filters(api: APIClient, owner: Caller, save: Any) -> None:
    uid = save(owner, "one", pack="work").id
    api.delete(f"/api/memories/{uid}/")
    actions = lambda query: [row["action"] for row in api.get(f"{URL}?{query}").json()["results"]]  # noqa: E731
    assert actions("action=INVALIDATE") == ["INVALIDATE"]
    assert actions("target_type=memory&action=CREATE&action=INVALIDATE") == ["INVALIDATE", "CREATE"]
    assert actions("since=2999-01-01T00:00:00") == []
    assert actions("until=2000-01-01T00:00:00Z") == []
    assert actions("since=2000-01-01&target_type=memory") == ["INVALIDATE", "CREATE"]
    assert actions("pack=dev") == []
    for query, field in (
        ("since=soon", "since"),
        ("action=x", "action.0"),
        ("change_id=x", "change_id"),
    ):
        refused = api.get(f"{URL}?{query}")
        assert refused.status_code == 400 and fields_of(refused) == [field]


def test_a_forgotten_text_is_gone_from_here(api: APIClient, owner: Caller, save: Any) -> None:
    uid = str(save(owner, "the purple elephant", pack="work").id)
    api.post("/api/memories/forget/", {"ids": [uid], "confirm": True}, format="json")
    answered = api.get(f"{URL}?target_id={uid}")
    assert [row["action"] for row in answered.json()["results"]] == ["ERASE", "CREATE"]
    assert "elephant" not in api.get(URL).content.decode()


def test_isolation(
    api: APIClient, bob: APIClient, client_of: ClientOf, owner: Caller, save: Any
) -> None:
    save(owner, "inside", pack="work", namespace="team/a")
    save(owner, "outside", pack="work", tags=["t"])
    outside = api.get(f"{URL}?target_type=memory").json()["results"][0]["id"]
    assert bob.get(URL).json()["results"] == []
    assert bob.get(f"{URL}{outside}/").status_code == 404
    assert client_of("alice", packs=["dev"]).get(URL).json()["results"] == []
    bound = client_of("alice", namespace="team/a")
    seen = bound.get(URL).json()["results"]
    assert [row["after"]["raw_text"] for row in seen] == ["inside"]
    assert bound.get(f"{URL}{outside}/").status_code == 404
    assert client_of("alice", scopes=["write"]).get(URL).status_code == 403


def test_pages_and_queries(
    api: APIClient, owner: Caller, save: Any, walk: Walk, queries_of: Callable[..., int]
) -> None:
    save(owner, "m0", pack="work")
    one = queries_of(api, URL)
    for number in range(1, 20):
        save(owner, f"m{number}", pack="work")
    assert queries_of(api, URL) == one
    rows = walk(api, f"{URL}?limit=7&target_type=memory")
    assert [row["after"]["raw_text"] for row in rows] == [f"m{n}" for n in reversed(range(20))]


class TestUndo:
    """`POST /api/revisions/{change_id}/undo/`."""

    def test_it_works(self, admin: APIClient, owner: Caller, save: Any) -> None:
        uid = save(owner, "before", pack="work").id
        admin.patch(f"/api/memories/{uid}/", {"text": "after"}, format="json")
        row = admin.get(f"{URL}?target_type=memory&target_id={uid}").json()["results"][0]
        answered = admin.post(f"{URL}{row['change_id']}/undo/")
        assert answered.status_code == 200, answered.content
        assert answered.json()["undone"] == row["change_id"]
        assert admin.get(f"/api/memories/{uid}/").json()["text"] == "before"
        made = answered.json()["change_id"]
        again = admin.get(f"{URL}?change_id={made}").json()["results"]
        assert [entry["action"] for entry in again] == ["RESTORE"]

    def test_bad_input(self, admin: APIClient, api: APIClient, owner: Caller, save: Any) -> None:
        uid = save(owner, "one", pack="work").id
        change = admin.get(f"{URL}?target_type=memory&target_id={uid}").json()["results"][0]
        address = f"{URL}{change['change_id']}/undo/"
        assert api.post(address).status_code == 403
        assert admin.post(f"{URL}nonsense/undo/").status_code == 404
        assert admin.post(f"{URL}00000000-0000-4000-8000-000000000000/undo/").status_code == 404
        assert admin.post(address).status_code == 200
        refused = admin.post(address)
        assert refused.status_code == 409
        assert [row["code"] for row in refused.json()["errors"]] == ["undone"]

    def test_of_another_person(self, admin: APIClient, other: Caller, save: Any) -> None:
        save(other, "bob's", pack="work")
        change = Revision.objects.of(other).values_list("change_id", flat=True)[0]
        assert admin.post(f"{URL}{change}/undo/").status_code == 404


@pytest.mark.parametrize(
    ("limits", "inside", "outside"),
    [
        ({"packs": ["work"]}, {"pack": "work"}, {"pack": "lifelog"}),
        (
            {"namespace": "team/x"},
            {"pack": "work", "namespace": "team/x"},
            {"pack": "work", "namespace": "team/y"},
        ),
    ],
    ids=["pack", "namespace"],
)
def test_a_link_to_another_place_is_kept_from_bound_tokens(
    api: APIClient,
    client_of: ClientOf,
    owner: Caller,
    save: Any,
    limits: dict[str, Any],
    inside: dict[str, str],
    outside: dict[str, str],
) -> None:
    here, near = (save(owner, text, **inside).id for text in ("a plan", "a price"))
    away = save(owner, "a diagnosis", **outside).id
    for target, reason in ((away, "because of the diagnosis"), (near, "because of the price")):
        body = {
            "source_id": str(here),
            "target_id": str(target),
            "type": "supports",
            "reason": reason,
        }
        made = api.post("/api/links/", body, format="json").json()
        patched = api.patch(
            f"/api/links/{made['id']}/", {"reason": f"{reason} again"}, format="json"
        )
        assert patched.status_code == 200, patched.content
    assert "diagnosis again" in api.get(URL).content.decode()
    bound = client_of("alice", **limits)
    shown = bound.get(f"{URL}?limit=100").content.decode()
    assert "diagnosis" not in shown and "because of the price again" in shown
    entries = Revision.objects.filter(target_type="memorylink", reason__contains="diagnosis")
    assert {bound.get(f"{URL}{entry.pk}/").status_code for entry in entries} == {404}


def test_a_relation_to_another_pack_is_kept_from_bound_tokens(
    client_of: ClientOf, owner: Caller, save: Any
) -> None:
    for pack, name in (("work", "Ann"), ("work", "Bob"), ("lifelog", "Dr Grey")):
        save(owner, f"{name} is here.", pack=pack, entities=[{"name": name, "type": "Person"}])
    ids = {row.name: row.entity_id for row in Entity.objects.all()}
    knows = {
        "relation_type_id": "knows",
        "reason": "from the clinic",
        "recorded_at": timezone.now(),
    }
    with journal.change(owner) as change:
        for name in ("Bob", "Dr Grey"):
            row = EntityRelation.objects.create(
                user_id="alice#work", source_id=ids["Ann"], target_id=ids[name], **knows
            )  # fmt: skip
            change.note(Action.CREATE, row, after=snapshot(row))
    listed = client_of("alice", packs=["work"]).get(f"{URL}?target_type=entityrelation")
    assert [row["after"]["target_id"] for row in listed.json()["results"]] == [str(ids["Bob"])]
