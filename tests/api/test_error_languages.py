"""Errors are in the language that the request asks for; their codes and fields are the same."""

import re
from typing import Any

import pytest
from rest_framework.test import APIClient

from .conftest import ClientOf

JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
SENTENCE = re.compile(r"[a-z]+ [a-z]+ [a-z]+")
JA = {"HTTP_ACCEPT_LANGUAGE": "ja"}
REFUSED: list[tuple[str, str, Any]] = [
    ("post", "/api/memories/", {"text": 5}),
    ("post", "/api/memories/", {}),
    ("post", "/api/memories/", {"text": "a\x00b"}),
    ("post", "/api/memories/", {"text": "x", "namespace": "../.."}),
    ("post", "/api/memories/", []),
    ("patch", "/api/packs/work/", {"privacy": {"secrets": "eat"}}),
    ("get", "/api/memories/?since=x", None),
    ("get", "/api/memories/?cursor=x", None),
    ("get", "/api/memories/?limit=0", None),
    ("get", "/api/search/?q=x&limit=many", None),
    ("get", "/api/memories/xx/", None),
    ("get", "/api/nowhere/", None),
    ("put", "/api/memories/", {}),
    ("post", "/api/database/export/", {"passphrase": ""}),
]


@pytest.mark.parametrize(("method", "url", "body"), REFUSED)
def test_errors_are_japanese(admin: APIClient, method: str, url: str, body: Any) -> None:
    english = getattr(admin, method)(url, body, format="json").json()
    japanese = getattr(admin, method)(url, body, format="json", **JA).json()
    assert [one["code"] for one in japanese["errors"]] == [one["code"] for one in english["errors"]]
    assert japanese["code"] == english["code"]
    for text in (japanese["title"], *(one["detail"] for one in japanese["errors"])):
        assert JAPANESE.search(text) and not SENTENCE.search(text)
    for text in (english["title"], *(one["detail"] for one in english["errors"])):
        assert not JAPANESE.search(text)
        assert "Input should be" not in text and "Field required" not in text


def test_without_a_token(db: None) -> None:
    answer = APIClient().get("/api/memories/", **JA).json()
    assert JAPANESE.search(answer["title"]) and JAPANESE.search(answer["errors"][0]["detail"])


def test_a_token_that_may_not(client_of: ClientOf) -> None:
    reader = client_of("alice", scopes=["read"])
    answer = reader.post("/api/memories/", {"text": "x"}, format="json", **JA).json()
    assert JAPANESE.search(answer["errors"][0]["detail"])
