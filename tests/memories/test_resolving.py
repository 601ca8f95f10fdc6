"""Tasks are listed and finished, proposals answered, changes undone and told of, in few verbs."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.callers import caller_of_token
from accounts.services.tokens import token_create
from core.caller import Caller
from core.errors import Forbidden, InvalidInput, NotFound
from graph.models import MemoryLink
from memories.models import Memory, Proposal, ProposalStatus, State
from memories.schemas import SavedOut, parsed
from memories.schemas.resolving.tools import HistoryInput, ResolvedOut, ResolveInput, TasksInput
from memories.selectors.settling.history import history_of
from memories.selectors.settling.tasks import task_list
from memories.services.resolving.deeds import resolve
from tests.memories.conftest import stored

pytestmark = pytest.mark.django_db
Save = Callable[..., SavedOut]


def do(caller: Caller, action: str, uid: Any, **more: Any) -> ResolvedOut:
    return resolve(caller, parsed(ResolveInput, {"action": action, "id": str(uid), **more}))


def task(value: str, days: float | None = None) -> dict[str, Any]:
    due = timezone.now() + timedelta(days=days) if days is not None else None
    return {"kind": "task", "value": value, "due_at": due and due.isoformat()}


def listed(caller: Caller, status: str, **more: Any) -> list[str]:
    found = task_list(caller, parsed(TasksInput, {"status": status, **more}))
    assert found.total >= len(found.tasks)
    values = dict(State.objects.values_list("uid", "value"))
    return [values[one.id] for one in found.tasks]


@pytest.fixture
def tasks(owner: Caller, save: Save) -> dict[str, State]:
    given = [task("late", -2), task("soon", 2), task("far", 90), task("some day")]
    save(owner, "x", pack="work", states=given)
    return {row.value: row for row in State.objects.all()}


def test_tasks_are_listed(owner: Caller, other: Caller, tasks: dict[str, State]) -> None:
    assert listed(owner, "open") == ["late", "soon", "far", "some day"]
    assert listed(owner, "overdue") == ["late"] and listed(owner, "due") == ["soon"]
    assert listed(owner, "due", days=100) == ["soon", "far"]
    do(owner, "complete", tasks["soon"].uid)
    assert listed(owner, "done") == ["soon"] and "soon" not in listed(owner, "open")
    assert listed(other, "open") == []


def test_tasks_of_other_packs_are_not_told(owner: Caller, tasks: dict[str, State]) -> None:
    row, _secret = token_create(user_name="alice", name="life", packs=["lifelog"])
    assert listed(caller_of_token(row), "open") == []
    with pytest.raises(NotFound):
        do(caller_of_token(row), "complete", tasks["soon"].uid)
    with pytest.raises(NotFound):
        history_of(caller_of_token(row), HistoryInput(id=str(tasks["soon"].uid)))


def test_deeds_of_states(owner: Caller, tasks: dict[str, State]) -> None:
    late = tasks["late"]
    done = do(owner, "complete", late.uid, at="2026-01-02T03:00:00Z", reason="she said so")
    late.refresh_from_db()
    assert late.completed_at == datetime.fromisoformat("2026-01-02T03:00:00Z")
    do(owner, "reopen", late.uid)
    late.refresh_from_db()
    assert late.completed_at is None
    do(owner, "correct", late.uid, value="later")
    do(owner, "close", late.uid)
    late.refresh_from_db()
    assert late.value == "later" and late.valid_to is not None
    told = history_of(owner, HistoryInput(id=str(late.uid)))
    assert [change.action for change in told.changes][-1] == "CREATE" and told.total >= 5
    assert any(change.reason == "she said so" for change in told.changes)
    assert done.change_id in {change.change_id for change in told.changes}


def test_undo_hide_restore_unlink(owner: Caller, save: Save, tasks: dict[str, State]) -> None:
    done = do(owner, "complete", tasks["soon"].uid)
    do(owner, "undo", done.change_id)
    assert State.objects.get(uid=tasks["soon"].uid).completed_at is None
    old = save(owner, "the launch is on 3 May", pack="work")
    new = save(owner, "the launch is on 9 June", pack="work", replaces=[str(old.id)])
    do(owner, "hide", old.id)
    assert Memory.objects.get(uid=old.id).invalidated_at is not None
    do(owner, "restore", old.id)
    assert Memory.objects.get(uid=old.id).invalidated_at is None
    link = MemoryLink.objects.get(src_memory=stored(new), relation_type="supersedes")
    gone = do(owner, "unlink", link.pk)
    assert not MemoryLink.objects.filter(pk=link.pk).exists()
    do(owner, "undo", gone.change_id)
    assert MemoryLink.objects.filter(pk=link.pk).exists()


@pytest.mark.parametrize(
    ("action", "uid", "more"),
    [
        ("complete", "nonsense", {}), ("unlink", "6f0c7c5e-0000-4000-8000-000000000001", {}),
        ("unlink", "9" * 30, {}), ("correct", "6f0c7c5e-0000-4000-8000-000000000001", {}),
    ],
)  # fmt: skip
def test_bad_deeds(owner: Caller, action: str, uid: str, more: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput):
        do(owner, action, uid, **more)


@pytest.mark.parametrize("action", ["complete", "close", "accept", "undo", "hide", "restore"])
def test_what_is_not_there(owner: Caller, action: str) -> None:
    with pytest.raises(NotFound):
        do(owner, action, "6f0c7c5e-0000-4000-8000-000000000001")
    with pytest.raises(NotFound):
        history_of(owner, parsed(HistoryInput, {"id": "6f0c7c5e-0000-4000-8000-000000000001"}))


class TestCompletion:
    @pytest.fixture(autouse=True)
    def reading(self, settings: Any) -> None:
        settings.EXTRACTION = "rules"

    @pytest.mark.parametrize(
        ("to_do", "said"),
        [
            ("send the tax return to Suzuki", "I sent the tax return to Suzuki."),
            ("鈴木さんに確定申告を送る", "鈴木さんに確定申告を送った。"),
        ],
    )
    def test_is_proposed(self, owner: Caller, save: Save, to_do: str, said: str) -> None:
        save(owner, "To do", pack="work", states=[task(to_do)])
        out = save(owner, said, pack="work", speaker="user")
        (asked,) = out.maybe_done
        assert asked.id == State.objects.get(value=to_do).uid
        assert any(str(asked.id) in step for step in out.next_actions)
        do(owner, "accept", asked.proposal)
        done = State.objects.get(value=to_do)
        assert done.completed_at == stored(out).created_at
        assert listed(owner, "open") == []
        told = history_of(owner, HistoryInput(id=str(done.uid)))
        assert str(out.id) in told.changes[0].because

    def test_is_settled_once_the_task_is_done(self, owner: Caller, save: Save) -> None:
        save(owner, "To do", pack="work", states=[task("send the tax return to Suzuki")])
        out = save(owner, "I sent the tax return to Suzuki.", pack="work", speaker="user")
        do(owner, "complete", out.maybe_done[0].id)
        assert (
            Proposal.objects.get(uid=out.maybe_done[0].proposal).status == ProposalStatus.OBSOLETE
        )

    def test_rejecting_leaves_it_open(self, owner: Caller, save: Save) -> None:
        save(owner, "To do", pack="work", states=[task("send the tax return to Suzuki")])
        out = save(owner, "I sent the tax return to Suzuki.", pack="work", speaker="user")
        do(owner, "reject", out.maybe_done[0].proposal)
        assert listed(owner, "open") == ["send the tax return to Suzuki"]

    def test_an_assistant_finishes_tasks_but_decides_no_proposals(
        self, owner: Caller, save: Save, assistant: Caller
    ) -> None:
        save(owner, "To do", pack="work", states=[task("send the tax return to Suzuki")])
        out = save(assistant, "I sent the tax return to Suzuki.", pack="work", speaker="user")
        with pytest.raises(Forbidden):
            do(assistant, "accept", out.maybe_done[0].proposal)
        do(assistant, "complete", out.maybe_done[0].id)
        assert listed(owner, "open") == []

    def test_a_task_given_and_read_is_one(self, owner: Caller, save: Save) -> None:
        said = "I need to send the tax return to Suzuki by Friday."
        save(owner, said, pack="work", speaker="user", states=[task("Send tax return", 3)])
        assert listed(owner, "open") == ["Send tax return"]

    def test_it_is_not_asked_about_in_other_packs(self, owner: Caller, save: Save) -> None:
        save(owner, "To do", pack="work", states=[task("send the tax return to Suzuki")])
        out = save(owner, "I sent the tax return to Suzuki.", pack="lifelog", speaker="user")
        assert not out.maybe_done
