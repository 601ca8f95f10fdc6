"""How memories fade: half-life by pack and type, use, pins and the floor of importance."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from core.caller import Caller
from memories.models import Memory
from memories.schemas import SavedOut
from memories.services.update import invalidate
from memories.tasks.jobs import recompute, strength
from packs import registry
from packs.spec import DecayPolicy
from tests.memories.conftest import NOW, stored

Save = Callable[..., SavedOut]
POLICY = DecayPolicy(half_life_days=100, by_type={"meal": 10, "fact": 0}, keep_above=0.8, floor=0.3)


def aged(days: float, **fields: Any) -> Memory:
    return Memory(user_id="alice#work", created_at=NOW - timedelta(days=days), **fields)


@pytest.mark.parametrize(
    ("days", "fields", "expected"),
    [
        (0, {}, 1.0),
        (100, {}, 0.5),
        (200, {}, 0.25),
        (10, {"memory_type": "meal"}, 0.5),
        (9999, {"memory_type": "fact"}, 1.0),
        (9999, {"pinned": True}, 1.0),
        (9999, {"importance_score": 0.8}, 0.3),
        (50, {"importance_score": 0.8}, 0.5**0.5),
        (9999, {"importance_score": 0.79}, 0.0),
        (300, {"last_used_at": NOW - timedelta(days=100)}, 0.5),
        (100, {"last_used_at": NOW - timedelta(days=300)}, 0.5),
        (-1, {}, 1.0),
    ],
)
def test_strength(days: float, fields: dict[str, Any], expected: float) -> None:
    assert strength(aged(days, **fields), POLICY, NOW) == pytest.approx(expected, abs=1e-6)


def test_painful_failures_stay_longest_in_dev() -> None:
    spec = registry.get("dev")
    failure, note = (
        strength(aged(365, memory_type=kind), spec.decay, NOW) for kind in ("failure", "note")
    )
    assert failure > 0.8 > note


@pytest.mark.django_db
class TestRecompute:
    def test_stores_what_changed(self, owner: Caller, save: Save) -> None:
        old = save(owner, "old", pack="work", created_at=NOW - timedelta(days=180))
        new = save(owner, "new", pack="work", created_at=NOW)
        assert recompute(NOW) == 1
        assert stored(old).decay_score == pytest.approx(0.5, abs=0.01)
        assert stored(new).decay_score == 1.0
        assert recompute(NOW) == 0

    def test_deleted_ones_rest(self, owner: Caller, save: Save) -> None:
        saved = save(owner, "old", created_at=NOW - timedelta(days=1000))
        invalidate(owner, saved.id)
        assert recompute(NOW) == 0

    def test_a_pack_that_is_gone_uses_the_defaults(self, owner: Caller, save: Save) -> None:
        saved = save(owner, "old", pack="work", created_at=NOW - timedelta(days=180))
        Memory.objects.update(user_id="alice#gone")
        recompute(NOW)
        assert stored(saved).decay_score == pytest.approx(0.5, abs=0.01)
