"""Finding: every route, every mode, and why."""

import itertools
import math
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from accounts.callers import caller_of_token
from accounts.services.tokens import token_create
from core.caller import Caller
from core.errors import Forbidden, InvalidInput
from core.models import Revision
from memories.models import EmbeddingModel, Memory, ModelStatus, RetrievalRun
from memories.schemas import LinkInput, MemoryPatch, SavedOut, SearchMode, SearchOut
from memories.search import log
from memories.search.candidates.collect import NO_VECTORS
from memories.search.query.plan import PLANS
from memories.selectors.links import explore_related
from memories.services.update import invalidate, relate, restore, revise
from packs.selection import pack_switch
from tests.memories.conftest import NOW, SaveAll, stored, texts

pytestmark = pytest.mark.django_db

Save = Callable[..., SavedOut]
Find = Callable[..., SearchOut]

LINES = [
    "田中さんと会議をした",
    "佐藤さんと昼ごはんを食べた",
    "The cats were running in the garden",
    "コーヒーとｶﾌｪﾗﾃを注文した",
    "エラーコードは E1234-X でした",
    "Call foo_bar() before closing /etc/hosts.d/local.conf",
    "Upgraded to v2.10.3 yesterday",
    "犬の飼い方を調べた",
    "消費税の計算方法",
]


@pytest.fixture(scope="class")
def lines(class_owner: Caller, save: Save) -> None:
    """Some unrelated memories, one in each conversation."""
    for number, line in enumerate(LINES):
        save(class_owner, line, session_id=f"s{number}", pack="work")


@pytest.mark.usefixtures("lines")
class TestByWords:
    @pytest.mark.parametrize(
        ("query", "line"),
        [
            ("田中", 0), ("会議", 0), ("田中さん", 0), ("佐藤", 1), ("昼ごはん", 1),
            ("run", 2), ("cat", 2), ("GARDENS", 2),
            ("カフェ", 3), ("かふぇ", 3), ("カフェラテ", 3), ("ｺｰﾋｰ", 3), ("こーひー", 3),
            ("エラーコード", 4), ("Ｅ１２３４", 4), ("消費税", 8),
        ],
    )  # fmt: skip
    def test_in_both_languages(self, owner: Caller, find: Find, query: str, line: int) -> None:
        assert texts(find(owner, query, mode="keyword"))[:1] == [LINES[line]]
        assert texts(find(owner, query))[:1] == [LINES[line]]

    @pytest.mark.parametrize(
        ("query", "line"),
        [
            ("E1234-X", 4), ("e1234-x", 4), ("1234-X", 4), ("E1234", 4),
            ("foo_bar()", 5), ("foo_bar", 5), ("o_ba", 5),
            ("/etc/hosts.d/local.conf", 5), ("hosts.d", 5), ("local.conf", 5),
            ("v2.10.3", 6), ("2.10.3", 6), ("2.10", 6),
        ],
    )  # fmt: skip
    def test_identifiers_by_any_part(
        self, owner: Caller, find: Find, query: str, line: int
    ) -> None:
        assert texts(find(owner, query, mode="keyword"))[:1] == [LINES[line]]
        hit = find(owner, query).results[0]
        assert hit.memory.text == LINES[line]
        assert "identifier" in [route.route for route in hit.explanation.routes]

    def test_a_whole_identifier_counts_more_than_its_parts(
        self, owner: Caller, save_all: SaveAll, find: Find
    ) -> None:
        save_all(owner, ["ordered part QX-7788R/7 for the pump", "QX", "7788 yen"], pack="work")
        found = texts(find(owner, "QX-7788", mode="keyword"))
        assert len(found) == 3 and found[0].startswith("ordered part")

    def test_an_identifier_stands_above_what_links_lead_to(
        self, owner: Caller, save_all: SaveAll, find: Find, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        linked = {SearchMode.HYBRID: replace(PLANS[SearchMode.HYBRID], graph=20.0)}
        monkeypatch.setattr("memories.search.pipeline.PLANS", linked)
        marks = ["PX-4410", "PX-4411", "PX-4420"]
        asked, *others = save_all(owner, [f"The pump {mark}" for mark in marks]).results
        for one, other in itertools.permutations(others, 2):
            relate(owner, one.id, LinkInput(target_id=other.id))
        assert find(owner, "the pump PX-4410").results[0].memory.id != asked.id
        hits = find(owner, "PX-4410").results
        assert hits[0].memory.id == asked.id
        assert [hit.score for hit in hits] == sorted([hit.score for hit in hits], reverse=True)

    def test_what_replaced_the_holder_of_an_identifier_stands_above_it(
        self, owner: Caller, save_all: SaveAll, find: Find
    ) -> None:
        old, new, _ = save_all(
            owner,
            [
                "The order PX-4410 ships on Monday",
                "The order for the pump ships on Thursday instead",
                "PX-4411 and PX-4420 are in stock",
            ],
            pack="work",
        ).results
        relate(owner, new.id, LinkInput(target_id=old.id, type="supersedes"))
        assert [hit.memory.id for hit in find(owner, "PX-4410").results[:2]] == [new.id, old.id]

    def test_a_long_identifier_is_found_by_its_beginning(
        self, owner: Caller, save_all: SaveAll, find: Find
    ) -> None:
        digits = "0123456789" * 20
        save_all(owner, [f"The digest is {digits}"], pack="work")
        assert len(find(owner, digits, mode="keyword").results) == 1

    @pytest.mark.parametrize("query", ["渡辺", "unicorn", "E9999-Z"])
    def test_what_is_not_there(self, owner: Caller, find: Find, query: str) -> None:
        assert texts(find(owner, query, mode="keyword")) == []


@pytest.mark.usefixtures("lines")
class TestByMeaning:
    @pytest.mark.parametrize(
        ("query", "line"),
        [
            ("ワンちゃんのお世話", 7),
            ("how to keep a dog", 7),
            ("how to compute sales tax", 8),
            ("庭の猫", 2),
            ("had lunch with a friend", 1),
        ],
    )
    def test_across_words_and_languages(
        self, owner: Caller, find: Find, query: str, line: int
    ) -> None:
        assert texts(find(owner, query, mode="semantic_only"))[0] == LINES[line]
        assert LINES[line] in texts(find(owner, query))[:2]

    def test_a_long_text_counts_with_its_best_part(
        self, owner: Caller, save: Save, find: Find
    ) -> None:
        parts = ("今日の天気は晴れでした。", "祖母は若いころ富士山に登った。", "明日は雨らしい。")
        text = "\n\n".join(part * 30 for part in parts)
        save(owner, text, pack="work", session_id="long")
        found = find(owner, "my grandmother climbed Mount Fuji", mode="semantic_only")
        assert texts(found)[0] == text


class TestModes:
    plan: SavedOut
    done: SavedOut

    @pytest.fixture(scope="class", autouse=True)
    @classmethod
    def memories(cls, class_owner: Caller, save: Save) -> None:
        day = timedelta(days=1)
        cls.plan = save(
            class_owner, "庭にりんごの木を植える計画", pack="lifelog", created_at=NOW - 9 * day
        )
        cls.done = save(
            class_owner, "スコップを買った", pack="lifelog", created_at=NOW - 5 * day, session_id="b",
            entities=[{"name": "山本", "type": "Person"}],
        )  # fmt: skip
        save(
            class_owner, "りんごジャムを煮た", pack="lifelog", created_at=NOW - 1 * day,
            session_id="c",
        )  # fmt: skip
        relate(class_owner, cls.plan.id, LinkInput(target_id=cls.done.id, type="supports"))

    @pytest.mark.parametrize("mode", list(SearchMode))
    def test_each_one_answers(self, owner: Caller, find: Find, mode: SearchMode) -> None:
        out = find(owner, "りんごの木", mode=mode)
        assert out.results
        assert RetrievalRun.objects.get(run_id=out.run_id).mode == mode

    def test_keyword_asks_for_words_only(self, owner: Caller, find: Find) -> None:
        out = find(owner, "りんご", mode="keyword", explain=True)
        assert set(texts(out)) == {"庭にりんごの木を植える計画", "りんごジャムを煮た"}
        assert out.stages and set(out.stages["routes"]) == {"words"}

    def test_semantic_only_asks_for_meaning_only(self, owner: Caller, find: Find) -> None:
        out = find(owner, "apple tree", mode="semantic_only", explain=True)
        assert texts(out)[0] == "庭にりんごの木を植える計画"
        assert out.stages and set(out.stages["routes"]) == {"vector"}

    def test_graph_only_gives_what_is_connected(self, owner: Caller, find: Find) -> None:
        out = find(owner, "りんごの木を植える", mode="graph_only")
        assert "スコップを買った" in texts(out)
        assert "りんごジャムを煮た" not in texts(out)
        hit = next(hit for hit in out.results if hit.memory.id == self.done.id)
        assert hit.explanation.path == ["庭にりんごの木を植える計画", "スコップを買った"]

    def test_a_way_tells_no_titles_of_other_packs_or_beyond_the_filters(
        self, owner: Caller, save: Save, find: Find
    ) -> None:
        between = save(owner, "園芸店への道", pack="dev", session_id="d")
        last = save(owner, "長靴の修理", pack="lifelog", session_id="e", category="hobby")
        relate(owner, self.plan.id, LinkInput(target_id=between.id, type="supports"))
        relate(owner, between.id, LinkInput(target_id=last.id, type="supports"))

        def way(**asked: Any) -> list[str]:
            out = find(owner, "りんごの木を植える", mode="graph_only", **asked)
            (hit,) = [hit for hit in out.results if hit.memory.id == last.id]
            return hit.explanation.path

        assert way() == ["庭にりんごの木を植える計画", "園芸店への道", "長靴の修理"]
        assert way(packs=["lifelog"]) == ["庭にりんごの木を植える計画", "長靴の修理"]
        assert way(filters={"pack": "lifelog"}) == way(packs=["lifelog"])

    def test_hybrid_follows_links_too(self, owner: Caller, find: Find) -> None:
        hits = {hit.memory.id: hit for hit in find(owner, "りんごの木を植える").results}
        assert "graph" in [route.route for route in hits[self.done.id].explanation.routes]

    def test_temporal_gives_the_newest_first(self, owner: Caller, find: Find) -> None:
        times = [hit.memory.created_at for hit in find(owner, "りんご", mode="temporal").results]
        assert len(times) > 1 and times == sorted(times, reverse=True)

    def test_entity_focused_starts_from_names(self, owner: Caller, find: Find) -> None:
        out = find(owner, "山本さんのこと", mode="entity_focused")
        assert texts(out)[0] == "スコップを買った"
        route = next(r for r in out.results[0].explanation.routes if r.route == "entity")
        assert route.detail == "山本"


def test_a_latin_name_is_a_word_of_its_own(owner: Caller, save: Save, find: Find) -> None:
    save(
        owner, "She sends her greetings", pack="work", entities=[{"name": "Ann", "type": "Person"}]
    )
    found = find(owner, "annual report", mode="entity_focused", explain=True)
    assert found.stages and "entity" not in found.stages["routes"]
    found = find(owner, "What does Ann want?", mode="entity_focused", explain=True)
    assert found.stages and len(found.stages["routes"]["entity"]) == 1


class TestPacks:
    @pytest.fixture(scope="class", autouse=True)
    @classmethod
    def memories(cls, class_owner: Caller, save: Save) -> None:
        for pack in ("work", "dev", "lifelog"):
            save(class_owner, f"heron of {pack}", pack=pack)

    def found(self, find: Find, caller: Caller, **fields: Any) -> set[str]:
        return {hit.memory.pack for hit in find(caller, "heron", **fields).results}

    def test_one_several_or_all(self, owner: Caller, find: Find) -> None:
        assert self.found(find, owner) == {"work", "dev", "lifelog"}
        assert self.found(find, owner, packs=["dev"]) == {"dev"}
        assert self.found(find, owner, packs=["dev", "work", "dev"]) == {"dev", "work"}

    def test_one_that_is_off_is_searched_only_by_name(self, owner: Caller, find: Find) -> None:
        pack_switch(owner, "dev", is_enabled=False)
        assert self.found(find, owner) == {"work", "lifelog"}
        assert self.found(find, owner, packs=["dev"]) == {"dev"}
        pack_switch(owner, "dev", is_enabled=True)
        assert self.found(find, owner) == {"work", "dev", "lifelog"}

    def test_unknown_or_out_of_reach(self, owner: Caller, find: Find) -> None:
        with pytest.raises(InvalidInput, match="lifelog"):
            find(owner, "heron", packs=["garden"])
        token, _ = token_create(user_name="alice", packs=["work"])
        bound = caller_of_token(token)
        assert self.found(find, bound) == {"work"}
        with pytest.raises(Forbidden):
            find(bound, "heron", packs=["dev"])
        assert self.found(find, bound, filters={"pack": "dev"}) == set()

    def test_a_namespace(self, owner: Caller, save: Save, find: Find) -> None:
        save(owner, "heron inside", pack="work", namespace="team/a/b")
        save(owner, "heron beside", pack="work", namespace="team/ab")
        token, _ = token_create(user_name="alice", namespace="team/a")
        for mode in SearchMode:
            assert set(texts(find(caller_of_token(token), "heron", mode=mode))) <= {"heron inside"}
        assert texts(find(caller_of_token(token), "heron")) == ["heron inside"]

    def test_a_token_without_read(self, owner: Caller, find: Find) -> None:
        token, _ = token_create(user_name="alice", scopes=["write"])
        with pytest.raises(Forbidden):
            find(caller_of_token(token), "heron")


def test_a_blank_query_lists_what_the_filter_keeps(
    owner: Caller, save_all: SaveAll, find: Find
) -> None:
    items = [{"text": f"{n}", "created_at": NOW - timedelta(days=n)} for n in (2, 0, 1)]
    save_all(owner, items, tags=["t"], now=NOW)
    assert texts(find(owner, filters={"tags": "t"})) == ["0", "1", "2"]
    assert texts(find(owner, "  ", filters={"created_before": NOW.isoformat()}, limit=1)) == ["1"]
    with pytest.raises(InvalidInput):
        find(owner, "  ")
    assert find(owner, filters={"category": "food"}).results == []


class TestExplanation:
    @pytest.mark.usefixtures("lines")
    @pytest.mark.parametrize("mode", list(SearchMode))
    def test_the_parts_make_the_score(self, owner: Caller, find: Find, mode: SearchMode) -> None:
        uids = list(Memory.objects.order_by("pk").values_list("uid", flat=True))
        relate(owner, uids[0], LinkInput(target_id=uids[1]))
        relate(owner, uids[1], LinkInput(target_id=uids[2], type="supersedes"))
        revise(owner, uids[1], MemoryPatch(pinned=True, importance=1.0))
        out = find(owner, "田中さんと会議 佐藤 cats", mode=mode, explain=True)
        assert out.results and out.stages
        plan = out.stages["plan"]
        weights = {name: plan[name] for name in ("relevance", "graph", "recency")}
        for hit in out.results:
            parts = dict(hit.explanation.parts)
            base = sum(weight * parts.pop(name) for name, weight in weights.items())
            expected = base / sum(weights.values()) * math.prod(parts.values())
            assert hit.score == pytest.approx(min(1.0, expected), abs=5e-4)
        assert all(0 <= hit.score <= 1 for hit in out.results)

    @pytest.mark.usefixtures("lines")
    def test_routes_and_matched_words(self, owner: Caller, find: Find) -> None:
        hit = find(owner, "会議 E1234-X").results[0]
        assert hit.explanation.matched_words
        assert {"words", "vector"} <= {route.route for route in hit.explanation.routes}
        assert all(route.rank >= 1 for route in hit.explanation.routes)

    @pytest.mark.usefixtures("lines")
    def test_stages_come_when_asked_for(self, owner: Caller, find: Find) -> None:
        assert find(owner, "会議").stages is None
        stages = find(owner, "会議", explain=True).stages
        assert stages and {"plan", "routes", "relevance", "connected"} <= set(stages)


class TestSuperseded:
    @pytest.fixture(scope="class")
    @classmethod
    def both(cls, class_owner: Caller, save: Save) -> tuple[SavedOut, SavedOut]:
        owner = class_owner
        old = save(
            owner, "Alice's phone number is 111", pack="work", session_id="a", importance=1.0
        )
        new = save(
            owner, "Another number now", pack="work", session_id="b", importance=0.0,
            links=[{"target_id": str(old.id), "type": "supersedes"}],
        )  # fmt: skip
        for n in range(5):
            save(owner, f"An unrelated line about phone calls {n}", pack="work", session_id=f"c{n}")
        return old, new

    @pytest.mark.parametrize("query", ["Alice's phone number is 111", "phone", "number 111"])
    def test_ranks_below_its_successor(
        self, owner: Caller, find: Find, both: tuple[SavedOut, SavedOut], query: str
    ) -> None:
        ids = [hit.memory.id for hit in find(owner, query).results]
        assert ids.index(both[1].id) < ids.index(both[0].id)

    def test_and_is_marked(
        self, owner: Caller, find: Find, both: tuple[SavedOut, SavedOut]
    ) -> None:
        hits = {hit.memory.id: hit for hit in find(owner, "phone number").results}
        assert hits[both[0].id].explanation.parts["superseded"] < 1
        assert hits[both[1].id].explanation.parts["superseded"] == 1

    def test_in_a_chain(
        self, owner: Caller, save: Save, find: Find, both: tuple[SavedOut, SavedOut]
    ) -> None:
        last = save(owner, "And another one", pack="work", session_id="d")
        relate(owner, last.id, LinkInput(target_id=both[1].id, type="supersedes"))
        ids = [hit.memory.id for hit in find(owner, "Alice's phone number is 111").results]
        assert ids.index(last.id) < ids.index(both[1].id) < ids.index(both[0].id)

    def test_a_hidden_successor_supersedes_nothing(
        self, owner: Caller, find: Find, both: tuple[SavedOut, SavedOut]
    ) -> None:
        invalidate(owner, both[1].id)
        hit = find(owner, "Alice's phone number is 111").results[0]
        assert hit.memory.id == both[0].id and hit.explanation.parts["superseded"] == 1


class TestHidden:
    """What is deleted, folded, archived or not to be recalled is found by no route."""

    QUERIES = ("heron", "secret heron", "a large bird", "E77-Q", "鈴木", "the nest", "beside")

    before: SavedOut
    secret: SavedOut
    after: SavedOut

    @pytest.fixture(scope="class", autouse=True)
    @classmethod
    def memories(cls, class_owner: Caller, save: Save) -> None:
        owner = class_owner
        common = {"pack": "work", "session_id": "s", "tags": ["birds"], "context": "pond"}
        cls.before = save(owner, "beside the pond", **common)
        cls.secret = save(
            owner, "the secret heron E77-Q", **common, speaker="鈴木",
            entities=[{"name": "heron", "type": "Concept"}],
        )  # fmt: skip
        cls.after = save(owner, "the nest was empty", **common)
        relate(owner, cls.before.id, LinkInput(target_id=cls.secret.id, type="supports"))
        relate(owner, cls.secret.id, LinkInput(target_id=cls.after.id, type="supports"))

    def hide(self, owner: Caller, how: str) -> None:
        if how == "deleted":
            invalidate(owner, self.secret.id)
        elif how == "not to be recalled":
            revise(owner, self.secret.id, MemoryPatch(searchable=False))
        else:
            column = {"archived": {"archived_at": NOW}, "folded": {"consolidated_flag": True}}[how]
            Memory.objects.filter(uid=self.secret.id).update(**column)

    @pytest.mark.parametrize("how", ["deleted", "not to be recalled", "archived", "folded"])
    def test_by_no_route(self, owner: Caller, find: Find, how: str) -> None:
        assert self.secret.id in [hit.memory.id for hit in find(owner, "heron").results]
        self.hide(owner, how)
        for mode in SearchMode:
            for query in self.QUERIES:
                out = find(owner, query, mode=mode, explain=True)
                assert str(self.secret.id) not in out.model_dump_json()
                assert "secret" not in str([hit.explanation.path for hit in out.results])
        for filters in (
            {"tags": "birds"},
            {"entity": "heron"},
            {"context": "pond"},
            {"session_id": "s"},
        ):
            assert self.secret.id not in [
                hit.memory.id for hit in find(owner, filters=filters).results
            ]

    @pytest.mark.parametrize("how", ["deleted", "not to be recalled", "archived", "folded"])
    def test_not_among_neighbours(self, owner: Caller, how: str) -> None:
        assert "secret heron" in explore_related(owner, self.before.id, depth=3).model_dump_json()
        self.hide(owner, how)
        related = explore_related(owner, self.before.id, depth=3)
        assert "secret heron" not in related.model_dump_json()
        assert related.linked == []  # the only way to the other one led through it
        assert [row.memory.id for row in related.by_tag] == [self.after.id]

    def test_and_found_again_once_restored(self, owner: Caller, find: Find) -> None:
        self.hide(owner, "deleted")
        restore(owner, self.secret.id)
        out = find(owner, "heron", mode="keyword")
        assert [hit.memory.id for hit in out.results] == [self.secret.id]


class TestWithoutVectors:
    def test_words_names_and_links_still_answer(
        self, owner: Caller, save: Save, find: Find
    ) -> None:
        save(owner, "田中さんと会議をした")
        EmbeddingModel.objects.update(status=ModelStatus.RETIRED)
        out = find(owner, "会議")
        assert texts(out) == ["田中さんと会議をした"] and out.notes == [NO_VECTORS]
        assert find(owner, "会議", mode="semantic_only").results == []
        assert find(owner, "会議", mode="keyword").notes == []


class TestWhatASearchLeaves:
    def test_usage_access_and_run(self, owner: Caller, save: Save, find: Find) -> None:
        work = save(owner, "heron at work", pack="work")
        life = save(owner, "heron at home", pack="lifelog")
        out = find(owner, "heron", filters={"created_after": "2020-01-01T00:00:00"})
        run = RetrievalRun.objects.get()
        assert run.run_id == out.run_id and run.base_user == "alice" and run.query == "heron"
        assert [row["id"] for row in run.selected] == [str(hit.memory.id) for hit in out.results]
        assert run.candidates["routes"]["words"] == 2 and run.plan["name"] == "hybrid-6"
        assert run.plan["filters"] == {"created_after": "2020-01-01T00:00:00"}
        accesses = Revision.objects.filter(action="ACCESS", target_id=str(run.run_id))
        by_space = {row.user_id: row.after for row in accesses}
        assert by_space == {
            "alice#work": {"memories": [str(work.id)]},
            "alice#lifelog": {"memories": [str(life.id)]},
        }
        assert [stored(row).usage_count for row in (work, life)] == [1, 1]
        assert stored(work).last_used_at == run.created_at

    def test_nothing_found_is_a_run_too(self, owner: Caller, find: Find) -> None:
        find(owner, "heron")
        assert RetrievalRun.objects.get().selected == []
        assert not Revision.objects.filter(action="ACCESS").exists()

    def test_many_are_stored_together(
        self, owner: Caller, save: Save, find: Find, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        saved = save(owner, "heron")
        with monkeypatch.context() as later:
            later.setattr(log.background, "run_within", lambda name, work, seconds: None)
            for _ in range(3):
                find(owner, "heron")
            assert stored(saved).usage_count == 0
        assert log.flush() == 3 and log.flush() == 0
        assert stored(saved).usage_count == 3 and RetrievalRun.objects.count() == 3


@pytest.mark.parametrize("text", ["犬を飼い始めた。", "愛犬が元気だ。", "うちの犬", "大型犬と散歩"])
def test_a_single_kanji_is_found_anywhere(owner: Caller, save: Save, find: Find, text: str) -> None:
    save(owner, text)
    save(owner, "猫の話。")
    assert [hit.memory.text for hit in find(owner, "犬", mode="keyword").results] == [text]
