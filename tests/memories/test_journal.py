"""Tables are the truth, the journal explains them: replaying it gives the same memories."""

import json
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.db import DatabaseError, connection, transaction
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    initialize,
    invariant,
    multiple,
    rule,
    run_state_machine_as_test,
)

from accounts.services.users import user_create
from core.caller import Caller
from core.journal import described, snapshot
from core.models import Action, Revision
from graph.models import MemoryLink
from memories.models import Memory
from memories.schemas import BatchInput, LinkInput, MemoryPatch, SearchInput, parsed
from memories.services.forget import forget
from memories.services.save import remember_batch
from memories.services.search import recall
from memories.services.update import invalidate, relate, restore, revise, unrelate
from tests.depth import depth
from tests.memories.conftest import NOW

pytestmark = pytest.mark.django_db

# Kept without a revision: recomputed from the rest (SPEC §12.3).
RECOMPUTED = {"decay_score", "last_used_at"}


def replayed(target_type: str) -> dict[str, dict[str, Any]]:
    """Return the rows that the journal says there are, by the id it gives them."""
    rows: dict[str, dict[str, Any]] = {}
    for revision in Revision.objects.order_by("id"):
        if revision.action == Action.ACCESS and target_type == "memory":
            for uid in revision.after["memories"]:
                if uid in rows:
                    rows[uid]["usage_count"] += 1
        elif revision.target_type == target_type:
            _apply(rows, revision)
    return rows


def _apply(rows: dict[str, dict[str, Any]], revision: Revision) -> None:
    key = revision.target_id
    if revision.action in (Action.DELETE, Action.ERASE):
        rows.pop(key, None)
    elif revision.erased_at is None:
        if revision.action != Action.CREATE:
            _check_before(rows[key], revision)
        rows[key] = {**rows.get(key, {}), **(revision.after or {})}


def _check_before(row: dict[str, Any], revision: Revision) -> None:
    """What a revision replaced is what the journal said until then."""
    assert revision.before is not None
    for name, value in revision.before.items():
        assert name in RECOMPUTED or row[name] == value, name


def current_memories() -> dict[str, dict[str, Any]]:
    rows = Memory.objects.prefetch_related("tags")
    return {str(row.uid): described(row) for row in rows}


def current_links() -> dict[str, dict[str, Any]]:
    return {str(row.pk): snapshot(row) for row in MemoryLink.objects.all()}


def comparable(rows: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {
        key: {name: value for name, value in row.items() if name not in RECOMPUTED}
        for key, row in rows.items()
    }


words = st.sampled_from(["heron", "osprey", "会議", "田中さん", "E12-X", "はい"])
sentences = st.lists(words, min_size=1, max_size=4).map(" ".join)
tag_lists = st.lists(st.sampled_from(["a", "b", "会議"]), max_size=3)
saves = st.fixed_dictionaries(
    {"text": sentences},
    optional={
        "tags": tag_lists,
        "context": words,
        "speaker": st.sampled_from(["田中", "佐藤"]),
        "session_id": st.sampled_from(["s", "t"]),
        "pinned": st.booleans(),
        "pack": st.sampled_from(["work", "dev"]),
        "created_at": st.integers(0, 5000).map(lambda m: NOW - timedelta(minutes=m)),
    },
)
patches = st.fixed_dictionaries(
    {"importance": st.sampled_from([0.1, 0.5, 1.0])},
    optional={
        "text": sentences,
        "tags": tag_lists,
        "context": st.none() | words,
        "searchable": st.booleans(),
        "speaker": words,
        "extra_data": st.dictionaries(words, st.integers()),
    },
)


class Journal(RuleBasedStateMachine):
    """One person saves, changes, hides, links, searches and forgets in any order."""

    memories: Bundle[UUID] = Bundle("memories")
    links: Bundle[int] = Bundle("links")

    @initialize()
    def start(self) -> None:
        self.savepoint = transaction.savepoint()
        user_create(name="alice")
        self.caller = Caller(base_user="alice")
        self.now = NOW

    def later(self) -> Any:
        self.now += timedelta(seconds=90)
        return self.now

    def teardown(self) -> None:
        """Every run starts from an empty database."""
        transaction.savepoint_rollback(self.savepoint)

    @rule(target=memories, items=st.lists(saves, min_size=1, max_size=4))
    def save(self, items: list[dict[str, Any]]) -> Any:
        batch = parsed(BatchInput, {"memories": items}).memories
        saved = remember_batch(self.caller, batch, now=self.later()).results
        return multiple(*(row.id for row in saved if row.action == "created"))

    @rule(uid=memories, fields=patches)
    def change(self, uid: UUID, fields: dict[str, Any]) -> None:
        revise(self.caller, uid, parsed(MemoryPatch, fields), now=self.later())

    @rule(uid=memories)
    def hide(self, uid: UUID) -> None:
        invalidate(self.caller, uid, now=self.later())

    @rule(uid=memories)
    def bring_back(self, uid: UUID) -> None:
        restore(self.caller, uid, now=self.later())

    @rule(target=links, one=memories, two=memories, kind=st.sampled_from(["supports", "related"]))
    def link(self, one: UUID, two: UUID, kind: str) -> Any:
        if one == two:
            return multiple()
        return relate(self.caller, one, LinkInput(target_id=two, type=kind), now=self.later()).id

    @rule(link=consumes(links))
    def unlink(self, link: int) -> None:
        if MemoryLink.objects.filter(pk=link).exists():
            unrelate(self.caller, link, now=self.later())

    @rule(query=words)
    def search(self, query: str) -> None:
        recall(self.caller, SearchInput(query=query, mode="keyword"), now=self.later())

    @rule(uid=consumes(memories))
    def erase(self, uid: UUID) -> None:
        if Memory.objects.filter(uid=uid).exists():
            forget(self.caller, [uid], confirm=True, now=self.later())

    @invariant()
    def the_journal_tells_what_is_there(self) -> None:
        assert comparable(replayed("memory")) == comparable(current_memories())
        links = replayed("memorylink")
        present = current_links()
        # Links go with a forgotten memory: their own entries are erased, not repeated.
        assert {key: links[key] for key in present} == present
        assert not [key for key in links.keys() - present.keys() if _ends_exist(links[key])]


def _ends_exist(link: dict[str, Any]) -> bool:
    ends = {link["src_memory_id"], link["dst_memory_id"]}
    return Memory.objects.filter(pk__in=ends).count() == len(ends)


@pytest.mark.deep
def test_replaying_the_journal_gives_the_tables() -> None:
    run_state_machine_as_test(
        Journal,
        settings=settings(
            max_examples=depth(8, 25),
            stateful_step_count=15,
            suppress_health_check=list(HealthCheck),
        ),
    )


class TestAppendOnly:
    @pytest.fixture(autouse=True)
    def one_entry(self, owner: Caller) -> None:
        remember_batch(owner, parsed(BatchInput, {"memories": [{"text": "x"}]}).memories)

    @pytest.mark.parametrize(
        "sql",
        [
            "UPDATE revisions SET reason = 'other'",
            "UPDATE revisions SET after = NULL",
            "UPDATE revisions SET actor = 'x', erased_at = created_at, before = NULL, after = NULL",
            "DELETE FROM revisions",
            "REPLACE INTO revisions SELECT * FROM revisions",
        ],
    )
    def test_the_database_refuses(self, sql: str) -> None:
        before = list(Revision.objects.values())
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(sql)
        assert list(Revision.objects.values()) == before

    def test_an_entry_is_complete(self, owner: Caller) -> None:
        entry = Revision.objects.get(target_type="memory")
        memory = Memory.objects.get()
        assert entry.after == described(memory) and entry.before is None
        assert (entry.actor, entry.user_id, entry.target_id) == (
            "owner",
            memory.user_id,
            str(memory.uid),
        )
        assert json.dumps(entry.after)
