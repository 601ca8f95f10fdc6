"""From a question to candidates: what each route brings, and that all keep within bounds."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.callers import caller_of_token
from accounts.services.tokens import token_create
from core.caller import Caller
from memories.index import query_vectors
from memories.index.embeddings import EmbeddingError
from memories.models import Memory
from memories.schemas import SavedOut, SearchMode, SearchOut
from memories.search.candidates.collect import NO_VECTORS
from packs import registry
from packs.selection import pack_switch
from tests.memories.conftest import SaveAll, texts

pytestmark = pytest.mark.django_db

Save = Callable[..., SavedOut]
Find = Callable[..., SearchOut]
DAY = timedelta(days=1)


def brought(out: SearchOut) -> dict[str, set[str]]:
    """Return the texts that each route brought."""
    assert out.stages is not None
    by_uid = {str(uid): text for uid, text in Memory.objects.values_list("uid", "raw_text")}
    return {
        route: {by_uid[found["id"]] for found in listed}
        for route, listed in out.stages["routes"].items()
    }


def details(out: SearchOut, route: str) -> list[str]:
    return [r.detail for hit in out.results for r in hit.explanation.routes if r.route == route]


class TestRoutes:
    @pytest.fixture(scope="class", autouse=True)
    @classmethod
    def memories(cls, class_owner: Caller, save: Save) -> None:
        now = timezone.now()
        items: list[dict[str, Any]] = [
            {"text": "I bought a heron made of wood", "speaker": "Ann"},
            {"text": "明日は傘がいるね", "speaker": "田中さん"},
            {"text": "The pump is a QX-7788R/7", "created_at": now - 300 * DAY},
            {"text": "She painted the fence", "entities": [{"name": "山本", "type": "Person"}]},
            {"text": "We had soup", "created_at": now - DAY},
        ]
        for number, item in enumerate(items):
            save(class_owner, pack="work", session_id=f"s{number}", **item)

    def found(self, owner: Caller, find: Find, query: str, **fields: Any) -> dict[str, set[str]]:
        return brought(find(owner, query, explain=True, **fields))

    def test_words(self, owner: Caller, find: Find) -> None:
        assert self.found(owner, find, "a fence of wood")["words"] == {
            "I bought a heron made of wood", "She painted the fence",
        }  # fmt: skip

    def test_identifiers(self, owner: Caller, find: Find) -> None:
        found = self.found(owner, find, "where is QX-7788R?")
        assert found["identifier"] == {"The pump is a QX-7788R/7"}

    def test_entities(self, owner: Caller, find: Find) -> None:
        out = find(owner, "山本さんのこと", explain=True)
        assert brought(out)["entity"] == {"She painted the fence"}
        assert details(out, "entity") == ["山本"]

    def test_a_time(self, owner: Caller, find: Find) -> None:
        out = find(owner, "what did we eat yesterday", explain=True)
        assert brought(out)["time"] == {"We had soup"}
        assert texts(out)[0] == "We had soup" and details(out, "time") == ["yesterday"]

    def test_nothing_but_a_time(self, owner: Caller, find: Find) -> None:
        out = find(owner, "昨日", explain=True)
        assert brought(out) == {"time": {"We had soup"}}
        assert texts(out)[0] == "We had soup" and out.notes == []

    @pytest.mark.parametrize("query", ["田中", "田中さん", "田中さんは？", "what did Ann say"])
    def test_nothing_but_a_speaker(self, owner: Caller, find: Find, query: str) -> None:
        said = "I bought a heron made of wood" if "Ann" in query else "明日は傘がいるね"
        out = find(owner, query, explain=True)
        assert brought(out)["speaker"] == {said}
        assert texts(out)[0] == said

    def test_what_a_speaker_said_of_something(self, owner: Caller, find: Find) -> None:
        out = find(owner, "What did Ann buy?", explain=True)
        assert texts(out)[0] == "I bought a heron made of wood"
        assert "speaker" not in brought(out)
        assert out.results[0].explanation.signals["speaker"] > 0
        # The name is no word to look up any more.
        assert "ann" not in out.results[0].explanation.matched_words

    @pytest.mark.parametrize(
        ("mode", "routes"),
        [
            (SearchMode.KEYWORD, {"words", "identifier"}),
            (SearchMode.SEMANTIC_ONLY, {"vector"}),
        ],
    )
    def test_single_routes(
        self, owner: Caller, find: Find, mode: SearchMode, routes: set[str]
    ) -> None:
        found = self.found(owner, find, "山本 QX-7788R pump yesterday Ann", mode=mode)
        assert set(found) == routes


def test_the_turn_before_or_after_comes_in(owner: Caller, save_all: SaveAll, find: Find) -> None:
    said = [("Ann", "Where did you see the heron?"), ("Bob", "Down by the old mill")]
    items = [{"text": text, "speaker": speaker} for speaker, text in said]
    save_all(owner, items, pack="work", session_id="s")
    save_all(owner, [f"unrelated line {n}" for n in range(20)], pack="work", session_id="t")
    out = find(owner, "heron", explain=True, limit=2)
    assert brought(out)["words"] == {"Where did you see the heron?"}
    assert set(texts(out)) == {text for _, text in said}
    answer = next(hit for hit in out.results if hit.memory.text == "Down by the old mill")
    assert answer.explanation.signals["conversation"] > 0


class TestBounds:
    @pytest.fixture(scope="class", autouse=True)
    @classmethod
    def memories(cls, class_owner: Caller, save: Save) -> None:
        fields: dict[str, Any] = {"pack": "work", "session_id": "s", "speaker": "Ann"}
        named = [{"name": "山本", "type": "Person"}]
        for side, tag, place in (("inside", "in", "a"), ("outside", "out", "b")):
            text = f"{side} heron QX-7788R"
            save(class_owner, text, tags=[tag], namespace=place, entities=named, **fields)

    @pytest.mark.parametrize("mode", list(SearchMode))
    @pytest.mark.parametrize(
        "query", ["heron", "QX-7788R", "山本", "Ann", "today", "a large bird", "inside", "外"]
    )
    def test_no_route_leaves_them(
        self, owner: Caller, find: Find, query: str, mode: SearchMode
    ) -> None:
        out = find(owner, query, mode=mode, explain=True, filters={"tags": "in"})
        found = set().union(*brought(out).values(), texts(out))
        assert found <= {"inside heron QX-7788R"}
        token, _ = token_create(user_name="alice", namespace="a")
        out = find(caller_of_token(token), query, mode=mode, explain=True)
        assert set(texts(out)) <= {"inside heron QX-7788R"}

    def test_a_filter_that_keeps_nothing(self, owner: Caller, find: Find) -> None:
        out = find(owner, "heron", explain=True, filters={"tags": "nowhere"})
        assert out.results == [] and brought(out) == {}


class TestSpaces:
    def test_what_is_better_comes_first_wherever_it_is(
        self, owner: Caller, save: Save, save_all: SaveAll, find: Find
    ) -> None:
        save_all(owner, [f"the heron of day {n}" for n in range(20)], pack="work", session_id="s")
        save(owner, "the heron and the kingfisher", pack="lifelog")
        assert texts(find(owner, "heron kingfisher"))[0] == "the heron and the kingfisher"

    def test_a_single_kanji_in_each(self, owner: Caller, save: Save, find: Find) -> None:
        save(owner, "愛犬が元気だ", pack="work")
        save(owner, "犬を飼う", pack="lifelog")
        save(owner, "猫の話", pack="lifelog")
        assert set(texts(find(owner, "犬", mode="keyword"))) == {"愛犬が元気だ", "犬を飼う"}

    @pytest.mark.parametrize("mode", list(SearchMode))
    def test_none_at_all(self, owner: Caller, save: Save, find: Find, mode: SearchMode) -> None:
        save(owner, "the heron", pack="work")
        for pack in registry.all_packs():
            pack_switch(owner, pack.id, is_enabled=False)
        assert find(owner, "heron", mode=mode).results == []

    def test_anothers_space(self, owner: Caller, other: Caller, save: Save, find: Find) -> None:
        save(other, "the secret heron")
        assert find(owner, "secret heron").results == []


def test_without_the_model_the_rest_answers(
    owner: Caller, save: Save, find: Find, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_: object) -> None:
        raise EmbeddingError("the model's file is broken")

    save(owner, "the heron")
    monkeypatch.setattr(query_vectors, "embedder_for", failing)
    query_vectors.query_vector.cache_clear()
    out = find(owner, "heron never asked before")
    assert texts(out) == ["the heron"] and out.notes == [NO_VECTORS]
