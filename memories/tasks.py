"""What the worker runs: each task calls one function and is safe to run twice."""

from django.utils import timezone

from memory_site.db import maintenance

from . import decay, embedding_queue, sessions
from .search import stored_traces
from .services import tuning


def expire_sessions() -> int:
    """Close sessions in which nothing was saved for long; return how many."""
    return sessions.expire_idle(timezone.now())


def recompute_decay() -> int:
    """Bring the strength of memories up to date; return how many changed."""
    return decay.recompute(timezone.now())


def embed_waiting() -> int:
    """Make the vectors that a crash or a change of model left waiting; return how many."""
    return embedding_queue.drain()


def tune_searches() -> int:
    """Learn from what was thought of searches; return for how many people it changed something."""
    return tuning.tune_everybody(timezone.now())


def trim_traces() -> int:
    """Let go of the traces of older searches; return how many."""
    return stored_traces.trim(timezone.now())


def optimise_database() -> int:
    """Refresh statistics and give free pages back; return how many pages."""
    return maintenance.optimise()
