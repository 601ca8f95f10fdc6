"""The overview: is it well, what waits, how much is there, what runs by itself."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.apps import apps
from django.contrib import admin
from django.db.models import Count, QuerySet
from django.db.models.functions import TruncDate
from django.http import HttpRequest
from django.template.defaultfilters import filesizeformat
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_q.models import Failure

from core.db.sqlite import maintenance
from core.interfaces.admin import is_operator
from core.jobs.worker import WorkerStatus, worker_status
from memories.index import has_vectors
from memories.index.embedding_jobs import waiting
from memories.interfaces.admin.inbox import inbox_count
from memories.models import Memory

DAYS = 30
SIZES = (
    ("memories.memory", gettext_lazy("Memories"), "book_2"),
    ("entities.entity", gettext_lazy("Entities"), "group"),
    ("graph.entityrelation", gettext_lazy("Relations"), "account_tree"),
    ("graph.memorylink", gettext_lazy("Links"), "link"),
    ("memories.state", gettext_lazy("States"), "fact_check"),
    ("core.revision", gettext_lazy("Journal entries"), "history"),
)


@dataclass(frozen=True, slots=True)
class Figure:
    """A count with its label and a link to its rows."""

    label: str | Promise
    value: Any
    address: str = ""
    icon: str = ""
    mood: str = ""


@dataclass(frozen=True, slots=True)
class Day:
    """One bar: how many memories a day brought, and its height."""

    on: date
    count: int
    percent: int
    address: str


def dashboard(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """Add what the overview shows; the health of the installation is the operator's."""
    context |= {
        "title": _("Overview"),
        "sizes": [figure for model in SIZES if (figure := _size(request, *model))],
        "days": list(_days(request)),
        "day_span": DAYS,
        "inbox_total": inbox_count(request),
    }
    if is_operator(request):
        status = worker_status()
        context |= {"health": list(_health(status)), "schedules": status.schedules}
    return context


def _rows(request: HttpRequest, model: str) -> QuerySet[Any]:
    return admin.site.get_model_admin(apps.get_model(model)).get_queryset(request)


def _list_of(model: str) -> str:
    return reverse(f"admin:{model.replace('.', '_')}_changelist")


def _size(request: HttpRequest, model: str, label: Promise, icon: str) -> Figure | None:
    model_admin = admin.site.get_model_admin(apps.get_model(model))
    if not model_admin.has_view_permission(request):
        return None
    return Figure(label, _rows(request, model).count(), _list_of(model), icon)


def _days(request: HttpRequest) -> Iterator[Day]:
    """Yield the last days, each with a bar relative to the busiest one."""
    today = timezone.localdate()
    first = today - timedelta(days=DAYS - 1)
    own = Memory.objects.filter(pk__in=_rows(request, "memories.memory").values("pk"))
    # A plain comparison first: Django's date functions call Python for every row they see.
    midnight = timezone.make_aware(datetime(first.year, first.month, first.day))
    counted = (
        own.filter(created_at__gte=midnight)
        .annotate(day=TruncDate("created_at"))
        .order_by()
        .values_list("day")
        .annotate(total=Count("pk"))
    )
    counts = dict(counted)
    most = max(counts.values(), default=1)
    for back in range(DAYS):
        day = first + timedelta(days=back)
        count = counts.get(day, 0)
        asked = (
            f"?created_at__year={day.year}&created_at__month={day.month}&created_at__day={day.day}"
        )
        yield Day(day, count, round(100 * count / most), _list_of("memories.memory") + asked)


def _health(status: WorkerStatus) -> Iterator[Figure]:
    jobs, queued = waiting(), status.queue_length
    since = timezone.now() - timedelta(days=1)
    failures = Failure.objects.filter(started__gte=since).count()
    alive = _("running") if status.is_alive else _("not running")
    vectors = _("working") if has_vectors() else _("off: words only")
    yield Figure(
        _("Worker"), alive, _list_of("django_q.success"), "bolt", _mood(not status.is_alive)
    )
    yield Figure(_("Queue"), queued, _list_of("django_q.ormq"), "stacks", _mood(queued > 100))
    yield Figure(
        _("Search by meaning"),
        vectors,
        _list_of("memories.embeddingmodel"),
        "hub",
        _mood(not has_vectors()),
    )
    yield Figure(
        _("Waiting for a vector"),
        jobs,
        _list_of("memories.embeddingjob"),
        "hourglass_top",
        _mood(jobs > 1000),
    )
    yield Figure(
        _("Failures in a day"), failures, _list_of("django_q.failure"), "error", _mood(failures > 0)
    )
    yield Figure(_("Database"), filesizeformat(maintenance.size_in_bytes()), "", "database")


def _mood(is_bad: bool) -> str:
    return "bad" if is_bad else "good"
