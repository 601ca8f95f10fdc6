"""Schedules of the worker: the core's schedules, and schedules declared by packs."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.functional import Promise, lazy
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from django_q.models import Schedule

from core.jobs.worker import PREFIX
from packs import registry
from packs.spec import Name


@dataclass(frozen=True, slots=True)
class Recurring:
    """A task with its cron line (minute, hour, day, month, weekday; UTC).

    ``label`` is the displayed name, translated on display.
    """

    name: str
    function: str
    cron: str
    label: str | Promise


CORE = (
    Recurring(
        "embed-waiting",
        "memories.tasks.jobs.embed_waiting",
        "* * * * *",
        _("Compute waiting vectors"),
    ),
    Recurring(
        "derive-waiting",
        "memories.tasks.jobs.derive_waiting",
        "* * * * *",
        _("Enrich waiting memories"),
    ),
    Recurring("ask-llm", "memories.tasks.jobs.ask_llm", "* * * * *", _("Ask the language model")),
    Recurring(
        "refresh-entity-vectors",
        "memories.tasks.jobs.refresh_entity_vectors",
        "*/5 * * * *",
        _("Update vectors of people and things"),
    ),
    Recurring(
        "propose-twins",
        "memories.tasks.jobs.propose_twins",
        "11 19 * * *",
        _("Find the same people across packs"),
    ),
    Recurring(
        "relate-comentioned",
        "memories.tasks.jobs.relate_comentioned",
        "17 19 * * *",
        _("Update co-occurrence relations"),
    ),
    Recurring(
        "infer-relations",
        "memories.tasks.jobs.infer_relations",
        "47 19 * * 0",
        _("Ask about likely relations and links"),
    ),
    Recurring(
        "clean-doubtful",
        "memories.tasks.jobs.clean_doubtful",
        "3 20 * * 0",
        _("Remove very doubtful connections"),
    ),
    Recurring(
        "clean-unused",
        "memories.tasks.jobs.clean_unused",
        "13 20 1 * *",
        _("Remove people and things that nothing names"),
    ),
    Recurring(
        "clean-access",
        "memories.tasks.jobs.clean_access",
        "33 * * * *",
        _("Remove ended log-ins and unused apps"),
    ),
    Recurring(
        "decide-waiting",
        "memories.tasks.jobs.decide_waiting",
        "* * * * *",
        _("Go on with decisions about many proposals"),
    ),
    Recurring(
        "protect-waiting",
        "memories.tasks.jobs.protect_waiting",
        "* * * * *",
        _("Go on with forgetting and scans"),
    ),
    Recurring(
        "weigh-inbox",
        "memories.tasks.jobs.weigh_inbox",
        "29 18 * * *",
        _("Order the inbox by expected worth"),
    ),
    Recurring(
        "analyze-graphs",
        "memories.tasks.jobs.analyze_graphs",
        "47 18 * * *",
        _("Analyze changed graphs"),
    ),
    Recurring(
        "expire-sessions",
        "memories.tasks.jobs.expire_sessions",
        "*/10 * * * *",
        _("Expire idle sessions"),
    ),
    Recurring(
        "recompute-decay",
        "memories.tasks.jobs.recompute_decay",
        "7 * * * *",
        _("Update memory strength"),
    ),
    Recurring(
        "tune-searches",
        "memories.tasks.jobs.tune_searches",
        "23 18 * * *",
        _("Learn from feedback on searches"),
    ),
    Recurring(
        "trim-traces",
        "memories.tasks.jobs.trim_traces",
        "41 18 * * *",
        _("Delete old search traces"),
    ),
    # Hourly: it makes one if the last is a day old, also on a machine that sleeps at night.
    Recurring("back-up-daily", "memories.tasks.jobs.back_up_daily", "53 * * * *", _("Back up")),
    Recurring(
        "optimise-database",
        "memories.tasks.jobs.optimise_database",
        "37 * * * *",
        _("Tidy the database"),
    ),
)


def recurring_tasks() -> list[Recurring]:
    """Return the core's tasks and those of every installed pack (``<pack>.<name>``)."""
    of_packs = [
        Recurring(
            f"{spec.id}.{declared.name}",
            declared.function,
            declared.cron,
            _in_readers_language(declared.label),
        )
        for spec in registry.all_packs()
        for declared in spec.schedules
    ]
    return [*CORE, *of_packs]


def _label(name: Name) -> str:
    return name.in_language(get_language() or "en")


_in_readers_language = lazy(_label, str)


def task_label(name: str) -> str:
    """Return the label of a task, or its name if no such task is declared."""
    labels = {task.name: task.label for task in recurring_tasks()}
    return str(labels.get(name, name))


@transaction.atomic
def ensure_schedules(*, now: datetime, tasks: Iterable[Recurring] | None = None) -> int:
    """Register every task and delete obsolete ones of ours; return the number of tasks.

    A schedule keeps its next run unless its cron line has changed. Schedules that the owner
    added in the admin stay.
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
