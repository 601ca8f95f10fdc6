"""Spaces in memory: caught up before each search, gone back with the file, few enough to fit."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from django.db import connection
from pytest_django import Settings

from core.caller import Caller
from memories import index
from memories.index.in_memory import space as holding
from memories.index.in_memory.rows import lexeme
from memories.index.in_memory.space import SpaceCache
from memories.index.in_memory.views import SpaceView
from memories.models import EmbeddingModel, Memory, ModelStatus, SearchDocument
from memories.schemas import MemoryInput, MemoryPatch, SavedOut
from memories.services.forget import forget
from memories.services.save import remember
from memories.services.update import invalidate, restore, revise
from tests.memories.conftest import SaveAll, UseFile, stored

Save = Callable[..., SavedOut]
SPACE = "alice#work"


@pytest.fixture
def holder() -> SpaceCache:
    return SpaceCache()


def view(holder: SpaceCache, user_id: str = SPACE) -> SpaceView:
    """Return a space as a search would see it now, vectors included."""
    model = EmbeddingModel.objects.get(status=ModelStatus.ACTIVE)
    return holder.views([user_id], model)[0]


def holding_word(seen: SpaceView, word: str) -> set[int]:
    """Return the ids of the memories that hold a word."""
    documents = seen.documents.postings.find(lexeme(word))
    alive = documents[seen.documents.is_live[documents]]
    return {item // 2 for item in seen.documents.items[alive].tolist()}


def with_vectors(seen: SpaceView) -> set[int]:
    """Return the ids of the memories with a vector that may be found."""
    assert seen.vectors is not None
    items = np.arange(2, 2_000, 2)
    owners, _ = seen.vectors.places(items)
    return {item // 2 for item in items[owners].tolist()}


def order(seen: SpaceView) -> list[int]:
    """Return the ids of the living documents, by what stands after what."""
    documents = seen.documents
    firsts = [at for at in np.flatnonzero(documents.is_live) if documents.before[at] < 0]
    told = []
    for at in firsts:
        while at >= 0:
            told.append(int(documents.items[at]))
            at = int(documents.after[at])
    return told


def what_is_held(seen: SpaceView) -> list[object]:
    words = [holding_word(seen, word) for word in ("heron", "kingfisher", "pond", "3")]
    return [*words, with_vectors(seen), order(seen)]


@pytest.mark.django_db
class TestCatchingUp:
    def test_what_is_saved_in_between(self, owner: Caller, save: Save, holder: SpaceCache) -> None:
        assert len(view(holder).documents) == 0
        first = stored(save(owner, "the heron", pack="work")).pk
        assert holding_word(view(holder), "heron") == with_vectors(view(holder)) == {first}
        second = stored(save(owner, "another heron", pack="work")).pk
        save(owner, "a heron elsewhere", pack="dev")
        assert holding_word(view(holder), "heron") == with_vectors(view(holder)) == {first, second}

    def test_what_is_changed(self, owner: Caller, save: Save, holder: SpaceCache) -> None:
        saved = save(owner, "the heron", pack="work")
        pk, before = stored(saved).pk, view(holder)
        assert before.vectors is not None
        revise(owner, saved.id, MemoryPatch(text="the kingfisher"))
        after = view(holder)
        assert holding_word(after, "heron") == set()
        assert holding_word(after, "kingfisher") == {pk}

    @pytest.mark.parametrize("how", ["hidden", "forgotten"])
    def test_what_is_taken_out(
        self, owner: Caller, save: Save, holder: SpaceCache, how: str
    ) -> None:
        kept = stored(save(owner, "a heron that stays", pack="work")).pk
        saved = save(owner, "the secret heron", pack="work")
        gone = stored(saved).pk
        assert with_vectors(view(holder)) == {kept, gone}
        if how == "hidden":
            invalidate(owner, saved.id)
        else:
            forget(owner, [saved.id], confirm=True)
        seen = view(holder)
        assert holding_word(seen, "heron") == with_vectors(seen) == {kept}
        assert seen.vectors is not None and seen.vectors._exact is not None
        at = seen.vectors.items.tolist().index(2 * gone)
        assert not next(seen.vectors._exact.restored())[at].any()

    def test_what_is_shown_again(self, owner: Caller, save: Save, holder: SpaceCache) -> None:
        saved = save(owner, "the heron", pack="work")
        pk = stored(saved).pk
        view(holder)
        invalidate(owner, saved.id)
        assert holding_word(view(holder), "heron") == set()
        restore(owner, saved.id)
        assert holding_word(view(holder), "heron") == {pk}

    def test_a_rebuild_changes_nothing(
        self, owner: Caller, save_all: SaveAll, holder: SpaceCache
    ) -> None:
        save_all(owner, ["a heron", "the pond", "heron at the pond"], pack="work", session_id="s")
        before = what_is_held(view(holder))
        index.rebuild()
        seen = view(holder)
        assert what_is_held(seen) == what_is_held(view(SpaceCache())) == before
        assert int(seen.documents.is_live.sum()) == 3

    def test_a_space_read_late_is_like_one_kept_up(
        self, owner: Caller, save: Save, holder: SpaceCache
    ) -> None:
        for number in range(6):
            saved = save(owner, f"heron {number}", pack="work", session_id="s")
            view(holder)
            if number % 2:
                revise(owner, saved.id, MemoryPatch(text=f"kingfisher {number}"))
        kept = view(holder)
        assert what_is_held(kept) == what_is_held(view(SpaceCache()))
        assert with_vectors(kept) == set(Memory.objects.values_list("pk", flat=True))

    def test_without_a_model_there_are_no_vectors(
        self, owner: Caller, save: Save, holder: SpaceCache
    ) -> None:
        save(owner, "the heron", pack="work")
        (seen,) = holder.views([SPACE], None)
        assert seen.vectors is None and len(seen.documents) == 1
        assert view(holder).vectors is not None

    def test_an_older_database_is_read_anew(
        self, owner: Caller, save: Save, holder: SpaceCache
    ) -> None:
        first = stored(save(owner, "the heron", pack="work")).pk
        second = stored(save(owner, "a heron of today", pack="work"))
        assert holding_word(view(holder), "heron") == {first, second.pk}
        SearchDocument.objects.filter(item_id=second.pk).delete()
        second.delete()
        seen = view(holder)
        assert holding_word(seen, "heron") == with_vectors(seen) == {first}
        assert len(seen.documents) == 1


@pytest.mark.django_db
class TestRoom:
    @pytest.fixture(autouse=True)
    def memories(self, owner: Caller, save: Save) -> None:
        for pack in ("work", "dev", "lifelog"):
            save(owner, f"heron of {pack}", pack=pack)

    @pytest.fixture
    def megabyte(self, monkeypatch: pytest.MonkeyPatch, settings: Settings) -> int:
        """Make a megabyte so small that two spaces with their words fill it, but not three."""
        filled = SpaceCache()
        filled.views(["alice#work", "alice#dev"], None)
        monkeypatch.setattr(holding, "MEGABYTE", filled.statistics().bytes_held + 10)
        settings.SEARCH_INDEX_MB = 1
        return 1

    def test_the_least_used_leaves_first(self, holder: SpaceCache, megabyte: int) -> None:
        for pack in ("work", "dev", "work", "lifelog"):
            holder.views([f"alice#{pack}"], None)
        assert set(holder._spaces) == {"alice#work", "alice#lifelog"}
        counted = holder.statistics()
        assert (counted.spaces, counted.documents) == (2, 2)
        assert (counted.hits, counted.misses) == (1, 3)
        assert 0 < counted.bytes_held <= holding.MEGABYTE

    def test_what_one_search_needs_stays(self, holder: SpaceCache, megabyte: int) -> None:
        all_three = [f"alice#{pack}" for pack in ("work", "dev", "lifelog")]
        assert [len(seen.documents) for seen in holder.views(all_three, None)] == [1, 1, 1]
        assert len(holder._spaces) == 3
        holder.views(all_three[:1], None)
        assert "alice#work" in holder._spaces and len(holder._spaces) == 2

    def test_a_space_that_left_is_read_again(self, holder: SpaceCache, megabyte: int) -> None:
        for pack in ("work", "dev", "lifelog", "work"):
            assert len(holder.views([f"alice#{pack}"], None)[0].documents) == 1
        holder.forget_all()
        assert holder.statistics().bytes_held == 0
        assert len(holder.views([SPACE], None)[0].documents) == 1

    def test_a_space_that_nobody_asks_for_is_dropped(self, holder: SpaceCache) -> None:
        for pack in ("work", "dev"):
            holder.views([f"alice#{pack}"], None)
        holder._spaces[SPACE].used_at -= 90
        holder.forget_unused(60)
        assert list(holder._spaces) == ["alice#dev"]
        assert len(holder.views([SPACE], None)[0].documents) == 1


class TestOtherConnections:
    @pytest.fixture(autouse=True)
    def file(self, migrated: object) -> object:
        return migrated

    @pytest.fixture
    def elsewhere(self) -> Iterator[Callable[..., Any]]:
        """Run something in a thread with a connection of its own, and wait for it."""
        with ThreadPoolExecutor(1) as threads:
            yield lambda work: threads.submit(work).result(timeout=30)
            threads.submit(lambda: connection.close()).result(timeout=30)

    def test_their_commits_are_seen(
        self, holder: SpaceCache, elsewhere: Callable[..., Any]
    ) -> None:
        alice = Caller(base_user="alice")
        assert len(view(holder).documents) == 0
        given = MemoryInput(text="the heron", pack="work")
        saved = elsewhere(lambda: remember(alice, given, wait=True))
        pk = stored(saved).pk
        assert holding_word(view(holder), "heron") == with_vectors(view(holder)) == {pk}
        elsewhere(lambda: forget(alice, [saved.id], confirm=True))
        assert holding_word(view(holder), "heron") == with_vectors(view(holder)) == set()

    def test_many_threads_search_and_write_at_once(self, holder: SpaceCache) -> None:
        alice = Caller(base_user="alice")

        def write_and_search(number: int) -> bool:
            try:
                given = MemoryInput(text=f"heron n{number}", pack="work", session_id="s")
                pk = stored(remember(alice, given)).pk
                return pk in holding_word(view(holder), "heron")
            finally:
                connection.close()

        with ThreadPoolExecutor(4) as threads:
            assert all(threads.map(write_and_search, range(24)))
        assert len(holding_word(view(holder), "heron")) == 24
        assert len(order(view(holder))) == 24
        assert order(view(holder)) == order(view(SpaceCache()))


def test_another_file_is_another_database(
    migrated: object, use_file: UseFile, tmp_path: Any, migrated_file: Any, holder: SpaceCache
) -> None:
    """The copy from before a save is searched as it is, as after going back to a backup."""
    alice = Caller(base_user="alice")
    remember(alice, MemoryInput(text="the heron", pack="work"), wait=True)
    assert len(holding_word(view(holder), "heron")) == 1
    (tmp_path / "older.sqlite3").write_bytes(migrated_file.read_bytes())
    use_file("older.sqlite3")
    seen = view(holder)
    assert len(seen.documents) == 0 and with_vectors(seen) == set()
