"""Dashboards: every number is that of the rows behind it, and nobody sees other people's."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st

from core.caller import Caller
from core.errors import Forbidden, InvalidInput
from memories.models import Memory
from memories.schemas import SavedOut, SearchOut
from memories.schemas.dashboards.inputs import DashboardQuery, MemoriesBehind, Period
from memories.schemas.dashboards.report import DashboardsOut
from memories.schemas.inputs import LinkInput
from memories.schemas.journal import FeedbackInput, MetricsFilters
from memories.search import log
from memories.selectors.dashboards.report import dashboards
from memories.selectors.dashboards.rows import memories_behind
from memories.selectors.dashboards.scope import spans_of
from memories.selectors.dashboards.searches import LEAST_JUDGED, percentile
from memories.selectors.feedback import search_metrics
from memories.services.feedback import give_feedback
from memories.services.update import invalidate, relate

pytestmark = pytest.mark.django_db

# 01:00 on the 21st in Tokyo.
NOW = datetime(2026, 11, 20, 16, tzinfo=UTC)
TODAY = date(2026, 11, 21)

Save = Callable[..., SavedOut]
Find = Callable[..., SearchOut]


def report(caller: Caller, *, now: datetime = NOW, **asked: Any) -> DashboardsOut:
    return dashboards(caller, DashboardQuery(**asked), now=now)


def behind(caller: Caller, **asked: Any) -> int:
    return memories_behind(caller, MemoriesBehind(**asked), now=NOW).count()


def dated(saved: SavedOut, at: datetime, **columns: Any) -> None:
    Memory.objects.filter(uid=saved.id).update(created_at=at, **columns)


class TestFilled:
    """Figures of thirty memories."""

    @pytest.fixture(scope="class")
    @classmethod
    def filled(cls, class_owner: Caller, save: Save) -> list[SavedOut]:
        """Thirty memories, one a day backwards from the last hour of the 20th in Tokyo."""
        found = []
        for at in range(30):
            saved = save(
                class_owner,
                f"Note {at} about the river",
                pack=["work", "dev", "lifelog"][at % 3],
                memory_type="event" if at % 5 == 0 else "note",
                speaker="Maria" if at % 4 == 0 else "",
                entities=[{"name": "Maria Lindqvist", "type": "Person"}] if at % 6 == 0 else [],
                session_id=f"s{at}",
            )
            written = NOW - timedelta(hours=2, days=at)
            dated(saved, written, usage_count=at % 2, decay_score=at / 30, importance_score=1.0)
            found.append(saved)
        return found

    def test_days_are_the_readers_days(self, owner: Caller, filled: list[SavedOut]) -> None:
        found = report(owner, days=Period.WEEK)
        assert (found.since, found.until) == (date(2026, 11, 15), TODAY)
        counts = [sum(span.by_pack.values()) for span in found.news.spans]
        # In UTC the 21st has not begun, and the newest one is of the same day.
        assert counts == [1, 1, 1, 1, 1, 1, 0]
        assert (found.news.memories, found.news.before) == (6, 7)
        assert found.activity.by_hour[23] == 30
        utc = report(replace(owner, time_zone="UTC"), days=Period.WEEK)
        assert utc.until == date(2026, 11, 20) and utc.news.memories == 7

    def test_every_number_is_that_of_the_rows_behind_it(
        self, owner: Caller, filled: list[SavedOut]
    ) -> None:
        for days in Period:
            found = report(owner, days=days)
            since = found.since
            assert found.news.memories == behind(owner, since=since)
            for span in found.news.spans:
                for pack, count in span.by_pack.items():
                    assert count == behind(owner, pack=[pack], since=span.first, until=span.last)
            for band in found.recall.by_age:
                bounds = {"since": band.since, "until": band.until}
                assert band.never == behind(owner, recalled="never", **bounds)
                assert band.recalled == behind(owner, recalled="yes", **bounds)
            for name, counts in (
                ("type", found.kinds.by_type),
                ("category", found.kinds.by_category),
                ("source", found.writers.by_source),
                ("trust", found.writers.by_trust),
                ("speaker", found.writers.by_speaker),
                ("actor", found.writers.by_actor),
            ):
                for key, count in counts.items():
                    assert count == behind(owner, since=since, **{name: key}), (name, key)
                assert sum(counts.values()) == found.news.memories
        for band_at, count in enumerate(found.strength.strength):
            assert count == behind(owner, strength=band_at)
        assert found.strength.importance[9] == behind(owner, importance=9) == 30
        for hour, count in enumerate(found.activity.by_hour):
            assert count == behind(owner, hour=hour)

    def test_hidden_memories_do_not_count(self, owner: Caller, filled: list[SavedOut]) -> None:
        Memory.objects.filter(uid=filled[0].id).update(invalidated_at=NOW)
        found = report(owner)
        assert found.news.memories == 28 and found.strength.memories == 29
        Memory.objects.filter(uid=filled[2].id).update(searchable=False)
        assert report(owner).recall.memories == 28

    def test_growth_begins_with_what_was_before(
        self, owner: Caller, filled: list[SavedOut]
    ) -> None:
        found = report(owner, days=Period.WEEK).growth
        assert [point.memories for point in found.points] == [25, 26, 27, 28, 29, 30, 30]
        assert (
            found.memories == 30 and found.per_day == round(6 / 7, 2) and found.per_day_before == 1
        )

    def test_who_is_mentioned_more_than_before(
        self, owner: Caller, filled: list[SavedOut], save: Save
    ) -> None:
        for text in ("Ken called", "Ken called again"):
            saved = save(owner, text, pack="work", entities=[{"name": "Ken Ito", "type": "Person"}])
            dated(saved, NOW - timedelta(hours=5))
        found = report(owner, days=Period.WEEK)
        by_name = {one.name: one for one in found.news.rising}
        assert by_name["Ken Ito"].is_new and by_name["Ken Ito"].before == 0
        assert found.important.top[0].name == "Ken Ito"
        assert sum(found.important.top[0].trend) == found.important.top[0].mentions
        everything = report(owner, days=Period.ALL)
        assert all(one.before is None and not one.is_new for one in everything.news.rising)

    def test_rates_agree_with_the_metrics_and_need_enough(
        self, owner: Caller, filled: list[SavedOut], find: Find
    ) -> None:
        for at in range(LEAST_JUDGED):
            found = find(owner, "river")
            log.flush()
            assert report(owner, now=datetime.now(UTC)).searches.success_rate is None
            hit = found.results[at % 3].memory.id
            give_feedback(owner, found.run_id, FeedbackInput(memory_id=hit, useful=at % 4 != 0))
        shown = report(owner, now=datetime.now(UTC)).searches
        metrics = search_metrics(owner, MetricsFilters()).overall
        assert (shown.judged, shown.successful) == (LEAST_JUDGED, metrics.successful_searches)
        assert shown.success_rate == metrics.success_rate
        assert shown.relevance == metrics.relevance_score
        assert shown.p95_ms is None and shown.timed == LEAST_JUDGED < shown.least_timed
        recall = report(owner, now=datetime.now(UTC)).recall
        assert recall.useful == behind(owner, judged="useful") > 0
        assert recall.useless == behind(owner, judged="useless") > 0

    def test_nobody_sees_what_is_not_theirs(
        self, owner: Caller, other: Caller, filled: list[SavedOut], find: Find, save: Save
    ) -> None:
        find(owner, "river")
        log.flush()
        nothing = report(other, now=datetime.now(UTC))
        assert (
            nothing.growth.memories == nothing.searches.searches == nothing.strength.memories == 0
        )
        assert nothing.storage.rows == dict.fromkeys(nothing.storage.rows, 0)
        assert nothing.storage.database_bytes is None
        bound = replace(owner, packs=frozenset({"work"}))
        works = report(bound)
        assert works.packs == ["work"] and works.news.memories == 10
        assert works.searches.searches == 0 and works.growth.memories == 10
        assert works == report(owner, pack=["work"]).model_copy(update={"searches": works.searches})
        with pytest.raises(Forbidden):
            report(bound, pack=["dev"])
        with pytest.raises(Forbidden):
            behind(bound, pack=["dev"])

    def test_a_namespace_sees_its_own_numbers(
        self, owner: Caller, filled: list[SavedOut], save: Save, find: Find
    ) -> None:
        find(owner, "river")
        log.flush()
        team = replace(owner, namespace="team/a")
        saved = save(
            team,
            "Priya leads the team",
            pack="work",
            entities=[{"name": "Priya", "type": "Person"}],
        )
        dated(saved, NOW - timedelta(hours=3))
        found = report(team)
        assert found.news.memories == found.strength.memories == found.recall.memories == 1
        assert [one.name for one in found.important.top] == ["Priya"]
        assert found.growth.entities == 1 and found.searches.searches == 0
        assert found.writers.by_actor == {"owner": 1}
        assert found.storage.rows["memories"] == 1 and behind(team) == 1

    def test_usage_is_counted_as_stored(self, owner: Caller, filled: list[SavedOut]) -> None:
        Memory.objects.filter(uid=filled[1].id).update(
            usage_count=F("usage_count") + 7, last_used_at=NOW
        )
        found = report(owner).recall
        assert [one.uses for one in found.most_used] == [8] and found.used_in_period == 1


def test_the_number_of_queries_is_constant(owner: Caller, save: Save) -> None:
    counts = []
    for size in (1, 12):
        for at in range(size):
            save(
                owner,
                f"Note {size} {at}",
                pack="work",
                entities=[{"name": f"P{at}", "type": "Person"}],
            )
        with CaptureQueriesContext(connection) as queries:
            report(owner, now=datetime.now(UTC))
        counts.append(len(queries))
    # Packs switched off; memories by span, by day, by kind, writers, strength; creations; entities:
    # before, now, rows, earlier, trend, made; relations; proposals: open, decided; states; recall: ages,
    # most used, judged; searches: counts, judged, times; jobs (3), links, states, journal; operator;
    # contradictions: open, decided.
    assert counts[0] == counts[1] <= 33


def test_bad_input(owner: Caller) -> None:
    with pytest.raises(InvalidInput):
        report(owner, pack=["nothing"])
    with pytest.raises(ValueError, match="before the first"):
        MemoriesBehind(since=TODAY, until=TODAY - timedelta(days=1))
    assert report(owner).growth.points[-1].last == TODAY
    assert report(owner, days=Period.ALL).since == TODAY


@given(st.dates(date(2000, 1, 1), date(2030, 1, 1)), st.integers(0, 4000))
def test_spans_cover_every_day_once(first: date, length: int) -> None:
    last = first + timedelta(days=length)
    spans = spans_of(first, last)
    assert spans[0][0] == first and spans[-1][1] == last
    assert all(begin <= end for begin, end in spans)
    assert all(after[0] - before[1] == timedelta(days=1) for before, after in pairwise(spans))


@given(st.lists(st.floats(0, 1e6), min_size=1))
def test_a_percentile_is_a_value_that_most_do_not_exceed(values: list[float]) -> None:
    found = percentile(values, 0.95, least=1)
    assert found is not None
    assert sum(value <= found + 0.06 for value in values) >= 0.95 * len(values)
    assert percentile(values, 0.5, least=len(values) + 1) is None


def test_what_contradicts_is_listed(owner: Caller, save: Save) -> None:
    one = save(owner, "The wedding is on 3 May.", pack="lifelog")
    other = save(owner, "The cake is for 4 May.", pack="lifelog")
    assert report(owner, pack=["lifelog"]).waiting.contradictions == []
    relate(owner, one.id, LinkInput(target_id=other.id, type="contradicts"))
    (row,) = report(owner, pack=["lifelog"]).waiting.contradictions
    assert row.proposal is None and set(row.memories) == {one.id, other.id}
    assert "3 May" in row.title and "4 May" in row.title
    assert report(owner, pack=["work"]).waiting.contradictions == []
    invalidate(owner, other.id)
    assert report(owner, pack=["lifelog"]).waiting.contradictions == []
