"""Which of several times is meant, how surely, and in which zone."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from nlp.dates import Grain, find
from tests.nlp.dates.conftest import NOW, TOKYO, short, spans, the_one

APRIL = datetime(2026, 4, 10, 9, tzinfo=TOKYO)
JUNE = datetime(2026, 6, 10, 9, tzinfo=TOKYO)


class TestPast:
    """Asked of a memory, an open time is the latest that has begun."""

    @pytest.mark.parametrize(
        ("text", "now", "start"),
        [
            ("in May", NOW, "2026-05-01"),
            ("in May", APRIL, "2025-05-01"),
            ("in April", APRIL, "2026-04-01"),
            ("5月に", APRIL, "2025-05-01"),
            ("on Friday", NOW, "2026-11-13"),
            ("夏に", APRIL, "2025-06-01"),
            ("クリスマス", APRIL, "2025-12-24"),
            ("since March", datetime(2026, 2, 1, tzinfo=TOKYO), "2025-03-01"),
            ("between May and July", JUNE, "2025-05-01"),
            ("11月から2月", NOW, "2025-11-01"),
            ("last May", JUNE, "2026-05-01"),
            ("this winter", datetime(2026, 1, 9, tzinfo=TOKYO), "2025-12-01"),
            ("第1四半期", APRIL, "2026-01-01"),
            ("昨年度", APRIL, "2025-04-01"),
        ],
    )
    def test_latest(self, text: str, now: datetime, start: str) -> None:
        assert short(the_one(text, now).start) == start


class TestTense:
    """Elsewhere the tense decides, and failing that the nearest."""

    @pytest.mark.parametrize(
        ("text", "start"),
        [
            ("I will see her on Monday", "2026-11-23"),
            ("I saw her on Monday", "2026-11-16"),
            ("月曜に会う予定", "2026-11-23"),
            ("月曜に会った", "2026-11-16"),
            ("the trip in December", "2026-12-01"),
            ("10月の旅行", "2026-10-01"),
            ("next May", "2027-05-01"),
            ("来週の金曜", "2026-11-27"),
            ("deadline in May", "2027-05-01"),
            ("they agreed: from 1 December I work less", "2026-12-01"),
            ("we were supposed to fly on 1 December", "2026-12-01"),
        ],
    )
    def test_start(self, text: str, start: str) -> None:
        assert short(the_one(text, is_past=False).start) == start

    def test_a_last_day_is_no_yesterday(self) -> None:
        assert find("It is Mira's last day", now=NOW) == []


class TestConfidence:
    @pytest.mark.parametrize(
        ("surer", "vaguer"),
        [
            ("2024年5月3日", "5月3日"),
            ("last week", "the other day"),
            ("三日前", "三日ほど前"),
            ("yesterday", "last summer"),
            ("5月に", "5月頃"),
            ("昨日の15時", "15時に"),
            ("in May", "the May meeting"),
        ],
    )
    def test_order(self, surer: str, vaguer: str) -> None:
        assert the_one(surer).confidence > the_one(vaguer).confidence

    @pytest.mark.parametrize(
        ("text", "confidence"),
        [("2026-05-03", 0.95), ("先週", 0.9), ("yesterday", 0.9), ("先日", 0.5), ("最近", 0.5)],
    )
    def test_values(self, text: str, confidence: float) -> None:
        assert the_one(text).confidence == confidence

    @pytest.mark.parametrize(
        ("plain", "rough"), [("三日前", "三日ほど前"), ("5月", "5月頃"), ("at 3pm", "around 3pm")]
    )
    def test_rough_is_wider(self, plain: str, rough: str) -> None:
        inner, outer = the_one(plain), the_one(rough)
        assert inner.start and inner.end and outer.start and outer.end
        assert outer.start < inner.start < inner.end < outer.end


@pytest.mark.parametrize(
    ("text", "grain"),
    [
        ("30 minutes ago", Grain.MINUTE), ("2時間前", Grain.HOUR), ("今朝", Grain.PART_OF_DAY),
        ("yesterday", Grain.DAY), ("先週", Grain.WEEK), ("3月に", Grain.MONTH), ("in summer", Grain.SEASON),
        ("Q3 2025", Grain.QUARTER), ("2024年", Grain.YEAR), ("the 1990s", Grain.DECADE),
        ("20世紀", Grain.CENTURY),
    ],
)  # fmt: skip
def test_grain(text: str, grain: Grain) -> None:
    assert the_one(text).grain is grain


class TestSeveral:
    def test_in_order(self) -> None:
        assert spans("去年の夏と今年の5月、last week and yesterday") == [
            ("去年の夏", "2025-06-01", "2025-09-01"),
            ("今年の5月", "2026-05-01", "2026-06-01"),
            ("last week", "2026-11-09", "2026-11-16"),
            ("yesterday", "2026-11-19", "2026-11-20"),
        ]

    def test_what_does_not_fit_together_stands_apart(self) -> None:
        assert [words for words, _, _ in spans("昨日の夜、先週の会議")] == ["昨日の夜", "先週"]
        assert [words for words, _, _ in spans("I met May yesterday")] == ["May", "yesterday"]

    def test_a_list_shares_what_its_first_time_names(self) -> None:
        assert spans("来週の火曜と木曜") == [
            ("来週の火曜", "2026-11-24", "2026-11-25"),
            ("木曜", "2026-11-26", "2026-11-27"),
        ]
        assert spans("（火）と（水）") == []

    def test_both_languages(self) -> None:
        assert [words for words, _, _ in spans("先週のmeetingはlast Mondayから")] == [
            "先週",
            "last Mondayから",
        ]


class TestZone:
    def test_now_needs_one(self) -> None:
        with pytest.raises(ValueError, match="zone"):
            find("yesterday", now=datetime(2026, 11, 20))

    def test_days_have_23_and_25_hours(self) -> None:
        berlin = ZoneInfo("Europe/Berlin")
        for month, hours in ((3, 23), (10, 25)):
            last_sunday = {3: 29, 10: 25}[month]
            one = the_one("yesterday", datetime(2026, month, last_sunday + 1, 8, tzinfo=berlin))
            assert one.start and one.end
            assert one.end.astimezone(UTC) - one.start.astimezone(UTC) == timedelta(hours=hours)

    def test_hours_pass_across_the_change(self) -> None:
        berlin = ZoneInfo("Europe/Berlin")
        now = datetime(2026, 10, 25, 4, tzinfo=berlin)
        one = the_one("3 hours ago", now)
        assert one.start and one.end
        middle = one.start.astimezone(UTC) + timedelta(minutes=30)
        assert now.astimezone(UTC) - middle == timedelta(hours=3)

    def test_a_midnight_that_the_clocks_skipped(self) -> None:
        havana = ZoneInfo("America/Havana")
        one = the_one("today", datetime(2026, 3, 8, 12, tzinfo=havana))
        assert one.start == datetime(2026, 3, 8, 1, tzinfo=havana)

    def test_a_moment_with_its_own_zone(self) -> None:
        assert short(the_one("2026-05-03T10:00+02:00").start) == "2026-05-03 17:00"


@pytest.mark.parametrize(
    "text", ["13月45日", "2024年2月30日", "25時", "99/99", "2024-13-01", "9999年", "5000年前"]
)
def test_what_the_calendar_lacks_is_no_date(text: str) -> None:
    assert all(one.start is None or one.start.year < 9999 for one in find(text, now=NOW))
