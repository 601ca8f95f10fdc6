"""Check what stands in the tables: the index, jobs, and the journal."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from core.db.sealing import KEY_FILE
from core.db.sqlite.read_snapshot import read_snapshot
from core.jobs import Job
from core.jobs.queue import CLOCK_TOLERANCE, LONGEST_WAIT
from core.journal.replay import UNREADABLE, Difference, verify
from memories.index.checking.tables import index_state
from memories.index.checking.vectors import VectorState
from memories.models import DerivationJob, EmbeddingJob, ItemKind, LlmJob, Memory, State
from memories.records.privacy.sealing import unreadable_originals

from .findings import Finding, by_backup, repairable

NAMED = 3
JOBS: tuple[type[Job], ...] = (EmbeddingJob, DerivationJob, LlmJob)


def index_findings() -> list[Finding]:
    """Return how the index differs from the memories and states."""
    with read_snapshot():
        state = index_state()
    deed = _("make the index anew from the memories")
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
        ("vectors_orphaned", state.vectors.orphaned, _("vectors belong to nothing")),
        ("vectors_missing", state.vectors.missing, _("vectors are recorded and not there")),
    )
    found = [repairable(name, text, count, deed) for name, count, text in figures if count]
    if state.missing_tables:
        text = _("tables of the index are missing: {names}")
        names = ", ".join(state.missing_tables)
        count = len(state.missing_tables)
        found.insert(0, repairable("index_tables_missing", text.format(names=names), count, deed))
    return found + _never_made(state.vectors)


def _never_made(vectors: VectorState) -> list[Finding]:
    """Return which vectors nothing will make, whatever is in the index."""
    found = []
    if not vectors.has_model:
        text = _("no embedding model is in use, so that searches go by words alone")
        deed = _("use the model of the settings, and have all vectors made")
        found.append(repairable("model_missing", text, 1, deed))
    if vectors.unqueued:
        text = _("memories or facts have no vector, and no job makes one")
        found.append(repairable("vectors_unqueued", text, vectors.unqueued, _("have them made")))
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


def original_findings() -> list[Finding]:
    """Return whether originals of masked texts are kept that no key here opens."""
    if not (count := unreadable_originals(timezone.now())):
        return []
    text = _("originals of masked texts cannot be opened: their key is missing, or another one")
    remedy = _(
        "put {file} back from a copy (no backup holds it); without it they stay closed until they"
        " expire, or are masked for good in the inbox"
    )
    return [Finding("originals_unreadable", text, remedy.format(file=KEY_FILE), count)]


def journal_findings() -> list[Finding]:
    """Return whether rows differ from what the journal says of them, or cannot be read."""
    found = verify()
    damaged = [one for one in found.differences if one.column == UNREADABLE]
    others = [one for one in found.differences if one.column != UNREADABLE]
    return [*_damaged_values(damaged), *_differing(others, len(found.unknown))]


def _damaged_values(damaged: Sequence[Difference]) -> list[Finding]:
    if not damaged:
        return []
    rows = [f"{one.table} {one.target_id} ({one.found})" for one in damaged]
    text = _("rows hold values that cannot be read: {rows}").format(rows="; ".join(rows[:NAMED]))
    return [by_backup("values_damaged", text, len(damaged))]


def _differing(differences: Sequence[Difference], unknown: int) -> list[Finding]:
    if not differences and not unknown:
        return []
    tables = ", ".join(sorted({one.table for one in differences})) or "?"
    text = _("rows differ from the journal ({tables})").format(tables=tables)
    remedy = _(
        "“wasurena verify” lists them; correct them by hand, or put back a backup from before"
    )
    return [Finding("journal_differs", text, remedy, len(differences) + unknown)]
