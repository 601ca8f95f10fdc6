"""A clock that was a year ahead, and is right again: nothing waits until next year."""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

import pytest
from django.contrib.sessions.models import Session as BrowserSession
from django.core.cache import cache
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django_q.brokers import get_broker
from django_q.conf import Conf
from django_q.models import OrmQ, Schedule, Task
from django_q.signing import SignedPackage
from django_q.status import Stat, Status
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from accounts.models import ApiToken
from accounts.services.tokens import token_create
from core.caller import Caller
from core.jobs.worker import worker_status
from memories.enrichment import queue as derivation
from memories.index import embedding_jobs
from memories.index.in_memory import rows
from memories.models import DerivationJob, EmbeddingJob, EmbeddingModel, Memory, Session
from memories.records import sessions
from memories.schemas import SavedOut
from memories.tasks import clock_repair
from memories.tasks.schedules import ensure_schedules

YEAR = timedelta(days=365)
Save = Callable[..., SavedOut]


@pytest.fixture(autouse=True)
def empty_cache() -> Iterator[None]:
    """Begin and end without heartbeats and earlier repairs."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def now() -> datetime:
    """The time by the clock that is right again."""
    return timezone.now()


def test_schedules_of_next_year_run_when_their_cron_line_says(db: None, now: datetime) -> None:
    ensure_schedules(now=now)
    Schedule.objects.update(next_run=now + YEAR)
    assert clock_repair.repair(now)["schedule.next_run"] == Schedule.objects.count()
    minutely = Schedule.objects.get(name="wasurena:embed-waiting")
    assert now < minutely.next_run <= now + timedelta(minutes=1)
    # The rarest run once a month.
    assert Schedule.objects.filter(next_run__gt=now + timedelta(days=31)).count() == 0


def test_a_job_that_was_claimed_next_year_is_done(owner: Caller, save: Save, now: datetime) -> None:
    memory = Memory.objects.get(uid=save(owner, "claimed by a process of next year").id)
    model = EmbeddingModel.objects.get()
    EmbeddingJob.objects.create(
        model=model, item_id=memory.pk, enqueued_at=now + YEAR, leased_until=now + YEAR
    )
    DerivationJob.objects.create(memory=memory, enqueued_at=now + YEAR, leased_until=now + YEAR)
    assert embedding_jobs.is_busy()
    repaired = clock_repair.repair(now)
    assert repaired["embeddingjob.leased_until"] == repaired["derivationjob.leased_until"] == 1
    assert embedding_jobs.drain() == 1 and derivation.drain() == 1


def test_a_queued_task_of_next_year_is_taken(db: None, now: datetime) -> None:
    OrmQ.objects.create(key="wasurena", payload="x", lock=now + YEAR)
    leased = OrmQ.objects.create(
        key="wasurena", payload="y", lock=now + timedelta(seconds=Conf.RETRY)
    )
    assert clock_repair.repair(now) == {"ormq.lock": 1}
    assert OrmQ.objects.get(payload="x").lock == now
    assert OrmQ.objects.get(payload="y").lock == leased.lock


def test_a_session_of_next_year_expires(owner: Caller, save: Save, now: datetime) -> None:
    save(owner, "said in a session", session_id="talk")
    Session.objects.update(last_activity=now + YEAR)
    later = now + sessions.idle_time() + timedelta(hours=1)
    assert sessions.expire_idle(later) == 0
    clock_repair.repair(now)
    assert sessions.expire_idle(later) == 1


def test_what_was_used_next_year_is_used_now(owner: Caller, save: Save, now: datetime) -> None:
    save(owner, "recalled next year")
    token_create(user_name="alice")
    ApiToken.objects.update(last_used_at=now + YEAR)
    Memory.objects.update(last_used_at=now + YEAR)
    BrowserSession.objects.create(session_key="k", session_data="", expire_date=now + YEAR)
    Task.objects.create(id="t", name="t", func="f", started=now + YEAR, stopped=now + YEAR)
    assert set(clock_repair.repair(now)) == {
        "apitoken.last_used_at", "memory.last_used_at", "session.expire_date",
        "task.started", "task.stopped",
    }  # fmt: skip
    assert ApiToken.objects.get().last_used_at == Memory.objects.get().last_used_at == now
    assert BrowserSession.objects.get().expire_date < now + timedelta(days=15)
    assert clock_repair.repair(now) == {}


def heartbeat(at: datetime) -> None:
    """Write a worker's heartbeat, as a worker does whose clock says ``at``."""
    stat = Status(pid=1, cluster_id="c")
    stat.timestamp, stat.broker = at, None
    package = Stat.__new__(Stat)
    package.__dict__.update(stat.__dict__)
    get_broker().set_stat(Stat.get_key("c"), SignedPackage.dumps(package, True), 600)


def test_a_heartbeat_of_next_year_is_no_life(db: None, now: datetime) -> None:
    heartbeat(now + YEAR)
    assert not worker_status().is_alive
    heartbeat(timezone.now())
    assert worker_status().is_alive


def test_a_repair_is_reported(
    owner: Caller, save: Save, now: datetime, caplog: pytest.LogCaptureFixture
) -> None:
    save(owner, "said while the clock was ahead")
    Memory.objects.update(created_at=now + YEAR)
    ensure_schedules(now=now)
    Schedule.objects.filter(name="wasurena:embed-waiting").update(next_run=now + YEAR)
    assert worker_status().clock is None
    clock_repair.repair(now)
    clock = worker_status().clock
    assert clock is not None
    assert clock.at == now and clock.repaired == {"schedule.next_run": 1}
    assert clock.memories_dated_ahead == 1
    assert "1 × schedule.next_run" in caplog.text


def test_nothing_is_written_where_all_is_well(owner: Caller, save: Save, now: datetime) -> None:
    save(owner, "an ordinary day")
    ensure_schedules(now=now)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert clock_repair.repair(now) == {}
    assert not [query for query in queries if not query["sql"].startswith("SELECT")]


def test_a_number_that_was_rolled_back_is_not_met_again(owner: Caller, save: Save) -> None:
    save(owner, "written by a clock of next year")
    with connection.cursor() as cursor:
        ahead = int((timezone.now() + YEAR).timestamp() * 1_000_000)
        cursor.execute("UPDATE search_documents SET change = %s", [ahead])
    with transaction.atomic():
        first = rows._next_change()
        transaction.set_rollback(True)
    second = rows._next_change()
    assert first > ahead and second > ahead and first != second


class AnyTime(TestCase):
    """Wherever a lease lies, it ends within the time that leases last."""

    @given(seconds=st.integers(-(10**8), 10**8))
    def test_a_lease_ends_in_time(self, seconds: int) -> None:
        now = timezone.now()
        OrmQ.objects.all().delete()
        OrmQ.objects.create(key="k", payload="x", lock=now + timedelta(seconds=seconds))
        clock_repair.repair(now)
        longest = timedelta(seconds=Conf.RETRY) + clock_repair.TOLERANCE
        assert OrmQ.objects.get().lock <= now + longest
