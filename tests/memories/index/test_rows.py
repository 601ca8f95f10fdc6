"""The compact rows: change numbers that grow, what is new since then, and vectors in batches."""

import time
from collections.abc import Callable

import numpy as np
import pytest
from django.db import transaction

from core.caller import Caller
from memories import index
from memories.index.in_memory import rows
from memories.index.in_memory.columns import FACTS
from memories.index.in_memory.rows import Document, encode, lexeme
from memories.models import EmbeddingModel, ItemKind, ModelStatus, SearchDocument, VectorMetadata
from memories.schemas import SavedOut
from tests.memories.conftest import SaveAll, stored
from tests.memories.index.conftest import fact_rows

pytestmark = pytest.mark.django_db

Save = Callable[..., SavedOut]
HERE, THERE = "alice#work", "bob#work"


def changed(user_id: str, since: int) -> list[rows.Row]:
    return [row for batch in rows.changed_since(user_id, since) for row in batch]


def put(*item_ids: int, user_id: str = HERE, kind: ItemKind = ItemKind.MEMORY) -> None:
    facts = fact_rows({}).tobytes()
    rows.put([Document(pk, user_id, b"", facts, kind) for pk in item_ids])


def changes() -> list[int]:
    return sorted(SearchDocument.objects.values_list("change", flat=True))


def items(user_id: str = HERE, since: int = 0) -> list[tuple[int, bool]]:
    return [(row.item, row.is_findable) for row in changed(user_id, since)]


def test_numbers_of_items() -> None:
    assert encode(7) == 14 and encode(7, ItemKind.STATE) == 15
    put(7)
    put(7, kind=ItemKind.STATE)
    assert items() == [(14, True), (15, True)]


def test_change_numbers_grow_with_every_write() -> None:
    put(1, 2, 3)
    first = changes()
    assert len(set(first)) == 3
    put(2)
    rows.remove([1])
    head = rows.heads([HERE])[HERE].change
    assert items(since=first[-1]) == [(4, True), (2, False)]
    assert items(since=head) == []


def test_change_numbers_grow_though_the_clock_goes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    put(1)
    monkeypatch.setattr(time, "time_ns", lambda: 1_000)
    put(2)
    rows.remove([1])
    assert items() == [(4, True), (2, False)]


def test_a_number_that_was_rolled_back_is_not_met_again() -> None:
    put(1)
    with transaction.atomic():
        put(2)
        lost = changes()[-1]
        transaction.set_rollback(True)
    put(3)
    assert lost not in changes() and changes()[-1] > lost
    assert items() == [(2, True), (6, True)]


def test_a_removed_item_leaves_an_empty_row() -> None:
    put(1)
    rows.remove([1, 99])
    row = changed(HERE, 0)[0]
    assert (row.is_findable, row.lexemes, row.facts) == (False, b"", b"")
    assert SearchDocument.objects.count() == 1
    put(1)
    assert items() == [(2, True)]


def test_spaces_apart() -> None:
    put(1)
    put(2, user_id=THERE)
    assert items() == [(2, True)] and items(THERE) == [(4, True)]
    assert items("carol#work") == []
    heads = rows.heads([HERE, THERE, "carol#work"])
    assert heads[THERE].change > heads[HERE].change > heads["carol#work"].change == 0


def test_a_saved_memory_is_a_row(owner: Caller, save: Save) -> None:
    saved = stored(
        save(owner, "the heron", title="At the pond", tags=["birds"], pack="work", context="Lake",
             entities=[{"name": "田中", "type": "Person"}])
    )  # fmt: skip
    (row,) = changed("alice#work", 0)
    assert row.item == encode(saved.pk)
    words = set(np.frombuffer(row.lexemes, dtype="<u4").tolist())
    assert {lexeme(word) for word in ("heron", "pond", "birds", "lake", "田中")} <= words
    assert np.frombuffer(row.facts, dtype=FACTS)["said_at"][0] == saved.created_at.timestamp()


class TestVectors:
    @pytest.fixture
    def model(self) -> EmbeddingModel:
        return EmbeddingModel.objects.get(status=ModelStatus.ACTIVE)

    @pytest.fixture(autouse=True)
    def memories(self, owner: Caller, save: Save) -> None:
        parts = ("今日の天気は晴れでした。", "祖母は富士山に登った。", "明日は雨らしい。")
        long = "\n\n".join(part * 30 for part in parts)
        for text in ("the heron", long, "the pond", long + "。"):
            save(owner, text, pack="work")
        save(owner, "elsewhere", pack="dev")

    def ids(self, user_id: str = "alice#work") -> list[int]:
        found = VectorMetadata.objects.filter(user_id=user_id).order_by("pk")
        return list(found.values_list("pk", flat=True))

    @pytest.mark.parametrize("batch", [1, 2, 3, 10_000])
    def test_all_in_order_with_an_items_pieces_together(
        self, model: EmbeddingModel, batch: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(rows, "VECTOR_BATCH", batch)
        batches = list(rows.vectors_after(model.table_name, "alice#work", model.pk, 0))
        assert np.concatenate([read.ids for read in batches]).tolist() == self.ids()
        in_batches = [set(read.items.tolist()) for read in batches]
        assert len(set.union(*in_batches)) == sum(len(found) for found in in_batches) == 4
        assert len(self.ids()) > 4

    def test_after_an_id(self, model: EmbeddingModel) -> None:
        *_, before, last = self.ids()
        (read,) = rows.vectors_after(model.table_name, "alice#work", model.pk, before)
        assert read.ids.tolist() == [last]
        assert list(rows.vectors_after(model.table_name, "alice#work", model.pk, last)) == []
        assert rows.heads(["alice#work"])["alice#work"].vector_id == last

    def test_as_stored(self, model: EmbeddingModel) -> None:
        read = next(rows.vectors_after(model.table_name, "alice#work", model.pk, 0))
        first, vector = int(read.ids[0]), read.values[0]
        assert read.values.shape == (len(read), model.dimension)
        assert np.linalg.norm(vector) == pytest.approx(1.0, abs=1e-3)
        stored = rows.exact_vectors(model.table_name, [first, 10**9])
        assert stored == {first: vector.tobytes()}
        assert rows.exact_vectors(model.table_name, []) == {}


def test_rebuilding_writes_every_row_anew(owner: Caller, save_all: SaveAll) -> None:
    save_all(owner, [f"line {n}" for n in range(5)], pack="work")
    before = changed("alice#work", 0)
    index.rebuild()
    after = changed("alice#work", before[-1].change)
    assert [(row.item, row.lexemes) for row in after] == [(row.item, row.lexemes) for row in before]
