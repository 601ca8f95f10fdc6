"""A time in a query narrows the answer: through the service, over REST, and in contexts."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from rest_framework.test import APIClient

from accounts.callers import caller_of_token
from accounts.services.tokens import token_create
from core.caller import Caller
from core.errors import InvalidInput
from memories.interfaces.mcp.answers.context import ContextAnswer, context_answer
from memories.interfaces.mcp.render import context_text
from memories.schemas import ContextInput, SearchInput, SearchOut, parsed
from memories.schemas.recalled_text import json_text
from memories.services.context import build_context
from memories.services.search import recall
from nlp.token_count import count_tokens
from tests.memories.conftest import SaveAll, texts

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 5, 20, 10, tzinfo=ZoneInfo("Asia/Tokyo"))
DIARY = {
    "2026-05-12": "Met Ken about the budget of the new office",
    "2026-05-14": "歯医者で親知らずを抜いた",
    "2026-05-15": "Ken sent the budget sheet with three open questions",
    "2026-05-19": "Bought a blue bicycle with a basket",
    "2026-03-02": "The budget was cut by ten percent, Ken said",
    "2025-08-10": "北海道を一周した",
}


@pytest.fixture
def diary(owner: Caller, save_all: SaveAll) -> None:
    lines = [
        {"text": text, "created_at": f"{day}T12:00:00+09:00", "session_id": day}
        for day, text in DIARY.items()
    ]
    save_all(owner, lines, pack="lifelog")


def ask(caller: Caller, query: str, **fields: Any) -> SearchOut:
    return recall(caller, parsed(SearchInput, {"query": query, **fields}), now=NOW, record=False)


def days(out: SearchOut) -> list[str]:
    return [hit.memory.created_at.date().isoformat() for hit in out.results]


@pytest.mark.usefixtures("diary")
class TestOnlyATime:
    @pytest.mark.parametrize("query", ["what happened last week", "先週何した?", "last week"])
    def test_lists_it_from_its_beginning(self, owner: Caller, query: str) -> None:
        out = ask(owner, query)
        assert days(out) == ["2026-05-12", "2026-05-14", "2026-05-15"]
        assert out.understood is not None
        assert out.understood.is_chronological and out.understood.in_range == 3
        assert out.understood.zone == "Asia/Tokyo"
        (time,) = out.understood.times
        assert (str(time.start), str(time.end)) == (
            "2026-05-11 00:00:00+09:00",
            "2026-05-18 00:00:00+09:00",
        )
        assert time.words in ("last week", "先週") and not time.is_soft
        assert not any(hit.is_outside for hit in out.results)

    def test_another_order_can_be_asked_for(self, owner: Caller) -> None:
        out = ask(owner, "what happened last week", sort="time")
        assert days(out) == ["2026-05-15", "2026-05-14", "2026-05-12"]

    @pytest.mark.parametrize("query", ["what happened in April", "4月の出来事"])
    def test_without_anything_in_it_shows_the_nearest_outside(
        self, owner: Caller, query: str
    ) -> None:
        out = ask(owner, query)
        assert out.understood and out.understood.in_range == 0
        assert 0 < len(out.results) <= 5 and all(hit.is_outside for hit in out.results)
        assert "2026-05-12" in days(out) and "2025-08-10" not in days(out)[:3]


@pytest.mark.usefixtures("diary")
class TestWordsAndATime:
    @pytest.mark.parametrize(
        "query", ["what did Ken say about the budget last week", "先週のKenのbudgetの話は?"]
    )
    def test_the_words_rank_within_it(self, owner: Caller, query: str) -> None:
        out = ask(owner, query)
        inside = [hit for hit in out.results if not hit.is_outside]
        assert {str(hit.memory.created_at)[:10] for hit in inside} == {
            "2026-05-12", "2026-05-14", "2026-05-15",
        }  # fmt: skip
        assert "budget" in inside[0].memory.text and "budget" in inside[1].memory.text
        assert out.results[: len(inside)] == inside
        assert [hit.score for hit in out.results] == sorted(
            (hit.score for hit in out.results), reverse=True
        )

    def test_what_is_vague_has_a_soft_edge(self, owner: Caller, save_all: SaveAll) -> None:
        save_all(
            owner,
            [{"text": "The budget meeting moved", "created_at": "2026-05-11T09:00:00+09:00"}],
            pack="lifelog",
        )
        sharp, soft = ask(owner, "budget on 10 May"), ask(owner, "budget around 10 May")
        assert sharp.understood and sharp.understood.in_range == 0
        assert soft.understood and soft.understood.times[0].is_soft and soft.understood.in_range > 0
        assert soft.results[0].memory.text == "The budget meeting moved"

    def test_what_tells_of_the_time_is_in_it(self, owner: Caller, save: Any) -> None:
        save(
            owner, "The budget talk was loud", pack="lifelog",
            created_at="2026-05-19T09:00:00+09:00", about_start="2026-04-07T09:00:00+09:00",
        )  # fmt: skip
        out = ask(owner, "budget in April")
        assert texts(out)[0] == "The budget talk was loud" and not out.results[0].is_outside


@pytest.mark.usefixtures("diary")
def test_of_a_time_without_any_memory_the_words_decide(owner: Caller, save_all: SaveAll) -> None:
    film = {"text": "The lighthouse film won a prize in 1989", "created_at": "2026-05-01T12:00:00Z"}
    other = {"text": "The old wall came down in 1989", "created_at": "2026-05-02T12:00:00Z"}
    singer = {"text": "Lena sang in the lighthouse film", "created_at": "2026-05-03T12:00:00Z"}
    save_all(owner, [film, other, singer], pack="lifelog")
    out = ask(owner, "who sang in the lighthouse film that won in 1989")
    assert out.understood and texts(out)[0] == film["text"] and singer["text"] in texts(out)


@pytest.mark.usefixtures("diary")
class TestCorrecting:
    def test_the_time_can_be_left_unread(self, owner: Caller) -> None:
        out = ask(owner, "budget last week", read_time=False)
        assert out.understood is None and "2026-03-02" in days(out)
        assert not any(hit.is_outside for hit in out.results)

    def test_filters_of_a_time_win(self, owner: Caller) -> None:
        march = {"created_after": "2026-03-01", "created_before": "2026-04-01"}
        assert days(ask(owner, "budget last week", filters=march)) == ["2026-03-02"]
        out = ask(owner, "what happened last week", filters=march)
        assert days(out) == ["2026-03-02"] and out.understood is None

    def test_the_zone_of_the_caller_counts(self, owner: Caller) -> None:
        token, _ = token_create(user_name="alice", name="laptop")
        out = ask(caller_of_token(token), "yesterday")
        assert days(out) == ["2026-05-19"] and out.understood
        assert out.understood.zone == "Asia/Tokyo"

    @pytest.mark.parametrize("mode", ["keyword", "semantic_only"])
    def test_a_plain_mode_takes_the_words_as_they_are(self, owner: Caller, mode: str) -> None:
        assert ask(owner, "budget last week", mode=mode).understood is None

    @pytest.mark.parametrize("what", ["created", "recorded", "about"])
    def test_a_range_upside_down_is_refused(self, owner: Caller, what: str) -> None:
        filters = {f"{what}_after": "2026-05-02", f"{what}_before": "2026-05-01T12:00:00Z"}
        with pytest.raises(InvalidInput) as error:
            ask(owner, "budget", filters=filters)
        (problem,) = error.value.problems
        assert problem.field == f"filters.{what}_before" and f"filters.{what}_after" in str(problem)


@pytest.mark.usefixtures("diary")
def test_a_bound_token_counts_only_what_it_sees(owner: Caller, save: Any) -> None:
    save(
        owner, "The garden fence is green", pack="lifelog", namespace="home/garden",
        created_at="2026-05-13T12:00:00+09:00",
    )  # fmt: skip
    token, _ = token_create(user_name="alice", name="garden", namespace="home/garden")
    out = ask(caller_of_token(token), "what happened last week")
    assert texts(out) == ["The garden fence is green"]
    assert out.understood and out.understood.in_range == 1


@pytest.mark.usefixtures("diary")
def test_a_question_narrows_a_context_and_a_task_does_not(owner: Caller) -> None:
    def context(message: str) -> str:
        asked = ContextInput(message=message)
        return build_context(owner, asked, now=NOW, record=False).markdown

    assert "北海道" not in context("先週何した?") and "親知らず" in context("先週何した?")
    assert "cut by ten percent" in context("Write to Ken about the budget for tomorrow")


@pytest.mark.usefixtures("diary")
def test_a_context_says_the_time_and_can_be_corrected(owner: Caller) -> None:
    def told(**fields: Any) -> tuple[ContextAnswer, str]:
        asked = ContextInput(message="budget last week?", **fields)
        built = build_context(owner, asked, now=NOW, record=False, for_model=True)
        answer = context_answer(built, lambda uid: uid.hex[:8])
        return answer, context_text(answer)

    answer, text = told()
    assert answer.time.startswith("“last week” = ") and "(Asia/Tokyo)" in answer.time
    assert "read_time=false" in answer.time and f"time: {answer.time}" in text
    assert "cut by ten percent" not in text
    corrected, text = told(read_time=False)
    assert not corrected.time and "cut by ten percent" in text
    for budget in (50, 150, 200, 250):
        answer, text = told(token_budget=budget)
        assert max(map(count_tokens, (text, json_text(answer.model_dump())))) <= budget


@pytest.mark.usefixtures("owner")
def test_over_rest(api: APIClient, save: Callable[..., Any], owner: Caller) -> None:
    day = (datetime.now(owner.zone) - timedelta(days=1)).replace(hour=12)
    save(owner, "Planted two apple trees", pack="lifelog", created_at=day.isoformat())
    save(owner, "The shed has a new roof", pack="lifelog")
    given = {"query": "what did I do yesterday?"}
    found = api.post("/api/memories/search/", given, format="json").json()
    assert [hit["memory"]["text"] for hit in found["results"]] == ["Planted two apple trees"]
    assert found["understood"]["zone"] == "Asia/Tokyo" and found["understood"]["is_chronological"]
    unread = api.post("/api/memories/search/", {**given, "read_time": False}, format="json").json()
    assert unread["understood"] is None
    turned = {"created_after": "2026-05-02", "created_before": "2026-05-01"}
    refused = api.post(
        "/api/memories/search/", {"query": "trees", "filters": turned}, format="json"
    )
    assert refused.status_code == 400 and "created_before" in str(refused.json())
