"""Derive what short saves say before they are answered, within a time limit.

The work is that of the outbox, under its leases: whatever is not done in time, or by a process
that ends, stays there. One save at a time is derived so; beside others it is left to the worker.
"""

import logging
import threading
import time
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import UTC, datetime

from django.conf import settings
from django.db import close_old_connections, connection

from memories.enrichment import queue
from memories.index import embedding_jobs
from memories.models import Memory, derives, reads_by_network
from nlp import facts
from nlp.facts.english import RULES as ENGLISH
from nlp.facts.japanese import RULES as JAPANESE
from nlp.mentions import extraction

LONGEST = 600
MOST = 3
SECONDS = 0.3
# A server that has just begun answers first, and compiles rules then.
WARM_AFTER_SECONDS = 2.0
# Between two rules others get their turn.
PAUSE_SECONDS = 0.001
SAMPLES = (("en", "Mika moved to Osaka last May."), ("ja", "先月、田中さんは大阪に引っ越した。"))

logger = logging.getLogger(__name__)
_pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="derive")
_slot = threading.Lock()
_is_warm = threading.Event()


def warm_soon() -> None:
    """Compile the rules of facts in a thread of their own; until then no save waits for them."""
    if derives() and settings.BACKGROUND_MODE == "thread":
        timer = threading.Timer(WARM_AFTER_SECONDS, warm)
        timer.daemon = True
        timer.start()


def warm() -> None:
    """Compile the rules of facts, and load what reads texts."""
    for rule in (*ENGLISH, *JAPANESE):
        _ = rule.pattern
        time.sleep(PAUSE_SECONDS)
    now = datetime.now(UTC)
    for language, text in SAMPLES:
        found = extraction.extract(
            text, language=language, said_at=now, is_trained=reads_by_network()
        )
        facts.find(text, mentions=found.mentions, times=found.times, language=language, said_at=now)
    _is_warm.set()


def load_words() -> None:
    """Load the dictionaries that find names; not the network, whose files no copy may close."""
    if derives():
        now = datetime.now(UTC)
        for language, text in SAMPLES:
            extraction.extract(text, language=language, said_at=now, is_trained=False)


def derive_at_once(memories: Sequence[Memory]) -> bool:
    """Derive what these memories say, in 0.3 s at the most; return whether all is done.

    Call it after the transaction that stored them.
    """
    if not _is_possible(memories) or not _slot.acquire(blocking=False):
        return False
    try:
        work = _pool.submit(_in_thread, [memory.pk for memory in memories])
    except RuntimeError:  # the process is ending
        _slot.release()
        return False
    work.add_done_callback(_release)
    try:
        return work.result(timeout=SECONDS)
    except TimeoutError:
        return False


def _is_possible(memories: Sequence[Memory]) -> bool:
    return (
        0 < len(memories) <= MOST
        and _is_warm.is_set()
        and derives()
        and not connection.in_atomic_block
        and all(len(memory.raw_text) + len(memory.assistant_text) <= LONGEST for memory in memories)
    )


def _release(work: "Future[bool]") -> None:
    _slot.release()


def _in_thread(pks: Sequence[int]) -> bool:
    try:
        return _derive(pks)
    finally:
        close_old_connections()


def _derive(pks: Sequence[int]) -> bool:
    """Embed and derive these memories, or wait until another thread has."""
    until = time.monotonic() + SECONDS
    try:
        if embedding_jobs.wait_for(pks, timeout=SECONDS):
            return False
        return not queue.wait_for(pks, timeout=max(0.0, until - time.monotonic()))
    except Exception:
        logger.exception("a save was stored, but deriving it at once failed; the worker goes on")
        return False
