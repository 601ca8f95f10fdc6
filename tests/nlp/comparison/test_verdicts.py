"""Verdicts on two texts: what must not differ, whatever the vectors say."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nlp.comparison import Blocker, Kind, Statement, Thresholds, Verdict, compare

AT = datetime(2026, 3, 2, 3, tzinfo=UTC)
SCALE = Thresholds(same=0.816, related=0.392)


def verdict(
    one: str, other: str, *, near: float = 0.95, hours: float = 2, **fields: Any
) -> Verdict:
    first = Statement(one, AT, **fields)
    second = Statement(other, AT + timedelta(hours=hours), **fields)
    return compare(first, second, nearness=near, thresholds=SCALE)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The key is under the mat.", "  the KEY is under the mat"),
        ("予算は30万円です。", "予算は３０万円です"),
        ("予算は 30万円 です。", "予算は30万円です。"),
        ("Our Wi-Fi is called “blue”!", 'our wi-fi is called "blue"'),
        ("カフェは駅前にあります。", "ｶﾌｪは駅前にあります"),
    ],
)
def test_the_same_words_are_one(one: str, other: str) -> None:
    found = verdict(one, other, near=float("nan"))
    assert found.kind is Kind.SAME and found.may_fold and found.confidence == 1.0


@pytest.mark.parametrize(
    ("one", "other", "blocker"),
    [
        # amounts
        ("参加者は30人です。", "参加者は40人です。", Blocker.AMOUNT),
        ("参加者は三十人です。", "参加者は３１人です。", Blocker.AMOUNT),
        ("家賃は9万5千円です。", "家賃は9万6千円です。", Blocker.AMOUNT),
        ("The price is $30.", "The price is €30.", Blocker.AMOUNT),
        ("It weighs 1.5 kg.", "It weighs 15 kg.", Blocker.AMOUNT),
        ("The pot holds thirty litres.", "The pot holds thirteen litres.", Blocker.AMOUNT),
        ("The total is 1,234,567 yen.", "The total is 1,234,568 yen.", Blocker.AMOUNT),
        ("Account 12345678901234567890 is open.", "Account 12345678901234567891 is open.", Blocker.AMOUNT),
        ("Take it twice a day.", "Take it once a day.", Blocker.AMOUNT),
        ("割引は10%です。", "割引は2割です。", Blocker.AMOUNT),
        # times
        ("The release is on May 3.", "The release is on May 13.", Blocker.TIME),
        ("会議は15時からです。", "会議は16時からです。", Blocker.TIME),
        ("The contract ends in 2026.", "The contract ends in 2027.", Blocker.TIME),
        ("提出は来週の月曜日です。", "提出は来週の火曜日です。", Blocker.TIME),
        # names
        ("責任者は田中さんです。", "責任者は鈴木さんです。", Blocker.NAME),
        ("The lead is Maria.", "The lead is Emma.", Blocker.NAME),
        ("部品はE1234-Xです。", "部品はE1235-Xです。", Blocker.NAME),
        ("We run v1.2 there.", "We run v1.3 there.", Blocker.NAME),
        ("The host is 10.0.0.1 here.", "The host is 10.0.0.2 here.", Blocker.NAME),
        ("Call 03-5555-1234 for help.", "Call 03-5555-1243 for help.", Blocker.NAME),
        # denials
        ("卵は食べられる。", "卵は食べられない。", Blocker.NEGATION),
        ("窓は開きます。", "窓は開きません。", Blocker.NEGATION),
        ("ここでは撮影できる。", "ここでは撮影禁止です。", Blocker.NEGATION),
        ("He eats eggs.", "He doesn't eat eggs.", Blocker.NEGATION),
        ("The disk was checked.", "The disk was never checked.", Blocker.NEGATION),
        # opposites
        ("売上は増加した。", "売上は減少した。", Blocker.OPPOSITE),
        ("Sales increased in spring.", "Sales decreased in spring.", Blocker.OPPOSITE),
        ("食前に薬を飲む。", "食後に薬を飲む。", Blocker.OPPOSITE),
        ("Turn the valve on.", "Turn the valve off.", Blocker.OPPOSITE),
        # modality
        ("明日は休みです。", "明日は休みですか？", Blocker.MODALITY),
        ("She joins the team.", "She may join the team.", Blocker.MODALITY),
        ("引っ越す。", "引っ越すかもしれない。", Blocker.MODALITY),
    ],
)  # fmt: skip
def test_what_differs_is_never_the_same(one: str, other: str, blocker: Blocker) -> None:
    for near in (0.9, 1.0):
        for first, second in ((one, other), (other, one)):
            found = verdict(first, second, near=near)
            assert found.kind not in {Kind.SAME, Kind.ADDITIVE} and not found.may_fold
            assert blocker in found.blockers


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("参加者は三十人です。", "参加者は30人です。"),
        ("The course costs thirty dollars.", "The course costs $30."),
        ("会議は15時からです。", "会議は午後3時からです。"),
        ("The budget is 1.5 million yen.", "The budget is 1,500,000 yen."),
        ("家賃は9万円だ。", "家賃は90,000円です。"),
        ("She doesn't drink wine.", "She never drinks wine."),
        ("肉を食べない。", "肉を食べません。"),
    ],
)
def test_other_writings_of_one_value_are_no_difference(one: str, other: str) -> None:
    found = verdict(one, other)
    assert found.kind is Kind.SAME and not found.blockers & {
        Blocker.AMOUNT,
        Blocker.TIME,
        Blocker.NEGATION,
    }


numbers = st.integers(min_value=2, max_value=10**15)


@settings(max_examples=60)
@given(
    numbers,
    numbers,
    st.sampled_from(["The hall has {} seats.", "会場には{}席ある。", "在庫は{}個です。", "id {}"]),
)
def test_no_two_numbers_are_one(one: int, other: int, text: str) -> None:
    found = verdict(text.format(one), text.format(other), near=1.0)
    assert found.may_fold is (one == other) or text == "id {}"
    if one != other:
        assert found.kind is not Kind.SAME


def test_reasons_name_what_differs() -> None:
    assert verdict("研修は30人です。", "研修は40人です。").reasons == ("30人 → 40人",)
    found = verdict("The course has 30 people.", "The course has 40 people.")
    assert found.reasons == ("30 people → 40 people",) and found.kind is Kind.CONFLICTING


def test_the_older_is_who_spoke_first() -> None:
    later = Statement("The course has 30 people now.", AT + timedelta(days=1))
    earlier = Statement("The course has 40 people.", AT)
    found = compare(later, earlier, nearness=0.9, thresholds=SCALE)
    assert found.kind is Kind.UPDATING and found.reasons[0] == "40 people → 30 people"


class TestTheSameWordsOfAnotherTime:
    @pytest.mark.parametrize(
        ("text", "blocker"),
        [
            ("明日は10時に出社します。", Blocker.TIME),
            ("The report is due tomorrow.", Blocker.TIME),
            ("歯医者に行った。", Blocker.OCCASION),
            ("I took the medicine.", Blocker.OCCASION),
            ("はい", Blocker.CONTEXT),
            ("Yes, that one please.", Blocker.CONTEXT),
        ],
    )
    def test_stay_two(self, text: str, blocker: Blocker) -> None:
        found = verdict(text, text, hours=24 * 9)
        assert not found.may_fold and blocker in found.blockers

    def test_unless_it_comes_back(self) -> None:
        assert verdict(
            "娘の誕生日は3月3日です。", "娘の誕生日は3月3日です。", hours=24 * 300
        ).may_fold

    def test_by_another_speaker(self) -> None:
        first = Statement("I am allergic to peanuts.", AT, speaker="tom")
        second = Statement("I am allergic to peanuts.", AT, speaker="maria")
        found = compare(first, second, nearness=1.0, thresholds=SCALE)
        assert found.kind is Kind.RELATED and Blocker.SUBJECT in found.blockers

    def test_about_another_time(self) -> None:
        days = [(AT + timedelta(days=n), AT + timedelta(days=n + 1)) for n in (0, 7)]
        first, second = (Statement("The hall is booked.", AT, about=about) for about in days)
        assert not compare(first, second, nearness=1.0, thresholds=SCALE).may_fold


def test_what_shares_nothing_is_new() -> None:
    assert verdict("The soup needs salt.", "Backups run at night.", near=0.2).kind is Kind.NEW
    assert verdict("", "!?", near=float("nan")).kind in {Kind.NEW, Kind.RELATED}


def test_odd_texts_are_judged() -> None:
    for text in (
        "",
        " ",
        "\n",
        "🙂" * 50,
        "0" * 400,
        "ー" * 300,
        "a" * 5000,
        "１" * 40 + "万" * 40,
    ):
        for other in ("", "30人", text):
            assert not verdict(text, other + "。", near=1.0).blockers - set(Blocker)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("由紀さんは紅茶派。", "今日で河北メディカルを退職した。由紀さんが花束をくれた。"),
        ("由紀さんは紅茶派。", "由紀さんが河北メディカルを退職した。"),
        ("Anna drinks tea.", "I quit Harlow Freight. Anna gave me flowers."),
    ],
)
def test_an_end_supersedes_nothing_about_something_else(one: str, other: str) -> None:
    assert verdict(one, other, near=0.6, hours=2_000).kind is not Kind.UPDATING


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("由紀さんは紅茶派。", "由紀さんは紅茶をやめた。"),
        ("河北メディカルで働いている。", "河北メディカルを退職した。"),
        ("I work at Harlow Freight.", "I quit Harlow Freight."),
    ],
)
def test_an_end_supersedes_what_it_names(one: str, other: str) -> None:
    assert verdict(one, other, near=0.8, hours=2_000).kind is Kind.UPDATING
