"""What a query asks for: words and their weights, names, times, identifiers."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memories.index.in_memory.columns import speaker_number
from memories.index.in_memory.rows import lexemes
from memories.search.query.parsing import (
    MAX_TERMS,
    MOST_NAMES,
    ParsedQuery,
    parse_query,
    terms_of,
    without_names,
)
from nlp.text.tokens import identifiers, index_words

NOW = datetime(2026, 11, 20, 12, tzinfo=ZoneInfo("Asia/Tokyo"))


def asked(query: str) -> ParsedQuery:
    return parse_query(query, NOW)


def words(query: str) -> list[str]:
    return [term.word for term in terms_of(query)]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("where did the meeting take place", ["meeting", "take", "place"]),
        ("The Cats and THE dogs", ["cats", "dogs"]),
        ("the who", ["the", "who"]),
        ("会議はいつですか", ["会議", "議は"]),
        ("ですか", ["です", "すか"]),
        ("カフェ カフェ", ["かふ", "ふぇ"]),
        ("犬", ["犬"]),
        ("", []),
        ("?!", []),
    ],
)
def test_function_words_are_left_out_unless_nothing_else_is_there(
    query: str, expected: list[str]
) -> None:
    assert words(query) == expected


@given(st.text())
def test_every_word_of_a_text_finds_it(text: str) -> None:
    assert set(words(text)) <= set(index_words(text).split())
    assert {term.number for term in terms_of(text)} <= set(lexemes([text]).tolist())
    assert set(asked(text).identifiers) <= set(identifiers(text))


def test_a_long_word_of_many_pairs_does_not_outvote_a_short_one() -> None:
    by_word = {term.word: term.weight for term in terms_of("会議 コンピューター dog")}
    assert by_word["会議"] == by_word["dog"] == 1.0
    assert 0 < by_word["こん"] < 1.0
    assert sum(weight for word, weight in by_word.items() if word not in ("会議", "dog")) < 7


def test_a_pair_of_two_scripts_counts_less() -> None:
    by_word = {term.word: term.weight for term in terms_of("夏の会議")}
    assert by_word["夏の"] == by_word["の会"] < by_word["会議"]


def test_a_long_query_has_so_many_words() -> None:
    assert len(terms_of(" ".join(f"word{n}" for n in range(500)))) == MAX_TERMS
    assert len(asked("漢字仮名" * 2_500).names) <= MOST_NAMES


@pytest.mark.parametrize(
    ("query", "speaker"),
    [
        ("What did Ann say?", "Ann"),
        ("what did ann want", "ANN"),
        ("Where does Mary Jane live?", "Mary Jane"),
        ("田中さんは何と言った？", "田中"),
        ("田中さんは何と言った？", "田中さん"),
        ("昨日ﾀﾅｶが来た", "タナカ"),
        ("田中 太郎の話", "田中太郎"),
        ("Dr. Smith's advice", "Smith"),
    ],
)
def test_names_of_speakers(query: str, speaker: str) -> None:
    assert speaker_number(speaker) in asked(query).names


@pytest.mark.parametrize(
    ("query", "speaker"), [("annual report", "Ann"), ("the weather", "Bob"), ("", "Ann")]
)
def test_what_is_no_name(query: str, speaker: str) -> None:
    assert speaker_number(speaker) not in asked(query).names


@pytest.mark.parametrize(
    ("query", "names", "left"),
    [
        ("What did Ann buy?", ["ann"], ["buy"]),
        ("Ann", ["ann"], ["ann"]),
        ("Mary Jane and the dog", ["mary jane"], ["dog"]),
        ("田中さん 会議", ["田中"], ["会議"]),
        ("田中先生 授業", ["田中"], ["先生", "授業"]),
        ("田中さん", ["田中"], ["田中", "中さ"]),
        ("会議", [], ["会議"]),
    ],
)
def test_words_beside_the_names(query: str, names: list[str], left: list[str]) -> None:
    assert [term.word for term in without_names(terms_of(query), names)] == left


@pytest.mark.parametrize("query", ["先週", "昨日？", "last week"])
def test_only_a_time(query: str) -> None:
    assert asked(query).is_only_time and asked(query).times


@pytest.mark.parametrize("query", ["先週の会議", "the heron I saw last week", "会議", ""])
def test_more_than_a_time(query: str) -> None:
    assert not asked(query).is_only_time


def test_what_is_left_beside_a_time() -> None:
    question = asked("先週の会議")
    assert [time.text for time in question.times] == ["先週"]
    assert "会議" in question.remainder and "先週" not in question.remainder
    assert asked("会議").remainder == "会議"


@pytest.mark.parametrize(
    "query", ["When did she leave?", "いつ行った？", "what year was it", "何月？"]
)
def test_asks_when(query: str) -> None:
    assert asked(query).asks_when


@pytest.mark.parametrize("query", ["Where was it?", "誰が来た？", "whenever"])
def test_asks_something_else(query: str) -> None:
    assert not asked(query).asks_when


def test_identifiers_of_three_characters_or_more() -> None:
    assert asked("E1234-X and v2 in foo_bar()").identifiers == ("e1234-x", "foo_bar()")


@pytest.mark.parametrize(
    ("query", "alone"),
    [
        ("E1234-X", True),
        ("ＰＸ－４４１０", True),
        ("PX−4410", True),
        ("foo_bar(), conf/local.toml", True),
        ("“PX-4410”?", True),
        ("where is PX-4410?", False),
        ("PX-4410の在庫", False),
        ("follow-up", False),
        ("2026-05-03", False),
        ("", False),
    ],
)
def test_nothing_but_identifiers(query: str, alone: bool) -> None:
    assert asked(query).is_only_identifiers is alone


@pytest.mark.parametrize(
    ("query", "names", "words"),
    [
        ("むぎは元気？", [], ["は元", "元気"]),
        ("むぎは元気？", ["むぎ"], ["むぎ", "は元", "元気"]),
        ("楓は元気？", ["楓"], ["楓", "楓は", "は元", "元気"]),
    ],
)
def test_a_known_name_in_hiragana_or_of_one_character_counts(
    query: str, names: list[str], words: list[str]
) -> None:
    assert [term.word for term in terms_of(query, names)] == words


def test_one_character_is_a_name_where_it_stands_by_itself() -> None:
    assert "楓" in asked("楓は元気？").names.values()
    assert "楓" not in asked("楓通りはどこ？").names.values()
