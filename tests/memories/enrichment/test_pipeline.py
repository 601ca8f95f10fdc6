"""From a save to what is known: entities, times, states, duplicates and questions."""

import os
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from core.caller import Caller
from core.jobs import background
from core.jobs.queue import MAX_ATTEMPTS
from core.models import Revision
from entities.models import Entity, Mention, MentionRuling, Verdict
from graph.models import EntityRelation, MemoryLink
from memories.enrichment import queue, rebuild
from memories.index import embedding_jobs
from memories.models import DerivationJob, EmbeddingJob, Memory, Proposal, ProposalKind, State
from memories.schemas import MemoryPatch, SavedOut, SearchOut
from memories.services.update import revise
from tests.memories.conftest import SaveAll

NOW = datetime(2026, 11, 20, 3, tzinfo=UTC)
Save = Callable[..., SavedOut]
Find = Callable[..., SearchOut]


@pytest.fixture(autouse=True)
def derives(settings: Any) -> None:
    settings.EXTRACTION = "rules"


def names(saved: SavedOut) -> set[tuple[str, str]]:
    return {(entity.name, entity.type) for entity in saved.entities}


def open_kinds() -> set[str]:
    return set(Proposal.objects.filter(status="open").values_list("kind", flat=True))


def test_a_save_that_waits_says_who_and_what_it_names(owner: Caller, save: Save) -> None:
    saved = save(owner, "田中太郎さんは株式会社みどりで働いている。", pack="work")
    assert names(saved) == {("田中太郎", "Person"), ("株式会社みどり", "Organization")}
    mention = Mention.objects.get(surface="田中太郎")
    assert (mention.position_in_text, mention.extraction_method[:5]) == (0, "rules")
    relation = EntityRelation.objects.get()
    assert (relation.source.name, relation.relation_type_id) == ("田中太郎", "works_for")


def test_one_person_under_two_spellings(owner: Caller, save: Save) -> None:
    save(owner, "田中太郎さんと会議をした。", pack="work", session_id="s")
    save(owner, "田中さんに見積書を送った。", pack="work", session_id="s")
    assert Entity.objects.filter(entity_type="Person").count() == 1


def test_what_was_said_of_a_time_is_about_it(owner: Caller, save: Save) -> None:
    saved = save(owner, "来週の水曜日に大阪へ出張する。", created_at="2026-11-20T09:00:00+09:00")
    memory = Memory.objects.get(uid=saved.id)
    assert memory.about_start and memory.about_start.date().isoformat() == "2026-11-24"
    assert memory.about_time_confidence


def test_a_move_closes_where_one_lived(owner: Caller, save: Save) -> None:
    save(owner, "I live in Tokyo.", pack="lifelog", created_at="2026-01-10T00:00:00Z")
    save(owner, "I moved to Osaka in May.", pack="lifelog", created_at="2026-06-10T00:00:00Z")
    current = State.objects.filter(predicate="lives_in", superseded_at=None)
    assert {(state.value, state.valid_to is None) for state in current} == {
        ("Tokyo", False),
        ("Osaka", True),
    }


def test_what_is_known_is_found(owner: Caller, save: Save, find: Find) -> None:
    save(owner, "Maria Lindqvist works at Northwind Inc. as a designer.", pack="work")
    found = find(owner, "Who employs Maria?")
    assert found.states and found.states[0].predicate == "works_for"


def test_the_same_again_is_folded_and_the_other_number_is_not(owner: Caller, save: Save) -> None:
    save(owner, "We booked the big room for 30 people.", pack="work", session_id="a")
    again = save(owner, "We booked the big room  for 30 people", pack="work", session_id="b")
    other = save(owner, "We booked the big room for 40 people.", pack="work", session_id="c")
    assert (again.action, other.action) == ("merged", "created")
    assert again.canonical_id
    assert not Memory.objects.get(uid=other.id).consolidated_flag


def test_a_secret_is_asked_about(owner: Caller, save: Save) -> None:
    save(owner, "The password is hunter2!x9Q", pack="dev")
    assert ProposalKind.SENSITIVE in open_kinds()


def test_only_two_packs_that_compete_are_asked_about(owner: Caller, save: Save) -> None:
    save(owner, "Blue is nice.")
    save(owner, "The contract for the bakery is signed.")
    assert ProposalKind.UNCLASSIFIED not in open_kinds()
    saved = save(owner, "The meeting with my sister about the budget went well.")
    asked = Proposal.objects.get(kind=ProposalKind.UNCLASSIFIED)
    assert asked.payload["pack"] != Memory.objects.get(uid=saved.id).pack


def test_what_the_caller_named_stays_as_it_was_named(owner: Caller, save: Save) -> None:
    given = [{"name": "Harbor", "type": "Project"}]
    saved = save(owner, "The Harbor launch is on Monday.", pack="work", entities=given)
    assert names(saved) == {("Harbor", "Project")}


def test_deriving_twice_adds_nothing(owner: Caller, save: Save) -> None:
    save(owner, "佐藤部長は株式会社みどりで働いている。", pack="work")
    before = _rows()
    DerivationJob.objects.enqueue(list(Memory.objects.values_list("pk", flat=True)), now=NOW)
    assert queue.drain() == 1
    assert _rows() == before


def test_a_changed_text_is_derived_anew(owner: Caller, save: Save) -> None:
    saved = save(owner, "佐藤さんと昼食。", pack="work")
    revise(owner, saved.id, MemoryPatch(text="鈴木さんと昼食。"))
    queue.drain()
    surfaces = Mention.objects.filter(memory__uid=saved.id).values_list("surface", flat=True)
    assert set(surfaces) == {"鈴木"}


def test_a_persons_word_comes_first(owner: Caller, save: Save) -> None:
    saved = save(owner, "佐藤さんと昼食。", pack="work")
    memory = Memory.objects.get(uid=saved.id)
    MentionRuling.objects.create(
        memory=memory, user_id=memory.user_id, position_in_text=0, surface="佐藤",
        verdict=Verdict.IS_NOT, ruled_by="owner", created_at=NOW,
    )  # fmt: skip
    DerivationJob.objects.enqueue([memory.pk], now=NOW)
    queue.drain()
    assert not memory.mentions.exists()


def test_rebuilding_gives_the_same_again(owner: Caller, save: Save) -> None:
    save(owner, "田中太郎さんは株式会社みどりで働いている。", pack="work")
    save(owner, "I need to send the report by Friday.", pack="work")
    before = _rows()
    assert rebuild.discard(NOW) == 2
    assert not Mention.objects.exists() and not State.objects.exists()
    assert rebuild.rebuild() == 2
    assert _rows() == before


def test_rebuilding_keeps_what_a_person_validated(owner: Caller, save: Save) -> None:
    save(owner, "I live in Tokyo.", pack="lifelog")
    kept = State.objects.get()
    State.objects.update(validation_status="accepted", validation_by="owner")
    rebuild.discard(NOW)
    rebuild.rebuild()
    assert State.objects.get().pk == kept.pk


def test_one_that_fails_holds_up_nobody(
    owner: Caller, save: Save, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.EXTRACTION = "off"
    for text in ("佐藤さんと昼食。", "a broken one", "鈴木さんと昼食。"):
        save(owner, text, pack="work")
    settings.EXTRACTION = "rules"
    DerivationJob.objects.enqueue(list(Memory.objects.values_list("pk", flat=True)), now=NOW)
    derive = queue.enrich

    def fails(memories: list[Memory], *args: Any, **named: Any) -> dict[int, str]:
        if any("broken" in memory.raw_text for memory in memories):
            raise RuntimeError("broken: the text")
        return derive(memories, *args, **named)

    monkeypatch.setattr(queue, "enrich", fails)
    queue.drain()
    assert set(Mention.objects.values_list("surface", flat=True)) == {"佐藤", "鈴木"}
    assert queue.wait_for([DerivationJob.objects.get().memory_id], timeout=60)
    for _attempt in range(MAX_ATTEMPTS - 1):
        DerivationJob.objects.update(leased_until=timezone.now())
        queue.drain()
    job = DerivationJob.objects.get()
    assert job.attempts == MAX_ATTEMPTS
    assert job.last_error.startswith("RuntimeError")
    assert "text" not in job.last_error.split("(")[0]
    assert DerivationJob.objects.waiting().count() == 0


def test_stopping_is_no_failed_attempt(
    owner: Caller, save: Save, monkeypatch: pytest.MonkeyPatch
) -> None:
    save(owner, "佐藤部長に会った。", pack="work")
    DerivationJob.objects.enqueue(list(Memory.objects.values_list("pk", flat=True)), now=NOW)

    def stopped(*_args: Any, **_options: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(queue, "enrich", stopped)
        queue.drain()
    job = DerivationJob.objects.get()
    assert (job.attempts, job.leased_until) == (0, None)
    assert queue.drain() == 1


def test_the_worker_stops_after_its_time_and_goes_on(owner: Caller, save_all: SaveAll) -> None:
    save_all(owner, [f"line {line}" for line in range(queue.BATCH + 1)], pack="work")
    DerivationJob.objects.enqueue(list(Memory.objects.values_list("pk", flat=True)), now=NOW)
    assert queue.drain(seconds=0, pause=queue.yield_to_requests) == queue.BATCH
    assert queue.drain(seconds=60, pause=queue.yield_to_requests) == 1
    assert queue.drain(seconds=60, pause=queue.yield_to_requests) == 0


@pytest.mark.parametrize(("seconds_ago", "pauses"), [(1, True), (3600, False)])
def test_the_worker_stands_back_while_somebody_searches(
    owner: Caller, save_all: SaveAll, find: Find, monkeypatch: pytest.MonkeyPatch,
    settings: Any, seconds_ago: int, pauses: bool,
) -> None:  # fmt: skip
    monkeypatch.setattr(queue, "MAX_PAUSE_SECONDS", 0.01)
    paused: list[float] = []
    monkeypatch.setattr(queue.time, "sleep", paused.append)
    save_all(owner, [f"line {line}" for line in range(queue.BATCH + 1)], pack="work")
    embedding_jobs.drain()
    find(owner, "line")
    monkeypatch.setattr(queue, "QUIET_SECONDS_OTHER_PROCESSES", 600)
    searched_at = time.time() - seconds_ago
    os.utime(settings.LOAD_FILE, (searched_at, searched_at))
    DerivationJob.objects.enqueue(list(Memory.objects.values_list("pk", flat=True)), now=NOW)
    assert queue.drain(seconds=60, pause=queue.yield_to_requests) == queue.BATCH + 1
    # Others have their turn once; more pauses are for those who search.
    assert (len(paused) > 1) == pauses


def test_the_worker_stands_back_while_texts_are_embedded(
    owner: Caller, save_all: SaveAll, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queue, "MAX_PAUSE_SECONDS", 0.01)
    paused: list[float] = []
    monkeypatch.setattr(queue.time, "sleep", paused.append)
    save_all(owner, [f"line {line}" for line in range(queue.BATCH + 1)], pack="work")
    pks = list(Memory.objects.values_list("pk", flat=True))
    DerivationJob.objects.enqueue(pks, now=NOW)
    EmbeddingJob.objects.enqueue(pks, now=timezone.now())
    assert queue.drain(seconds=60, pause=queue.yield_to_requests) == queue.BATCH + 1
    assert len(paused) > 1


def test_the_program_signs_for_what_it_derives(owner: Caller, save: Save) -> None:
    save(owner, "佐藤部長は株式会社みどりで働いている。", pack="work")
    made = Revision.objects.filter(target_type__in=("entity", "state", "entityrelation"))
    assert set(made.values_list("actor", flat=True)) == {"system:derivation"}


def test_a_batch_costs_no_more_statements_than_a_memory(owner: Caller, save: Save) -> None:
    def statements(count: int) -> int:
        for at in range(count):
            DerivationJob.objects.all().delete()
            save(owner, f"Nothing {count} {at} in particular.", pack="work", session_id=str(at))
        pks = list(Memory.objects.order_by("-pk").values_list("pk", flat=True)[:count])
        DerivationJob.objects.enqueue(pks, now=NOW)
        with CaptureQueriesContext(connection) as caught:
            queue.drain(seconds=0)
        return len(caught)

    assert statements(8) <= statements(1) + 6


def _rows() -> dict[str, list[tuple[Any, ...]]]:
    """Everything derived, by what it says."""
    return {
        "entities": sorted(Entity.objects.values_list("name", "entity_type")),
        "counts": sorted(Entity.objects.values_list("name", "extraction_count")),
        "mentions": sorted(Mention.objects.values_list("surface", "position_in_text")),
        "states": sorted(
            State.objects.filter(superseded_at=None).values_list("predicate", "value")
        ),
        "relations": sorted(EntityRelation.objects.values_list("source__name", "target__name")),
        "links": sorted(MemoryLink.objects.values_list("src_memory", "relation_type")),
        "open": sorted(Proposal.objects.values_list("kind", "status")),
    }


def test_while_somebody_searches_it_waits_but_not_for_long(
    owner: Caller, save: Save, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_off: list[str] = []
    monkeypatch.setattr(background, "run_within", lambda name, work, seconds: put_off.append(name))
    memory = Memory.objects.get(uid=save(owner, "田中太郎さんと話した。", pack="work").id)
    settings.BACKGROUND_MODE = "thread"
    DerivationJob.objects.enqueue([memory.pk], now=timezone.now())
    with background.track_request():
        queue.work()
        assert DerivationJob.objects.count() == 1 and "enrich" in put_off
        DerivationJob.objects.update(enqueued_at=timezone.now() - queue.MAX_DELAY)
        queue.work()
    assert not DerivationJob.objects.exists()
