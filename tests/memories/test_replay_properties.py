"""Whatever a person does in whatever order: the journal tells it, and the last change undoes."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from core.caller import Caller
from core.errors import NotFound, WasurenaError
from core.journal.replay import verify
from core.models import Action, Revision
from entities.models import Entity
from graph.models import MemoryLink
from memories.inbox.decisions import Decision
from memories.inbox.proposals import create_proposals
from memories.knowledge.entities.merge import merge_entities
from memories.knowledge.entities.split import split_entity
from memories.knowledge.mentions.correct import correct_mention
from memories.knowledge.states.edit import state_close, state_hide
from memories.models import Memory, Proposal, ProposalKind, State
from memories.records.changes.move import move
from memories.records.duplicates import collapse, uncollapse
from memories.schemas import BatchInput, LinkInput, MemoryPatch, parsed
from memories.schemas.inbox.proposals import Suggestion
from memories.schemas.links import LinkPatch
from memories.services.forget import forget
from memories.services.history import undo
from memories.services.inbox import decide
from memories.services.knowledge import state_undo
from memories.services.save import remember_batch
from memories.services.update import invalidate, link_revise, relate, restore, revise, unrelate
from tests.depth import depth
from tests.memories.conftest import NOW
from tests.memories.journalled import everything

pytestmark = [pytest.mark.django_db, pytest.mark.deep]

NAMES = ("田中", "Tanaka", "佐藤", "Sato")
RUNS = settings(
    max_examples=depth(7, 20),
    # A failing run is short enough to read; making it shorter takes minutes.
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
number = st.integers(min_value=0, max_value=7)


def _pick(rows: Any, at: int) -> Any:
    found = list(rows.order_by("pk"))
    if not found:
        raise NotFound("there is none yet")
    return found[at % len(found)]


def _rows(found: dict[str, Any]) -> dict[str, Any]:
    """Leave out when a question was opened again, which is no part of the question."""
    proposals = {pk: {**row, "updated_at": None} for pk, row in found["proposal"].items()}
    return {**found, "proposal": proposals}


@dataclass(slots=True)
class Person:
    """Somebody who does things, one a minute; ``done`` are the changes that can be undone."""

    caller: Caller
    now: datetime = NOW
    done: list[tuple[UUID, Any]] = field(default_factory=list)

    def do(self, what: str, one: int, two: int) -> None:
        """Do one thing; what cannot be done now is left."""
        self.now += timedelta(seconds=60.000123)
        start, before = self._last(), everything()
        with suppress(WasurenaError), transaction.atomic():
            ACTS[what](self, one, two)
            changes = self._changes(start)
            if what == "forget":
                # Changes of what was forgotten cannot be undone any more.
                self.done.clear()
            elif len(changes) == 1 or what == "decide":
                self.done.append((changes[-1], None if what == "save" else before))

    def undo_last(self) -> None:
        """Take the last change back, where nothing came after it."""
        if not self.done or self._changes(self._of(self.done[-1][0])):
            return
        change, before = self.done.pop()
        undo(self.caller, change, now=self.now)
        if before is not None:
            assert _rows(everything()) == _rows(before)

    def _last(self) -> int:
        return Revision.objects.order_by("-id").values_list("id", flat=True).first() or 0

    def _of(self, change: UUID) -> int:
        return Revision.objects.filter(change_id=change).order_by("-id")[0].pk

    def _changes(self, after: int) -> list[UUID]:
        rows = Revision.objects.filter(id__gt=after).order_by("id")
        return list(dict.fromkeys(rows.values_list("change_id", flat=True)))

    def memory(self, at: int) -> UUID:
        """Return one of the memories."""
        return _pick(Memory.objects.all(), at).uid  # type: ignore[no-any-return]

    def entity(self, at: int) -> Entity:
        """Return one of the people."""
        return _pick(Entity.objects.all(), at)  # type: ignore[no-any-return]


def _save(me: Person, one: int, two: int) -> None:
    a, b = NAMES[one % 4], NAMES[two % 4]
    item: dict[str, Any] = {
        "text": f"{a}と{b}が{me.now:%H%M}に話した",
        "pack": "work",
        "speaker": a if one % 2 else "",
        "tags": [f"t{one % 3}", "会議"],
        "context": f"c{two % 2}",
        "session_id": f"s{two % 2}",
        "entities": [
            {"name": name, "type": "Person", "aliases": [f"{name}さん{two}"]} for name in {a, b}
        ],
    }
    if a != b:
        item["relations"] = [{"source": a, "target": b, "type": "knows"}]
        item["states"] = [{"subject": a, "predicate": "lives_in", "value": f"都市{two}"}]
    if Memory.objects.exists():
        item["links"] = [{"target_id": str(me.memory(two)), "type": "related"}]
    remember_batch(me.caller, parsed(BatchInput, {"memories": [item]}).memories, now=me.now)


def _edit(me: Person, one: int, two: int) -> None:
    fields: list[dict[str, Any]] = [
        {"text": f"変えた{me.now:%H%M}", "speaker": NAMES[two % 4]},
        {"tags": [f"t{two}", "新"], "context": f"c{two}"},
        {"importance": two / 10, "searchable": two % 2 == 0, "context": None},
    ]
    revise(me.caller, me.memory(one), parsed(MemoryPatch, fields[two % 3]), now=me.now)


def _link(me: Person, one: int, two: int) -> None:
    item = LinkInput(target_id=me.memory(two), type=("supports", "related")[two % 2])
    relate(me.caller, me.memory(one), item, now=me.now)


def _relink(me: Person, one: int, two: int) -> None:

    link_revise(
        me.caller,
        _pick(MemoryLink.objects, one).pk,
        parsed(LinkPatch, {"weight": two / 10}),
        now=me.now,
    )


def _split(me: Person, one: int, two: int) -> None:
    entity = me.entity(one)
    ids = list(entity.mentions.order_by("pk").values_list("pk", flat=True))
    split_entity(me.caller, entity.entity_id, mentions=ids[: two + 1], name=f"別{two}", now=me.now)


def _merge(me: Person, one: int, two: int) -> None:
    keep, gone = me.entity(one), me.entity(two)
    merge_entities(me.caller, keep=keep.entity_id, merge=gone.entity_id, now=me.now)


def _rule(me: Person, one: int, two: int) -> None:
    memory = Memory.objects.get(uid=me.memory(one))
    said: dict[str, Any] = [
        {"verdict": "is_not"},
        {"entity": me.entity(two).entity_id},
        {"name": f"新{two}", "type": "Person"},
    ][two % 3]
    correct_mention(me.caller, memory.uid, start=0, surface=memory.raw_text[:2], now=me.now, **said)


def _propose(me: Person, one: int, two: int) -> None:
    keep, gone = me.entity(one), me.entity(two)
    kinds: list[tuple[ProposalKind, dict[str, Any]]] = [
        (
            ProposalKind.MERGE_ENTITIES,
            {"keep": str(keep.entity_id), "merge": str(gone.entity_id)},
        ),
        (ProposalKind.ENTITY, {"entity": str(keep.entity_id)}),
        (ProposalKind.UNCLASSIFIED, {"memory": str(me.memory(one)), "pack": "dev"}),
        (
            ProposalKind.STATE,
            {"subject": str(keep.entity_id), "predicate": "likes", "value": f"茶{two}"},
        ),
    ]
    kind, payload = kinds[two % 4]
    evidence = (Memory.objects.get(uid=me.memory(two)).pk,)
    made = Suggestion(
        kind=kind, user_id="alice#work", payload=payload, confidence=0.7, method="rules",
        evidence=evidence,
    )  # fmt: skip
    create_proposals([made], now=me.now)


def _decide(me: Person, one: int, two: int) -> None:
    proposal = _pick(Proposal.objects.filter(status="open"), one)
    decision = Decision.ACCEPT if two % 3 else Decision.REJECT
    decide(me.caller, proposal.uid, decision, now=me.now)


def _state(me: Person, one: int, two: int) -> None:
    state = _pick(State.objects.filter(superseded_at=None), one)
    act = (state_close, state_hide, state_undo)[two % 3]
    act(me.caller, state.uid, now=me.now)


ACTS: dict[str, Callable[[Person, int, int], Any]] = {
    "save": _save,
    "edit": _edit,
    "link": _link,
    "relink": _relink,
    "split": _split,
    "merge": _merge,
    "rule": _rule,
    "propose": _propose,
    "decide": _decide,
    "state": _state,
    "hide": lambda me, one, _two: invalidate(me.caller, me.memory(one), now=me.now),
    "restore": lambda me, one, _two: restore(me.caller, me.memory(one), now=me.now),
    "unlink": lambda me, one, _two: unrelate(
        me.caller, _pick(MemoryLink.objects, one).pk, now=me.now
    ),
    "fold": lambda me, one, two: collapse(me.caller, me.memory(one), into=me.memory(two), now=me.now),
    "unfold": lambda me, one, _two: uncollapse(me.caller, me.memory(one), now=me.now),
    "move": lambda me, one, two: move(me.caller, me.memory(one), ("dev", "work")[two % 2], now=me.now),
    "forget": lambda me, one, _two: forget(me.caller, [me.memory(one)], confirm=True, now=me.now),
}  # fmt: skip
steps = st.lists(
    st.tuples(st.sampled_from([*ACTS, "undo", "undo", "save"]), number, number),
    min_size=6,
    max_size=20,
)


@RUNS
@given(played=steps)
def test_the_journal_tells_what_is_there_and_the_last_change_undoes(
    owner: Caller, played: list[tuple[str, int, int]]
) -> None:
    with transaction.atomic():
        me = Person(owner)
        for what, one, two in [("save", 0, 1), ("save", 2, 3), ("save", 1, 2), *played]:
            if what == "undo":
                me.undo_last()
            else:
                me.do(what, one, two)
        found = verify()
        assert found.differences == () and found.unknown == ()
        assert all(entry.action != Action.ACCESS for entry in Revision.objects.all())
        transaction.set_rollback(True)
