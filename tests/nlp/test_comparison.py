"""Verdicts on two texts: what must not differ, whatever the vectors say."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nlp.comparison import Guard, Kind, Said, Thresholds, Verdict, judge

AT = datetime(2026, 3, 2, 3, tzinfo=UTC)
SCALE = Thresholds(same=0.816, related=0.392)


def verdict(
    one: str, other: str, *, near: float = 0.95, hours: float = 2, **fields: Any
) -> Verdict:
    first = Said(one, AT, **fields)
    second = Said(other, AT + timedelta(hours=hours), **fields)
    return judge(first, second, nearness=near, thresholds=SCALE)


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
    ("one", "other", "guard"),
    [
        # amounts
        ("参加者は30人です。", "参加者は40人です。", Guard.AMOUNT),
        ("参加者は三十人です。", "参加者は３１人です。", Guard.AMOUNT),
        ("家賃は9万5千円です。", "家賃は9万6千円です。", Guard.AMOUNT),
        ("The price is $30.", "The price is €30.", Guard.AMOUNT),
        ("It weighs 1.5 kg.", "It weighs 15 kg.", Guard.AMOUNT),
        ("The pot holds thirty litres.", "The pot holds thirteen litres.", Guard.AMOUNT),
        ("The total is 1,234,567 yen.", "The total is 1,234,568 yen.", Guard.AMOUNT),
        ("Account 12345678901234567890 is open.", "Account 12345678901234567891 is open.", Guard.AMOUNT),
        ("Take it twice a day.", "Take it once a day.", Guard.AMOUNT),
        ("割引は10%です。", "割引は2割です。", Guard.AMOUNT),
        # times
        ("The release is on May 3.", "The release is on May 13.", Guard.TIME),
        ("会議は15時からです。", "会議は16時からです。", Guard.TIME),
        ("The contract ends in 2026.", "The contract ends in 2027.", Guard.TIME),
        ("提出は来週の月曜日です。", "提出は来週の火曜日です。", Guard.TIME),
        # names
        ("責任者は田中さんです。", "責任者は鈴木さんです。", Guard.NAME),
        ("The lead is Maria.", "The lead is Emma.", Guard.NAME),
        ("部品はE1234-Xです。", "部品はE1235-Xです。", Guard.NAME),
        ("We run v1.2 there.", "We run v1.3 there.", Guard.NAME),
        ("The host is 10.0.0.1 here.", "The host is 10.0.0.2 here.", Guard.NAME),
        ("Call 03-5555-1234 for help.", "Call 03-5555-1243 for help.", Guard.NAME),
        # denials
        ("卵は食べられる。", "卵は食べられない。", Guard.NEGATION),
        ("窓は開きます。", "窓は開きません。", Guard.NEGATION),
        ("ここでは撮影できる。", "ここでは撮影禁止です。", Guard.NEGATION),
        ("He eats eggs.", "He doesn't eat eggs.", Guard.NEGATION),
        ("The disk was checked.", "The disk was never checked.", Guard.NEGATION),
        # opposites
        ("売上は増加した。", "売上は減少した。", Guard.OPPOSITE),
        ("Sales increased in spring.", "Sales decreased in spring.", Guard.OPPOSITE),
        ("食前に薬を飲む。", "食後に薬を飲む。", Guard.OPPOSITE),
        ("Turn the valve on.", "Turn the valve off.", Guard.OPPOSITE),
        # modality
        ("明日は休みです。", "明日は休みですか？", Guard.MODALITY),
        ("She joins the team.", "She may join the team.", Guard.MODALITY),
        ("引っ越す。", "引っ越すかもしれない。", Guard.MODALITY),
    ],
)  # fmt: skip
def test_what_differs_is_never_the_same(one: str, other: str, guard: Guard) -> None:
    for near in (0.9, 1.0):
        for first, second in ((one, other), (other, one)):
            found = verdict(first, second, near=near)
            assert found.kind not in {Kind.SAME, Kind.ADDITIVE} and not found.may_fold
            assert guard in found.guards


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
    assert found.kind is Kind.SAME and not found.guards & {Guard.AMOUNT, Guard.TIME, Guard.NEGATION}


numbers = st.integers(min_value=2, max_value=10**15)


@settings(max_examples=60, deadline=None)
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
    later = Said("The course has 30 people now.", AT + timedelta(days=1))
    earlier = Said("The course has 40 people.", AT)
    found = judge(later, earlier, nearness=0.9, thresholds=SCALE)
    assert found.kind is Kind.UPDATING and found.reasons[0] == "40 people → 30 people"


class TestTheSameWordsOfAnotherTime:
    @pytest.mark.parametrize(
        ("text", "guard"),
        [
            ("明日は10時に出社します。", Guard.TIME),
            ("The report is due tomorrow.", Guard.TIME),
            ("歯医者に行った。", Guard.OCCASION),
            ("I took the medicine.", Guard.OCCASION),
            ("はい", Guard.CONTEXT),
            ("Yes, that one please.", Guard.CONTEXT),
        ],
    )
    def test_stay_two(self, text: str, guard: Guard) -> None:
        found = verdict(text, text, hours=24 * 9)
        assert not found.may_fold and guard in found.guards

    def test_unless_it_comes_back(self) -> None:
        assert verdict(
            "娘の誕生日は3月3日です。", "娘の誕生日は3月3日です。", hours=24 * 300
        ).may_fold

    def test_by_another_speaker(self) -> None:
        first = Said("I am allergic to peanuts.", AT, speaker="tom")
        second = Said("I am allergic to peanuts.", AT, speaker="maria")
        found = judge(first, second, nearness=1.0, thresholds=SCALE)
        assert found.kind is Kind.RELATED and Guard.SUBJECT in found.guards

    def test_about_another_time(self) -> None:
        days = [(AT + timedelta(days=n), AT + timedelta(days=n + 1)) for n in (0, 7)]
        first, second = (Said("The hall is booked.", AT, about=about) for about in days)
        assert not judge(first, second, nearness=1.0, thresholds=SCALE).may_fold


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
            assert not verdict(text, other + "。", near=1.0).guards - set(Guard)
