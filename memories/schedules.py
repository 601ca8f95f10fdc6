"""When the worker does what: the core's schedules, and those that packs declare."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django_q.models import Schedule

from packs import registry

PREFIX = "wasurena:"


@dataclass(frozen=True, slots=True)
class Recurring:
    """A task with its cron line (minute, hour, day, month, weekday; UTC)."""

    name: str
    function: str
    cron: str


CORE = (
    Recurring("embed-waiting", "memories.tasks.embed_waiting", "* * * * *"),
    Recurring("derive-waiting", "memories.tasks.derive_waiting", "* * * * *"),
    Recurring("ask-llm", "memories.tasks.ask_llm", "* * * * *"),
    Recurring("refresh-entity-vectors", "memories.tasks.refresh_entity_vectors", "*/5 * * * *"),
    Recurring("propose-twins", "memories.tasks.propose_twins", "11 19 * * *"),
    Recurring("relate-comentioned", "memories.tasks.relate_comentioned", "17 19 * * *"),
    Recurring("expire-sessions", "memories.tasks.expire_sessions", "*/10 * * * *"),
    Recurring("recompute-decay", "memories.tasks.recompute_decay", "7 * * * *"),
    Recurring("tune-searches", "memories.tasks.tune_searches", "23 18 * * *"),
    Recurring("trim-traces", "memories.tasks.trim_traces", "41 18 * * *"),
    Recurring("optimise-database", "memories.tasks.optimise_database", "37 * * * *"),
)


def recurring_tasks() -> list[Recurring]:
    """Return the core's tasks and those of every installed pack (``<pack>.<name>``)."""
    of_packs = [
        Recurring(f"{spec.id}.{declared.name}", declared.function, declared.cron)
        for spec in registry.all_packs()
        for declared in spec.schedules
    ]
    return [*CORE, *of_packs]


@transaction.atomic
def ensure_schedules(*, now: datetime, tasks: Iterable[Recurring] | None = None) -> int:
    """Register every task; remove ours that no longer exist. Return how many there are.

    Running it again changes nothing: a schedule keeps its next run unless its
    cron line has changed. What the owner added in the admin is left alone.
    """
    wanted = {PREFIX + task.name: task for task in (recurring_tasks() if tasks is None else tasks)}
    ours = Schedule.objects.filter(name__startswith=PREFIX)
    ours.exclude(name__in=wanted).delete()
    known = {schedule.name: schedule for schedule in ours}
    for name, task in wanted.items():
        schedule = known.get(name) or Schedule(name=name, repeats=-1)
        if (schedule.func, schedule.cron) != (task.function, task.cron):
            schedule.func, schedule.cron = task.function, task.cron
            schedule.schedule_type, schedule.next_run = Schedule.CRON, now
            schedule.save()
    return len(wanted)
