"""Small spaces are joined for a search, which sees the same as in each of them."""

from collections.abc import Callable, Iterator

import numpy as np
import pytest

from core.caller import Caller
from memories.index.in_memory import joined as joining
from memories.index.in_memory.rows import lexeme
from memories.index.in_memory.space import SpaceCache
from memories.index.in_memory.views import SpaceView
from memories.models import EmbeddingModel, ModelStatus
from memories.schemas import MemoryInput, MemoryPatch, SavedOut
from memories.services.forget import forget
from memories.services.save import remember_batch
from memories.services.update import invalidate, revise
from tests.memories.conftest import stored

Save = Callable[..., SavedOut]
WORK, DEV, LIFE = SPACES = ["alice#work", "alice#dev", "alice#lifelog"]
WORDS = ("heron", "kingfisher", "pond", "weir", "otter")

pytestmark = pytest.mark.django_db


@pytest.fixture
def holder() -> SpaceCache:
    return SpaceCache()


@pytest.fixture
def owner_of_three(owner: Caller) -> Caller:
    """Return a caller whose three packs hold notes and parts of a conversation."""
    texts = ["the heron at the pond", "a kingfisher", "an otter, and the heron again", "the weir"]
    for pack in ("work", "dev", "lifelog"):
        turns = [
            MemoryInput(text=f"{text} ({pack})", pack=pack, session_id="walk", speaker="Mia")
            for text in texts
        ]
        note = MemoryInput(text=f"the pond of {pack}", pack=pack)
        remember_batch(owner, [*turns, note], wait=True)
    return owner


def views(holder: SpaceCache) -> tuple[list[SpaceView], list[SpaceView]]:
    """Return the three spaces by themselves, and as a search sees them."""
    model = EmbeddingModel.objects.get(status=ModelStatus.ACTIVE)
    return holder.views(SPACES, model), holder.joined_views(SPACES, model)


def holding(seen: SpaceView, word: str) -> set[int]:
    found = seen.documents.postings.find(lexeme(word))
    return set(seen.documents.items[found[seen.documents.is_live[found]]].tolist())


def counts(seen: SpaceView, word: str) -> list[int]:
    return seen.documents.postings.counts_of(lexeme(word)).tolist()


def successions(seen: SpaceView) -> set[tuple[int, int]]:
    """Return which item comes after which in a conversation."""
    items, after = seen.documents.items, seen.documents.after
    live = np.flatnonzero(seen.documents.is_live & (after >= 0))
    return {(int(items[at]), int(items[after[at]])) for at in live}


def owners(seen: SpaceView) -> dict[int, str]:
    live = np.flatnonzero(seen.documents.is_live).tolist()
    return {int(seen.documents.items[at]): seen.owner_of(at) for at in live}


def products(seen: SpaceView) -> dict[int, float]:
    """Return the product of each living item's vector with one query."""
    assert seen.vectors is not None
    query = np.linspace(-1, 1, 512, dtype=np.float32)[:, np.newaxis]
    items = seen.documents.items[seen.documents.is_live]
    at, places = seen.vectors.places(items)
    values = seen.vectors.products(query, places)[:, 0]
    return dict(zip(items[at].tolist(), values.round(5).tolist(), strict=True))


def assert_same(parts: list[SpaceView], together: SpaceView) -> None:
    for word in WORDS:
        assert holding(together, word) == set().union(*(holding(part, word) for part in parts))
        assert sorted(counts(together, word)) == sorted(
            count for part in parts for count in counts(part, word)
        )
    assert successions(together) == set().union(*map(successions, parts))
    for read in (owners, products):
        held = [read(part) for part in parts]
        assert read(together) == {item: value for each in held for item, value in each.items()}
    items = together.documents.items[together.documents.is_live]
    assert together.documents.items[together.documents.positions(items)].tolist() == items.tolist()
    assert together.user_ids == tuple(user_id for part in parts for user_id in part.user_ids)


def test_a_joined_view_holds_what_its_spaces_hold(
    owner_of_three: Caller, holder: SpaceCache
) -> None:
    parts, (together,) = views(holder)
    assert len(together.documents) == sum(len(part.documents) for part in parts) > 12
    assert_same(parts, together)


def test_it_is_kept_until_a_space_changes(
    owner_of_three: Caller, holder: SpaceCache, save: Save
) -> None:
    _, (first,) = views(holder)
    _, (again,) = views(holder)
    assert again is first
    save(owner_of_three, "a heron of today", pack="dev")
    parts, (later,) = views(holder)
    assert later is not first
    assert_same(parts, later)


@pytest.mark.parametrize("how", ["changed", "moved", "hidden", "forgotten"])
def test_whatever_happens_to_a_memory(
    owner_of_three: Caller, holder: SpaceCache, save: Save, how: str
) -> None:
    saved = save(owner_of_three, "the otter at the weir", pack="work")
    item = 2 * stored(saved).pk
    _, (before,) = views(holder)
    assert owners(before)[item] == WORK
    if how == "changed":
        revise(owner_of_three, saved.id, MemoryPatch(text="a pond"))
    elif how == "moved":
        revise(owner_of_three, saved.id, MemoryPatch(pack="dev"))
    elif how == "hidden":
        invalidate(owner_of_three, saved.id)
    else:
        forget(owner_of_three, [saved.id], confirm=True)
    parts, (after,) = views(holder)
    assert_same(parts, after)
    expected = {"changed": WORK, "moved": DEV}
    assert owners(after).get(item) == expected.get(how)


class TestSize:
    @pytest.fixture(autouse=True)
    def few(self, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
        monkeypatch.setattr(joining, "MOST_JOINED", 25)
        yield

    def test_a_large_space_stays_alone(
        self, owner_of_three: Caller, holder: SpaceCache, save: Save
    ) -> None:
        for number in range(8):
            save(owner_of_three, f"the pond, day {number}", pack="dev")
        _, (large, together) = views(holder)
        assert large.user_ids == (DEV,)
        assert together.user_ids == (WORK, LIFE)

    def test_one_space_is_not_copied(self, owner_of_three: Caller, holder: SpaceCache) -> None:
        (alone,) = holder.joined_views([WORK], None)
        assert alone.user_ids == (WORK,)
        assert not holder._joined


def test_erased_spaces_are_dropped_with_their_joined_views(
    owner_of_three: Caller, holder: SpaceCache
) -> None:
    views(holder)
    assert list(holder._joined) == [tuple(SPACES)]
    holder.forget([DEV])
    assert not holder._joined
