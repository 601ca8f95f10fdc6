"""The journal of one file, replayed into an empty one, gives the same rows."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, connections

from core.caller import Caller
from core.journal.replay import differences, read_journal, replay, verify
from memories.models import Memory, State, Thread
from memories.schemas import LinkInput, MemoryPatch, parsed
from memories.services.forget import forget
from memories.services.update import relate, revise
from tests.memories.conftest import SaveAll

ALICE = Caller(base_user="alice")


@pytest.fixture
def empty(migrated: object, migrated_file: Path, tmp_path: Path) -> Iterator[str]:
    """A second database beside the test's own, with every table and no row of a person's."""
    shutil.copy(migrated_file, tmp_path / "empty.sqlite3")
    settings = {**connection.settings_dict, "NAME": tmp_path / "empty.sqlite3"}
    connections.databases["empty"] = settings
    yield "empty"
    connections["empty"].close()
    del connections["empty"]
    del connections.databases["empty"]


def test_it_fills_an_empty_database(save_all: SaveAll, empty: str) -> None:
    people = [{"name": "田中", "type": "Person", "aliases": ["Tanaka"]}]
    items: list[Any] = [
        {
            "text": "田中さんは大阪に住んでいる。",
            "tags": ["会議"],
            "context": "出張",
            "entities": people,
            "states": [{"subject": "田中", "predicate": "lives_in", "value": "大阪"}],
        },
        "秘密",
        "残る",
    ]
    saved = save_all(ALICE, items, pack="work", session_id="s").results
    revise(ALICE, saved[0].id, parsed(MemoryPatch, {"text": "変えた", "tags": ["新"]}))
    relate(ALICE, saved[0].id, LinkInput(target_id=saved[2].id, type="supports"))
    forget(ALICE, [saved[1].id], confirm=True)

    assert verify().is_sound
    done = replay(into=empty)

    assert ("memory", str(saved[1].id)) in done.gaps
    assert tuple(differences(read_journal(), using=empty)) == ()
    copies = Memory.objects.using(empty).order_by("pk")
    assert [copy.raw_text for copy in copies] == ["変えた", "残る"]
    assert [tag.name for tag in copies[0].tags.all()] == ["新"]
    assert [thread.memories.count() for thread in Thread.objects.using(empty)] == [2]
    assert State.objects.using(empty).get().evidence.get() == copies[0]
