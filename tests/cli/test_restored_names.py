"""``wasurena restore``: names and searches that were erased later do not come back."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from entities.models import Entity
from memories.models import RetrievalRun, Tag
from memories.schemas import SearchInput, parsed
from memories.schemas.groups import TagInput
from memories.search import log
from memories.services.forget import forget
from memories.services.groups import tag_create
from memories.services.search import recall

from .test_backup import ALICE, Home, home, make_home, migrated_file, pointing, save

__all__ = ["home", "make_home", "migrated_file", "pointing"]
NAMED = {
    "tags": ["zanzibarquux-list"],
    "context": "zanzibarquux project",
    "session_id": "zanzibarquux-talk",
    "entities": [{"name": "Zanzibarquux Ltd", "type": "Organization"}],
}


def tables_with(word: str) -> list[str]:
    """Return the tables in which a row holds the word."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        names = [name for (name,) in cursor.fetchall()]
        found = []
        for name in names:
            cursor.execute(f'SELECT * FROM "{name}"')
            if any(_holds(value, word) for row in cursor.fetchall() for value in row):
                found.append(name)
    return found


def _holds(value: Any, word: str) -> bool:
    read = value if isinstance(value, bytes) else str(value).encode()
    return word.encode() in read.lower()


def forget_names(home: Home) -> None:
    home.ok("forget", "--matching", "zanzibarquux", "--names", "--yes", "--user", "alice")


@pytest.fixture
def backups(home: Home) -> Sequence[Path]:
    """Backups with the memory, and with what an erasure without names left of it."""
    save("the heron came back", tags=["birds"])
    gone = save("we met at Zanzibarquux Ltd", **NAMED)
    recall(ALICE, parsed(SearchInput, {"query": "where is zanzibarquux"}))
    log.flush()
    made = [home.back_up()]
    forget(ALICE, [gone], confirm=True)
    made.append(home.back_up())
    forget_names(home)
    assert tables_with("zanzibarquux") == []
    return made


@pytest.mark.parametrize("at", [0, 1], ids=["with the memory", "with its names"])
@pytest.mark.parametrize("is_lost", [False, True], ids=["", "the database is lost"])
def test_names_that_were_erased_later_do_not_come_back(
    home: Home, backups: Sequence[Path], at: int, is_lost: bool
) -> None:
    connection.close()
    if is_lost:
        home.database.write_bytes(b"scrambled" * 5_000)
    home.ok("restore", str(backups[at]))
    assert tables_with("zanzibarquux") == []
    connection.close()
    assert b"zanzibarquux" not in home.database.read_bytes().lower()
    assert list(Tag.objects.values_list("name", flat=True)) == ["birds"]
    assert "zanzibarquux" not in (home.data_dir / "forgotten.jsonl").read_text().lower()
    assert home.ok("verify")


def test_the_journal_knows_erased_names_where_the_file_is_lost(
    home: Home, backups: Sequence[Path]
) -> None:
    (home.data_dir / "forgotten.jsonl").unlink()
    home.ok("restore", str(backups[1]))
    assert not Entity.objects.filter(name__icontains="zanzibarquux").exists()
    assert list(Tag.objects.values_list("name", flat=True)) == ["birds"]
    assert not RetrievalRun.objects.filter(query__icontains="zanzibarquux ltd").exists()


def test_a_backup_with_names_that_were_erased_since_is_named(
    home: Home, backups: Sequence[Path]
) -> None:
    later = home.back_up()
    listed = json.loads(home.ok("backup", "--list", "--json"))
    holding = {Path(one["path"]).name for one in listed if one["holds_forgotten"]}
    assert holding == {one.name for one in backups} and later.name not in holding


def test_a_new_tag_with_the_number_of_an_erased_one_stays(home: Home) -> None:
    save("the heron came back")
    empty = home.back_up()
    tag_create(ALICE, parsed(TagInput, {"name": "zanzibarquux", "pack": "work"}))
    old = Tag.objects.get().pk
    forget_names(home)
    home.ok("restore", str(empty))
    tag_create(ALICE, parsed(TagInput, {"name": "bicycles", "pack": "work"}))
    assert Tag.objects.get().pk == old
    home.ok("restore", str(home.back_up()))
    assert [tag.name for tag in Tag.objects.all()] == ["bicycles"]
