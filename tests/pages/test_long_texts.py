"""Texts longer than a field takes: kept whole in the form, refused with their length."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from core.caller import Caller
from entities.models import Entity
from memories.models import Memory

TEMPLATES = Path(__file__).parents[2] / "templates"


def test_no_field_cuts_what_is_pasted() -> None:
    """A browser cuts a paste at ``maxlength`` without a word."""
    found = [path for path in TEMPLATES.rglob("*.html") if "maxlength" in path.read_text("utf-8")]
    assert found == []


def test_a_long_paste_is_kept_and_refused(site: Client, owner: Caller) -> None:
    text = "長い文章。" * 60_000
    answer = site.post("/save/", {"text": text})
    assert answer.status_code == 422 and not Memory.objects.exists()
    assert "This has 300,000 characters; at most 100,000 can be stored." in answer.text
    assert text in answer.text


def test_the_longest_text_is_stored_whole(site: Client, owner: Caller) -> None:
    text = "x" * 100_000
    assert site.post("/save/", {"text": text}).status_code == 302
    assert Memory.objects.get().raw_text == text


@pytest.mark.parametrize(
    ("field", "length"), [("text", 100_001), ("speaker", 201), ("context", 201), ("reason", 2001)]
)
def test_an_edit_is_kept_and_refused(
    site: Client, owner: Caller, save: Any, field: str, length: int
) -> None:
    saved = save(owner, "short")
    fields = {"text": "short", "importance": "0.7", field: "y" * length}
    answer = site.post(f"/memories/{saved.id}/edit/", fields)
    assert answer.status_code == 422 and "y" * length in answer.text
    problem = re.search(rf'id="edit-{field}-problem">(.*?)</p>', answer.text, re.S)
    assert problem and f"{length:,} characters" in problem[1]
    assert Memory.objects.get().raw_text == "short"


def test_a_context_of_a_new_memory_is_refused_at_its_field(site: Client, owner: Caller) -> None:
    answer = site.post("/save/", {"text": "x", "context": "c" * 300})
    assert 'id="save-context-problem"' in answer.text and "c" * 300 in answer.text


@pytest.fixture
def two(owner: Caller, save: Any) -> list[Entity]:
    for name in ("Maria", "Mary"):
        save(owner, f"{name} went home.", entities=[{"name": name, "type": "Person"}])
    return list(Entity.objects.order_by("name"))


def test_reasons_of_merges_and_splits_are_kept_and_refused(site: Client, two: list[Entity]) -> None:
    reason, address = "z" * 2_001, f"/entities/{two[0].entity_id}"
    merged = site.post(f"{address}/merge/", {"other": two[1].entity_id, "reason": reason})
    split = site.post(f"{address}/split/", {"mention": ["1"], "reason": reason, "name": "n" * 256})
    for answer in (merged, split):
        assert answer.status_code == 422 and reason in answer.text
        assert "2,001 characters" in answer.text
    assert "256 characters" in split.text
    assert Entity.objects.filter(merged_into=None).count() == 2


def test_what_is_too_large_to_be_read_says_so(site: Client, owner: Caller) -> None:
    answer = site.post("/save/", {"text": "x" * 17_000_000})
    assert answer.status_code == 413 and "too large to be sent" in answer.text


def test_rest_names_the_length(api: Any) -> None:
    refused = api.post("/api/memories/", {"text": "x" * 100_001}, format="json")
    assert "100,001" in refused.json()["errors"][0]["detail"]
