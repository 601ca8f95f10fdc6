"""A clock that is set back and forward again: the order of what was stored stays right."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.utils import timezone
from django_q.models import Schedule

from core.caller import Caller
from core.models import Action, Revision
from memories.models import EmbeddingJob, Memory
from memories.schemas import SavedOut
from memories.tasks import clock_repair
from memories.tasks.schedules import ensure_schedules

STEPS = (timedelta(0), timedelta(days=-400), timedelta(days=400), timedelta(0))


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[timedelta], datetime]:
    """Set the clock of this process to another day."""
    real = timezone.now

    def turn(by: timedelta) -> datetime:
        monkeypatch.setattr(timezone, "now", lambda: real() + by)
        return timezone.now()

    return turn


@pytest.mark.django_db
def test_ids_journal_and_jobs_survive_a_clock_that_jumps(
    owner: Caller, save: Callable[..., SavedOut], clock: Callable[[timedelta], datetime]
) -> None:
    for number, step in enumerate(STEPS):
        now = clock(step)
        ensure_schedules(now=now)
        clock_repair.repair(now)
        save(owner, f"number {number}")
    stored = list(Memory.objects.order_by("pk").values_list("raw_text", flat=True))
    assert stored == [f"number {number}" for number in range(len(STEPS))]
    created = Revision.objects.filter(target_type="memory", action=Action.CREATE).order_by("pk")
    assert [row.after["raw_text"] for row in created] == stored
    assert not EmbeddingJob.objects.exists()
    _are_due_within_their_lines(timezone.now())


def _are_due_within_their_lines(now: datetime) -> None:
    """Assert that no schedule waits for a day that the clock showed by mistake."""
    clock_repair.repair(now)
    late = Schedule.objects.filter(next_run__gt=now + timedelta(days=32))
    assert not late.exists()
    assert Schedule.objects.values("name").distinct().count() == Schedule.objects.count()
