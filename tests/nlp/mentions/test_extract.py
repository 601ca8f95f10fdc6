"""What is the same in both languages: addresses, amounts, overlaps, times, odd texts."""

from datetime import datetime

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from nlp.mentions.english.tokens import is_family, is_given
from nlp.mentions.extraction import extract, is_bare_title
from nlp.mentions.findings import resolve_overlaps
from nlp.mentions.times import about_range
from nlp.mentions.words import words
from nlp.readers import ANNOTATIONS, ENTITY_TYPES, Found, is_entity
from packs.dev.apps import EXTRACTORS as DEV
from packs.lifelog.apps import EXTRACTORS as LIFELOG
from packs.work.apps import EXTRACTORS as WORK
from tests.depth import depth
from tests.growth import assert_grows_with_length
from tests.nlp.mentions.reading import SAID_AT, names, read


def test_addresses_and_identifiers() -> None:
    text = (
        "See https://example.com/a?b=1, mail bob@example.org about E1234-X in src/app.py, "
        "fn() and v1.8.2."
    )
    assert names(text) == {
        "https://example.com/a?b=1": "Url", "bob@example.org": "Email", "E1234-X": "Identifier",
        "src/app.py": "Identifier", "fn()": "Identifier", "v1.8.2": "Identifier",
    }  # fmt: skip
    assert names("詳しくはhttps://example.comを見て") == {"https://example.com": "Url"}
    assert names("plan.pdfを読む") == {"plan.pdf": "Document"}


@pytest.mark.parametrize(
    "amount",
    [
        "150万円",
        "$25,000",
        "5 km",
        "62.5kg",
        "3冊",
        "10 GB",
        "42,000円",
        "two weeks",
        "１２個",
        "€1,200",
    ],
)
def test_amounts(amount: str) -> None:
    assert names(f"それは {amount} だ") == {amount: "Quantity"} or names(f"it is {amount} now") == {
        amount: "Quantity"
    }


def test_the_year_of_a_birth_is_no_amount() -> None:
    assert names("1990年5月3日生まれ") == {}
    assert names("5月3日生まれの友人を30分待った") == {"30分": "Quantity"}
    assert names("本を2冊、5月3日生まれの友人に贈る") == {"2冊": "Quantity"}


def test_amounts_and_addresses_become_no_entities() -> None:
    assert not any(map(is_entity, ANNOTATIONS))
    assert all(map(is_entity, ENTITY_TYPES)) and is_entity("Plant")


def test_a_time_is_no_name() -> None:
    found = read("May 3に田中さんと会う")
    assert [one.surface for one in found.mentions] == ["田中"]
    assert [one.text for one in found.times] == ["May 3"]


def test_the_longer_and_surer_stays() -> None:
    short = Found("東京", 0, 2, "Location", 0.75, "rules")
    long = Found("東京大学", 0, 4, "Organization", 0.75, "rules")
    sure = Found("京大", 1, 3, "Organization", 0.99, "rules")
    apart = Found("山", 5, 6, "Location", 0.5, "rules")
    assert resolve_overlaps([short, long]) == [long]
    assert resolve_overlaps([apart, short, long, sure]) == [sure, apart]
    assert resolve_overlaps([]) == []


def about(text: str) -> tuple[datetime | None, datetime | None] | None:
    found = about_range(read(text).times, SAID_AT)
    return (found.start, found.end) if found else None


def test_a_memory_is_about_the_one_time_it_names() -> None:
    assert about("昨日、田中さんと会った") == (
        SAID_AT.replace(day=3, hour=0),
        SAID_AT.replace(day=4, hour=0),
    )
    assert about("In March 2024 we moved; on 3 March 2024 the van came.") == (
        datetime(2024, 3, 3, tzinfo=SAID_AT.tzinfo),
        datetime(2024, 3, 4, tzinfo=SAID_AT.tzinfo),
    )
    assert about("コーヒーが好き") is None
    assert about("Send it by Friday.") is None
    assert about("It was fine in 2019, and it broke in 2023.") is None


def test_who_speaks_without_a_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="zone"):
        extract("x", language="en", said_at=datetime(2026, 1, 1))


@pytest.mark.deep
@pytest.mark.parametrize(
    "text",
    ["", " ", "\n\n", "🎉" * 50, "a" * 5_000, "A" * 5_000, "あ" * 99_000, "カ" * 5_000,
     "Aa " * 3_000, "(((((" * 900, "1,1" * 2_000,
     "a.b" * 3_000, "_" * 5_000, "/" * 5_000, "A-1" * 2_000, "・ア" * 2_000, "「" * 5_000,
     "@" * 99_000, "30分" * 33_000, "2020年" * 20_000, "30分" * 20_000 + "5月生まれ",
     "\x00\ud800 田中さん"],
)  # fmt: skip
def test_the_work_for_odd_texts_grows_with_their_length(text: str) -> None:
    assert_grows_with_length(
        lambda part: read(part, [*WORK, *DEV, *LIFELOG]), text[: depth(12_000, 40_000)]
    )


@pytest.mark.parametrize(
    "text",
    [
        "Professor said that it works.",
        "Thanks to Mx. and Mrs. for the plan.",
        "I talked to Rev. about the plan.",
        "Met with Dr. and Prof. today.",
        "PhD said that it works.",
        "Nurse told me to rest.",
        "博士さんに電話した。",
        "Dr.さんに電話した。",
        "ドクター先生に相談した。",
        "教授様より連絡があった。",
        "大佐さんに会った。",
    ],
)
def test_a_title_alone_is_nobody(text: str) -> None:
    assert "Person" not in names(text).values()


@example(["ph.d"], " ")
@given(
    st.lists(st.sampled_from(sorted(words("en_titles", "ja_titles", "other_titles"))), min_size=1),
    st.sampled_from([" ", ". ", "・", " & "]),
)
def test_titles_in_any_number_are_titles_alone(titles: list[str], between: str) -> None:
    named = [title for title in titles if is_family(title) or is_given(title)]
    assert is_bare_title(between.join(titles)) == (not named)
    assert not is_bare_title(between.join([*titles, "Kumar"]))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Dr. Patel said that it works.", "Patel"),
        ("I talked to Professor Lindqvist about it.", "Lindqvist"),
        ("I talked to Prince about it.", "Prince"),
        ("田中先生に相談した。", "田中"),
        ("佐藤博士に会った。", "佐藤"),
    ],
)
def test_a_name_with_a_title_is_somebody(text: str, name: str) -> None:
    assert names(text).get(name) == "Person"
