"""What the worker runs: each task calls one function and is safe to run twice."""

import time
from collections.abc import Callable
from functools import wraps

from django.conf import settings
from django.utils import timezone

from accounts.models import Profile
from core.db import maintenance
from core.errors import is_database_busy
from entities.models import Mention
from memories.enrichment import cooccurrence, fairness
from memories.enrichment import queue as derivation
from memories.enrichment.cross_pack import cross_pack_twins
from memories.enrichment.llm import asking
from memories.inbox.proposals import propose
from memories.index import embedding_jobs, entities
from memories.records import decay, sessions
from memories.search.explain import stored_traces
from memories.services import tuning
from memories.services.erasure import compaction

# Of a minute, for what may go on for long; the rest is for the worker's other tasks.
LONG_SECONDS = 50
ASK_SECONDS = 25
EMBED_SECONDS = 15
# A task that meets a busy database is run again after these seconds; then the queue takes over.
PAUSES = (1.0, 2.0, 4.0, 8.0)


def retried(task: Callable[[], int]) -> Callable[[], int]:
    """Run a task again when SQLite's write lock was not to be had in time."""

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


@retried
def expire_sessions() -> int:
    """Close sessions in which nothing was saved for long; return how many."""
    return sessions.expire_idle(timezone.now())


@retried
def recompute_decay() -> int:
    """Bring the strength of memories up to date; return how many changed."""
    return decay.recompute(timezone.now())


@retried
def embed_waiting() -> int:
    """Make vectors that wait, for part of a minute, beside the server; return how many."""
    return embedding_jobs.drain(seconds=EMBED_SECONDS, pause=fairness.stand_back)


@retried
def derive_waiting() -> int:
    """Derive what a crash or a large import left waiting, for part of a minute; return how many."""
    others = ASK_SECONDS * bool(settings.LLM_URL) + EMBED_SECONDS * (embedding_jobs.waiting() > 0)
    return derivation.drain(seconds=LONG_SECONDS - others, pause=fairness.stand_back)


@retried
def refresh_entity_vectors() -> int:
    """Make the vectors of people and things whose mentions have changed; return how many."""
    total = 0
    while made := entities.refresh_entity_vectors(now=timezone.now()):
        total += made
    return total


@retried
def propose_twins() -> int:
    """Ask about people who are the same in two packs; return how many questions are open."""
    suggestions = [
        suggestion
        for name in Profile.objects.values_list("user__username", flat=True)
        for suggestion in cross_pack_twins(name)
    ]
    return len(propose(suggestions, now=timezone.now()))


@retried
def relate_comentioned() -> int:
    """Bring up to date who and what is named together; return how many relations changed."""
    spaces = Mention.objects.order_by().values_list("user_id", flat=True).distinct()
    return sum(cooccurrence.relate_comentioned(space, now=timezone.now()) for space in spaces)


@retried
def ask_llm() -> int:
    """Ask the language model about what waits, for part of a minute; return how many answered."""
    return asking.drain(seconds=ASK_SECONDS)


@retried
def tune_searches() -> int:
    """Learn from what was thought of searches; return for how many people it changed something."""
    return tuning.tune_everybody(timezone.now())


@retried
def trim_traces() -> int:
    """Let go of the traces of older searches; return how many."""
    return stored_traces.trim(timezone.now())


@retried
def optimise_database() -> int:
    """Refresh statistics, give free pages back and end erasures; return how many pages."""
    # A crash after an erasure may have left words of deleted rows in the file.
    compaction.compact()
    return maintenance.optimise()
