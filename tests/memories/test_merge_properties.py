"""Merges, splits and their undoing in any order: no mention is ever lost."""

from contextlib import suppress
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any
from uuid import UUID

import pytest
from django.db import transaction
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from core.caller import Caller
from core.errors import WasurenaError
from core.models import Action, Revision
from entities.models import Entity, Mention
from memories.knowledge.entities.merge import merge_entities
from memories.knowledge.entities.split import split_entity
from memories.knowledge.entities.undo import undo_entity_change
from memories.schemas import MemoryInput, parsed
from memories.services.save import remember_batch
from tests.depth import depth
from tests.memories.test_merge_entities import rows

pytestmark = [pytest.mark.django_db, pytest.mark.deep]

NAMES = ("田中", "Tanaka", "佐藤", "Sato", "山田")
RELATIONS = ("knows", "leads", "works_for")
RUNS = settings(
    max_examples=depth(8, 25),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
index = st.integers(min_value=0, max_value=len(NAMES) - 1)
told = st.lists(
    st.tuples(st.lists(index, min_size=1, max_size=4, unique=True), st.sampled_from(RELATIONS)),
    min_size=2,
    max_size=5,
)
steps = st.lists(
    st.tuples(st.sampled_from(("merge", "merge", "split", "undo")), index, index, st.booleans()),
    min_size=1,
    max_size=8,
)


def _told(owner: Caller, memories: list[tuple[list[int], str]]) -> list[Entity]:
    items = []
    for number, (people, kind) in enumerate(memories):
        names = [NAMES[at] for at in people]
        items.append(
            {
                "text": f"{number}: {' '.join(names)}",
                "pack": "work",
                "entities": [{"name": name, "type": "Person"} for name in names],
                "relations": [
                    {"source": a, "target": b, "type": kind} for a, b in combinations(names, 2)
                ],
            }
        )
    remember_batch(owner, [parsed(MemoryInput, item) for item in items])
    return list(Entity.objects.order_by("pk"))


@dataclass
class Played:
    """What was done so far, and whether it was taken back."""

    done: list[tuple[UUID, Action]] = field(default_factory=list)

    def step(self, owner: Caller, people: list[Entity], step: tuple[str, int, int, bool]) -> None:
        what, first, second, is_all = step
        one, other = people[first % len(people)], people[second % len(people)]
        if what == "merge":
            out: Any = merge_entities(owner, keep=one.entity_id, merge=other.entity_id)
            self.done.append((out.change_id, Action.MERGE))
        elif what == "split":
            ids = list(one.mentions.order_by("pk").values_list("pk", flat=True))
            out = split_entity(owner, one.entity_id, mentions=ids[1:] if is_all else ids[:1])
            self.done.append((out.change_id, Action.SPLIT))
        elif self.done:
            at = second % len(self.done)
            undo_entity_change(owner, *self.done[at])
            del self.done[at]


@RUNS
@given(memories=told, played=steps)
@example(
    memories=[([2, 0], "knows"), ([2], "knows"), ([0, 1], "knows")],
    played=[("split", 0, 0, False), ("merge", 0, 2, False), ("undo", 0, 0, False)],
)
def test_any_order_keeps_every_mention_and_undoing_all_gives_the_same_rows(
    owner: Caller, memories: list[tuple[list[int], str]], played: list[tuple[str, int, int, bool]]
) -> None:
    with transaction.atomic():
        people = _told(owner, memories)
        before, mentions = rows(), _mentions()
        play = Played()
        for step in played:
            with suppress(WasurenaError):
                play.step(owner, people, step)
            assert _mentions() == mentions
            assert not Mention.objects.exclude(entity__merged_into=None).exists()
        entries = Revision.objects.count()
        for change in reversed(play.done):
            undo_entity_change(owner, *change)
        assert Revision.objects.count() >= entries
        assert _without_times(rows()) == _without_times(before)
        transaction.set_rollback(True)


def _mentions() -> list[tuple[int, str]]:
    return list(Mention.objects.order_by("pk").values_list("pk", "surface"))


def _without_times(found: dict[str, Any]) -> dict[str, Any]:
    """Leave out when a row was changed last, which two changes of it in another order blur."""
    return {
        kind: [
            {k: v for k, v in row.items() if k not in ("updated_at", "version")} for row in listed
        ]
        for kind, listed in found.items()
    }
