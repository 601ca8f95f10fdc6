"""Claims of jobs: held by one, renewed, given back, lost to whoever asks again."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from core.caller import Caller
from memories import index
from memories.job_claims import CLOCK_TOLERANCE, JobClaim, unclaimed
from memories.models import EmbeddingJob, Memory

LASTS = timedelta(seconds=60)


@pytest.fixture
def job(owner: Caller, save: Any) -> EmbeddingJob:
    save(owner, "The kettle is blue.", pack="work")
    index.enqueue([Memory.objects.get().pk], now=timezone.now())
    return EmbeddingJob.objects.get()


def claimed() -> JobClaim[EmbeddingJob]:
    jobs = EmbeddingJob.objects.all()
    return JobClaim.of(jobs, list(jobs.values_list("pk", flat=True)), lasts=LASTS)


def is_free() -> bool:
    return EmbeddingJob.objects.filter(unclaimed(timezone.now(), LASTS)).exists()


def test_only_one_gets_a_job(job: EmbeddingJob) -> None:
    assert [one.pk for one in claimed().jobs] == [job.pk]
    assert claimed().jobs == []


def test_a_claim_that_nobody_renewed_is_over(job: EmbeddingJob) -> None:
    claimed()
    EmbeddingJob.objects.update(claimed_at=timezone.now() - 2 * LASTS)
    assert is_free()


def test_a_claim_of_a_clock_that_was_ahead_is_void(job: EmbeddingJob) -> None:
    EmbeddingJob.objects.update(claimed_at=timezone.now() + timedelta(days=365))
    assert is_free()
    EmbeddingJob.objects.update(claimed_at=timezone.now() + CLOCK_TOLERANCE / 2)
    assert not is_free()


def test_renewing_keeps_others_away(job: EmbeddingJob) -> None:
    claim = claimed()
    claim.claimed_at -= LASTS / 2
    EmbeddingJob.objects.update(claimed_at=claim.claimed_at)
    claim.renew()
    job.refresh_from_db()
    assert job.claimed_at == claim.claimed_at
    assert timezone.now() - claim.claimed_at < LASTS / 3
    claim.finish()
    assert not EmbeddingJob.objects.exists()


def test_asked_for_again_meanwhile_it_stays(job: EmbeddingJob) -> None:
    claim = claimed()
    index.enqueue([job.item_id], now=timezone.now())
    claim.finish()
    assert EmbeddingJob.objects.get().claimed_at is None


def test_a_released_job_says_why(job: EmbeddingJob) -> None:
    claimed().release("cannot be read")
    job.refresh_from_db()
    assert (job.claimed_at, job.attempts, job.last_error) == (None, 1, "cannot be read")
    claimed().release(is_attempt=False)
    job.refresh_from_db()
    assert (job.attempts, job.last_error) == (1, "cannot be read")
