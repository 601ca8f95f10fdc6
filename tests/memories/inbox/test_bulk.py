"""Many decisions as one job: progress, cancel, a restart in the middle, conflicts, one undo."""

from typing import Any
from uuid import uuid4

import pytest

from core.caller import Caller
from core.errors import Conflict, Forbidden, InvalidInput, NotFound
from core.journal.replay import verify
from graph.models import MemoryLink
from memories.inbox import bulk
from memories.inbox.proposals import create_proposals
from memories.models import BulkDecision, Proposal, ProposalKind, ProposalStatus
from memories.schemas.inbox.bulk import BulkOut, BulkStatus
from memories.schemas.inbox.decisions import Decision
from memories.schemas.inbox.proposals import Suggestion
from memories.selectors.bulk import bulk_out
from memories.services.inbox import (
    bulk_cancel,
    bulk_get,
    bulk_start,
    bulk_undo,
    decide,
    undo_decision,
    undo_newest,
)
from memories.services.update import invalidate
from tests.memories.conftest import SaveAll

from .conftest import NOW, all_rows

COUNT = 25
OURS = {"memories.BulkDecision", "memories.BulkItem"}


@pytest.fixture
def links(owner: Caller, save_all: SaveAll) -> list[Proposal]:
    """Twenty-five proposed links, each of two memories of its own."""
    texts = [f"The heron of day {at}." for at in range(2 * COUNT)]
    saved = save_all(owner, texts, pack="work").results
    wanted = [
        Suggestion(
            ProposalKind.LINK,
            "alice#work",
            {"source": str(one.id), "target": str(two.id), "type": "supports"},
        )
        for one, two in zip(saved[::2], saved[1::2], strict=True)
    ]
    return create_proposals(wanted, now=NOW)


def start(
    caller: Caller, rows: list[Proposal], decision: Decision = Decision.ACCEPT, **fields: Any
) -> BulkDecision:
    return bulk_start(caller, [row.uid for row in rows], decision, **fields)


def progress(started: BulkDecision) -> BulkOut:
    return bulk_out(BulkDecision.objects.get(pk=started.pk))


def rows_but_ours() -> dict[str, list[dict[str, Any]]]:
    return {table: rows for table, rows in all_rows().items() if table not in OURS}


def supports() -> int:
    return MemoryLink.objects.filter(relation_type="supports").count()


def test_all_are_decided_and_one_undo_takes_all_back(owner: Caller, links: list[Proposal]) -> None:
    before = rows_but_ours()
    started = start(owner, links, reason="seen all of them")
    assert (progress(started).status, progress(started).done) == (BulkStatus.RUNNING, 0)
    assert bulk.drain() == COUNT
    done = progress(started)
    assert (done.status, done.done, done.decided, done.refused) == (BulkStatus.DONE, 25, 25, 0)
    assert supports() == COUNT
    assert BulkDecision.objects.get().reason == ""
    bulk_undo(owner, started.uid)
    assert (progress(started).status, progress(started).undoing) == (BulkStatus.RUNNING, True)
    assert bulk.drain() == COUNT
    undone = progress(started)
    assert (undone.status, undone.total, undone.done) == (BulkStatus.DONE, COUNT, COUNT)
    after = rows_but_ours()
    for row in (*before["memories.Proposal"], *after["memories.Proposal"]):
        row.pop("updated_at")
    assert after == before
    assert verify().is_sound


def test_conflicts_are_counted_and_listed(owner: Caller, links: list[Proposal]) -> None:
    started = start(owner, links)
    decide(owner, links[3].uid, Decision.REJECT)
    invalidate(owner, links[5].payload["source"])
    bulk.drain()
    done = progress(started)
    assert (done.status, done.decided, done.refused) == (BulkStatus.DONE, COUNT - 2, 2)
    assert [(one.id, one.code) for one in done.problems] == [
        (links[3].uid, "rejected"),
        (links[5].uid, "gone"),
    ]
    assert all("heron of day" in one.title and one.detail for one in done.problems)


def test_a_stop_in_the_middle_goes_on_where_it_ended(
    owner: Caller, links: list[Proposal], monkeypatch: pytest.MonkeyPatch
) -> None:
    started = start(owner, links)
    original, calls = bulk._decide, []

    def killed(caller: Caller, job: BulkDecision, item: Any) -> None:
        calls.append(item.pk)
        if len(calls) == 14:
            raise KeyboardInterrupt
        original(caller, job, item)

    monkeypatch.setattr(bulk, "_decide", killed)
    with pytest.raises(KeyboardInterrupt):
        bulk.drain()
    # The batch that was begun is rolled back as a whole.
    assert (progress(started).done, supports()) == (10, 10)
    assert progress(started).status == BulkStatus.RUNNING
    monkeypatch.setattr(bulk, "_decide", original)
    assert bulk.drain() == COUNT - 10
    assert (progress(started).decided, supports()) == (COUNT, COUNT)


def test_a_worker_with_little_time_leaves_the_rest(owner: Caller, links: list[Proposal]) -> None:
    started = start(owner, links)
    assert bulk.drain(seconds=0) == 10
    assert BulkDecision.objects.get().attempts == 0
    assert bulk.drain(seconds=0) == 10
    assert bulk.drain() == 5
    assert progress(started).status == BulkStatus.DONE


def test_cancel_keeps_what_is_decided(owner: Caller, links: list[Proposal]) -> None:
    started = start(owner, links)
    bulk.drain(seconds=0)
    bulk_cancel(owner, started.uid)
    assert bulk.drain() == 0
    stopped = progress(started)
    assert (stopped.status, stopped.decided, supports()) == (BulkStatus.CANCELED, 10, 10)
    with pytest.raises(Conflict, match="finished"):
        bulk_cancel(owner, started.uid)
    bulk_undo(owner, started.uid)
    bulk.drain()
    assert (progress(started).undone, supports()) == (10, 0)


def test_undoing_leaves_what_was_decided_again(owner: Caller, links: list[Proposal]) -> None:
    started = start(owner, links, Decision.REJECT)
    with pytest.raises(Conflict, match="cancel"):
        bulk_undo(owner, started.uid)
    bulk.drain()
    undo_decision(owner, links[0].uid)
    undo_decision(owner, links[1].uid)
    decide(owner, links[1].uid, Decision.ACCEPT)
    bulk_undo(owner, started.uid)
    bulk.drain()
    undone = progress(started)
    assert (undone.undone, [one.code for one in undone.problems]) == (
        COUNT - 2,
        ["decided_again"] * 2,
    )
    links[1].refresh_from_db()
    assert links[1].status == ProposalStatus.ACCEPTED


def test_the_last_decision_may_be_one_about_many(owner: Caller, links: list[Proposal]) -> None:
    started = start(owner, links[:20])
    bulk.drain()
    decide(owner, links[20].uid, Decision.REJECT)
    assert undo_newest(owner) == [links[20]]
    assert undo_newest(owner) == started
    bulk.drain()
    assert supports() == 0
    with pytest.raises(NotFound):
        undo_newest(owner)


def test_one_that_fails_does_not_stop_the_others(
    owner: Caller, links: list[Proposal], monkeypatch: pytest.MonkeyPatch
) -> None:
    started, original = start(owner, links), bulk._decide

    def failing(caller: Caller, job: BulkDecision, item: Any) -> None:
        if item.proposal == links[2]:
            raise RuntimeError("a defect")
        original(caller, job, item)

    monkeypatch.setattr(bulk, "_decide", failing)
    bulk.drain()
    done = progress(started)
    assert (done.decided, [one.code for one in done.problems]) == (COUNT - 1, ["error"])


def test_nothing_is_enqueued_for_bad_input(
    owner: Caller, other: Caller, links: list[Proposal]
) -> None:
    with pytest.raises(NotFound) as missing:
        bulk_start(owner, [links[0].uid, uuid4()], Decision.ACCEPT)
    assert missing.value.problems[0].field == "ids.1"
    with pytest.raises(NotFound):
        start(other, links)
    with pytest.raises(InvalidInput):
        bulk_start(owner, [], Decision.ACCEPT)
    with pytest.raises(InvalidInput) as unknown:
        start(owner, links, choice="newer")
    assert unknown.value.problems[0].field == "choice"
    with pytest.raises(Forbidden):
        start(Caller(base_user="alice", packs=frozenset({"work"})), links)
    assert not BulkDecision.objects.exists()


def test_another_person_sees_nothing(owner: Caller, other: Caller, links: list[Proposal]) -> None:
    started = start(owner, links)
    for act in (bulk_get, bulk_cancel, bulk_undo):
        with pytest.raises(NotFound):
            act(other, started.uid)
