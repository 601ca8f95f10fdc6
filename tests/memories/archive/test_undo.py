"""An import is one change: undone, brought back, and in no archive."""

from collections.abc import Callable
from typing import Any

import pytest

from core.caller import Caller
from core.errors import Conflict
from core.journal.replay import verify
from core.models import Revision
from entities.models import Entity
from entities.schemas import NewEntity
from memories.inbox.rules import RuleDraft, rule_create
from memories.models import InboxRule, Memory, ProposalKind, State
from memories.records.changes.update import invalidate
from memories.schemas import SearchInput, parsed
from memories.schemas.inbox.decisions import Decision
from memories.schemas.states import StateInput
from memories.selectors.inbox import open_counts
from memories.services.archive.tables import IMPORT_KIND
from memories.services.history import undo
from memories.services.knowledge import entity_create, state_create
from memories.services.search import recall

from .conftest import exported, imported, members, stored

Save = Callable[..., Any]


@pytest.fixture
def archive(owner: Caller, save: Save, start_anew: Callable[..., None]) -> bytes:
    """An archive with memories, a person, a fact that stands alone, and a rule."""
    save(owner, "The budget for Aozora is 30,000 euros.", pack="work", tags=["money"])
    save(owner, "I live in Osaka.", pack="lifelog")
    person = entity_create(owner, NewEntity(name="Ilse Iven", type="Person", pack="work"))
    state_create(
        owner, StateInput(subject=person.id, predicate="lives_in", value="Gent", pack="work")
    )
    rule_create(owner, RuleDraft("alice#work", ProposalKind.LINK, Decision.REJECT, {}))
    raw = exported(owner)
    start_anew("alice")
    save(owner, "I was here before.", pack="lifelog")
    return raw


def texts(caller: Caller) -> set[str]:
    return set(Memory.objects.of(caller).kept().values_list("raw_text", flat=True))


def found(caller: Caller, query: str) -> set[str]:
    hits = recall(caller, parsed(SearchInput, {"query": query, "floor": 0})).results
    return {hit.memory.text for hit in hits if hit.memory}


def test_an_import_is_undone_and_brought_back(archive: bytes, owner: Caller) -> None:
    done = imported(owner, archive)
    assert done.change_id is not None
    whole = texts(owner)
    undone = undo(owner, done.change_id)
    assert texts(owner) == {"I was here before."}
    assert not any("Aozora" in text for text in found(owner, "budget for Aozora"))
    assert not Entity.objects.of(owner).filter(name="Ilse Iven").exists()
    assert not State.objects.of(owner).filter(value="Gent").exists()
    assert not InboxRule.objects.filter(is_active=True).exists()
    assert verify().differences == ()
    with pytest.raises(Conflict, match="undone already"):
        undo(owner, done.change_id)

    undo(owner, undone.change_id)
    assert texts(owner) == whole
    assert any("Aozora" in text for text in found(owner, "budget for Aozora"))
    assert Entity.objects.of(owner).filter(name="Ilse Iven").exists()
    assert State.objects.of(owner).filter(value="Gent").exists()
    assert InboxRule.objects.filter(is_active=True).exists()
    assert verify().differences == ()


def test_what_was_changed_since_stays(archive: bytes, owner: Caller) -> None:
    done = imported(owner, archive)
    assert done.change_id is not None
    ilse = Entity.objects.get(name="Ilse Iven")
    state_create(
        owner, StateInput(subject=ilse.entity_id, predicate="owns", value="a barge", pack="work")
    )
    undo(owner, done.change_id)
    assert Entity.objects.of(owner).filter(name="Ilse Iven").exists()
    assert State.objects.of(owner).filter(value="a barge").exists()
    assert not State.objects.of(owner).filter(value="Gent").exists()


def test_what_was_undone_comes_back_with_the_same_file(archive: bytes, owner: Caller) -> None:
    done = imported(owner, archive)
    whole = texts(owner)
    for _again in range(2):
        assert done.change_id is not None
        undo(owner, done.change_id)
        checked = imported(owner, archive, is_check=True)
        assert (checked.restored, checked.hidden, checked.change_id) == (2, 0, None)
        assert texts(owner) == {"I was here before."}
        done = imported(owner, archive)
        assert (done.restored, done.hidden) == (2, 0)
        assert texts(owner) == whole
        assert State.objects.of(owner).filter(value="Gent").exists()
    assert any("Aozora" in text for text in found(owner, "budget for Aozora"))
    assert InboxRule.objects.filter(is_active=True).exists()
    assert verify().differences == ()
    assert imported(owner, archive).change_id is None


def test_what_a_person_hid_stays_hidden_and_is_counted(archive: bytes, owner: Caller) -> None:
    imported(owner, archive)
    hidden = Memory.objects.get(raw_text__startswith="I live")
    invalidate(owner, hidden.uid)
    done = imported(owner, archive)
    assert (done.restored, done.hidden, done.change_id) == (0, 1, None)
    assert hidden.raw_text not in texts(owner)


def test_no_archive_holds_the_import(archive: bytes, owner: Caller) -> None:
    imported(owner, archive)
    assert Revision.objects.filter(target_type=IMPORT_KIND).count() == 1
    assert (
        f'"target_type":"{IMPORT_KIND}"'.encode()
        not in members(exported(owner))["data/journal.jsonl"]
    )
    again = imported(owner, archive)
    assert again.change_id is None
    assert Revision.objects.filter(target_type=IMPORT_KIND).count() == 1


def test_undo_closes_the_questions_of_an_import(archive: bytes, owner: Caller) -> None:
    imported(owner, archive)
    Memory.objects.filter(raw_text__startswith="I live").update(raw_text="I live in Nara.")
    assert imported(owner, archive, is_check=True).asked == 1
    again = imported(owner, archive)
    assert (again.asked, again.conflict_count) == (1, 1)
    assert again.change_id is not None
    assert open_counts(owner)["imported"] == 1
    before = stored()
    third = imported(owner, archive)
    assert (third.asked, third.conflict_count, third.change_id) == (0, 1, None)
    assert stored() == before
    undo(owner, again.change_id)
    assert open_counts(owner).get("imported", 0) == 0
