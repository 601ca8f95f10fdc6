"""Tasks of the worker: each one is safe to run twice."""

import time
from collections.abc import Callable, Iterable
from datetime import datetime
from functools import wraps
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from accounts.models import Profile
from accounts.services.connections import clean_apps
from accounts.services.sessions import clear_sessions
from core.db.backups import installation as backups
from core.db.backups.problems import BackupRunning
from core.db.fields import user_names
from core.db.sqlite import maintenance
from core.errors import is_database_busy
from core.jobs.log_files import rotate_logs
from entities.models import Mention
from graph.queries.changes import trim_changes
from memories.enrichment import queue
from memories.enrichment.cooccurrence import update_cooccurrences
from memories.enrichment.inference.weekly import propose_inferred
from memories.enrichment.llm import jobs as llm_jobs
from memories.enrichment.same_people import join_same_people
from memories.enrichment.storage import system_caller
from memories.inbox import bulk
from memories.inbox.proposals import create_proposals
from memories.inbox.worth import refresh_worth
from memories.index import embedding_jobs, entities
from memories.models import Memory
from memories.records import sessions
from memories.records.privacy.sealing import erase_expired
from memories.search.explain import stored_traces
from memories.services import feedback
from memories.services.archive.files import kept
from memories.services.erasure import stores
from memories.services.erasure.ledger.file import read_people
from memories.services.network import analytics
from memories.services.network.cleaning import clean_low_confidence, clean_orphans
from memories.services.privacy import work as privacy_work
from memories.services.privacy.person import erase_people_again
from packs import registry
from packs.spec import DecayPolicy

BATCH = 1_000
# Smaller changes are not written.
STEP = 0.01
# Seconds of each minute for long tasks; the rest is left to the worker's other tasks.
LONG_SECONDS = 50
ASK_SECONDS = 25
EMBED_SECONDS = 15
# Seconds before each retry of a task that met a busy database; then the task queue retries.
PAUSES = (1.0, 2.0, 4.0, 8.0)


def strength(memory: Memory, policy: DecayPolicy, now: datetime) -> float:
    """Return the strength of a memory in 0…1.

    Age counts from the last use. Pinned memories do not decay; important memories do not fall
    below the policy's floor.
    """
    half_life = policy.half_life_of(memory.memory_type)
    if memory.pinned or half_life <= 0:
        return 1.0
    since = max(memory.created_at, memory.last_used_at or memory.created_at)
    days = max(0.0, (now - since).total_seconds() / 86_400)
    faded = float(0.5 ** (days / half_life))
    return max(faded, policy.floor) if memory.importance_score >= policy.keep_above else faded


def recompute(now: datetime) -> int:
    """Recompute the strength of every visible memory; return the number of changed rows."""
    changed = 0
    for batch in _batches():
        moved = []
        for memory in batch:
            spec = registry.find(memory.pack)
            value = strength(memory, spec.decay if spec else DecayPolicy(), now)
            if abs(value - memory.decay_score) >= STEP:
                memory.decay_score = value
                moved.append(memory)
        Memory.objects.bulk_update(moved, ["decay_score"], batch_size=BATCH)
        changed += len(moved)
    return changed


def _batches() -> Iterable[list[Memory]]:
    last = 0
    columns = (
        "id",
        "user_id",
        "memory_type",
        "pinned",
        "importance_score",
        "created_at",
        "last_used_at",
        "decay_score",
    )
    while batch := list(
        Memory.objects.kept().filter(pk__gt=last).only(*columns).order_by("pk")[:BATCH]
    ):
        yield batch
        last = batch[-1].pk


def retry_when_busy(task: Callable[[], int]) -> Callable[[], int]:
    """Retry a task if SQLite's write lock timed out."""

    @wraps(task)
    def patient() -> int:
        for pause in PAUSES:
            try:
                return task()
            except Exception as error:
                if not is_database_busy(error):
                    raise
                time.sleep(pause)
        return task()

    return patient


@retry_when_busy
def expire_sessions() -> int:
    """Expire idle sessions; return the number of sessions."""
    return sessions.expire_idle(timezone.now())


@retry_when_busy
def recompute_decay() -> int:
    """Recompute the strength of memories; return the number of changed rows."""
    return recompute(timezone.now())


@retry_when_busy
def embed_waiting() -> int:
    """Compute waiting vectors for part of a minute; return the number of vectors."""
    return embedding_jobs.drain(seconds=EMBED_SECONDS, pause=queue.yield_to_requests)


@retry_when_busy
def derive_waiting() -> int:
    """Enrich waiting memories for part of a minute; return the number of memories."""
    others = ASK_SECONDS * bool(settings.LLM_URL) + EMBED_SECONDS * (embedding_jobs.waiting() > 0)
    return queue.drain(seconds=LONG_SECONDS - others, pause=queue.yield_to_requests)


@retry_when_busy
def refresh_entity_vectors() -> int:
    """Recompute vectors of entities with changed mentions; return the number of vectors."""
    total = 0
    while made := entities.refresh_entity_vectors(now=timezone.now()):
        total += made
    return total


@retry_when_busy
def propose_twins() -> int:
    """Join people across packs who are surely the same; return the number of questions."""
    now = timezone.now()
    questions = [
        question
        for name in Profile.objects.values_list("user__username", flat=True)
        for question in join_same_people(system_caller(name), None, now)
    ]
    return len(create_proposals(questions, now=now))


@retry_when_busy
def relate_comentioned() -> int:
    """Update co-occurrence relations; return the number of changed relations."""
    spaces = Mention.objects.order_by().values_list("user_id", flat=True).distinct()
    return sum(update_cooccurrences(space, now=timezone.now()) for space in spaces)


@retry_when_busy
def infer_relations() -> int:
    """Ask people about likely relations and links; return the number of new questions."""
    return sum(propose_inferred(name, timezone.now()) for name in user_names())


@retry_when_busy
def clean_doubtful() -> int:
    """Remove very doubtful links and relations; return the number of rows."""
    cleaned = (clean_low_confidence(name, now=timezone.now()) for name in user_names())
    return sum(sum(one.removed.values()) for one in cleaned)


@retry_when_busy
def clean_unused() -> int:
    """Remove entities, tags and contexts that nothing holds; return the number of rows."""
    cleaned = (clean_orphans(name, now=timezone.now()) for name in user_names())
    return sum(sum(one.removed.values()) for one in cleaned)


@retry_when_busy
def clean_access() -> int:
    """Remove sessions that ended, expired secrets of apps, and apps that nobody allowed."""
    clear_sessions()
    return clean_apps(now=timezone.now())


@retry_when_busy
def ask_llm() -> int:
    """Run waiting language model jobs for part of a minute; return the number of answers."""
    return llm_jobs.drain(seconds=ASK_SECONDS)


@retry_when_busy
def decide_waiting() -> int:
    """Go on with decisions about many proposals for part of a minute; return the number decided."""
    return bulk.drain(seconds=LONG_SECONDS)


@retry_when_busy
def protect_waiting() -> int:
    """Go on with privacy jobs for part of a minute; return the number of memories worked on."""
    return privacy_work.drain(seconds=LONG_SECONDS)


@retry_when_busy
def weigh_inbox() -> int:
    """Order the inbox by today's counts; return the number of moved proposals."""
    return refresh_worth()


@retry_when_busy
def analyze_graphs() -> int:
    """Analyze the graphs that have changed; return the number of analyses."""
    return analytics.refresh_analyses(pause=queue.yield_to_requests)


@retry_when_busy
def analyze_requested() -> int:
    """Make the analyses of large graphs that were asked for; return their number."""
    return analytics.analyze_requested(pause=queue.yield_to_requests)


@retry_when_busy
def tune_searches() -> int:
    """Learn search weights from feedback; return the number of people whose weights changed."""
    return feedback.tune_all(timezone.now())


@retry_when_busy
def trim_traces() -> int:
    """Delete traces of older searches; return the number of traces."""
    return stored_traces.trim(timezone.now())


@retry_when_busy
def optimise_database() -> int:
    """Refresh statistics, finish erasures, delete old exports, rotate logs; return the freed pages."""
    # A crash after an erasure can leave words of deleted rows in the file.
    erase_people_again(read_people(Path(settings.DATA_DIR)))
    erase_expired(timezone.now())
    stores.compact()
    kept.drop_old()
    trim_changes()
    rotate_logs(Path(settings.DATA_DIR))
    return maintenance.optimize()


def back_up_daily() -> int:
    """Make the daily backup if it is due; return the number of backups."""
    try:
        return int(backups.back_up_if_due() is not None)
    except BackupRunning:
        return 0
