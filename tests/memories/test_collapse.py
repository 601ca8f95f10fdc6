"""Folding memories that say the same, and taking it back."""

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.utils import timezone

from core.caller import Caller
from core.errors import Conflict, Forbidden, InvalidInput, NotFound
from core.journal import Change, entries_of, revert
from core.models import Revision
from memories.models import Memory
from memories.records.duplicates import (
    Collapse,
    canonical_ids,
    collapse,
    collapse_found,
    uncollapse,
    uncollapse_all,
)
from memories.schemas import MemoryPatch, SavedOut, SearchOut
from memories.services.update import invalidate, revise
from tests.memories.conftest import NOW, stored

pytestmark = pytest.mark.django_db

Save = Callable[..., SavedOut]
Find = Callable[..., SearchOut]


@pytest.fixture
def three(owner: Caller, save: Save) -> list[SavedOut]:
    words = (
        "The heron nests by the pond",
        "A heron has its nest at the pond",
        "Herons at the pond",
    )
    return [save(owner, text, pack="work", session_id=text) for text in words]


def shown(out: SearchOut) -> dict[UUID, set[UUID]]:
    return {hit.memory.id: set(hit.duplicates) for hit in out.results}


def test_it_works(owner: Caller, three: list[SavedOut], find: Find) -> None:
    out = collapse(owner, three[1].id, into=three[0].id, reason="the same nest")
    assert (out.action, out.canonical_id) == ("merged", three[0].id)
    row = stored(three[1])
    assert row.consolidated_flag and row.canonical == stored(three[0])
    assert row.raw_text == "A heron has its nest at the pond"
    assert shown(find(owner, "heron nest")) == {three[0].id: {three[1].id}, three[2].id: set()}


def test_by_no_route_beside_its_canonical(owner: Caller, three: list[SavedOut], find: Find) -> None:
    collapse(owner, three[1].id, into=three[0].id)
    for mode in ("hybrid", "semantic_only", "keyword", "graph_only"):
        assert three[1].id not in shown(find(owner, "a heron has its nest at the pond", mode=mode))
    assert three[1].id not in shown(find(owner, filters={"pack": ["work"]}))


def test_unfold_is_as_before(owner: Caller, three: list[SavedOut], find: Find) -> None:
    before = shown(find(owner, "heron nest"))
    collapse(owner, three[1].id, into=three[0].id)
    assert uncollapse(owner, three[1].id).action == "split"
    assert shown(find(owner, "heron nest")) == before
    assert uncollapse(owner, three[1].id).action == "unchanged"


def test_the_journal_takes_it_back(owner: Caller, three: list[SavedOut], find: Find) -> None:
    out = collapse(owner, three[1].id, into=three[0].id, reason="same")
    entry = Revision.objects.get(action="MERGE")
    assert entry.before and entry.after and entry.reason == "same"
    assert (entry.before["canonical_id"], entry.after["consolidated_flag"]) == (None, True)
    assert entry.evidence == [str(three[0].id)] and entry.change_id == out.change_id
    change = Change(caller=owner, at=timezone.now())
    assert out.change_id
    revert(entries_of(owner, out.change_id), change)
    change.write()
    assert not stored(three[1]).consolidated_flag and three[1].id in shown(
        find(owner, "heron nest")
    )


class TestChains:
    def test_resolve_to_their_end(self, owner: Caller, three: list[SavedOut], find: Find) -> None:
        one, two, last = three
        collapse(owner, one.id, into=two.id)
        collapse(owner, two.id, into=last.id)
        keys = [stored(each).pk for each in three]
        assert canonical_ids(keys) == dict.fromkeys(keys, keys[2])
        assert shown(find(owner, "heron pond")) == {last.id: {one.id, two.id}}

    def test_into_a_folded_one_is_into_its_end(self, owner: Caller, three: list[SavedOut]) -> None:
        collapse(owner, three[1].id, into=three[2].id)
        assert collapse(owner, three[0].id, into=three[1].id).canonical_id == three[2].id

    def test_unfolding_the_middle_keeps_what_is_under_it(
        self, owner: Caller, three: list[SavedOut], find: Find
    ) -> None:
        collapse(owner, three[0].id, into=three[1].id)
        collapse(owner, three[1].id, into=three[2].id)
        uncollapse(owner, three[1].id)
        assert shown(find(owner, "heron pond")) == {three[1].id: {three[0].id}, three[2].id: set()}

    def test_again_changes_nothing(self, owner: Caller, three: list[SavedOut]) -> None:
        collapse(owner, three[0].id, into=three[1].id)
        assert collapse(owner, three[0].id, into=three[1].id).action == "unchanged"
        assert Revision.objects.filter(action="MERGE").count() == 1


class TestRefused:
    def refused(self, caller: Caller, memory: UUID, into: UUID) -> tuple[type[Exception], str, str]:
        with pytest.raises((InvalidInput, Conflict, NotFound, Forbidden)) as error:
            collapse(caller, memory, into=into)
        problem = error.value.problems[0]
        return type(error.value), problem.field, problem.code

    def test_itself_and_circles(self, owner: Caller, three: list[SavedOut]) -> None:
        one, two, last = (each.id for each in three)
        assert self.refused(owner, one, one) == (InvalidInput, "into", "self_fold")
        collapse(owner, one, into=two)
        collapse(owner, two, into=last)
        assert self.refused(owner, last, one) == (Conflict, "into", "cycle")
        assert self.refused(owner, last, two) == (Conflict, "into", "cycle")

    def test_what_is_not_there(
        self, owner: Caller, other: Caller, save: Save, three: list[SavedOut]
    ) -> None:
        bobs = save(other, "bob's heron", pack="work").id
        assert self.refused(owner, three[0].id, bobs) == (NotFound, "into", "not_found")
        assert self.refused(owner, bobs, three[0].id) == (NotFound, "id", "not_found")
        assert self.refused(owner, three[0].id, uuid4()) == (NotFound, "into", "not_found")
        with pytest.raises(NotFound):
            uncollapse(owner, bobs)

    def test_what_is_out_of_search(self, owner: Caller, three: list[SavedOut]) -> None:
        invalidate(owner, three[0].id)
        revise(owner, three[1].id, MemoryPatch(searchable=False))
        assert self.refused(owner, three[2].id, three[0].id) == (
            InvalidInput,
            "into",
            "not_findable",
        )
        assert self.refused(owner, three[1].id, three[2].id) == (InvalidInput, "id", "not_findable")

    def test_what_others_may_not_see(
        self, owner: Caller, three: list[SavedOut], save: Save
    ) -> None:
        elsewhere = save(owner, "the heron", pack="dev").id
        deeper = save(owner, "a heron", pack="work", namespace="birds").id
        assert self.refused(owner, three[0].id, elsewhere) == (InvalidInput, "into", "other_pack")
        assert self.refused(owner, three[0].id, deeper) == (InvalidInput, "into", "other_namespace")

    def test_an_assistant(self, assistant: Caller, three: list[SavedOut]) -> None:
        assert self.refused(assistant, three[0].id, three[1].id) == (Forbidden, "token", "owner")

    def test_a_second_time(self, owner: Caller, three: list[SavedOut]) -> None:
        collapse(owner, three[0].id, into=three[1].id)
        assert self.refused(owner, three[0].id, three[2].id) == (Conflict, "id", "folded")

    def test_nothing_is_half_done(self, owner: Caller, three: list[SavedOut]) -> None:
        self.refused(owner, three[0].id, uuid4())
        assert not Memory.objects.filter(consolidated_flag=True).exists()
        assert not Revision.objects.filter(action="MERGE").exists()


def test_what_was_found_is_folded_in_one_change(owner: Caller, three: list[SavedOut]) -> None:
    rows = [stored(each) for each in three]
    invalidate(owner, three[2].id)
    found = [
        Collapse(rows[1].pk, rows[0].pk, "same words"),
        Collapse(rows[2].pk, rows[0].pk, "same words"),
    ]
    assert collapse_found(owner, found, now=NOW) == found[:1]
    assert collapse_found(owner, found, now=NOW) == []
    assert [row.pk for row in Memory.objects.filter(consolidated_flag=True)] == [rows[1].pk]


def test_released_before_the_other_goes(owner: Caller, three: list[SavedOut], find: Find) -> None:
    collapse(owner, three[1].id, into=three[0].id)
    change = Change(caller=owner, at=timezone.now())
    assert uncollapse_all([stored(three[0])], change) == 1
    change.write()
    assert Revision.objects.filter(action="SPLIT").count() == 1
    assert three[1].id in shown(find(owner, "heron nest"))


def test_hidden_ones_are_not_listed(owner: Caller, three: list[SavedOut], find: Find) -> None:
    collapse(owner, three[1].id, into=three[0].id)
    invalidate(owner, three[1].id)
    assert shown(find(owner, "heron nest"))[three[0].id] == set()


def traced(caller: Caller, find: Find, **fields: Any) -> SearchOut:
    return find(caller, "heron nest", explain=True, **fields)


def test_a_trace_still_works(owner: Caller, three: list[SavedOut], find: Find) -> None:
    collapse(owner, three[1].id, into=three[0].id)
    assert traced(owner, find).stages
