"""What the full-text index is given."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nlp.text.tokens import detect, identifiers, index_words, pairs


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("会議", "会議 議"),
        ("東京都", "東京 京都 都"),
        ("犬", "犬"),
        ("田中さんとmeeting", "田中 中さ さん んと と meeting"),
        ("ｶﾌｪ カフェ かふぇ", "かふ ふぇ ぇ " * 3),
        ("ＡＢＣ abc", "abc abc"),
        ("コーヒー", "こー ーひ ひー ー"),
        ("don't foo_bar", "don t foo bar"),
        ("한국어", "한국 국어 어"),
        ("𠮷野家", "𠮷野 野家 家"),
        ("", ""),
        ("。、！", ""),
    ],
)
def test_words(text: str, words: str) -> None:
    assert index_words(text) == words.strip()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("E1234-X", ["e1234-x"]),
        ("call foo_bar() now", ["foo_bar()"]),
        ("see /etc/hosts and src/main.py.", ["etc/hosts", "src/main.py"]),
        ("v2.10.3 or 3.0", ["v2.10.3", "3.0"]),
        ("camelCase and plain", ["camelcase"]),
        ("エラーE-42が出た", ["e-42"]),
        ("#123 a@b.example", ["123", "a@b.example"]),
        ("ＰＸ－４４１０とPX−4411", ["px-4410", "px-4411"]),
        ("only plain words", []),
    ],
)
def test_identifiers(text: str, found: list[str]) -> None:
    assert identifiers(text) == found


@given(st.text(alphabet="田中会議犬東京都", min_size=2))
def test_pairs_cover_a_run(run: str) -> None:
    found = pairs(run)
    assert len(found) == len(run) - 1
    assert all(run[at : at + 2] == pair for at, pair in enumerate(found))


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("こんにちは", "ja"), ("ﾃｽﾄ", "ja"), ("東京都庁", "ja"), ("meetingの件", "ja"),
        ("hello", "en"), ("안녕하세요", "ko"), ("我们" * 20, "zh"), ("12345 !?", "und"), ("", "und"),
    ],
)  # fmt: skip
def test_language(text: str, language: str) -> None:
    assert detect(text) == language
