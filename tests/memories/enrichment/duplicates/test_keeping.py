"""What was found is stored once, undoable, and told to whoever saved and waited."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from core.caller import Caller, Role
from core.models import Revision
from graph.models import MemoryLink
from memories.enrichment.duplicates.actions import DuplicateResults, store_results
from memories.enrichment.duplicates.finding import find_duplicates
from memories.enrichment.response import add_enrichment_to_response
from memories.models import Memory, Proposal
from memories.schemas import BatchOut, SavedOut
from tests.memories.conftest import NOW, stored

pytestmark = pytest.mark.django_db

SYSTEM = Caller(base_user="alice", role=Role.SYSTEM, name="derivation")
Pair = Callable[[str, str], tuple[Memory, Memory, DuplicateResults]]


@pytest.fixture
def pair(owner: Caller, save: Callable[..., SavedOut]) -> Pair:
    """Save an older and a newer text in conversations of their own, and compare them."""

    def _pair(older: str, newer: str) -> tuple[Memory, Memory, DuplicateResults]:
        common: dict[str, Any] = {"pack": "work"}
        one = save(owner, older, session_id="1", created_at=NOW - timedelta(days=9), **common)
        two = save(owner, newer, session_id="2", created_at=NOW - timedelta(days=1), **common)
        rows = stored(one), stored(two)
        return *rows, find_duplicates("alice#work", rows[1:], NOW)

    return _pair


def answer(memory: Memory) -> SavedOut:
    """Return what the save of a memory answers once everything is derived."""
    saved = SavedOut(
        id=memory.uid, external_id=None, action="created", pack=memory.pack, session_id="2"
    )
    return add_enrichment_to_response(BatchOut(results=[saved]), [memory]).results[0]


def test_the_same_words(pair: Pair) -> None:
    old, new, found = pair("The key is under the mat.", "the key is under the mat")
    store_results(SYSTEM, found, now=NOW)
    new.refresh_from_db()
    assert new.consolidated_flag and new.canonical == old
    entry = Revision.objects.get(action="MERGE")
    assert (entry.actor, entry.reason) == ("system:derivation", "the same words")
    out = answer(new)
    assert (out.action, out.canonical_id) == ("merged", old.uid)


def test_an_addition(pair: Pair) -> None:
    old, new, found = pair("Kenji plays the cello.", "Kenji plays the cello in the city orchestra.")
    store_results(SYSTEM, found, now=NOW)
    link = MemoryLink.objects.get(relation_type="extends")
    assert (link.src_memory, link.dst_memory, link.extraction_method) == (new, old, "rules")
    assert 0 < link.confidence_score < 1 and "orchestra" in link.notes
    entry = Revision.objects.get(target_type="memorylink", action="CREATE")
    assert entry.evidence == [str(new.uid), str(old.uid)]
    out = answer(new)
    assert out.action == "related" and [each.memory_id for each in out.links] == [old.uid]


def test_a_contradiction_and_a_change_wait(pair: Pair) -> None:
    old, new, found = pair("The rent is 900 euros.", "The rent is 950 euros.")
    store_results(SYSTEM, found, now=NOW)
    assert Proposal.objects.get().kind == "contradiction" and not MemoryLink.objects.exists()
    (told_of,) = answer(new).possible_contradictions
    assert told_of.memory_id == old.uid and told_of.reason == "900 euros → 950 euros"


def test_a_change_is_a_suggested_link(pair: Pair) -> None:
    old, new, found = pair("The rent is 900 euros.", "The rent went up to 950 euros.")
    store_results(SYSTEM, found, now=NOW)
    assert Proposal.objects.get().payload["type"] == "supersedes"
    (link,) = answer(new).suggested_links
    assert (link.memory_id, link.type) == (old.uid, "supersedes")
    old.refresh_from_db()
    assert old.is_findable


def test_twice_is_once(pair: Pair) -> None:
    _, new, found = pair("Kenji plays the cello.", "Kenji plays the cello in the city orchestra.")
    store_results(SYSTEM, found, now=NOW)
    assert find_duplicates("alice#work", [new], NOW) == DuplicateResults()
    entries = Revision.objects.count()
    store_results(SYSTEM, find_duplicates("alice#work", [new], NOW), now=NOW)
    assert Revision.objects.count() == entries


def test_what_was_erased_meanwhile_is_passed_over(pair: Pair) -> None:
    old, _, found = pair("Kenji plays the cello.", "Kenji plays the cello in the city orchestra.")
    Memory.objects.filter(pk=old.pk).update(invalidated_at=NOW)
    store_results(SYSTEM, found, now=NOW)
    assert not MemoryLink.objects.exists()


def test_nothing_near(pair: Pair) -> None:
    _, new, found = pair("Kenji plays the cello.", "The soup needs more salt.")
    assert found == DuplicateResults() and answer(new).action == "created"


def test_one_of_a_series_contradicts_nothing(owner: Caller, save: Callable[..., SavedOut]) -> None:
    saved = [
        save(owner, f"The river stands at {level} cm.", session_id=str(level), pack="work")
        for level in (210, 225, 240, 255, 270)
    ]
    found = find_duplicates("alice#work", [stored(saved[-1])], NOW)
    assert not [each for each in found.suggestions if each.kind == "contradiction"]
