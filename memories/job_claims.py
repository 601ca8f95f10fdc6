"""Claim jobs of an outbox for a while, so that no two workers do the same work.

A claim is the time at which it was made, written to the rows. It can be renewed while work
goes on. Jobs that were asked for again meanwhile have lost their claim and stay in the outbox.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Generic, TypeVar

from django.db import OperationalError, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from core.errors import is_database_busy

from .models import DerivationJob, EmbeddingJob

J = TypeVar("J", EmbeddingJob, DerivationJob)

# A claim that lies further ahead was made by a clock that has been set back since.
CLOCK_TOLERANCE = timedelta(minutes=1)


def unclaimed(now: datetime, lasts: timedelta) -> Q:
    """Return the condition that nobody works on a job: no claim, or one that is over."""
    return (
        Q(claimed_at=None) | Q(claimed_at__lt=now - lasts) | Q(claimed_at__gt=now + CLOCK_TOLERANCE)
    )


@dataclass(slots=True)
class JobClaim(Generic[J]):
    """Jobs that the caller works on until it finishes or releases them."""

    model: type[J]
    jobs: list[J]
    claimed_at: datetime
    lasts: timedelta

    @classmethod
    def of(cls, jobs: QuerySet[J], pks: Sequence[int], *, lasts: timedelta) -> "JobClaim[J]":
        """Claim those of ``jobs`` with these keys that are still free; an attempt is counted."""
        if not pks:
            return cls(jobs.model, [], timezone.now(), lasts)
        with transaction.atomic():
            # Now that the lock is there: waiting for it must not use up the claim.
            now = timezone.now()
            rows = list(jobs.filter(unclaimed(now, lasts), pk__in=list(pks)))
            claim = cls(jobs.model, rows, now, lasts)
            claim._rows().update(claimed_at=now, attempts=F("attempts") + 1)
        return claim

    def _rows(self) -> QuerySet[J]:
        return self.model._default_manager.filter(pk__in=[job.pk for job in self.jobs])

    def held(self) -> QuerySet[J]:
        """Return the rows of this claim that nobody has asked for again or taken over."""
        return self._rows().filter(claimed_at=self.claimed_at)

    def halves(self) -> "tuple[JobClaim[J], JobClaim[J]]":
        """Return this claim as two."""
        middle = len(self.jobs) // 2
        return self._part(self.jobs[:middle]), self._part(self.jobs[middle:])

    def _part(self, jobs: list[J]) -> "JobClaim[J]":
        return JobClaim(self.model, jobs, self.claimed_at, self.lasts)

    def renew(self) -> None:
        """Claim the jobs anew when a third of the time is over; call it between steps of the work."""
        now = timezone.now()
        if now - self.claimed_at < self.lasts / 3:
            return
        self.held().update(claimed_at=now)
        self.claimed_at = now

    @contextmanager
    def uncounted_if_busy(self) -> Iterator[None]:
        """Free the jobs when the block meets a busy database: that is no failed attempt of theirs.

        Raises:
            OperationalError: the database is busy; whoever works tries again later.
        """
        try:
            yield
        except OperationalError as error:
            if is_database_busy(error):
                # If not even this can be written, the claim ends by itself.
                with suppress(OperationalError):
                    self.release(is_attempt=False)
            raise

    def finish(self) -> None:
        """Delete the jobs that are still held: they are done."""
        self.held().delete()

    def release(self, reason: str = "", *, is_attempt: bool = True) -> None:
        """Free the jobs with the reason; without ``is_attempt`` as if they had not been taken."""
        changes: dict[str, Any] = {"claimed_at": None}
        if reason:
            changes["last_error"] = reason[:500]
        if not is_attempt:
            changes["attempts"] = F("attempts") - 1
        self.held().update(**changes)
