"""Readable exports: what stands in them, for any text, and which memories."""

import csv
import io
import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from core.caller import Caller
from core.errors import InvalidInput
from graph.models import MemoryLink
from memories.models import Memory
from memories.schemas import SavedOut
from memories.schemas.archive import ExportPart
from memories.selectors.readable.export import export_file, export_folder
from memories.selectors.readable.markdown import _yaml, file_name

Save = Callable[..., SavedOut]
ALL = ExportPart()
RESERVED = set('<>:"/\\|?*') | {chr(code) for code in range(32)}


@pytest.fixture
def linked(owner: Caller, other: Caller, save: Save) -> list[UUID]:
    """Two memories with a link, one of another pack, and one of another person."""
    text = '=SUM(1): "quotes"\n--- and 予算/見積り: 300万円'
    first = save(owner, text, pack="work", tags=["money: big", "予算"], speaker="森さん")
    second = save(owner, "We moved.", pack="work", namespace="team/a", context="Aozora")
    save(owner, "The fig tree.", pack="lifelog")
    save(other, "Bob's own.", pack="work")
    ends = [Memory.objects.get(uid=one.id) for one in (first, second)]
    MemoryLink.objects.all().delete()
    MemoryLink.objects.create(
        src_memory=ends[0],
        dst_memory=ends[1],
        user_id="alice#work",
        relation_type_id="supports",
        created_at=datetime(2026, 1, 1, tzinfo=UTC),
    )
    return [first.id, second.id]


def front_matter(content: bytes) -> tuple[dict[str, Any], str]:
    _start, head, body = content.decode().split("---\n", 2)
    return yaml.safe_load(head), body


@pytest.mark.django_db
def test_markdown_has_front_matter_and_links_that_lead_somewhere(
    owner: Caller, linked: list[UUID]
) -> None:
    files = dict(export_folder(owner, ALL))
    assert len(files) == 3
    by_id = {front_matter(raw)[0]["id"]: (name, raw) for name, raw in files.items()}
    head, body = front_matter(by_id[str(linked[0])][1])
    assert head["tags"] == ["money: big", "予算"] and head["speaker"] == "森さん"
    assert (head["pack"], head["links"]) == ("work", [{"type": "supports", "id": str(linked[1])}])
    assert '=SUM(1): "quotes"\n--- and 予算/見積り: 300万円' in body
    assert f"({by_id[str(linked[1])][0]})" in body


@pytest.mark.django_db
def test_csv_and_json_ld_hold_the_same(owner: Caller, linked: list[UUID]) -> None:
    raw = b"".join(export_file(owner, ALL, "csv"))
    rows = list(csv.DictReader(io.StringIO(raw.decode("utf-8-sig"), newline="")))
    document = json.loads(b"".join(export_file(owner, ALL, "json-ld")))
    nodes = document["@graph"]
    assert [row["text"] for row in rows] == [node["text"] for node in nodes]
    assert len(rows) == 3 and rows[0]["links"] == f"supports {linked[1]}"
    assert nodes[0]["link"][0]["target"] == linked[1].urn
    assert nodes[1]["isPartOf"]["name"] == "Aozora"
    assert json.loads(b"".join(export_file(owner, ExportPart(pack=["dev"]), "json-ld")))


@pytest.mark.django_db
def test_a_part_names_nothing_of_the_rest(owner: Caller, linked: list[UUID]) -> None:
    def exported(**asked: Any) -> bytes:
        return b"".join(export_file(owner, ExportPart(**asked), "json-ld"))

    assert len(json.loads(exported(pack=["lifelog"]))["@graph"]) == 1
    below = exported(namespace="team")
    assert b"We moved." in below and b"SUM" not in below
    assert str(linked[1]).encode() not in exported(pack=["lifelog"])
    assert json.loads(exported(since=datetime.now(UTC)))["@graph"] == []
    with pytest.raises(InvalidInput, match="since: 2100"):
        exported(since=datetime(2100, 1, 1, tzinfo=UTC))
    bound = Caller(base_user="alice", namespace="team/a")
    assert len(json.loads(b"".join(export_file(bound, ALL, "json-ld")))["@graph"]) == 1


@given(st.text(max_size=200))
def test_names_are_safe_for_any_title(title: str) -> None:
    name = file_name(datetime(2026, 1, 2, tzinfo=UTC), title, uuid4())
    assert not RESERVED & set(name) and len(name.encode()) <= 130
    assert name.startswith("2026-01-02-") and name.endswith(".md")


@given(st.text(max_size=50))
def test_front_matter_reads_back_any_text(text: str) -> None:
    assert yaml.safe_load(f"title: {_yaml(text)}") == {"title": text}
