"""The log of searches is read before the write lock is taken, and what comes in between is found."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from core.caller import Caller
from memories.models import Memory, PrivacyWork, RetrievalRun
from memories.schemas import SavedOut, parsed
from memories.schemas.privacy.forgetting import ForgetByFilter
from memories.services import forget as forgetting
from memories.services.forget import forget
from memories.services.privacy.forgetting import NAMES, forget_by_filter
from memories.services.privacy.jobs import job_start
from memories.services.privacy.work import drain

pytestmark = pytest.mark.django_db

TEXT = "The purplephant met us at the northern lake."
HOLDING = (TEXT, "when did the purplephant come", "pictures of zanzibarquux")


def log_searches() -> None:
    for query in HOLDING:
        RetrievalRun.objects.create(
            base_user="alice", packs=["work"], query=query, mode="hybrid", actor="owner",
            created_at=timezone.now(),
        )  # fmt: skip


@pytest.fixture
def said(owner: Caller, save: Callable[..., SavedOut]) -> SavedOut:
    log_searches()
    return save(owner, TEXT, pack="work", tags=["zanzibarquux"])


@pytest.fixture
def read_in_lock() -> Iterator[list[str]]:
    """The statements under the write lock that read the log of searches, but for their ids."""
    told: list[str] = []

    def note(execute: Any, sql: str, *rest: Any) -> Any:
        if is_locked and 'FROM "retrieval_runs"' in sql and '"query"' in sql:
            told.append(sql)
        return execute(sql, *rest)

    is_locked: list[bool] = []
    begin = forgetting.SearchLog.catch_up

    def catch_up(log: Any) -> None:
        # Once as the log is made, once under the lock.
        if hasattr(log, "_logged"):
            is_locked.append(True)
        begin(log)

    with pytest.MonkeyPatch.context() as patch, connection.execute_wrapper(note):
        patch.setattr(forgetting.SearchLog, "catch_up", catch_up)
        yield told


def forget_one(owner: Caller, said: SavedOut) -> None:
    forget(owner, [said.id], confirm=True, erase_names=True)


def forget_matching(owner: Caller, said: SavedOut) -> None:
    asked = {"filters": {"matching": "purplephant"}, "erase_names": True}
    shown = forget_by_filter(owner, parsed(ForgetByFilter, asked))
    confirmed = asked | {"confirm": shown.confirmation}
    forget_by_filter(owner, parsed(ForgetByFilter, confirmed))


def forget_in_batches(owner: Caller, said: SavedOut) -> None:
    keys = list(Memory.objects.values_list("pk", flat=True))
    job_start(owner, PrivacyWork.FORGET, keys, options={NAMES: True}, reason="", now=timezone.now())
    drain()


@pytest.mark.parametrize("how", [forget_one, forget_matching, forget_in_batches])
def test_the_log_is_not_read_under_the_write_lock(
    owner: Caller, said: SavedOut, read_in_lock: list[str], how: Callable[..., None]
) -> None:
    how(owner, said)
    assert not Memory.objects.exists()
    whole = [sql for sql in read_in_lock if "IN (" not in sql and '"memory_id"' not in sql]
    assert whole == []


def test_a_search_that_comes_in_between_is_erased_too(
    owner: Caller, said: SavedOut, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = forgetting.read_searches

    def read_and_search(*args: Any, **kwargs: Any) -> None:
        read(*args, **kwargs)
        log_searches()

    monkeypatch.setattr(forgetting, "read_searches", read_and_search)
    forget_one(owner, said)
    assert RetrievalRun.objects.count() == 2 * len(HOLDING)
    left = set(RetrievalRun.objects.exclude(query="").values_list("query", flat=True))
    assert left == {"when did the purplephant come"}


def test_a_memory_that_is_reworded_in_between_is_looked_for_as_it_is(
    owner: Caller, said: SavedOut, monkeypatch: pytest.MonkeyPatch
) -> None:
    later = "The heron came back to the southern shore of the lake."
    RetrievalRun.objects.create(
        base_user="alice", query=later, mode="hybrid", actor="owner", created_at=timezone.now()
    )
    read = forgetting.read_searches

    def read_and_reword(*args: Any, **kwargs: Any) -> None:
        read(*args, **kwargs)
        Memory.objects.update(raw_text=later)

    monkeypatch.setattr(forgetting, "read_searches", read_and_reword)
    forget_one(owner, said)
    assert not RetrievalRun.objects.filter(query=later).exists()
