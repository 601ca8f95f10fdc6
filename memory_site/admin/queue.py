"""The worker's tables: what runs when, what ran, what failed, what waits."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import OuterRef, QuerySet, Subquery
from django.http import HttpRequest
from django.template.defaultfilters import truncatechars
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from django_q.models import Failure, OrmQ, Schedule, Success, Task
from django_q.tasks import async_task

from core.interfaces.admin import OperatorAdmin, ReadOnly, display
from memories.interfaces.admin.journal import pretty

for stock in (Schedule, Success, Failure, OrmQ):
    if admin.site.is_registered(stock):
        admin.site.unregister(stock)


class TaskAdmin(ReadOnly, OperatorAdmin[Any]):
    """Tasks that ran."""

    list_display = ("func", "name", "started", "seconds", "attempt_count", "outcome")
    list_filter = ("func", "group")
    search_fields = ("name", "func", "group", "id")
    date_hierarchy = "started"
    fields = ("id", "name", "func", "group", "cluster", "started", "stopped", "attempt_count",
              "arguments", "outcome")  # fmt: skip
    readonly_fields = fields

    @admin.display(description=_("seconds"))
    def seconds(self, task: Task) -> float:
        """Return how long it took."""
        took: float = (task.stopped - task.started).total_seconds()
        return round(took, 2)

    @admin.display(description=_("arguments"))
    def arguments(self, task: Task) -> SafeString | None:
        """Return the arguments of the task."""
        return pretty([repr(task.args), repr(task.kwargs)]) if task.args or task.kwargs else None

    @admin.display(description=_("result"))
    def outcome(self, task: Task) -> str | None:
        """Return what came out, shortly."""
        return truncatechars(str(task.result), 400) if task.result is not None else None


@admin.register(Success)
class SuccessAdmin(TaskAdmin):
    """Finished tasks of the worker."""


@admin.register(Failure)
class FailureAdmin(TaskAdmin):
    """Failed tasks of the worker, which can be run again."""

    actions = ("run_again",)

    def has_rerun_permission(self, request: HttpRequest) -> bool:
        """Let the operator try again."""
        return self.has_view_permission(request)

    @admin.action(description=_("Run again"), permissions=["rerun"])
    def run_again(self, request: HttpRequest, tasks: QuerySet[Any]) -> None:
        """Queue the selected tasks again; every task is safe to run twice."""
        for task in tasks:
            async_task(task.func, *(task.args or ()), group=task.group, **(task.kwargs or {}))
        count = len(tasks)
        said = ngettext("%(count)d task was queued.", "%(count)d tasks were queued.", count)
        self.message_user(request, said % {"count": count}, messages.SUCCESS)


@admin.register(Schedule)
class ScheduleAdmin(ReadOnly, OperatorAdmin[Any]):
    """Schedules: the next run, and the result of the last one.

    Nobody edits them: a schedule names a function of Python, so that whoever may write one may run
    any program on this machine.
    """

    list_display = ("name", "func", "schedule_type", "cron", "next_run", "last_run_at", "went_well")
    list_filter = ("schedule_type",)
    search_fields = ("name", "func")
    fields = ("name", "func", "schedule_type", "cron", "minutes", "next_run", "repeats")
    readonly_fields = fields
    actions = ("run_now",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Fetch the last run of each schedule along."""
        last = Task.objects.filter(id=OuterRef("task"))
        rows: QuerySet[Any] = super().get_queryset(request)
        known: QuerySet[Any] = rows.annotate(
            task_started=Subquery(last.values("started")[:1]),
            task_success=Subquery(last.values("success")[:1]),
        )
        return known

    def has_rerun_permission(self, request: HttpRequest) -> bool:
        """Let the operator run one at once."""
        return self.has_view_permission(request)

    @admin.display(description=_("last run"), ordering="task_started")
    def last_run_at(self, schedule: Any) -> Any:
        """Return when it ran last."""
        return schedule.task_started

    @display(description=_("went well"), boolean=True)
    def went_well(self, schedule: Any) -> bool | None:
        """Return whether the last run succeeded."""
        success: bool | None = schedule.task_success
        return success

    @admin.action(description=_("Run now"), permissions=["rerun"])
    def run_now(self, request: HttpRequest, schedules: QuerySet[Any]) -> None:
        """Queue the selected jobs at once; their times stay."""
        for schedule in schedules:
            async_task(schedule.func, group=schedule.name)
        count = len(schedules)
        said = ngettext("%(count)d task was queued.", "%(count)d tasks were queued.", count)
        self.message_user(request, said % {"count": count}, messages.SUCCESS)


@admin.register(OrmQ)
class QueueAdmin(ReadOnly, OperatorAdmin[Any]):
    """Tasks that wait for the worker or run."""

    list_display = ("id", "func", "name", "group", "lock")
    list_filter = ("key",)
    search_fields = ("key",)
    fields = ("key", "lock", "task_id", "name", "group", "func", "args", "kwargs")
    readonly_fields = fields

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Let the operator take a task out of the queue."""
        return OperatorAdmin.has_delete_permission(self, request, obj)
