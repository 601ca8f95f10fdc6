"""An archive is merged with what a person has: by ids, and without bringing back what is gone."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from core.caller import Caller
from core.journal.replay import verify
from memories.models import Context, Memory, State, Tag
from memories.services.archive.importing.storing import import_archive
from memories.services.forget import forget

from .conftest import exported, imported, lines, members, stored

Save = Callable[..., Any]
ARCHIVE = Path(__file__).with_name("archives") / "format-1.wasurena"


@pytest.fixture
def archive(owner: Caller, save: Save) -> bytes:
    """Two memories of Alice's."""
    save(
        owner, "The budget for Aozora is 30,000 euros.", pack="work", tags=["money"],
        context="Aozora", entities=[{"name": "Aozora", "type": "Project"}],
    )  # fmt: skip
    save(owner, "I live in Osaka.", pack="lifelog", tags=["home"])
    return exported(owner)


def test_twice_is_once(archive: bytes, owner: Caller) -> None:
    before = stored()
    done = imported(owner, archive)
    assert {name: count.created for name, count in done.members.items() if count.created} == {}
    assert done.conflict_count == 0
    assert stored() == before


def test_rows_meet_by_what_makes_them_one(
    archive: bytes, owner: Caller, save: Save, start_anew: Callable[..., None]
) -> None:
    start_anew("alice")
    save(owner, "Groceries cost 40 euros.", pack="work", tags=["money"], context="Aozora")

    imported(owner, archive)

    assert Memory.objects.of(owner).count() == 3
    assert Tag.objects.get(name="money").memories.count() == 2
    assert Context.objects.get(name="Aozora").memories.count() == 2
    assert verify().differences == ()
    once = exported(owner)
    done = imported(owner, archive)
    assert sum(count.created for count in done.members.values()) == 0
    assert members(exported(owner)) == members(once)


def test_a_check_stores_nothing(
    archive: bytes, owner: Caller, start_anew: Callable[..., None]
) -> None:
    start_anew("alice")
    before = stored()
    done = imported(owner, archive, is_check=True)
    assert done.members["memories"].created == 2
    assert stored() == before
    assert imported(owner, archive).members == done.members


def test_conflicts_stay_as_they_are_here(archive: bytes, owner: Caller) -> None:
    memory = Memory.objects.get(raw_text__startswith="The budget")
    Memory.objects.filter(pk=memory.pk).update(raw_text="The budget is secret.")
    done = imported(owner, archive)
    assert [(one.member, one.id) for one in done.conflicts] == [
        ("data/memories.jsonl", str(memory.uid))
    ]
    memory.refresh_from_db()
    assert memory.raw_text == "The budget is secret."


def test_what_was_forgotten_stays_forgotten(archive: bytes, owner: Caller) -> None:
    home = Memory.objects.get(raw_text__startswith="I live")
    forget(owner, [home.uid], confirm=True, erase_names=True)
    before = members(exported(owner))

    done = imported(owner, archive)

    assert done.members["memories"].left_out == 1
    assert Memory.objects.of(owner).count() == 1
    assert "Osaka" not in str({state.value for state in State.objects.of(owner)})
    after = members(exported(owner))
    assert [raw for raw in after.values() if b"Osaka" in raw] == []
    assert [raw for raw in after.values() if b'"home"' in raw] == []
    for name in ("memories", "tags", "threads", "entities", "states", "proposals"):
        assert after[f"data/{name}.jsonl"] == before[f"data/{name}.jsonl"]
    assert verify().differences == ()


def test_ids_of_another_person_are_refused(archive: bytes, owner: Caller, other: Caller) -> None:
    before = stored()
    with pytest.raises(Exception, match="belongs to another person here"):
        imported(other, archive)
    assert stored() == before


def test_an_archive_of_an_earlier_program_is_read(
    owner: Caller, start_anew: Callable[..., None]
) -> None:
    """It was written on 2026-11-24, before archives of parts; formats only grow."""
    start_anew("alice")
    with ARCHIVE.open("rb") as file:
        done = import_archive(owner, file)
    raw = ARCHIVE.read_bytes()
    created = {name: count.created for name, count in done.members.items() if count.created}
    assert {name: len(lines(raw, name)) for name in created} == created
    assert Memory.objects.of(owner).count() == 3
    assert {"Osaka", "peanuts"} <= {state.value for state in State.objects.of(owner)}
    assert verify().differences == ()
    assert members(exported(owner)).keys() >= members(raw).keys()
