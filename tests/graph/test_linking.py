"""Several memories linked to one: one change, one undo, and nothing of it if one is refused."""

from uuid import uuid4

import pytest
from django.utils import translation

from core.caller import Caller
from core.errors import InvalidInput, NotFound
from graph.models import MemoryLink, RelationScope
from graph.services import offered_types
from memories.services.history import undo
from memories.services.network.linking import relate_all
from tests.graph.test_network import Save


def supporting() -> int:
    return MemoryLink.objects.filter(relation_type__type_name="supports").count()


def test_all_are_linked_in_one_change(owner: Caller, save: Save) -> None:
    main, *others = (save(owner, f"Clue {n} of the case.", pack="work").id for n in range(4))
    linked = relate_all(owner, [*others, others[0]], main, type="supports", reason="same hand")
    assert (linked.asked, linked.made, supporting()) == (3, 3, 3)
    assert linked.change_id
    undo(owner, linked.change_id)
    assert supporting() == 0
    relate_all(owner, others[:1], main, type="supports")
    further = relate_all(owner, others, main, type="supports", reason="same hand")
    assert (further.asked, further.made, supporting()) == (3, 2, 3)


@pytest.mark.parametrize(
    ("field", "given"),
    [("target_id", "self"), ("source_id", "unknown"), ("type", "type"), ("source_id", "none")],
)
def test_nothing_is_linked_if_one_is_refused(
    owner: Caller, save: Save, field: str, given: str
) -> None:
    main, one, other = (save(owner, f"Clue {n} of the case.", pack="work").id for n in range(3))
    last = {"self": main, "unknown": uuid4()}.get(given, other)
    sources = [] if given == "none" else [one, last]
    kind = "zzqx" if given == "type" else "supports"
    with pytest.raises((InvalidInput, NotFound)) as raised:
        relate_all(owner, sources, main, type=kind)
    assert [problem.field for problem in raised.value.problems] == [field]
    assert supporting() == 0


@pytest.mark.parametrize("language", ["en", "ja"])
def test_each_meaning_is_offered_once(owner: Caller, language: str) -> None:
    with translation.override(language):
        labels = [row.label for row in offered_types(RelationScope.MEMORIES, owner.base_user)]
    offered = {row.key for row in offered_types(RelationScope.MEMORIES, owner.base_user)}
    assert len(labels) == len(set(labels)) and offered >= {
        "related",
        "causes",
        "caused_by",
        "extends",
    }
    assert not offered & {"dependency", "contradiction", "relates_to", "same_session"}
