"""Who read and changed what: filtered, as a file, and one's own only."""

import csv
import io
import json
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from rest_framework.test import APIClient

from core.caller import Caller, Scope
from core.errors import Forbidden
from core.models import Revision
from memories.schemas import SavedOut
from memories.schemas.journal import AuditFilters
from memories.search import log
from memories.selectors.audit import audit_actors, audit_list, audit_outs

Save = Callable[..., SavedOut]


@pytest.fixture
def read(owner: Caller, assistant: Caller, save: Save, find: Callable[..., Any]) -> dict[str, str]:
    """Two memories: alice saved both, her assistant saved a third and found the first."""
    first = save(owner, "The bridge in Kyoto opens in May.", pack="work").id
    save(owner, "Nobody looks for this one.", pack="work")
    save(assistant, "Ken likes tea.", pack="work")
    find(assistant, "bridge Kyoto", mode="keyword")
    log.flush()
    return {"first": str(first)}


def listed(caller: Caller, **filters: Any) -> list[tuple[str, str]]:
    rows = audit_list(caller, AuditFilters(**filters))
    return [(entry.actor, str(entry.action)) for entry in audit_outs(rows.order_by("-id"))]


def test_a_search_says_who_was_told_what(owner: Caller, read: dict[str, str]) -> None:
    (entry,) = audit_outs(audit_list(owner, AuditFilters(kind="read")))
    assert entry.actor == "assistant:laptop" and read["first"] in entry.memories
    told = listed(owner, memory=read["first"])
    assert told == [("assistant:laptop", "ACCESS"), ("owner", "CREATE")]
    assert "Kyoto" not in str(audit_outs(audit_list(owner, AuditFilters())))


def test_filters(owner: Caller, read: dict[str, str]) -> None:
    assert {actor for actor, _action in listed(owner, actor="owner")} == {"owner"}
    assert {actor for actor, _action in listed(owner, actor="assistant:")} == {"assistant:laptop"}
    assert listed(owner, actor="assistant:lap") == []
    assert all(action != "ACCESS" for _actor, action in listed(owner, kind="changed"))
    assert listed(owner, since="2999-01-01T00:00:00Z") == []
    assert listed(owner, until="1999-01-01T00:00:00Z") == []
    assert listed(owner, pack=["dev"]) == []
    assert set(audit_actors(owner)) >= {"owner", "assistant:laptop"}


def test_only_ones_own_and_for_owners_only(
    owner: Caller, other: Caller, assistant: Caller, read: dict[str, str]
) -> None:
    assert listed(other) == [] and audit_actors(other) == []
    assert listed(other, memory=read["first"]) == []
    for caller in (
        assistant,
        Caller("alice", scopes=frozenset(Scope), packs=frozenset({"work"})),
        Caller("alice", namespace="team"),
    ):
        for asked in (lambda: listed(caller), lambda: audit_actors(caller)):  # noqa: B023
            with pytest.raises(Forbidden):
                asked()


def whole(answer: Any) -> bytes:
    return b"".join(answer.streaming_content)


@pytest.fixture
def site(owner: Caller) -> Client:
    client = Client()
    client.force_login(User.objects.get(username="alice"))
    return client


def test_rest_gives_pages_and_files(
    site: Client, api: APIClient, read: dict[str, str], token_of: Callable[..., str]
) -> None:
    assert api.get("/api/audit/").status_code == api.get("/api/audit/export/").status_code == 403
    page = site.get("/api/audit/", {"kind": "read"}).json()["results"]
    assert [entry["actor"] for entry in page] == ["assistant:laptop"]
    entries = json.loads(whole(site.get("/api/audit/export/", {"file": "json"})))
    assert len(entries) == Revision.objects.count()
    answer = site.get("/api/audit/export/", {"kind": "read"})
    assert "attachment" in answer["Content-Disposition"] and "csv" in answer["Content-Type"]
    (row,) = csv.DictReader(io.StringIO(whole(answer).decode("utf-8-sig")))
    assert row["actor"] == "assistant:laptop" and read["first"] in row["memories"]
    none = site.get("/api/audit/export/", {"file": "json", "actor": "nobody"})
    assert json.loads(whole(none)) == []


@pytest.mark.parametrize(
    "query",
    [{"kind": "all"}, {"memory": "x"}, {"since": "then"}, {"file": "exe"}, {"action": "LOOK"},
     {"pack": "nonsense"}, {"nonsense": "1"}],
)  # fmt: skip
def test_what_cannot_be_asked_is_named(site: Client, query: dict[str, str]) -> None:
    answer = site.get("/api/audit/export/", query)
    assert answer.status_code in (400, 404), query
    assert answer.json()["errors"]


def test_a_cell_is_never_a_formula(owner: Caller, site: Client, save: Save) -> None:
    save(owner, "x", pack="work")
    site.get("/")
    first = Revision.objects.earliest("pk")
    Revision.objects.create(
        user_id=first.user_id, action="UPDATE", target_type="memory", target_id="t",
        actor="=cmd()", reason="+1", created_at=first.created_at,
    )  # fmt: skip
    text = whole(site.get("/api/audit/export/")).decode("utf-8-sig")
    row = next(csv.DictReader(io.StringIO(text)))
    assert (row["actor"], row["reason"]) == ("'=cmd()", "'+1")


def test_the_page_filters_and_gives_files(site: Client, read: dict[str, str]) -> None:
    page = site.get("/history/access/", {"kind": "read"})
    assert "laptop" in page.text and "Kyoto" not in page.text
    assert "read 1 memory" in page.text or "read 2 memories" in page.text
    only = site.get("/history/access/", {"memory": read["first"], "file": "json"})
    assert len(json.loads(whole(only))) == 2
    assert site.get("/history/access/", {"since": "2999-01-01"}).status_code == 200
    for wrong in ({"since": "x"}, {"memory": "x"}, {"kind": "x"}):
        assert site.get("/history/access/", wrong).status_code == 400
    assert site.get("/history/access/", {"before": "²"}).status_code == 200
    assert Client().get("/history/access/")["Location"].startswith("/login/")
