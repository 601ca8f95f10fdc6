"""What a run keeps of its steps: numbers, never texts; and only for those who may see them."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from core.caller import Caller
from memories.models import Memory, RetrievalRun
from memories.schemas import LinkInput, SavedOut, SearchOut
from memories.schemas.search.trace import TraceOut
from memories.search import log
from memories.search.explain import stored_traces
from memories.search.explain.stored_traces import MOST_BYTES, trace_of
from memories.services.explaining import explained
from memories.services.forget import forget
from memories.services.update import invalidate, relate
from tests.memories.conftest import SaveAll

pytestmark = pytest.mark.django_db

Save = Callable[..., SavedOut]
Find = Callable[..., SearchOut]


def traced(caller: Caller, found: SearchOut) -> TraceOut:
    """Return the trace of a search as its caller sees it."""
    _run, trace = explained(caller, found.run_id)
    assert trace is not None
    return trace


def stored() -> dict[str, Any]:
    """Return the stored trace of the only search."""
    log.flush()
    trace = trace_of(RetrievalRun.objects.get())
    assert trace is not None
    return trace


@pytest.fixture
def herons(owner: Caller, save_all: SaveAll) -> None:
    texts = [f"The heron stood by bridge {n} in the rain" for n in range(12)]
    save_all(owner, [*texts, "Something else entirely"], pack="work")


def test_a_search_is_kept_step_by_step(owner: Caller, herons: None, find: Find) -> None:
    trace = traced(owner, find(owner, "heron bridge", limit=5))
    assert [word.word for word in trace.asked.words] == ["heron", "bridge"]
    assert sum(word.share for word in trace.asked.words) == pytest.approx(1, abs=0.01)
    route = next(row for row in trace.routes if row.route == "words" and row.pack == "work")
    assert (route.found, route.is_full) == (12, False) and route.best >= route.least
    assert (trace.counts.shown, trace.counts.limit) == (5, 5)
    first = trace.candidates[0]
    assert (first.fate, first.place) == ("shown", 1) and first.score and first.relevance
    assert first.sum == pytest.approx(sum(first.shares.values()), abs=0.001)
    assert first.features["words"] > 0 and first.title.startswith("The heron")
    ranks = {place.route: place.rank for place in first.routes}
    assert ranks["words"] == 1
    assert {row.fate for row in trace.candidates} == {"shown", "limit"}


def test_it_is_in_the_order_of_the_answer(owner: Caller, herons: None, find: Find) -> None:
    found = find(owner, "heron bridge", limit=5)
    shown = [row for row in traced(owner, found).candidates if row.fate == "shown"]
    assert [row.id for row in shown] == [hit.memory.id for hit in found.results]
    assert [row.score for row in shown] == pytest.approx(
        [hit.score for hit in found.results], abs=0.0001
    )


def test_it_says_what_was_asked_for(owner: Caller, save: Save, find: Find) -> None:
    people = [{"name": "田中太郎", "type": "Person", "aliases": ["田中"]}]
    save(owner, "型番はABC-1234です", pack="work", speaker="田中", entities=people)
    asked = traced(owner, find(owner, "田中さんは去年の夏、いつABC-1234と言った？")).asked
    assert asked.speakers == ["田中"] and asked.entities == ["田中"]
    assert asked.identifiers == ["abc-1234"] or asked.identifiers == ["ABC-1234"]
    assert asked.asks_when and [time.text for time in asked.times] == ["去年の夏"]


def test_links_and_folding_are_told(owner: Caller, save: Save, find: Find) -> None:
    near = save(owner, "The heron stood by the bridge", pack="work")
    linked = save(owner, "納豆と味噌汁の朝ごはん", pack="work")
    save(owner, "the heron, stood by the bridge!", pack="work", session_id="another")
    relate(owner, near.id, LinkInput(target_id=linked.id, type="supports"))
    trace = traced(owner, find(owner, "heron"))
    by_id = {row.id: row for row in trace.candidates}
    assert by_id[linked.id].links == 1 and by_id[linked.id].linked_from is not None
    folded = [row for row in trace.candidates if row.fate == "folded"]
    assert len(folded) == trace.counts.folded == 1 and folded[0].place == 1


def test_no_text_is_kept_and_it_stays_small(owner: Caller, save_all: SaveAll, find: Find) -> None:
    texts = [f"secretly heron number {n} of the bridge, marker{n}" for n in range(160)]
    save_all(owner, texts, pack="work", session_id="s")
    find(owner, "heron bridge", limit=100)
    trace = stored()
    assert len(RetrievalRun.objects.get().trace or b"") <= MOST_BYTES
    assert len(trace["items"]) >= 20
    assert "heron" not in json.dumps(trace) and "marker" not in json.dumps(trace)


def test_an_ordinary_search_leaves_little(owner: Caller, herons: None, find: Find) -> None:
    find(owner, "heron bridge")
    log.flush()
    run = RetrievalRun.objects.get()
    kept = [run.trace or b"", *map(json.dumps, (run.selected, run.plan, run.candidates, run.packs))]
    assert sum(map(len, kept)) < 2_000


def test_what_is_stored_is_what_was_found(owner: Caller, herons: None, find: Find) -> None:
    found = find(owner, "heron bridge", limit=5)
    trace = stored()
    assert trace["fates"][:5] == ["shown"] * 5 and trace["places"][:5] == [1, 2, 3, 4, 5]
    scores = [hit.score for hit in found.results]
    assert trace["scores"]["final"][:5] == pytest.approx(scores, abs=0.0001)


def test_later_memories_change_no_past_answer(owner: Caller, save: Save, find: Find) -> None:
    first = save(owner, "The heron stood by the bridge", pack="work")
    found = find(owner, "heron")
    log.flush()
    before = traced(owner, found)
    assert before.changed == 0 and before.is_complete
    RetrievalRun.objects.update(created_at=timezone.now() + timedelta(minutes=1))
    later = save(owner, "A heron again", pack="work")
    after = traced(owner, found)
    assert after.changed == 1
    assert [(row.id, row.fate, row.score) for row in after.candidates] == [
        (first.id, "shown", before.candidates[0].score),
        (later.id, "only_now", after.candidates[1].score),
    ]


def test_what_was_asked_and_is_erased_is_not_made_again(
    owner: Caller, herons: None, find: Find
) -> None:
    found = find(owner, "heron bridge", limit=5)
    log.flush()
    RetrievalRun.objects.update(query="")
    trace = traced(owner, found)
    assert not trace.is_complete and trace.changed is None and trace.asked.words == []
    assert [row.fate for row in trace.candidates] == ["shown"] * 5


def test_a_search_without_words_has_one_too(owner: Caller, save: Save, find: Find) -> None:
    save(owner, "kept", pack="work", tags=["t"])
    trace = traced(owner, find(owner, filters={"tags": "t"}))
    assert [row.fate for row in trace.candidates] == ["shown"] and trace.asked.words == []


def test_a_filter_says_how_much_it_left(owner: Caller, herons: None, find: Find) -> None:
    find(owner, "heron", filters={"tags": "none"})
    trace = traced(
        owner, find(owner, "heron", filters={"pack": "work", "created_after": "2000-01-01"})
    )
    spaces = {space.pack: (space.memories, space.allowed) for space in trace.spaces}
    assert spaces["work"] == (13, 13)


def test_what_is_hidden_later_is_not_told(owner: Caller, herons: None, find: Find) -> None:
    found = find(owner, "heron bridge", limit=5)
    gone = found.results[0].memory.id
    assert gone in {row.id for row in traced(owner, found).candidates}
    invalidate(owner, gone)
    assert gone not in {row.id for row in traced(owner, found).candidates}


def test_what_is_forgotten_leaves_the_trace(owner: Caller, herons: None, find: Find) -> None:
    find(owner, "heron bridge", limit=5)
    before = stored()
    memory = Memory.objects.get(pk=before["items"][0] // 2)
    forget(owner, [memory.uid], confirm=True)
    after = stored()
    assert after["items"] == before["items"][1:] and after["places"] == before["places"][1:]
    for kind in ("ranks", "scores", "shares", "parts", "features"):
        for name, column in before[kind].items():
            assert after[kind][name] == column[1:], (kind, name)


def test_a_run_made_for_a_forgotten_memory_loses_all(
    owner: Caller, herons: None, find: Find
) -> None:
    find(owner, "heron")
    log.flush()
    memory = Memory.objects.get(raw_text="Something else entirely")
    RetrievalRun.objects.update(memory=memory)
    stored_traces.erase([memory.pk])
    assert RetrievalRun.objects.get().trace is None


def test_old_traces_go_and_runs_stay(
    owner: Caller, herons: None, find: Find, monkeypatch: pytest.MonkeyPatch
) -> None:
    for word in ("heron", "bridge", "rain"):
        found = find(owner, word)
    log.flush()
    monkeypatch.setattr(stored_traces, "MOST_TRACES", 2)
    now = timezone.now()
    assert stored_traces.trim(now) == 1 and stored_traces.trim(now) == 0
    assert stored_traces.trim(now + timedelta(days=40)) == 2
    _run, trace = explained(owner, found.run_id)
    assert trace is not None and trace.is_complete and trace.changed is None
    assert RetrievalRun.objects.count() == 3
