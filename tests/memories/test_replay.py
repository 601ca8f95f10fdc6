"""The journal gives the tables: beside them, and in an empty database."""

from typing import Any

import pytest
from django.db import connection

from core.caller import Caller
from core.db.append_only import unprotected
from core.journal.replay import ABSENT, UNREADABLE, UNRECORDED, verify
from core.journal.replay.expected import ExpectedRows, RowReference, references
from core.models import Revision
from entities.models import Mention
from memories.enrichment import queue, rebuild
from memories.models import Context, Memory, Tag
from memories.services.forget import forget
from memories.services.groups import context_delete
from tests.memories.conftest import NOW, SaveAll

pytestmark = pytest.mark.django_db


def test_a_save_is_told_whole(owner: Caller, save_all: SaveAll) -> None:
    save_all(
        owner,
        [
            {
                "text": "田中さんと大阪で会議をした。",
                "tags": ["会議", "大阪"],
                "context": "出張",
                "session_id": "s",
                "speaker": "佐藤",
                "entities": [
                    {"name": "田中", "type": "Person", "aliases": ["Tanaka"]},
                    {"name": "大阪", "type": "Location"},
                ],
                "relations": [{"source": "田中", "target": "大阪", "type": "located_in"}],
            },
            {"text": "第二の記録", "session_id": "s"},
        ],
        pack="work",
    )
    assert verify().differences == ()


def test_what_was_forgotten_is_a_gap(owner: Caller, save_all: SaveAll) -> None:
    saved = save_all(owner, [{"text": "秘密", "tags": ["a"]}, "残る"], pack="work")
    forget(owner, [saved.results[0].id], confirm=True)
    found = verify()
    assert found.is_sound
    assert ("memory", str(saved.results[0].id)) in found.gaps


def test_a_change_beside_the_journal_is_found(owner: Caller, save_all: SaveAll) -> None:
    saved = save_all(owner, ["one", "two"], pack="work").results
    Memory.objects.filter(uid=saved[0].id).update(raw_text="other words")
    Memory.objects.get(uid=saved[1].id).delete()
    Tag.objects.create(user_id="alice#work", name="x", name_key="x", created_at=NOW)
    found = {(one.table, one.column) for one in verify().differences}
    assert {("memory", "raw_text"), ("memory", ABSENT), ("tag", UNRECORDED)} <= found


@pytest.mark.parametrize(
    ("column", "value"),
    [("uid", "no uuid"), ("updated_at", "2026-13-45 00:00:00"), ("raw_text", b"\xff\xfe")],
)
def test_a_value_that_is_none_is_named_with_its_row(
    owner: Caller, save_all: SaveAll, column: str, value: object
) -> None:
    save_all(owner, ["one", "two"], pack="work")
    first = Memory.objects.order_by("pk").values_list("pk", flat=True)[0]
    with connection.cursor() as cursor:
        cursor.execute(
            f"UPDATE memories SET {column} = CAST(%s AS TEXT) WHERE id = %s", [value, first]
        )
        (found,) = verify().differences
        assert (found.table, found.target_id) == ("memories", str(first))
        assert found.column == UNREADABLE and found.found


def test_an_entry_that_cannot_be_read_is_named(owner: Caller, save_all: SaveAll) -> None:
    save_all(owner, ["one"], pack="work")
    last = Revision.objects.latest("pk").pk
    with unprotected("revisions"), connection.cursor() as cursor:
        cursor.execute("UPDATE revisions SET after = x'01ff00' WHERE id = %s", [last])
    found = verify().differences[0]
    assert (found.table, found.target_id, found.column) == ("revisions", str(last), UNREADABLE)


def test_what_is_derived_is_told(owner: Caller, save_all: SaveAll, settings: Any) -> None:
    settings.EXTRACTION = "rules"
    texts = [
        "田中太郎さんは来週の水曜日に大阪へ出張する。",
        "田中さんは株式会社みどりで働いている。",
    ]
    save_all(owner, texts, pack="work")
    queue.drain()
    assert Mention.objects.exists()
    assert verify().differences == ()
    rebuild.discard(NOW)
    assert verify().differences == ()
    queue.drain()
    assert verify().differences == ()


@pytest.mark.parametrize(
    "reference",
    [one for one in references() if not one.cascades],
    ids=lambda one: f"{one.table}.{one.column}",
)
def test_what_named_a_removed_row_is_told_as_the_tables_hold_it(reference: RowReference) -> None:
    told = ExpectedRows()
    told.put(reference.target, {"id": 1, reference.target_column: 1})
    told.put(reference.table, {"id": 2, reference.column: 1})
    told.drop(reference.target, "1")
    assert told.rows[reference.table]["2"] == {"id": 2, reference.column: None}


def test_a_removed_context_is_told(owner: Caller, save_all: SaveAll) -> None:
    save_all(owner, [{"text": "one", "context": "trip"}], pack="work")
    context_delete(owner, Context.objects.get().pk)
    assert verify().differences == ()
