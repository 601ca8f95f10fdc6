"""What a text claims: right far more often than many, in Japanese and English."""

from datetime import datetime

import pytest

from nlp.facts.rules import rule_from_template, rules_from_templates
from tests.growth import assert_grows_with_length
from tests.nlp.facts.labelled import SAID_AT, TOKYO, claims_of, labelled, said, score


@pytest.mark.parametrize("held_out", [True, False])
def test_the_labelled_sentences(held_out: bool) -> None:
    result = score(held_out=held_out)
    assert result.precision >= 0.95, result.wrong
    assert result.recall >= 0.9, result.missed
    assert result.dates_right >= 0.95 * result.dates, result.wrong_dates


def test_there_are_enough_of_them() -> None:
    sentences = [*labelled(held_out=True), *labelled(held_out=False)]
    assert len(sentences) >= 240 and len({one.text for one in sentences}) == len(sentences)
    assert sum(not one.claims for one in sentences) >= 80, "sentences that claim nothing"


def test_without_known_names_little_is_claimed_and_less_surely() -> None:
    """Names that extraction missed are guessed at, below what may end anything."""
    wrong = 0
    for one in [*labelled(held_out=True), *labelled(held_out=False)]:
        wanted = {(row["predicate"], row["object"]) for row in one.claims}
        for claim in claims_of(one.text):
            if claim.kind == "relation":
                assert claim.confidence < 0.8, (one.text, claim)
                wrong += (claim.predicate, claim.object) not in wanted
    assert wrong <= 3


def test_a_claim_says_where_it_stands() -> None:
    text = "昨日は雨だった。田中さんは横浜に住んでいる。"
    (claim,) = claims_of(text, 田中="Person", 横浜="Location")
    assert text[claim.start : claim.end] == "横浜に住んでいる"


def test_first_person_is_the_speaker() -> None:
    (claim,) = claims_of("I live in Osaka.", "Maria", Osaka="Location")
    assert claim.subject == "Maria"
    assert claims_of("I need to call the bank.", "Maria") == [], "her tasks are not the owner's"


@pytest.mark.parametrize(
    "text",
    [
        "Call doctor",
        "Book photographer, buy milk",
        "Train model",
        "#### 2. Define User Model\n```python\nimport flask\n```",
        "I want it to be 45KB, just like the requirements state.",
    ],
)
def test_orders_and_comparisons_are_no_facts(text: str) -> None:
    assert [claim for claim in claims_of(text) if claim.kind == "fact"] == []


@pytest.mark.parametrize(
    ("text", "values"),
    [
        (
            "I prefer simple, minimal dependencies, so how do I start?",
            ["simple, minimal dependencies"],
        ),
        ("I like dark, bitter chocolate.", ["dark, bitter chocolate"]),
        ("I love old, quiet cafés and long walks.", ["old, quiet cafés", "long walks"]),
        ("I love jazz, climbing and dal.", ["jazz", "climbing", "dal"]),
    ],
)
def test_adjectives_stay_with_their_noun(text: str, values: list[str]) -> None:
    assert [claim.object for claim in claims_of(text)] == values


def test_leaving_for_something_says_both() -> None:
    text = "In March I moved from Kyoto to Osaka."
    osaka, kyoto = claims_of(text, Kyoto="Location", Osaka="Location")
    assert said(osaka) == ("me", "lives_in", "Osaka", False)
    assert said(kyoto) == ("me", "lives_in", "Kyoto", True)
    assert osaka.valid_from == kyoto.valid_to == datetime(2026, 3, 1, tzinfo=TOKYO)


def test_what_is_past_has_both_dates() -> None:
    (claim,) = claims_of("I lived in Kyoto from 2015 to 2018.", Kyoto="Location")
    assert (claim.valid_from, claim.valid_to) == (
        datetime(2015, 1, 1, tzinfo=TOKYO),
        datetime(2019, 1, 1, tzinfo=TOKYO),
    )


@pytest.mark.parametrize(
    ("text", "task", "due"),
    [
        ("金曜までに報告書を提出する。", "報告書を提出する", datetime(2026, 6, 19, 23, 59)),
        ("I must submit the form by 5pm tomorrow.", "submit the form", datetime(2026, 6, 16, 17)),
        (
            "TODO: renew the passport by June 30",
            "renew the passport",
            datetime(2026, 6, 30, 23, 59),
        ),
        ("明日の15時までに資料を直さないといけない。", "資料を直す", datetime(2026, 6, 16, 15)),
        ("保険の書類を6月20日までに出す。", "保険の書類を出す", datetime(2026, 6, 20, 23, 59)),
        (
            "金曜までに見本を吉野さんに送らないと。",
            "見本を吉野さんに送る",
            datetime(2026, 6, 19, 23, 59),
        ),
        ("明日までに受付へ連絡しなくちゃ。", "受付へ連絡する", datetime(2026, 6, 16, 23, 59)),
        ("Buy a cot by the end of July.", "Buy a cot", datetime(2026, 7, 31, 23, 59)),
        ("Remember to renew my visa by June 30.", "renew my visa", datetime(2026, 6, 30, 23, 59)),
    ],
)
def test_a_task_lies_ahead(text: str, task: str, due: datetime) -> None:
    (claim,) = claims_of(text)
    assert (claim.kind, claim.value) == ("task", task)
    assert claim.due_at == due.replace(tzinfo=TOKYO) and claim.due_at > SAID_AT


@pytest.mark.parametrize(
    "text",
    ["", "。", "?", "!" * 500, "「" * 200, "あ" * 5_000, "I " * 2_000, "x" * 5_000, "は、" * 2_000],
)
def test_odd_texts_claim_nothing_and_take_no_time(text: str) -> None:
    assert claims_of(text) == []
    assert_grows_with_length(claims_of, text)


class TestRulesOfTypes:
    def test_it_works(self) -> None:
        rules = rules_from_templates(
            {"mentors": ["{subject} mentors {object}", "{subject}は{object}の師匠"]}
        )
        names = {"Ada": "Person", "Ben": "Person", "田中": "Person", "佐藤": "Person"}
        for text, subject in (
            ("Ada mentors Ben.", "Ada"),
            ("田中さんは佐藤さんの師匠だ。", "田中"),
        ):
            (claim,) = claims_of(text, rules=rules, **names)
            assert (claim.subject, claim.predicate) == (subject, "mentors")
        assert claims_of("Does Ada mentors Ben?", rules=rules, **names) == []

    @pytest.mark.parametrize(
        "text", ["", "{subject} runs", "{object}", "{subject} {subject} {object}"]
    )
    def test_a_sentence_without_both_places_is_none(self, text: str) -> None:
        assert (
            rule_from_template("x", text) is None
            and rules_from_templates({"x": [text, 5, None]}) == []
        )

    def test_its_signs_mean_themselves(self) -> None:
        rules = rules_from_templates({"plus": ["{subject} (+) {object}"]})
        assert claims_of("Ada (+) Ben.", rules=rules, Ada="Person", Ben="Person")
        assert not claims_of("Ada ++ Ben.", rules=rules, Ada="Person", Ben="Person")


@pytest.mark.parametrize(
    "text",
    [
        "Order me a taxi by 5pm.",
        "Call stack by call stack, explain this trace.",
        "金曜までに雨が降らないと困る。",
    ],
)
def test_what_is_no_errand_of_the_writer_is_no_task(text: str) -> None:
    assert claims_of(text) == []


TASKS = [
    (
        "To do this week:\n- call the bank about Ida's loan\n- flu shot (Boots, Fri 3pm)\n- [x] return the pan",
        ["call the bank about Ida's loan", "flu shot (Boots)"],
    ),
    (
        "need to: renew my pass by the end of July, send Ida's gift, call Otto re: rent",
        ["renew my pass", "send Ida's gift", "call Otto re: rent"],
    ),
    (
        "Todo: order a turkey (14 lb, fresh), winter tires on the van, card for Ida",
        ["order a turkey (14 lb, fresh)", "winter tires on the van", "card for Ida"],
    ),
    ("Todo before the audit: mend the safe; call Ida", ["mend the safe", "call Ida"]),
    ("TODO: call Ida, Otto's sister", ["call Ida, Otto's sister"]),
    ("To do well in this exam: study, sleep enough, eat breakfast", []),
    ("Things to do in Lisbon: museums by foot, fado at night, tram 28", []),
]


@pytest.mark.parametrize(("text", "tasks"), TASKS)
def test_a_list_below_or_behind_its_heading_is_as_many_tasks(text: str, tasks: list[str]) -> None:
    assert [one.value for one in claims_of(text) if one.kind == "task"] == tasks


def test_the_heading_of_a_list_says_when_its_tasks_are_due() -> None:
    (first, second) = claims_of("To do by Friday:\n- pay rent\n- post the form on June 17")
    assert first.due_at == datetime(2026, 6, 19, 23, 59, tzinfo=TOKYO)
    assert second.due_at == datetime(2026, 6, 17, 23, 59, tzinfo=TOKYO)
