"""`/api/memories/`: the contract that others program against."""

from typing import Any

import pytest
from rest_framework.test import APIClient

pytestmark = pytest.mark.django_db

URL = "/api/memories/"


def post(api: APIClient, path: str, data: Any) -> Any:
    return api.post(path, data, format="json")


def test_it_works(api: APIClient) -> None:
    saved = post(
        api,
        URL,
        {"text": "田中さんと会議をした。", "pack": "work", "session_id": "s-1", "tags": ["会議"]},
    )
    assert saved.status_code == 201
    assert saved.json()["action"] == "created"
    found = post(api, f"{URL}search/", {"query": "田中"}).json()
    hit = found["results"][0]
    assert hit["memory"]["id"] == saved.json()["id"]
    assert hit["memory"]["text"] == "田中さんと会議をした。"
    assert hit["memory"]["session_id"] == "s-1"
    assert hit["explanation"]["routes"]
    assert found["run_id"] and found["took_ms"] > 0


def test_save_needs_a_token() -> None:
    refused = post(APIClient(), URL, {"text": "x"})
    assert refused.status_code == 401
    body = refused.json()
    assert set(body) == {"type", "title", "status", "code", "errors"}
    assert body["status"] == 401


def test_wrong_token_is_named() -> None:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION="Bearer nonsense")
    refused = client.get(URL)
    assert refused.status_code == 401
    assert refused.json()["errors"][0]["field"] == "Authorization"


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"text": ""}, "text"),
        ({"text": "   "}, "text"),
        ({"text": "a\x00b"}, "text"),
        ({"text": "x" * 100_001}, "text"),
        ({"text": 5}, "text"),
        ({"namespace": "a b"}, "namespace"),
        ({"external_id": "e" * 256}, "external_id"),
    ],
)
def test_bad_input_names_its_field_and_changes_nothing(
    api: APIClient, change: dict[str, Any], field: str
) -> None:
    refused = post(api, URL, {"text": "ok", **change})
    assert refused.status_code == 400, refused.content
    assert field in [error["field"] for error in refused.json()["errors"]]
    assert api.get(URL).json()["results"] == []


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"pack": "nope"}, "pack"),
        ({"memory_type": "nope"}, "memory_type"),
        ({"category": "travle"}, "category"),
        ({"created_at": "1900-01-01T00:00:00Z"}, "created_at"),
        ({"created_at": "2999-01-01T00:00:00Z"}, "created_at"),
        ({"created_at": "gestern"}, "created_at"),
        ({"created_at": 0.5}, "created_at"),
        ({"importance": 1.5}, "importance"),
        ({"unknown_field": 1}, "unknown_field"),
        ({"entities": [{"name": "x", "type": "Persn"}]}, "entities.0.type"),
        ({"tags": [7]}, "tags.0"),
        ({"session_id": "s" * 129}, "session_id"),
        ({"extra_data": {"a": "b\x00"}}, "extra_data"),
        ({"links": ["6f0c7c5e-0000-4000-8000-000000000001"]}, "links.0.target_id"),
        ({"states": [{"predicate": "likes"}]}, "states.0"),
    ],
)
def test_an_annotation_never_refuses_a_save(
    api: APIClient, change: dict[str, Any], field: str
) -> None:
    saved = post(api, URL, {"text": "ok", **change})
    assert saved.status_code in (201, 202), saved.content
    assert [note["field"] for note in saved.json()["notes"]] == [field]


@pytest.mark.parametrize(
    "change",
    [
        {"pinned": "true"}, {"pinned": 1}, {"importance": "0.5"}, {"tags": "a, b"}, {"tags": None},
        {"memory_type": "TODO"}, {"pack": "Life"}, {"pin": True}, {"links": None, "context": None},
        {"entities": "Aozora"}, {"category": "Travel"},
    ],
)  # fmt: skip
def test_what_is_meant_is_taken_without_a_word(api: APIClient, change: dict[str, Any]) -> None:
    saved = post(api, URL, {"text": "ok", **change})
    assert saved.status_code in (201, 202), saved.content
    assert saved.json()["notes"] == []


def test_broken_json_and_utf8(api: APIClient) -> None:
    for raw in (b"{", b'{"text": "\xff"}', b"[1]", b'"x"', b'{"text": "\\ud800"}'):
        refused = api.post(URL, raw, content_type="application/json")
        assert refused.status_code == 400, raw
        assert refused.json()["errors"]


def test_external_id(api: APIClient) -> None:
    first = post(api, URL, {"text": "first", "external_id": "e1"}).json()
    again = post(api, URL, {"text": "first", "external_id": "e1"})
    assert again.json()["action"] == "unchanged" and again.json()["id"] == first["id"]
    clash = post(api, URL, {"text": "second", "external_id": "e1"})
    assert clash.status_code == 409
    assert clash.json()["errors"][0]["field"] == "external_id"
    elsewhere = post(api, URL, {"text": "second", "external_id": "e1", "source": "mail"})
    assert elsewhere.json()["action"] == "created"


def test_the_same_words_within_a_minute(api: APIClient) -> None:
    said = {"text": "はい", "session_id": "s", "created_at": "2025-05-01T10:00:00Z"}
    assert post(api, URL, said).json()["action"] == "created"
    assert (
        post(api, URL, {**said, "created_at": "2025-05-01T10:00:50Z"}).json()["action"]
        == "unchanged"
    )
    assert (
        post(api, URL, {**said, "created_at": "2025-05-01T10:05:00Z"}).json()["action"] == "created"
    )
    assert post(api, URL, {**said, "speaker": "田中"}).json()["action"] == "created"
    assert post(api, URL, {**said, "session_id": "t"}).json()["action"] == "created"


def test_batch_is_in_order_and_idempotent(api: APIClient) -> None:
    batch = {
        "memories": [
            {"text": f"line {n}", "external_id": f"b{n}", "session_id": "s"} for n in range(30)
        ]
    }
    results = post(api, f"{URL}batch/?wait=true", batch).json()["results"]
    assert [row["external_id"] for row in results] == [f"b{n}" for n in range(30)]
    assert {row["action"] for row in results} == {"created"}
    again = post(api, f"{URL}batch/", batch).json()["results"]
    assert {row["action"] for row in again} == {"unchanged"}
    assert [row["id"] for row in again] == [row["id"] for row in results]


def test_batch_is_all_or_nothing(api: APIClient) -> None:
    refused = post(
        api, f"{URL}batch/", {"memories": [{"text": "fine", "pack": "nope"}, {"text": " "}]}
    )
    assert refused.status_code == 400
    assert refused.json()["errors"][0]["field"] == "memories.1.text"
    assert api.get(URL).json()["results"] == []


def test_batch_limit(api: APIClient) -> None:
    refused = post(api, f"{URL}batch/", {"memories": [{"text": "x"}] * 1001})
    assert refused.status_code == 413
    assert refused.json()["errors"][0]["field"] == "memories"


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"query": ""}, "query"),
        ({"query": "  "}, "query"),
        ({}, "query"),
        ({"query": "x", "limit": 0}, "limit"),
        ({"query": "x", "limit": -1}, "limit"),
        ({"query": "x", "limit": 101}, "limit"),
        ({"query": "x", "mode": "magic"}, "mode"),
        ({"query": "x", "filters": {"colour": "red"}}, "filters.colour"),
        ({"query": "x", "packs": ["nope"]}, "packs"),
        ({"query": "x" * 10_001}, "query"),
        ({"query": "x", "filters": {"created_after": "soon"}}, "filters.created_after"),
    ],
)
def test_bad_searches(api: APIClient, body: dict[str, Any], field: str) -> None:
    refused = post(api, f"{URL}search/", body)
    assert refused.status_code == 400, refused.content
    assert field in [error["field"] for error in refused.json()["errors"]]


@pytest.mark.parametrize(
    "query",
    ['"', "NEAR(", "NEAR(a b, 2)", "*", "-", "a*", '"unbalanced', "AND OR NOT", "text:foo", "{space}:x",
     "'; DROP TABLE memories; --", "%", "_", "()", "😀", "。、！", "^x", "a+b", "\\", "NULL"],
)  # fmt: skip
def test_full_text_syntax_is_only_text(api: APIClient, query: str) -> None:
    post(api, URL, {"text": "an ordinary memory"})
    answered = post(api, f"{URL}search/", {"query": query})
    assert answered.status_code == 200, answered.content
    assert api.get(URL).json()["results"][0]["text"] == "an ordinary memory"


def test_patch_keeps_links_and_journals_the_old_text(api: APIClient) -> None:
    one = post(
        api, URL, {"text": "Deadline is Friday", "tags": ["a", "b"], "session_id": "s"}
    ).json()["id"]
    two = post(
        api,
        URL,
        {"text": "Noted", "session_id": "s", "links": [{"target_id": one, "type": "supports"}]},
    ).json()["id"]
    changed = api.patch(
        f"{URL}{one}/", {"text": "Deadline is Monday", "tags": ["c"]}, format="json"
    )
    assert changed.status_code == 200, changed.content
    assert changed.json()["tags"] == ["c"]
    history = api.get(f"{URL}{one}/history/").json()["results"]
    assert history[0]["before"]["raw_text"] == "Deadline is Friday"
    linked = api.get(f"{URL}{one}/related/").json()["linked"]
    assert [row["memory"]["id"] for row in linked] == [two]
    (link,) = [link for link in linked[0]["links"] if link["type"] == "supports"]
    assert (linked[0]["direction"], link["direction"], link["from_id"]) == (
        "incoming",
        "incoming",
        one,
    )
    assert (
        post(api, f"{URL}search/", {"query": "Friday", "mode": "keyword"}).json()["results"] == []
    )
    assert post(api, f"{URL}search/", {"query": "Monday", "mode": "keyword"}).json()["results"]


def test_delete_hides_and_restore_brings_back(api: APIClient) -> None:
    uid = post(api, URL, {"text": "a secret wish"}).json()["id"]
    assert api.delete(f"{URL}{uid}/").json()["action"] == "invalidated"
    assert post(api, f"{URL}search/", {"query": "wish"}).json()["results"] == []
    assert api.get(URL).json()["results"] == []
    assert api.get(f"{URL}{uid}/").json()["invalidated_at"]
    assert api.post(f"{URL}{uid}/restore/").json()["action"] == "restored"
    assert post(api, f"{URL}search/", {"query": "wish"}).json()["results"]


def test_forget_offers_what_only_it_names(api: APIClient, client_of: Any) -> None:
    fields = {"text": "about Ararat", "tags": ["zoo"], "pack": "work", "namespace": "team"}
    uid = post(api, f"{URL}?wait=true", fields).json()["id"]
    preview = post(api, f"{URL}forget/", {"ids": [uid]}).json()
    assert {"kind": "tag", "name": "zoo"}.items() <= preview["only_named_here"][0].items()
    bound = client_of("alice", namespace="team")
    asked = {"ids": [uid], "confirm": True, "erase_names": True}
    refused = post(bound, f"{URL}forget/", asked)
    assert refused.status_code == 403 and "namespace" in refused.content.decode()
    assert len(api.get("/api/tags/").json()["results"]) == 1
    assert post(api, f"{URL}forget/", asked).status_code == 200
    assert api.get("/api/tags/").json()["results"] == []


def test_forget_previews_and_then_erases(api: APIClient) -> None:
    uid = post(api, f"{URL}?wait=true", {"text": "forget the purple elephant"}).json()["id"]
    preview = post(api, f"{URL}forget/", {"ids": [uid]}).json()
    assert preview["confirmed"] is False and preview["vector_count"] == 1
    assert api.get(f"{URL}{uid}/").status_code == 200
    assert post(api, f"{URL}forget/", {"ids": [uid], "confirm": True}).json()["confirmed"] is True
    assert api.get(f"{URL}{uid}/").status_code == 404
    assert post(api, f"{URL}search/", {"query": "purple elephant"}).json()["results"] == []


def test_another_persons_memory_does_not_exist(api: APIClient, other: Any, token_of: Any) -> None:
    uid = post(api, URL, {"text": "mine alone"}).json()["id"]
    bob = APIClient()
    bob.credentials(HTTP_AUTHORIZATION=f"Bearer {token_of('bob')}")
    for response in (
        bob.get(f"{URL}{uid}/"),
        bob.patch(f"{URL}{uid}/", {"text": "his"}, format="json"),
        bob.delete(f"{URL}{uid}/"),
        bob.post(f"{URL}forget/", {"ids": [uid], "confirm": True}, format="json"),
    ):
        assert response.status_code == 404, response.content
    said = [
        bob.post(URL, {"text": "x", "links": [{"target_id": at}]}, format="json").json()["notes"]
        for at in (uid, "6f0c7c5e-0000-4000-8000-000000000001")
    ]
    # What is another's and what is nobody's are told alike.
    assert said[0][0]["detail"].replace(uid, "") == said[1][0]["detail"].replace(
        "6f0c7c5e-0000-4000-8000-000000000001", ""
    )
    assert bob.post(f"{URL}search/", {"query": "mine alone"}, format="json").json()["results"] == []
    assert api.get(f"{URL}{uid}/").json()["text"] == "mine alone"


def test_scopes_packs_and_namespace_of_tokens(api: APIClient, token_of: Any) -> None:
    post(api, URL, {"text": "work thing", "pack": "work"})
    post(api, URL, {"text": "life thing", "pack": "lifelog"})
    reader = APIClient()
    reader.credentials(
        HTTP_AUTHORIZATION=f"Bearer {token_of('alice', scopes=['read'], packs=['work'])}"
    )
    assert reader.post(URL, {"text": "no"}, format="json").status_code == 403
    assert [row["text"] for row in reader.get(URL).json()["results"]] == ["work thing"]
    assert (
        reader.post(
            f"{URL}search/", {"query": "thing", "packs": ["lifelog"]}, format="json"
        ).status_code
        == 403
    )
    bound = APIClient()
    bound.credentials(HTTP_AUTHORIZATION=f"Bearer {token_of('alice', namespace='team/a')}")
    saved = bound.post(URL, {"text": "inside", "namespace": "team/a/b"}, format="json")
    assert saved.status_code == 201
    assert (
        bound.post(URL, {"text": "outside", "namespace": "team"}, format="json").status_code == 403
    )
    assert [row["text"] for row in bound.get(URL).json()["results"]] == ["inside"]


def test_health_needs_no_token() -> None:
    answer = APIClient().get("/health").json()
    assert answer["status"] == "ok" and answer["vectors"] is True
    assert answer["waiting_for_embedding"] == 0 and answer["version"]


def test_stats(api: APIClient) -> None:
    post(api, URL, {"text": "one"})
    assert api.get("/api/database/stats").json()["memories"] == 1


def test_schema_and_docs_load_offline(api: APIClient) -> None:
    schema = APIClient().get("/api/schema/", HTTP_ACCEPT="application/json")
    assert schema.status_code == 200
    page = APIClient().get("/api/docs/").content.decode()
    assert "//cdn" not in page and "swagger-ui" in page
