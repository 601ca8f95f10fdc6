"""`POST /api/extract/`: what would be derived from a text, and clear words where it cannot be."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from entities.models import Entity
from memories.models import Memory
from tests.api.conftest import fields_of

pytestmark = pytest.mark.django_db
ADDRESS = "/api/extract/"
TEXT = "田中太郎さんは2025年5月に大阪へ引っ越した。詳しくは https://example.com を。"


def extracted(client: APIClient, **body: Any) -> dict[str, Any]:
    answered = client.post(ADDRESS, body, format="json")
    assert answered.status_code == 200, answered.content
    found: dict[str, Any] = answered.json()
    return found


def test_it_works(reader: APIClient) -> None:
    found = extracted(reader, text=TEXT, pack="work")
    names = {one["surface"]: one for one in found["mentions"]}
    assert {"田中太郎", "大阪", "https://example.com"} <= set(names)
    assert names["田中太郎"]["type"] == "Person" and names["田中太郎"]["is_entity"]
    assert names["大阪"]["type"] == "Location"
    assert not names["https://example.com"]["is_entity"]
    for one in [*found["mentions"], *found["times"]]:
        assert TEXT[one["start"] : one["end"]] == one["surface"]
    (may,) = found["times"]
    assert may["from"].startswith("2025-0") and set(may) == {
        "surface", "start", "end", "from", "to", "confidence"
    }  # fmt: skip
    assert found["about"]["about_start"] == may["from"]


def test_nothing_is_stored(reader: APIClient) -> None:
    extracted(reader, text=TEXT)
    assert not Entity.objects.exists() and not Memory.objects.exists()


def test_offsets_count_characters_not_bytes(reader: APIClient) -> None:
    text = "🎉🎉 鈴木さんと山田くんが来た"
    names = [one["surface"] for one in extracted(reader, text=text)["mentions"]]
    assert names == ["鈴木", "山田"]
    assert [
        text[one["start"] : one["end"]] for one in extracted(reader, text=text)["mentions"]
    ] == names


def test_yesterday_counts_from_when_it_was_said(reader: APIClient) -> None:
    found = extracted(reader, text="I met Alice yesterday.", created_at="2024-03-02T12:00:00+00:00")
    assert found["times"][0]["from"].startswith("2024-03-01")


def test_the_packs_extractors_look(reader: APIClient) -> None:
    text = "ValueError in the morning"
    found = extracted(reader, text=text, pack="dev")["mentions"]
    assert [(one["surface"], one["type"]) for one in found] == [("ValueError", "Error")]
    assert not extracted(reader, text=text, pack="lifelog")["mentions"]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "text"),
        ({"text": ""}, "text"),
        ({"text": "  \n"}, "text"),
        ({"text": "a" * 200_000}, "text"),
        ({"text": "a\x00b"}, "text"),
        ({"text": 7}, "text"),
        ({"text": "hello", "pack": "nowhere"}, "pack"),
        ({"text": "hello", "pack": ""}, "pack"),
        ({"text": "hello", "created_at": "soon"}, "created_at"),
        ({"text": "hello", "created_at": "1900-01-01T00:00:00Z"}, "created_at"),
        ({"text": "hello", "created_at": "2999-01-01T00:00:00"}, "created_at"),
        ({"text": "hello", "colour": "red"}, "colour"),
    ],
)
def test_bad_input_is_named(reader: APIClient, body: dict[str, Any], field: str) -> None:
    refused = reader.post(ADDRESS, body, format="json")
    assert refused.status_code == 400
    assert fields_of(refused) == [field]


def test_a_token_reads_with_its_own_packs_only(client_of: Any) -> None:
    bound = client_of("alice", packs=["work"], scopes=["read"])
    assert extracted(bound, text="ValueError")["pack"] == "work"
    assert bound.post(ADDRESS, {"text": "x", "pack": "dev"}, format="json").status_code == 403


def test_who_asks_must_say_who_it_is(db: None) -> None:
    assert APIClient().post(ADDRESS, {"text": "x"}, format="json").status_code == 401
