"""Saving: verbatim, once, in order, all or nothing."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import DatabaseError, connection
from pytest_django import DjangoAssertNumQueries

from accounts.callers import caller_of_token
from accounts.services.tokens import token_create
from core.caller import Caller
from core.errors import Conflict, Forbidden, TooLarge
from core.models import Revision
from entities.models import Entity, Mention
from graph.models import MemoryLink
from memories.models import Context, EmbeddingJob, Memory, Session, Tag, Thread
from memories.records.lookup import memory_get
from memories.schemas import MemoryInput, MemoryPatch, SavedOut, SearchOut, parsed
from memories.selectors.memories import memory_detail
from memories.services.forget import forget
from memories.services.save import remember, remember_batch
from memories.services.update import invalidate, revise
from nlp.summary import first_sentence
from tests.memories.conftest import NOW, SaveAll, stored, texts

pytestmark = pytest.mark.django_db

Save = Callable[..., SavedOut]
Find = Callable[..., SearchOut]


def said_at(seconds: float) -> str:
    return (NOW - timedelta(hours=1) + timedelta(seconds=seconds)).isoformat()


def counts() -> dict[str, int]:
    models = (Memory, Session, Tag, Context, Thread, Entity, Mention, Revision, EmbeddingJob)
    return {model.__name__: model._default_manager.count() for model in models}


def test_it_works(owner: Caller, save: Save, find: Find) -> None:
    text = "  田中さんと会議。\n\nDeadline: Friday!  "
    saved = save(owner, text, pack="work", session_id="s-1")
    assert saved.action == "created" and saved.pack == "work" and saved.session_id == "s-1"
    memory = stored(saved)
    assert memory.raw_text == text
    assert memory.user_id == "alice#work" and memory.base_user == "alice"
    assert memory.title == "田中さんと会議"
    assert memory.language == "ja" and memory.source == "api" and memory.trust == "owner"
    assert texts(find(owner, "会議")) == [text]


def test_words_are_found_before_the_vector_is_made(owner: Caller, find: Find) -> None:
    remember(owner, MemoryInput(text="The heron waits"))
    assert EmbeddingJob.objects.count() == 1
    assert texts(find(owner, "heron", mode="keyword")) == ["The heron waits"]


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("短い。続き", "短い"),
        ("Version 1.2.3 is out. Enjoy", "Version 1.2.3 is out"),
        ("one line\nanother", "one line"),
        ("。。。", "。。。"),
        ("あ" * 70, "あ" * 59 + "…"),
    ],
)
def test_first_sentence(text: str, title: str) -> None:
    assert first_sentence(text) == title


class TestExternalId:
    def test_the_same_text_again_is_unchanged(self, owner: Caller, save: Save) -> None:
        first = save(owner, "one", external_id="e")
        again = save(owner, "one", external_id="e", session_id="elsewhere", tags=["late"])
        assert again.action == "unchanged" and again.id == first.id
        assert again.session_id == first.session_id
        assert Memory.objects.count() == 1 and not Tag.objects.exists()

    def test_another_text_is_a_conflict(self, owner: Caller, save: Save) -> None:
        save(owner, "one", external_id="e")
        before = counts()
        with pytest.raises(Conflict) as refused:
            save(owner, "two", external_id="e")
        assert [p.field for p in refused.value.problems] == ["external_id"]
        assert counts() == before

    def test_it_belongs_to_a_source_and_a_person(
        self, owner: Caller, other: Caller, save: Save
    ) -> None:
        for caller, source in ((owner, "chat"), (owner, "mail"), (other, "chat")):
            assert (
                save(caller, f"from {source}", external_id="e", source=source).action == "created"
            )

    def test_it_is_one_for_all_packs(self, owner: Caller, save: Save) -> None:
        save(owner, "one", external_id="e", pack="work")
        assert save(owner, "one", external_id="e", pack="dev").action == "unchanged"

    def test_a_bound_token_learns_of_no_other_place(self, owner: Caller, save: Save) -> None:
        outside = save(owner, "one", external_id="e", pack="work", session_id="secret")
        packs, place = frozenset({"dev"}), "team/x"
        for text in ("one", "two"):
            for bound, pack in (
                (replace(owner, packs=packs), "dev"),
                (replace(owner, namespace=place), "work"),
            ):
                out = save(bound, text, external_id="e", pack=pack)
                assert out.action == "created" and out.id != outside.id and not out.notes
                assert memory_get(bound, out.id).external_id == "e"
                again = save(bound, text, external_id="e", pack=pack)
                assert (again.action, again.id) == ("unchanged", out.id)
                forget(bound, [out.id], confirm=True)

    def test_each_place_has_its_own(self, owner: Caller, save: Save) -> None:
        first = save(owner, "one", external_id="e", pack="work")
        bound = save(replace(owner, packs=frozenset({"dev"})), "two", external_id="e", pack="dev")
        assert save(owner, "one", external_id="e", pack="work").id == first.id
        assert save(owner, "two", external_id="e", pack="dev").id == bound.id
        assert save(owner, "one", external_id="e", pack="lifelog").id == first.id
        with pytest.raises(Conflict) as refused:
            revise(owner, bound.id, MemoryPatch(pack="work"))
        assert [p.field for p in refused.value.problems] == ["pack"]

    def test_a_hidden_memory_is_said_to_be_hidden(
        self, owner: Caller, save: Save, save_all: SaveAll
    ) -> None:
        first = save(owner, "one", external_id="e")
        invalidate(owner, first.id)
        again = save(owner, "one", external_id="e")
        [batched] = save_all(owner, ["one"], external_id="e").results
        for out in (again, batched):
            assert (out.action, out.hidden) == ("unchanged", True)
            assert [note.field for note in out.notes] == ["external_id"]
            assert "hidden" in out.notes[0].detail and "restore" in out.notes[0].detail

    def test_twice_in_one_batch(self, owner: Caller, save_all: SaveAll) -> None:
        out = save_all(owner, ["one", "one"], external_id="e")
        assert [row.action for row in out.results] == ["created", "unchanged"]
        assert out.results[0].id == out.results[1].id

    def test_two_texts_in_one_batch(self, owner: Caller, save_all: SaveAll) -> None:
        before = counts()
        with pytest.raises(Conflict) as refused:
            save_all(owner, ["one", "two"], external_id="e")
        assert [p.field for p in refused.value.problems] == ["memories.1.external_id"]
        assert counts() == before


class TestSameWords:
    @pytest.mark.parametrize(
        ("change", "action"),
        [
            ({"created_at": said_at(0)}, "unchanged"),
            ({"created_at": said_at(60)}, "unchanged"),
            ({"created_at": said_at(-60)}, "unchanged"),
            ({"created_at": said_at(61)}, "created"),
            ({"created_at": said_at(-61)}, "created"),
            ({"session_id": "t"}, "created"),
            ({"speaker": "田中"}, "created"),
            ({"text": "はい。"}, "created"),
            ({"external_id": "own"}, "created"),
            ({"pack": "dev"}, "created"),
            ({"namespace": "team"}, "created"),
        ],
    )
    def test_within_a_minute(
        self, owner: Caller, save: Save, change: dict[str, Any], action: str
    ) -> None:
        said = {"text": "はい", "session_id": "s", "pack": "work", "created_at": said_at(0)}
        save(owner, **said)
        assert save(owner, **{**said, **change}).action == action

    def test_spaces_around_the_speaker_do_not_matter(self, owner: Caller, save: Save) -> None:
        save(owner, "はい", speaker="田中", created_at=said_at(0))
        assert save(owner, "はい", speaker=" 田中 ", created_at=said_at(1)).action == "unchanged"

    def test_within_one_batch(self, owner: Caller, save_all: SaveAll) -> None:
        times = [0, 30, 60, 61, 200]
        items = [{"text": "はい", "created_at": said_at(at)} for at in times]
        out = save_all(owner, items, session_id="s")
        actions = [row.action for row in out.results]
        assert actions == ["created", "unchanged", "unchanged", "created", "created"]
        assert len({row.id for row in out.results}) == 3

    def test_what_was_deleted_is_no_repetition(self, owner: Caller, save: Save) -> None:
        invalidate(owner, save(owner, "はい", created_at=said_at(0)).id)
        assert save(owner, "はい", created_at=said_at(1)).action == "created"


def test_equal_times_keep_the_order_of_the_batch(owner: Caller, save_all: SaveAll) -> None:
    lines = [f"line {n}" for n in (3, 1, 2, 9, 0)]
    save_all(owner, lines, session_id="s", created_at=said_at(0))
    in_order = Memory.objects.order_by("created_at", "pk")
    assert [memory.raw_text for memory in in_order] == lines


class TestTimes:
    def test_naive_ones_are_in_the_owners_zone(self, owner: Caller, save: Save) -> None:
        saved = save(
            owner, "x", created_at="2025-05-01T09:00:00", about_start="2025-05-02T00:00:00"
        )
        assert stored(saved).created_at == datetime(2025, 5, 1, 0, tzinfo=UTC)
        assert stored(saved).about_start == datetime(2025, 5, 1, 15, tzinfo=UTC)

    def test_others_are_taken_as_they_are(self, owner: Caller, save: Save) -> None:
        saved = save(owner, "x", created_at="2025-05-01T09:00:00-05:00")
        assert stored(saved).created_at == datetime(2025, 5, 1, 14, tzinfo=UTC)

    @pytest.mark.parametrize("moment", ["1970-01-01T00:00:00Z", NOW + timedelta(minutes=5)])
    def test_first_and_last(self, owner: Caller, moment: Any) -> None:
        item = MemoryInput.model_validate({"text": "x", "created_at": moment})
        assert remember(owner, item, now=NOW).action == "created"

    @pytest.mark.parametrize(
        ("field", "moment"),
        [
            ("created_at", "1969-12-31T23:59:59Z"),
            ("created_at", NOW + timedelta(minutes=5, seconds=1)),
            ("created_at", "0001-01-01T00:00:00"),
            ("created_at", "9999-12-31T23:59:59-12:00"),
            ("about_start", "0001-01-01T00:00:00"),
            ("about_end", "9999-12-31T23:59:59-12:00"),
        ],
    )
    def test_beyond(self, owner: Caller, field: str, moment: Any) -> None:
        item = MemoryInput.model_validate({"text": "x", field: moment})
        saved = remember(owner, item, now=NOW)
        assert [note.field for note in saved.notes] == [field]
        assert stored(saved).created_at == NOW and stored(saved).about_start is None

    def test_content_may_be_about_the_distant_past(self, owner: Caller, save: Save) -> None:
        saved = save(
            owner, "平安京", about_start="0794-11-22T00:00:00", about_end="0794-11-22T00:00:00"
        )
        about = stored(saved).about_start
        assert about and about.year == 794

    def test_the_end_is_not_before_the_start(self, owner: Caller, save: Save) -> None:
        told = {"about_start": "2025-05-02T00:00:00", "about_end": "2025-05-01T00:00:00"}
        saved = save(owner, "x", **told)
        assert [note.field for note in saved.notes] == ["about_end"]
        assert stored(saved).about_end is None


class TestTagsAndContexts:
    def test_are_merged_by_folded_name(self, owner: Caller, save_all: SaveAll) -> None:
        spellings = ["カフェ", "ｶﾌｪ", "かふぇ", " カフェ "]
        save_all(
            owner,
            [{"text": name, "tags": [name], "context": name} for name in spellings],
            pack="work",
        )
        save_all(owner, [{"text": "all", "tags": spellings, "context": "カフェ"}], pack="work")
        (tag,), (context,) = Tag.objects.all(), Context.objects.all()
        assert tag.memories.count() == context.memories.count() == 5

    def test_keep_the_first_spelling(self, owner: Caller, save_all: SaveAll) -> None:
        save_all(owner, [{"text": "a", "tags": ["Ruby"]}])
        save_all(owner, [{"text": "b", "tags": ["RUBY"]}])
        assert [tag.name for tag in Tag.objects.all()] == ["Ruby"]

    def test_are_of_one_space(self, owner: Caller, other: Caller, save: Save) -> None:
        for caller, pack in ((owner, "work"), (owner, "dev"), (other, "work")):
            save(caller, "x", pack=pack, tags=["shared"], context="shared")
        spaces = {"alice#work", "alice#dev", "bob#work"}
        assert set(Tag.objects.values_list("user_id", flat=True)) == spaces
        assert set(Context.objects.values_list("user_id", flat=True)) == spaces


class TestBatch:
    def test_answers_in_order(self, owner: Caller, save_all: SaveAll) -> None:
        items = [{"text": f"{n}", "external_id": f"e{n}"} for n in range(20)]
        out = save_all(owner, items)
        assert [row.external_id for row in out.results] == [item["external_id"] for item in items]

    def test_an_empty_one_is_nothing(self, owner: Caller) -> None:
        assert remember_batch(owner, []).results == []

    def test_notes_what_was_not_taken(self, owner: Caller, save_all: SaveAll) -> None:
        items = [
            {"text": "a", "pack": "nope"},
            {"text": "b"},
            {"text": "c", "memory_type": "nte", "entities": [{"name": "x", "type": "Persn"}]},
            {"text": "d", "created_at": "2999-01-01T00:00:00Z"},
        ]
        out = save_all(owner, items)
        assert [[note.field for note in saved.notes] for saved in out.results] == [
            ["pack"],
            [],
            ["memory_type", "entities.0.type"],
            ["created_at"],
        ]

    def test_more_than_1000(self, owner: Caller) -> None:
        with pytest.raises(TooLarge):
            remember_batch(owner, [MemoryInput(text="x")] * 1001)

    @pytest.mark.parametrize(
        "table", ["memories", "memory_tags", "entity_memory_links", "memory_links", "revisions"]
    )
    def test_a_refusal_of_the_database_in_the_middle_leaves_nothing(
        self, owner: Caller, save_all: SaveAll, find: Find, table: str
    ) -> None:
        before = counts()
        with connection.cursor() as cursor:
            cursor.execute(
                f"CREATE TEMP TRIGGER refuse BEFORE INSERT ON main.{table} "
                f"WHEN (SELECT count(*) FROM {table}) >= 2 BEGIN SELECT RAISE(ABORT, 'no'); END"
            )
        items = [
            {
                "text": f"osprey {n}",
                "tags": [f"t{n}"],
                "context": "c",
                "entities": [{"name": f"e{n}"}],
            }
            for n in range(5)
        ]
        try:
            with pytest.raises(DatabaseError):
                save_all(owner, items, session_id="s")
        finally:
            with connection.cursor() as cursor:
                cursor.execute("DROP TRIGGER refuse")
        assert counts() == before
        assert texts(find(owner, "osprey")) == []

    def test_1000_with_few_queries(
        self,
        owner: Caller,
        save_all: SaveAll,
        django_assert_max_num_queries: DjangoAssertNumQueries,
    ) -> None:
        items = [
            {
                "text": f"会議 {n}: the review of module_{n}()",
                "session_id": f"s{n % 250}",
                "tags": [f"t{n % 20}"],
                "context": f"c{n % 7}",
                "external_id": f"e{n}",
                "entities": [{"name": f"人{n % 300}", "type": "Person"}],
            }
            for n in range(1000)
        ]
        # Bulk inserts go in parts (SQLite takes a limited number of values at once),
        # so the count grows with the batch, but by far less than one a memory.
        with django_assert_max_num_queries(60):
            out = save_all(owner, items)
        assert {row.action for row in out.results} == {"created"}
        again = save_all(owner, items)
        assert {row.action for row in again.results} == {"unchanged"}
        assert Memory.objects.count() == 1000 and Session.objects.count() == 250


class TestReach:
    def test_a_token_without_write(self, owner: Caller) -> None:
        token, _ = token_create(user_name="alice", scopes=["read"])
        with pytest.raises(Forbidden):
            remember(caller_of_token(token), MemoryInput(text="x"))

    def test_a_token_of_other_packs(self, owner: Caller) -> None:
        token, _ = token_create(user_name="alice", packs=["work"])
        caller = caller_of_token(token)
        with pytest.raises(Forbidden):
            remember(caller, MemoryInput(text="x", pack="dev"))
        assert remember(caller, MemoryInput(text="Traceback in django")).pack == "work"

    def test_a_token_of_a_namespace(self, owner: Caller) -> None:
        token, _ = token_create(user_name="alice", namespace="team/a")
        caller = caller_of_token(token)
        assert stored(remember(caller, MemoryInput(text="x"))).namespace == "team/a"
        below = MemoryInput(text="y", namespace="team/a/b")
        assert stored(remember(caller, below)).namespace == "team/a/b"
        for beside in ("team", "team/ab", "other"):
            with pytest.raises(Forbidden):
                remember(caller, MemoryInput(text="z", namespace=beside))

    def test_links_to_others_memories(self, owner: Caller, other: Caller, save: Save) -> None:
        target = save(other, "bob's")
        saved = save(owner, "x", links=[{"target_id": str(target.id)}])
        assert [note.field for note in saved.notes] == ["links.0.target_id"]
        assert not MemoryLink.objects.exists()


def test_who_stands_behind_it(owner: Caller, save: Save, assistant: Caller) -> None:
    assert stored(save(owner, "a")).trust == "owner"
    assert stored(save(owner, "b", source="import")).trust == "imported"
    assert stored(save(assistant, "c", speaker="assistant")).trust == "assistant"
    assert stored(save(assistant, "d")).trust == "assistant"
    assert stored(save(assistant, "e", source="browser")).trust == "assistant"
    assert stored(save(assistant, "f", speaker=" User ")).trust == "owner"
    assert stored(save(owner, "g", speaker="Maria")).trust == "owner"
    for channel, whose in (
        ("mcp", "assistant"),
        ("browser", "owner"),
        ("slack-export", "imported"),
    ):
        saved = remember(owner, MemoryInput(text=channel), source=channel)
        assert stored(saved).trust == whose
    assert Revision.objects.filter(action="CREATE", actor="assistant:laptop").exists()


@pytest.mark.parametrize(
    "end", ["\n", "\r\n", "\v", "\f", "\x1c", "\x85", "\u2028", "\u2029", "\t"]
)
def test_labels_are_put_on_one_line(owner: Caller, end: str) -> None:
    label = f" one {end} two"
    item = MemoryInput(
        text=f"Kept{end}as it is",
        title=label,
        speaker=label,
        tags=[label],
        context=label,
        entities=[{"name": label, "type": "Person", "aliases": [f"uno{end}due"]}],
    )
    detail = memory_detail(owner, remember(owner, item).id)
    assert detail.text == f"Kept{end}as it is"
    assert (detail.title, detail.speaker) == ("one two", "one two")
    assert (detail.tags, detail.context) == (["one two"], "one two")
    assert {entity.name for entity in detail.entities} == {"one two"}
    changed = revise(owner, detail.id, MemoryPatch(title=label, tags=[f"three{end}four"]))
    assert (changed.title, changed.tags) == ("one two", ["three four"])


def test_a_label_of_line_breaks_alone_is_left_out(owner: Caller) -> None:
    given = parsed(MemoryInput, {"text": "x", "tags": ["\n\u2028", "a"]})
    assert given.tags == ["a"] and [note.field for note in given.notes] == ["tags.0"]
