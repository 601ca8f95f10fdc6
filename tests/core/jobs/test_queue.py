"""Jobs: leased by one, renewed, given back, lost to whoever asks again, tried again later."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NoReturn

import pytest
from django.db import OperationalError
from django.utils import timezone

from core.jobs import Lease, Queue, Stop
from core.jobs.queue import FIRST_WAIT, LONGEST_WAIT, MAX_ATTEMPTS, PROCESS_ENDED, within_size
from memories.models import EmbeddingJob, EmbeddingModel

NUMBERS = range(1, 6)
LASTS = EmbeddingJob.lease_lasts


@pytest.fixture(autouse=True)
def numbered(db: None) -> None:
    """Five jobs about nothing."""
    EmbeddingModel.objects.get_or_create(
        status="active", defaults={"name": "m", "dimension": 2, "created_at": timezone.now()}
    )
    EmbeddingJob.objects.enqueue(NUMBERS, now=timezone.now())


def finish(lease: Lease[EmbeddingJob]) -> int:
    lease.finish()
    return len(lease.jobs)


def queue(work: Callable[[Lease[EmbeddingJob]], int] = finish) -> Queue[EmbeddingJob]:
    return Queue(EmbeddingJob.objects.all(), pick=lambda free: list(free.order_by("pk")), work=work)


def fail_at(
    poison: int, seen: list[list[int]], error: BaseException, lease: Lease[EmbeddingJob]
) -> int:
    seen.append(ids(lease.jobs))
    if poison in seen[-1]:
        raise error
    return finish(lease)


def ids(jobs: Sequence[EmbeddingJob]) -> list[int]:
    return [job.item_id for job in jobs]


def left() -> dict[int, tuple[int, bool, str]]:
    """Return of each job its attempts, whether it is free, and what went wrong."""
    free = set(EmbeddingJob.objects.free())
    return {job.item_id: (job.attempts, job in free, job.last_error) for job in jobs()}


def jobs() -> list[EmbeddingJob]:
    return list(EmbeddingJob.objects.order_by("pk"))


def pass_time(attempts: int | None = None) -> None:
    """Let every lease run out."""
    changes: dict[str, Any] = {} if attempts is None else {"attempts": attempts}
    EmbeddingJob.objects.update(leased_until=timezone.now(), **changes)


def test_only_one_gets_a_job() -> None:
    assert ids(queue().lease().jobs) == list(NUMBERS)
    assert queue().lease().jobs == []
    assert EmbeddingJob.objects.lease(jobs()).jobs == []


def test_a_lease_that_nobody_renewed_is_over() -> None:
    queue().lease()
    pass_time()
    assert len(queue().lease().jobs) == 5


def test_renewing_keeps_others_away() -> None:
    lease = queue().lease()
    until = lease.until
    lease.renew()
    assert lease.until == until
    lease.until -= LASTS / 2
    EmbeddingJob.objects.update(leased_until=lease.until)
    lease.renew()
    assert {job.leased_until for job in jobs()} == {lease.until}
    assert lease.until - timezone.now() > LASTS * 2 / 3
    lease.finish()
    assert left() == {}


def test_asked_for_again_meanwhile_it_stays() -> None:
    lease = queue().lease()
    EmbeddingJob.objects.enqueue([3], now=timezone.now())
    lease.finish()
    assert left() == {3: (0, True, "")}


def test_a_batch_that_fails_is_halved_to_find_the_culprit() -> None:
    seen: list[list[int]] = []
    work = partial(fail_at, 4, seen, KeyError("the text"))
    assert queue(work).drain() == 4
    assert seen == [[1, 2, 3, 4, 5], [1, 2], [3, 4, 5], [3], [4, 5], [4], [5]]
    [(item, (attempts, is_free, reason))] = left().items()
    assert (item, attempts, is_free) == (4, 1, False)
    assert reason.startswith("KeyError (") and "the text" not in reason


def test_each_failure_waits_longer_and_the_last_is_the_end() -> None:
    EmbeddingJob.objects.exclude(item_id=4).delete()
    fails = queue(partial(fail_at, 4, [], ValueError()))
    waits = []
    while fails.jobs.waiting().exists():
        before = timezone.now()
        assert fails.drain() == 0
        until = jobs()[0].leased_until
        waits.append(until and (until - before) // FIRST_WAIT)
        if until:
            pass_time()
    assert waits == [1, 2, 4, LONGEST_WAIT // FIRST_WAIT, None]
    assert fails.jobs.given_up().count() == 1
    assert queue().drain() == 0


@pytest.mark.parametrize("poison", [1, 4])
@pytest.mark.parametrize(
    ("error", "reason"),
    [(OperationalError("database is locked"), ""), (KeyboardInterrupt(), ""), (Stop("off"), "off")],
)
def test_what_is_no_fault_of_a_job_costs_no_attempt(
    poison: int, error: BaseException, reason: str
) -> None:
    def work(lease: Lease[EmbeddingJob]) -> int:
        if len(lease.jobs) > 2:
            raise ValueError
        return fail_at(poison, [], error, lease)

    if isinstance(error, Stop):
        queue(work).drain()
    else:
        with pytest.raises(type(error)):
            queue(work).drain()
    assert set(left().values()) == {(0, True, reason)}


def test_a_process_that_ended_leaves_a_reason_at_the_last_attempt() -> None:
    queue().lease()
    pass_time(MAX_ATTEMPTS)
    assert queue().drain() == 0
    assert set(left().values()) == {(MAX_ATTEMPTS, False, PROCESS_ENDED)}


def test_a_last_attempt_is_made_alone() -> None:
    """What ends the process takes no other job with it."""
    seen: list[list[int]] = []
    EmbeddingJob.objects.filter(item_id__in=(2, 4)).update(attempts=MAX_ATTEMPTS - 1)
    assert queue(partial(fail_at, 9, seen, ValueError())).drain() == 5
    assert seen == [[2], [4], [1, 3, 5]]


def test_waiting_ends_when_all_is_done_or_one_has_failed_or_time_is_over() -> None:
    fails = queue(partial(fail_at, 4, [], ValueError()))
    assert len(fails.wait_for(timeout=0)) == 5
    assert ids(fails.wait_for(timeout=600)) == [4]
    EmbeddingJob.objects.enqueue(NUMBERS, now=timezone.now())
    assert queue().wait_for(timeout=600) == []


def test_it_ends_after_its_time_and_pauses_between_batches() -> None:
    paused: list[int] = []

    def never(_lease: Lease[EmbeddingJob]) -> NoReturn:
        raise AssertionError("nothing is free")

    one = Queue(EmbeddingJob.objects.all(), pick=lambda free: list(free[:1]), work=finish)
    assert one.drain(seconds=0) == 1
    assert one.drain(pause=lambda: paused.append(len(jobs()))) == 4
    assert paused == [3, 2, 1]
    assert queue(never).drain() == 0


def test_a_batch_is_cut_by_size_but_holds_one_job() -> None:
    def sized(most: int) -> list[int]:
        return ids(within_size(jobs(), lambda job: job.item_id, most))

    assert (sized(0), sized(3), sized(5), sized(100)) == ([1], [1, 2], [1, 2], list(NUMBERS))
