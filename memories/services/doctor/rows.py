"""Check what stands in the tables: versions, the index, jobs, and the journal."""

from datetime import datetime, timedelta

from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from core.db.schema_versions import unknown_migrations
from core.jobs import Job
from core.jobs.queue import CLOCK_TOLERANCE, LONGEST_WAIT
from core.journal.replay import verify
from memories.index.checking.tables import index_state
from memories.models import DerivationJob, EmbeddingJob, ItemKind, LlmJob, Memory, State

from .findings import Finding, by_backup, repairable

JOBS: tuple[type[Job], ...] = (EmbeddingJob, DerivationJob, LlmJob)


def schema_findings() -> list[Finding]:
    """Return whether the tables are of another version, or missing; then nothing else is checked."""
    executor = MigrationExecutor(connection)
    if unknown := unknown_migrations(executor.loader):
        names = ", ".join(sorted(f"{app}.{name}" for app, name in unknown)[:3])
        text = _("a newer version wrote it (it has {names})").format(names=names)
        return [Finding("schema_newer", text, _("use that version"))]
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        remedy = _("start “wasurena up” once, which makes a backup first")
        return [Finding("schema_older", _("an older version wrote it"), remedy)]
    stored = set(connection.introspection.table_names())
    wanted = set(connection.introspection.django_table_names(only_existing=False))
    if gone := sorted(wanted - stored):
        text = _("tables are missing: {names}").format(names=", ".join(gone))
        return [by_backup("tables_missing", text, len(gone))]
    return []


def index_findings() -> list[Finding]:
    """Return how the index differs from the memories and states."""
    state, deed = index_state(), _("make the index anew from the memories")
    figures = (
        ("words_missing", state.words_missing, _("memories are missing from the index of words")),
        ("words_extra", state.words_extra, _("the index of words has rows of hidden memories")),
        (
            "documents_missing",
            state.documents_missing,
            _("memories or facts are missing from the search index"),
        ),
        (
            "documents_extra",
            state.documents_extra,
            _("the search index has rows that may not be found"),
        ),
        (
            "words_counted_once",
            state.counted_once,
            _("an older version made the index: it counts each word of a memory once"),
        ),
        ("vectors_orphaned", state.vectors_orphaned, _("vectors belong to nothing")),
        ("vectors_missing", state.vectors_missing, _("vectors are recorded and not there")),
    )
    found = [repairable(name, text, count, deed) for name, count, text in figures if count]
    if state.missing_tables:
        text = _("tables of the index are missing: {names}")
        names = ", ".join(state.missing_tables)
        count = len(state.missing_tables)
        found.insert(0, repairable("index_tables_missing", text.format(names=names), count, deed))
    return found


def job_findings() -> list[Finding]:
    """Return jobs that nothing will do any more."""
    now, again = timezone.now(), _("have them done again")
    given_up = sum(job._default_manager.given_up().count() for job in JOBS)  # type: ignore[attr-defined]
    stuck = sum(stuck_jobs(job, now).count() for job in JOBS)
    orphaned = orphaned_jobs().count()
    found = []
    if given_up:
        found.append(repairable("jobs_given_up", _("jobs failed too often"), given_up, again))
    if stuck:
        text = _("jobs are held for a time that no work takes")
        found.append(repairable("jobs_stuck", text, stuck, again))
    if orphaned:
        text = _("jobs are about memories or facts that are gone")
        found.append(repairable("jobs_orphaned", text, orphaned, _("remove them")))
    return found


def stuck_jobs(job: type[Job], now: datetime) -> QuerySet[Job]:
    """Return the jobs that are leased for longer than any lease or pause lasts."""
    longest: timedelta = max(job.lease_lasts, LONGEST_WAIT) + CLOCK_TOLERANCE
    return job._default_manager.filter(leased_until__gt=now + longest)


def orphaned_jobs() -> QuerySet[EmbeddingJob]:
    """Return the jobs that would make vectors of what does not exist."""
    of_memories = EmbeddingJob.objects.filter(kind=ItemKind.MEMORY)
    of_states = EmbeddingJob.objects.filter(kind=ItemKind.STATE)
    gone = of_memories.exclude(item_id__in=Memory.objects.values("pk"))
    return gone | of_states.exclude(item_id__in=State.objects.values("pk"))


def journal_findings() -> list[Finding]:
    """Return whether rows differ from what the journal says of them."""
    found = verify()
    if found.is_sound:
        return []
    tables = ", ".join(sorted({one.table for one in found.differences})) or "?"
    text = _("rows differ from the journal ({tables})").format(tables=tables)
    remedy = _(
        "“wasurena verify” lists them; correct them by hand, or put back a backup from before"
    )
    count = len(found.differences) + len(found.unknown)
    return [Finding("journal_differs", text, remedy, count)]
