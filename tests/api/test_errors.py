"""Whatever goes wrong under `/api` is a problem document, and never a traceback."""

from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

from core.interfaces.api import parsing
from memories.interfaces.api import groups as tags_api

from .conftest import fields_of

pytestmark = pytest.mark.django_db

URL = "/api/memories/"


def test_it_works_for_an_unknown_address(api: APIClient) -> None:
    for address in ("/api/nothing/", "/api/", "/api", "/api/memories/a/b/"):
        refused = api.get(address)
        assert refused.status_code == 404 and fields_of(refused) == ["path"], address


def test_a_missing_slash_is_said_and_never_redirected(api: APIClient) -> None:
    refused = api.post("/api/memories", {"text": "kept?"}, format="json")
    assert refused.status_code == 404
    assert "/api/memories/" in refused.json()["errors"][0]["detail"]
    assert api.get("/api/tags?q=x").status_code == 404


def test_methods(api: APIClient) -> None:
    for method, address in (
        ("put", URL), ("delete", URL), ("put", "/api/states/"), ("post", "/api/revisions/"),
        ("delete", "/api/revisions/1/"), ("patch", "/api/runs/"), ("options", URL), ("get", f"{URL}search/x/y"),
    ):  # fmt: skip
        refused = getattr(api, method)(address, {}, format="json")
        assert refused.status_code in (404, 405), address
        fields_of(refused)
    refused = api.put(URL, {}, format="json").json()
    assert refused["code"] == "method_not_allowed" and "{" not in refused["title"]


def test_media_types(api: APIClient) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "application/xml"):
        refused = api.post(URL, b"text=x", content_type=kind)
        assert refused.status_code == 415 and fields_of(refused) == ["Content-Type"]
        assert "{" not in refused.json()["title"]
    refused = api.get(URL, HTTP_ACCEPT="text/html")
    assert refused.status_code == 406 and fields_of(refused) == ["Accept"]


@pytest.mark.parametrize(
    "body",
    [b"{", b"", b"\xff\xfe", b'{"text": "\\ud800"}', b"[" * 100_000, b'{"a":' * 50_000, b"NaN"],
)
def test_bodies_that_cannot_be_read(api: APIClient, body: bytes) -> None:
    refused = api.post(URL, body, content_type="application/json")
    assert refused.status_code == 400, refused.content[:200]
    assert fields_of(refused)


@pytest.mark.parametrize(
    "change",
    [
        '"extra_data": {"a": 1e999}',
        '"extra_data": {"a": [-1e999]}',
        '"client_context": {"a": 1e999}',
        '"latitude": 1e999',
        '"importance": 1e999',
    ],
)
def test_numbers_that_json_cannot_give_back(api: APIClient, change: str) -> None:
    saved = api.post(URL, f'{{"text": "x", {change}}}', content_type="application/json")
    assert saved.status_code == 201, saved.content
    assert [note["field"].split(".")[0] in change for note in saved.json()["notes"]] == [True]
    assert api.get(URL).status_code == 200


@pytest.mark.parametrize("field", ["extra_data", "client_context"])
def test_json_that_is_too_deep_to_be_given_back(api: APIClient, field: str) -> None:
    deep = f'{{"text": "x", "{field}": {{"a": {"[" * 200}{"]" * 200}}}}}'
    saved = api.post(URL, deep, content_type="application/json")
    assert saved.status_code == 201
    assert [note["field"] for note in saved.json()["notes"]] == [field]
    assert api.get(URL).status_code == 200


def test_a_large_batch_is_taken_and_a_huge_body_is_not(
    api: APIClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    batch = {
        "memories": [{"text": f"{n} 長い", "extra_data": {"pad": "x" * 12_000}} for n in range(300)]
    }
    assert api.post(f"{URL}batch/", batch, format="json").status_code == 201
    monkeypatch.setattr(parsing, "MAX_BODY", 100)
    refused = api.post(URL, {"text": "x" * 200}, format="json")
    assert refused.status_code == 413 and fields_of(refused) == ["body"]


def test_a_crash_says_nothing_of_the_inside(
    api: APIClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def crash(*_: Any) -> None:
        raise RuntimeError("a secret of the inside")

    monkeypatch.setattr(tags_api, "tag_list", crash)
    api.raise_request_exception = False
    refused = api.get("/api/tags/")
    assert refused.status_code == 500 and refused["Content-Type"] == "application/json"
    assert fields_of(refused) == [""] and refused.json()["code"] == "server_error"
    assert b"secret" not in refused.content and b"Traceback" not in refused.content
    assert "a secret of the inside" in caplog.text


def test_a_foreign_host(api: APIClient, caplog: pytest.LogCaptureFixture) -> None:
    refused = api.get(URL, HTTP_HOST="evil.example")
    assert refused.status_code == 400 and fields_of(refused) == ["Host"]
    assert "evil.example" in caplog.text and "Traceback" not in caplog.text


def test_without_a_token_it_is_401_everywhere(api: APIClient) -> None:
    for name in (
        "memories", "links", "tags", "contexts", "sessions", "threads", "entities", "states",
        "entity-types", "relation-types", "revisions", "runs", "packs", "tokens", "me",
    ):  # fmt: skip
        refused = APIClient().get(f"/api/{name}/")
        assert refused.status_code == 401 and fields_of(refused) == ["Authorization"], name
        assert refused["WWW-Authenticate"] == "Bearer"


def test_pages_of_people_stay_pages() -> None:
    refused = Client().get("/nothing-here/")
    assert refused.status_code == 404 and "text/html" in refused["Content-Type"]
