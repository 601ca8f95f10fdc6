"""Two hops: what the best candidates name leads to what else is known of it."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from core.caller import Caller
from memories import index
from memories.index.in_memory import rows
from memories.index.in_memory.documents import Snapshot
from memories.index.in_memory.rows import lexemes
from memories.schemas import SavedOut, SearchOut
from memories.search.candidates.second_hop import SeedHits, expand_from
from memories.search.query.parsing import terms_of

from .conftest import texts_of, whole

Save = Callable[..., SavedOut]
Find = Callable[..., SearchOut]
FILLER = [f"The heron stood by bridge {n} in the rain" for n in range(12)]


def led(view: Snapshot, query: str, *seeds: int, quota: int = 10) -> dict[int, tuple[float, int]]:
    """Return what seeds of the same strength lead to: share and seed by document."""
    likely = SeedHits(whole(*seeds), np.ones(len(seeds), dtype=np.float32))
    found = expand_from(view, likely, {term.number for term in terms_of(query)}, quota)
    columns = (found.documents.tolist(), found.shares.tolist(), found.seeds.tolist())
    return {document: (share, seed) for document, share, seed in zip(*columns, strict=True)}


@pytest.fixture
def stored(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Snapshot]:
    """Make a space whose words can be read again by item."""

    def _stored(*texts: str) -> Snapshot:
        view = texts_of(*texts)
        words = {2 * at: lexemes([text]) for at, text in enumerate(texts, 1)}
        monkeypatch.setattr(rows, "lexemes_of", lambda items: {i: words[i] for i in items})
        return view

    return _stored


def test_what_a_seed_names_leads_on(stored: Callable[..., Snapshot]) -> None:
    view = stored("The choir is led by Okonedo", "Okonedo was born in Leeds", *FILLER)
    assert led(view, "who leads the choir", 0).keys() == {1}


def test_what_was_asked_for_leads_nowhere(stored: Callable[..., Snapshot]) -> None:
    view = stored("The choir is led by Okonedo", "Another choir sings", *FILLER)
    assert led(view, "choir of Okonedo", 0) == {}


def test_common_words_lead_nowhere(stored: Callable[..., Snapshot]) -> None:
    view = stored("The choir met in the rain", *FILLER)
    assert led(view, "choir", 0) == {}


def test_seeds_and_what_is_known_are_no_bridges(stored: Callable[..., Snapshot]) -> None:
    view = stored("Okonedo leads the choir", "Okonedo sings in it", "Okonedo lives in Leeds")
    assert led(view, "choir", 0, 1).keys() == {2}
    states = SeedHits(whole(0), np.ones(1, dtype=np.float32))
    odd = replace(view, items=np.array(view.items) + 1)
    assert len(states.memories(odd, 3).documents) == 0


def test_the_stronger_seed_leads(stored: Callable[..., Snapshot]) -> None:
    view = stored("Okonedo leads the choir", "Okonedo paints", "Okonedo lives in Leeds", *FILLER)
    likely = SeedHits(whole(0, 1), np.array([1.0, 4.0], dtype=np.float32))
    found = expand_from(view, likely, set(), 10)
    assert found.seeds[found.documents.tolist().index(2)] == 1


@pytest.mark.django_db
def test_a_fact_about_somebody_another_memory_names(owner: Caller, save: Save, find: Find) -> None:
    first = save(owner, "無名塾の主宰者は仲代達矢だ。", pack="lifelog")
    second = save(owner, "仲代達矢は1932年12月13日に生まれた。", pack="lifelog")
    for n in range(20):
        save(owner, f"{n}番の店で昼を食べた。客は{n}人いた。", pack="lifelog")
    found = find(owner, "無名塾の主宰者の誕生日は？")
    ids = [hit.memory.id for hit in found.results]
    assert ids[0] == first.id and second.id in ids[:3]
    hit = found.results[ids.index(second.id)]
    assert "bridge" in {route.route for route in hit.explanation.routes}
    assert hit.score < found.results[0].score


@pytest.fixture
def words_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """By meaning everything in so small a space is a candidate."""
    monkeypatch.setattr(index, "has_vectors", lambda: False)


@pytest.mark.django_db
def test_a_hit_that_only_a_bridge_brought_names_its_way(
    owner: Caller, save: Save, find: Find, words_only: None
) -> None:
    save(owner, "The choir is led by Okonedo", pack="lifelog")
    second = save(owner, "Okonedo keeps bees", pack="lifelog")
    hit = next(hit for hit in find(owner, "choir").results if hit.memory.id == second.id)
    assert [route.route for route in hit.explanation.routes] == ["bridge"]
    assert hit.explanation.path == ["The choir is led by Okonedo", "Okonedo keeps bees"]


@pytest.mark.django_db
def test_it_stays_within_a_namespace(
    owner: Caller, save: Save, find: Find, words_only: None
) -> None:
    save(owner, "The choir is led by Okonedo", pack="work", namespace="other")
    save(owner, "Okonedo was born in Leeds", pack="work", namespace="mine")
    assert len(find(owner, "choir").results) == 2
    assert find(replace(owner, namespace="mine"), "choir").results == []
