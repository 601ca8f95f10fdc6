"""The count stays at or above what common tokenizers take."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nlp.token_count import count_hundredths, count_tokens

# Each text with the most tokens that any of four byte-pair tokenizers (with vocabularies of
# 65,000 to 200,000) takes for it.
MEASURED = [
    ("田中さんとの会議は火曜の10時に変わった。", 23),
    ("予算は三十万円で、来年の四月から使えるそうです。", 24),
    ("カフェでコーヒーを飲みながら、来週の出張について話した。", 31),
    ("The meeting with Tanaka moved to Tuesday at ten, and the budget was approved.", 17),
    ("I am allergic to nuts, so please remember that when we book the restaurant.", 17),
    ("- 09:30 田中: 見積書を送りました。 [3f2b8c1e-9d4a-4c7b-8e21-5a6f0b9c2d17]", 58),
    ("2026-11-22 14:05", 10),
    ("f47ac10b-58cc-4372-a567-0e02b2c3d479", 24),
    ("def flush_queue(limit: int = 100) -> None:\n    return self.queue.flush(limit)", 24),
    ("誕生日おめでとう🎉🎂", 15),
    ("https://example.com/docs/page?query=abc123#part", 16),
    ("回议时间改到明天下午三点", 12),
    ("내일 오후 세 시에 회의가 있습니다", 18),
    ("薔薇と檸檬の香りがする", 19),
    ("ＡＢＣ株式会社　ｶﾌｪ", 18),
]


@pytest.mark.parametrize(("text", "most"), MEASURED)
def test_it_is_an_upper_estimate(text: str, most: int) -> None:
    assert most <= count_tokens(text) <= 2 * most + 2


def test_nothing_is_nothing() -> None:
    assert count_tokens("") == 0


@given(st.lists(st.text(st.characters(exclude_categories=["Z", "Cc"]), min_size=1), max_size=6))
def test_lines_add_up(lines: list[str]) -> None:
    whole = "".join(f"- {line}\n" for line in lines)
    assert count_hundredths(whole) == sum(count_hundredths(f"- {line}\n") for line in lines)


@given(st.text())
def test_any_text_can_be_counted(text: str) -> None:
    assert count_tokens(text) >= len(text.split()) / 2
