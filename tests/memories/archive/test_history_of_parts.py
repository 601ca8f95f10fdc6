"""History comes whole, whichever parts of it were imported before."""

from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from itertools import permutations
from typing import Any

import pytest
from django.utils import timezone

from core.caller import Caller
from core.journal.replay import verify
from core.models import Revision
from memories.enrichment.queue import work
from memories.models import Memory
from memories.schemas import MemoryInput, MemoryPatch, parsed
from memories.schemas.archive import ExportPart
from memories.schemas.groups import TagInput
from memories.services.groups import tag_create, tag_delete
from memories.services.save import remember_batch
from memories.services.update import revise

from .conftest import exported, imported, lines

NAMES = ["Mara Quint", "Zelda Zweig", "Olav Orm"]


@pytest.fixture
def filled(owner: Caller) -> Caller:
    """Alice, with memories of one change in several packs and namespaces."""
    remember_batch(owner, [parsed(MemoryInput, item) for item in _items()])
    work()
    tag_delete(owner, tag_create(owner, parsed(TagInput, {"name": "gone", "pack": "work"})).id)
    return owner


def _items() -> list[dict[str, Any]]:
    return [
        {
            "text": f"{NAMES[at % 3]} wrote report number {at}.",
            "pack": ("work", "lifelog")[at % 2],
            "namespace": ("proj/a", "proj/b", "")[at % 3],
            "tags": [f"tag{at % 4}"],
            "entities": [{"name": NAMES[at % 3], "type": "Person"}],
        }
        for at in range(12)
    ]


def history(raw: bytes) -> Counter[Any]:
    """Return the entries of an archive but for the rows' numbers and their order."""
    return Counter(
        (one["change_id"], one["action"], one["target_type"], one["created_at"])
        for one in lines(raw, "journal")
        if one["action"] != "ACCESS"
    )


def texts(raw: bytes, member: str, column: str) -> list[Any]:
    return sorted(line[column] for line in lines(raw, member))


PARTS = (
    ExportPart(namespace="proj/a"),
    ExportPart(pack=["work"]),
    ExportPart(pack=["lifelog"], namespace="proj/b"),
)


def test_a_part_of_a_change_then_another_part(
    filled: Caller, start_anew: Callable[..., None]
) -> None:
    first, second = (exported(filled, asked=asked) for asked in PARTS[:2])
    start_anew("alice")
    imported(filled, first)
    done = imported(filled, second).members["journal"]
    entries = lines(second, "journal")
    assert verify().is_sound
    assert done.created > 0 and done.left_out == 0
    assert done.created + done.unchanged == len(entries)


# Forward, and two that begin with a later part.
OFTEN = {(0, 1, 2), (2, 1, 0), (1, 2, 0)}


@pytest.mark.parametrize(
    "order",
    [
        pytest.param(order, marks=[] if order in OFTEN else [pytest.mark.slow])
        for order in permutations(range(3))
    ],
)
def test_parts_in_any_order_then_the_whole(
    filled: Caller, start_anew: Callable[..., None], order: tuple[int, ...]
) -> None:
    parts = [exported(filled, asked=asked) for asked in PARTS]
    whole = exported(filled)
    start_anew("alice")
    for at in order:
        imported(filled, parts[at])
        assert verify().is_sound
    imported(filled, whole)
    assert verify().is_sound
    again = exported(filled)
    assert history(again) == history(whole)
    for member, column in (("memories", "uid"), ("entities", "entity_id"), ("tags", "name")):
        assert texts(again, member, column) == texts(whole, member, column)
    twice = imported(filled, whole).members["journal"]
    assert (twice.created, twice.left_out) == (0, 0)


def test_the_middle_of_a_change_then_all_of_it(
    owner: Caller, start_anew: Callable[..., None]
) -> None:
    remember_batch(owner, [parsed(MemoryInput, item) for item in _items()[:6]])
    change_id = Revision.objects.filter(target_type="memory").latest("pk").change_id
    middle = exported(owner)
    remember_batch(owner, [parsed(MemoryInput, item) for item in _items()[6:]])
    _join_changes(change_id)
    whole = exported(owner)
    start_anew("alice")
    imported(owner, middle)
    imported(owner, whole)
    assert verify().is_sound
    assert history(exported(owner)) == history(whole)


def _join_changes(change_id: Any) -> None:
    """Give all entries one change, as an import of a file in batches does."""
    from core.db.append_only import unprotected

    with unprotected("revisions"):
        Revision.objects.update(change_id=change_id)


def test_what_changed_since_keeps_its_history_here(
    filled: Caller, start_anew: Callable[..., None]
) -> None:
    before = exported(filled)
    memory = Memory.objects.of(filled).first()
    assert memory is not None
    revise(filled, memory.uid, parsed(MemoryPatch, {"title": "Changed since"}))
    after = exported(filled)
    start_anew("alice")
    imported(filled, before)
    done = imported(filled, after).members["journal"]
    assert done.created == 0 and done.left_out >= 1
    assert done.unchanged == len(lines(before, "journal"))
    assert verify().is_sound


def test_what_was_deleted_there_stays_here(owner: Caller, start_anew: Callable[..., None]) -> None:
    tag = tag_create(owner, parsed(TagInput, {"name": "kept", "pack": "work"}))
    before = exported(owner)
    tag_delete(owner, tag.id)
    after = exported(owner)
    start_anew("alice")
    imported(owner, before)
    done = imported(owner, after).members["journal"]
    assert (done.created, done.unchanged, done.left_out) == (0, 1, 1)
    assert verify().is_sound


def test_a_part_since_a_time(filled: Caller, start_anew: Callable[..., None]) -> None:
    since = timezone.now() - timedelta(days=1)
    part = exported(filled, asked=ExportPart(since=since, namespace="proj/a"))
    whole = exported(filled)
    start_anew("alice")
    imported(filled, part)
    imported(filled, whole)
    assert verify().is_sound
    assert history(exported(filled)) == history(whole)
