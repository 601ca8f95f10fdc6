"""A message ends nothing unasked unless it reads like the report of an own change."""

import pytest

from nlp.facts.own_change import may_report_end, named_in_statements, reports_own_change
from tests.nlp.facts.labelled import claims_of


@pytest.mark.parametrize(
    "text",
    [
        "I quit Harlow Freight last week.",
        "We moved from Leeds to York in May, and the garden is twice the size.",
        "青葉商事を退職しました。",
        "先月、姫路に引っ越しました。荷ほどきがまだ終わりません。",
    ],
)
def test_plain_reports_pass(text: str) -> None:
    assert reports_own_change(text)


@pytest.mark.parametrize(
    "text",
    [
        "Chapter three, first lines. I quit Harlow Freight last week, she thought, and the sea was gray.",
        "Please translate this into French for my homework: I moved to Lyon last month.",
        "夢の話を聞いて。昨日の夢では、会社を退職して海の家で働いていました。",
    ],
)
def test_what_is_told_otherwise_asks(text: str) -> None:
    assert not any(claim.is_change for claim in claims_of(text))


@pytest.mark.parametrize("text", ["", " ", "…", "🙂" * 5000, "a" * 200_000, "\ud800"])
def test_odd_texts_have_a_score(text: str) -> None:
    assert reports_own_change(text) in {True, False}
    assert not named_in_statements(text, ["cello"])


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("The Fiesta went last week, I sold it to my neighbour's son.", "Ford Fiesta"),
        ("We moved out of the cottage in Cornwall for good in May.", "a cottage in Cornwall"),
        ("先月で楽天を退職しました。来週から新しい会社です。", "楽天"),
        ("軽井沢の別荘、先週売りました。", "軽井沢の別荘"),
    ],
)
def test_what_a_message_names_may_have_ended(text: str, value: str) -> None:
    assert may_report_end(text)
    assert named_in_statements(text, [value, "Tarka (terrier)"]) == {value}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("I turned 50 today! Leila baked a cake and the kids sang.", "Leila"),
        ("I have to give Nadia my notice by Friday.", "Nadia Costa"),
        ("I left Harlow Freight on Friday. They gave me a Figma mug.", "Figma"),
        ("Quentin left last week. Lou is my manager now.", "Project Manager"),
        ("We moved to York last week. Rufus hates the new garden.", "Rufus (terrier)"),
        ("We moved to York last week. Rufus barks at the ducks.", "Rufus (terrier)"),
    ],
)
def test_what_a_change_only_mentions_goes_on(text: str, value: str) -> None:
    assert not named_in_statements(text, [value])


@pytest.mark.parametrize("value", ["", " ", "a", "?", "(((", "\ud800", "Ford " * 2_000])
def test_odd_values_are_no_error(value: str) -> None:
    assert not named_in_statements("I quit Harlow Freight last week.", [value])
