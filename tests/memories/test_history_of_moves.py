"""What a memory was in another pack stays there: a token bound to its new pack is not told."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from core.caller import Caller
from memories.schemas import MemoryPatch, SavedOut, parsed
from memories.schemas.journal import RevisionFilters
from memories.schemas.resolving.tools import HistoryInput
from memories.selectors.history import revision_get, revision_list, revision_outs
from memories.selectors.memories import memory_history
from memories.selectors.settling.history import history_of
from memories.services.update import move, update_memory

pytestmark = pytest.mark.django_db

EARLIER, MOVED, NOW = "The draft of the plan", "The plan as agreed", "The plan is public"


@pytest.fixture
def moved(owner: Caller, save: Callable[..., SavedOut]) -> SavedOut:
    said = save(owner, EARLIER, pack="work")
    update_memory(owner, said.id, parsed(MemoryPatch, {"text": MOVED}))
    move(owner, said.id, "lifelog")
    update_memory(owner, said.id, parsed(MemoryPatch, {"text": NOW}))
    return said


def test_a_token_of_the_new_pack_sees_what_came(owner: Caller, moved: SavedOut) -> None:
    bound = replace(owner, packs=frozenset({"lifelog"}))
    rows = revision_list(bound, RevisionFilters(target_id=str(moved.id)))
    history = history_of(bound, HistoryInput(id=str(moved.id)))
    told = [
        *revision_outs(rows),
        *revision_outs(memory_history(bound, moved.id)),
        *[revision_outs([revision_get(bound, row.pk)])[0] for row in rows],
        history,
    ]
    text = " ".join(one.model_dump_json() for one in told)
    assert NOW in text and "lifelog" in text
    assert EARLIER not in text and "alice#work" not in text


def test_the_owner_and_a_token_of_both_packs_see_all(owner: Caller, moved: SavedOut) -> None:
    for caller in (owner, replace(owner, packs=frozenset({"lifelog", "work"}))):
        rows = revision_outs(memory_history(caller, moved.id))
        told = " ".join(one.model_dump_json() for one in rows)
        assert all(text in told for text in (EARLIER, MOVED, NOW))
