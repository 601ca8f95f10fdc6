"""Links between memories, and what hangs together."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any
from uuid import uuid4

import pytest

from core.caller import Caller
from core.errors import InvalidInput, NotFound
from core.models import Revision
from graph.models import MemoryLink
from memories.interfaces.mcp.answers.memories import related_answer
from memories.interfaces.mcp.render import related_text
from memories.schemas import LinkInput, LinkOut, SavedOut
from memories.selectors.links import explore_related
from memories.services.update import relate, unrelate
from tests.memories.conftest import stored

pytestmark = pytest.mark.django_db

Save = Callable[..., SavedOut]


@pytest.fixture
def three(owner: Caller, save: Save) -> list[SavedOut]:
    """Memories in conversations of their own, so that nothing connects them."""
    return [save(owner, text, pack="work", session_id=text) for text in ("one", "two", "three")]


def linked(caller: Caller, source: SavedOut, target: SavedOut, kind: str, **fields: Any) -> LinkOut:
    return relate(caller, source.id, LinkInput(target_id=target.id, type=kind, **fields))


def test_it_works(owner: Caller, three: list[SavedOut]) -> None:
    out = linked(owner, three[0], three[1], "supports", weight=0.7, reason="same figures")
    assert out.created and out.version == 1 and out.confidence == 1.0
    assert (out.source_title, out.target_title, out.reason) == ("one", "two", "same figures")
    link = MemoryLink.objects.get()
    assert link.user_id == "alice#work" and link.direction == "forward"
    created = Revision.objects.get(target_type="memorylink")
    assert created.action == "CREATE" and created.before is None and created.after


def test_again_is_the_next_version(owner: Caller, three: list[SavedOut]) -> None:
    linked(owner, three[0], three[1], "supports", weight=0.7, reason="first")
    out = linked(owner, three[0], three[1], "supports", weight=0.2)
    assert not out.created and out.version == 2 and out.weight == 0.2 and out.reason == "first"
    change = Revision.objects.get(target_type="memorylink", action="UPDATE")
    assert change.before and change.after
    assert (change.before["weight"], change.after["weight"]) == (0.7, 0.2)


def test_a_symmetric_one_is_stored_once_older_first(owner: Caller, three: list[SavedOut]) -> None:
    out = linked(owner, three[1], three[0], "contradicts")
    assert (out.source_id, out.target_id) == (three[0].id, three[1].id)
    assert linked(owner, three[0], three[1], "contradicts").version == 2
    assert MemoryLink.objects.get().direction == "bidirectional"


def test_a_directed_one_and_its_opposite_are_two(owner: Caller, three: list[SavedOut]) -> None:
    linked(owner, three[0], three[1], "supports")
    assert linked(owner, three[1], three[0], "supports").created
    journal = Revision.objects.filter(target_type="memorylink")
    assert [(row.action, row.before) for row in journal] == [("CREATE", None)] * 2


def test_unrelate_and_the_journal_keeps_it(owner: Caller, three: list[SavedOut]) -> None:
    out = linked(owner, three[0], three[1], "supports", reason="why")
    unrelate(owner, out.id)
    assert not MemoryLink.objects.exists()
    removed = Revision.objects.get(action="DELETE")
    assert removed.before and removed.before["notes"] == "why"
    with pytest.raises(NotFound):
        unrelate(owner, out.id)


def test_bad_ones(owner: Caller, other: Caller, save: Save, three: list[SavedOut]) -> None:
    with pytest.raises(InvalidInput, match="supports"):
        linked(owner, three[0], three[1], "suports")
    with pytest.raises(InvalidInput, match="nearest"):
        linked(owner, three[0], three[1], "works_for")
    with pytest.raises(InvalidInput) as refused:
        linked(owner, three[0], three[0], "supports")
    assert refused.value.problems[0].code == "self_link"
    bobs = save(other, "bob's")
    cases = [
        (three[0].id, bobs.id, "target_id"),
        (bobs.id, three[0].id, "source_id"),
        (uuid4(), three[0].id, "source_id"),
    ]
    for source, target, field in cases:
        with pytest.raises(NotFound) as missing:
            relate(owner, source, LinkInput(target_id=target))
        assert missing.value.problems[0].field == field
    assert not MemoryLink.objects.exists()


class TestExplore:
    def test_along_links(self, owner: Caller, three: list[SavedOut]) -> None:
        linked(owner, three[0], three[1], "supports", weight=0.5, reason="because")
        linked(owner, three[2], three[1], "extends")
        near = explore_related(owner, three[0].id).linked
        assert [(row.memory.text, row.relation, row.reason) for row in near] == [
            ("two", "supports", "because")
        ]
        assert near[0].path == ["one", "two"] and near[0].weight == pytest.approx(0.4)
        far = explore_related(owner, three[0].id, depth=2).linked
        assert [row.memory.text for row in far] == ["two", "three"]
        assert far[1].path == ["one", "two", "three"] and far[1].relation == "extends"

    def test_every_link_of_a_pair_with_its_direction(
        self, owner: Caller, three: list[SavedOut]
    ) -> None:
        one, two, three_ = three
        linked(owner, one, two, "supports", weight=0.9, reason="out")
        linked(owner, two, one, "explains", weight=0.7, reason="in")
        linked(owner, two, one, "contradicts", weight=0.5, reason="either way")
        linked(owner, three_, two, "extends", weight=0.8, reason="further")
        linked(owner, one, two, "caused_by", weight=1.0, reason="no")
        MemoryLink.objects.filter(relation_type="caused_by").update(validation_status="rejected")
        near, far = explore_related(owner, one.id, depth=2).linked
        assert (near.relation, near.direction, near.reason) == ("supports", "outgoing", "out")
        assert [(link.type, link.direction, link.reason, link.weight) for link in near.links] == [
            ("supports", "outgoing", "out", 0.9),
            ("explains", "incoming", "in", 0.7),
            ("contradicts", "both", "either way", 0.5),
        ]
        assert {link.from_id for link in near.links} == {one.id}
        assert (far.direction, [link.from_id for link in far.links]) == ("incoming", [two.id])

    def test_the_text_says_which_way_each_link_points(
        self, owner: Caller, three: list[SavedOut]
    ) -> None:
        one, two, three_ = three
        linked(owner, one, two, "supersedes", reason="newer")
        linked(owner, two, one, "explains")
        linked(owner, one, two, "contradicts")
        linked(owner, three_, two, "extends")
        text = related_text(related_answer(explore_related(owner, one.id, depth=2), str))
        assert "start —supersedes→ it · “newer”" in text
        assert "start ←explains— it" in text and "start —contradicts— it" in text
        assert f"{two.id} ←extends— it" in text

    def test_lineage_goes_on_from_the_links(self, owner: Caller, three: list[SavedOut]) -> None:
        one, two, three_ = three
        linked(owner, two, one, "extends", reason="more detail")
        linked(owner, three_, two, "supersedes", weight=0.5, reason="a new plan")
        newest = explore_related(owner, three_.id)
        assert [row.memory.text for row in newest.linked] == ["two"] and newest.later == []
        [earlier] = newest.earlier
        assert (earlier.memory.text, earlier.relation, earlier.reason) == (
            "one", "extends", "more detail",
        )  # fmt: skip
        assert earlier.path == ["three", "two", "one"] and earlier.links[0].from_id == two.id
        oldest = explore_related(owner, one.id)
        assert [row.memory.text for row in oldest.later] == ["three"]
        text = related_text(related_answer(oldest, str))
        assert "grew out of it:" in text and f"{two.id} ←supersedes— it" in text

    def test_what_is_linked_takes_no_room_of_the_lineage(self, owner: Caller, save: Save) -> None:
        plans = [save(owner, f"Plan {n}.", pack="work") for n in range(5)]
        for older, newer in pairwise(plans):
            linked(owner, newer, older, "supersedes")
        found = explore_related(owner, plans[4].id, limit=1)
        assert [row.memory.text for row in found.linked] == ["Plan 3."]
        assert [row.memory.text for row in found.earlier] == ["Plan 2."]
        assert found.earlier[0].path == ["Plan 4", "Plan 3", "Plan 2"]

    def test_shared_tags_and_context(self, owner: Caller, save: Save) -> None:
        common = {"pack": "work", "tags": ["a", "b"], "context": "C"}
        start = save(owner, "start", session_id="1", **common)
        save(owner, "both", session_id="2", **common)
        save(owner, "one tag", session_id="3", pack="dev", tags=["A"])
        save(owner, "context", session_id="4", pack="work", context="c")
        out = explore_related(owner, start.id)
        tagged = [(row.memory.text, row.reason, row.weight) for row in out.by_tag]
        assert tagged == [("both", "a, b", 1.0), ("one tag", "A", 0.5)]
        assert [row.memory.text for row in out.by_context] == ["context"]

    def test_limits(self, owner: Caller, three: list[SavedOut]) -> None:
        for target in three[1:]:
            linked(owner, three[0], target, "supports")
        assert len(explore_related(owner, three[0].id, limit=1).linked) == 1
        for name, value in (("limit", 0), ("limit", 101), ("depth", 0), ("depth", 4)):
            with pytest.raises(InvalidInput) as refused:
                explore_related(owner, three[0].id, **{name: value})
            assert refused.value.problems[0].field == name

    def test_a_rejected_link_leads_nowhere(self, owner: Caller, three: list[SavedOut]) -> None:
        linked(owner, three[0], three[1], "supports")
        MemoryLink.objects.update(validation_status="rejected")
        assert explore_related(owner, three[0].id).linked == []

    def test_another_persons(self, other: Caller, three: list[SavedOut]) -> None:
        with pytest.raises(NotFound):
            explore_related(other, three[0].id)

    def test_circles_end(self, owner: Caller, three: list[SavedOut]) -> None:
        for source, target in ((0, 1), (1, 2), (2, 0)):
            linked(owner, three[source], three[target], "supports")
        found = explore_related(owner, three[0].id, depth=3).linked
        assert {stored(row.memory).raw_text for row in found} == {"two", "three"}
