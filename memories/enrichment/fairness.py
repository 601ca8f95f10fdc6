"""When deriving gives way: to requests that somebody waits for, and to texts that are embedded.

To be found comes before what is found out, and SQLite has one writer: a batch that is saved beside
a search takes ten times as long.
"""

import time
from datetime import datetime, timedelta

from django.db.models import Min

from core.jobs import load
from memories.index import embedding_jobs
from memories.models import DerivationJob

QUIET_SECONDS = 1.0
# Of other processes only the beginning and the end of a request are seen; among many at once
# a search takes a second.
QUIET_SECONDS_ELSEWHERE = 3.0
# Between two batches, while requests go on: work that goes on for an hour must end some day.
LONGEST_PAUSE_SECONDS = 5.0
# SQLite looks ten times a second whether its lock is free; who takes it again at once keeps it.
OTHERS_TURN_SECONDS = 0.15
PUT_OFF = timedelta(minutes=1)


def must_wait(now: datetime) -> bool:
    """Return whether texts are behind with their vectors, or requests go on.

    Requests put deriving off for a minute; from then on they make its pauses longer.
    """
    if embedding_jobs.is_busy():
        return True
    if not load.is_busy(within=QUIET_SECONDS):
        return False
    oldest = DerivationJob.objects.filter(attempts=0).aggregate(at=Min("enqueued_at"))["at"]
    return oldest is not None and now - oldest < PUT_OFF


def pause_seconds() -> float:
    """Return how long the server pauses between two batches."""
    return LONGEST_PAUSE_SECONDS if load.is_busy(within=QUIET_SECONDS) else 0.0


def stand_back() -> None:
    """Let others write, and wait while texts are embedded or requests go on, some seconds at most.

    For the worker, which shares the processors and the one writer with the server.
    """
    time.sleep(OTHERS_TURN_SECONDS)
    until = time.monotonic() + LONGEST_PAUSE_SECONDS
    while time.monotonic() < until and _is_in_the_way():
        time.sleep(QUIET_SECONDS / 4)


def _is_in_the_way() -> bool:
    return embedding_jobs.is_busy() or load.is_busy(within=QUIET_SECONDS_ELSEWHERE)
