"""Whatever a person did: export, import and export again give the same bytes."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from core.caller import Caller
from core.journal.replay import verify
from entities.models import Entity
from memories.knowledge.entities.merge import merge_entities
from memories.models import Memory
from memories.schemas import LinkInput, MemoryInput, MemoryPatch, parsed
from memories.services.forget import forget
from memories.services.save import remember_batch
from memories.services.update import invalidate, relate, revise
from tests.depth import depth

from .conftest import exported, imported, members

# No halves of characters: saves refuse them.
LETTER = st.characters(exclude_characters="\0", exclude_categories=["Cs"])
TEXT = st.text(LETTER, min_size=1, max_size=60).filter(str.strip)
WORD = st.sampled_from(["Aozora", "田中", "Zoë", "金", "fig"])
ITEM = st.fixed_dictionaries(
    {"text": TEXT, "pack": st.sampled_from(["work", "lifelog", "dev"])},
    optional={
        "tags": st.lists(WORD, max_size=3, unique=True),
        "context": WORD,
        "session_id": WORD,
        "speaker": WORD,
        "namespace": st.sampled_from(["team/a", "team"]),
        "entities": st.lists(
            st.fixed_dictionaries({"name": WORD, "type": st.just("Person")}), max_size=2
        ),
        "extra_data": st.dictionaries(WORD, st.integers() | st.none() | TEXT, max_size=2),
    },
)
STEP = st.sampled_from(["edit", "hide", "link", "merge", "forget"])


@pytest.mark.deep
@settings(
    max_examples=depth(3, 6), phases=[Phase.generate], suppress_health_check=list(HealthCheck)
)
@given(items=st.lists(ITEM, min_size=1, max_size=5), steps=st.lists(STEP, max_size=4))
def test_any_history_comes_back(
    owner: Caller, start_anew: Callable[..., None], items: list[dict[str, Any]], steps: list[str]
) -> None:
    with transaction.atomic():
        remember_batch(owner, [parsed(MemoryInput, item) for item in items])
        for step in steps:
            _take(owner, step)
        first = exported(owner)
        start_anew("alice")
        imported(owner, first)
        assert members(exported(owner)) == members(first)
        assert verify().differences == ()
        transaction.set_rollback(True)


def _take(owner: Caller, step: str) -> None:
    """Change something of what there is, if there is enough."""
    memories = list(Memory.objects.of(owner).kept().order_by("pk"))
    if step == "merge":
        people = list(Entity.objects.of(owner).filter(merged_into=None).order_by("pk"))
        pairs = [(a, b) for a in people for b in people if a.pk < b.pk and a.user_id == b.user_id]
        if pairs:
            one, other = pairs[0]
            merge_entities(owner, keep=one.entity_id, merge=other.entity_id, force=True)
    elif step == "link" and len(memories) > 1:
        relate(owner, memories[0].uid, LinkInput(target_id=str(memories[-1].uid)))
    elif step == "edit" and memories:
        revise(
            owner, memories[0].uid, parsed(MemoryPatch, {"text": "said otherwise", "tags": ["new"]})
        )
    elif step == "hide" and memories:
        invalidate(owner, memories[-1].uid)
    elif step == "forget" and memories:
        forget(owner, [memories[0].uid], confirm=True, erase_names=True)
