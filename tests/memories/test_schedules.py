from datetime import UTC, datetime, timedelta
from pydoc import locate

import pytest
from django.utils.translation import override
from django_q.models import Schedule

from memories.tasks.schedules import (
    CORE,
    PREFIX,
    Recurring,
    ensure_schedules,
    recurring_tasks,
    task_label,
)

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)


def test_every_task_can_be_found_and_its_cron_line_is_valid() -> None:
    for task in recurring_tasks():
        assert callable(locate(task.function)), task.function
        Schedule(name=task.name, func=task.function, schedule_type="C", cron=task.cron).full_clean()


def test_registering_again_changes_nothing() -> None:
    count = ensure_schedules(now=NOW)
    before = list(Schedule.objects.order_by("name").values())
    assert ensure_schedules(now=NOW + timedelta(days=1)) == count
    assert list(Schedule.objects.order_by("name").values()) == before


def test_a_changed_cron_line_is_taken_over_and_a_lost_task_removed() -> None:
    job = "memories.tasks.jobs.expire_sessions"
    ensure_schedules(now=NOW, tasks=[Recurring(name, job, "* * * * *", name) for name in "ab"])
    Schedule.objects.create(name="the owner's own", func=job)
    ensure_schedules(now=NOW, tasks=[Recurring("a", job, "5 * * * *", "a")])
    assert Schedule.objects.get(name=f"{PREFIX}a").cron == "5 * * * *"
    assert set(Schedule.objects.values_list("name", flat=True)) == {f"{PREFIX}a", "the owner's own"}


def test_every_task_runs_twice_without_harm() -> None:
    for task in recurring_tasks():
        function = locate(task.function)
        assert callable(function)
        function()
        function()


@pytest.mark.parametrize("task", CORE, ids=lambda task: task.name)
def test_every_task_has_a_label_in_both_languages(task: Recurring) -> None:
    with override("en"):
        english = task_label(task.name)
    with override("ja"):
        japanese = task_label(task.name)
    assert english == str(task.label) != task.name
    assert any("\u3040" <= sign <= "\u9fff" for sign in japanese), japanese
