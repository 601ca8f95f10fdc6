"""Whoever says "not X but Y" of a fact takes X back; a contrast of something else does not."""

import pytest

from nlp.facts.own_change import may_correct, taken_back

CORRECTIONS = [
    ("allergic_to", "ペニシリン", "実はペニシリンではなくアモキシシリンだけだめだと分かりました。"),
    ("allergic_to", "卵", "アレルギーは卵じゃなくて小麦でした。"),
    ("lives_in", "横浜市", "住んでいるのは横浜市ではなく川崎市です。"),
    ("works_for", "青葉商事", "勤め先は青葉商事じゃなくて青葉物産です。"),
    ("name", "遥", "私の名前は遥ではなく遥香です。"),
    ("age", "36", "36歳ではなく37歳です。"),
    ("likes", "緑茶", "訂正です。緑茶ではなくほうじ茶。"),
    ("allergic_to", "penicillin", "Actually it's not penicillin I'm allergic to but amoxicillin."),
    ("allergic_to", "penicillin", "Actually it’s not penicillin I’m allergic to, it’s amoxicillin."),
    ("allergic_to", "cats", "I'm not allergic to cats, just dogs."),
    ("lives_in", "Leeds", "I don't live in Leeds but in Bradford."),
    ("works_for", "Harlow Freight", "I work for Harland, not Harlow Freight."),
    ("occupation", "nurse", "I'm not a nurse but a midwife."),
    ("age", "36", "I'm 37, not 36."),
    ("name", "Jon", "My name isn't Jon, it's John."),
    ("from", "Ghent", "Correction: I was born in Bruges, not Ghent."),
    ("likes", "coffee", "I never really liked coffee, I like tea."),
]  # fmt: skip
NONE = [
    ("lives_in", "Leeds", "The meeting is in Bradford, not Leeds."),
    ("lives_in", "横浜市", "会議は横浜市ではなく川崎市です。"),
    ("likes", "coffee", "I like not only coffee but also tea."),
    ("likes", "緑茶", "緑茶だけではなく、ほうじ茶も好きです。"),
    ("allergic_to", "cats", "My sister isn't allergic to cats but to dogs, I told her."),
    ("allergic_to", "卵", "息子は卵ではなく小麦のアレルギーです。"),
    ("allergic_to", "penicillin", "Am I not allergic to penicillin but to amoxicillin?"),
    ("lives_in", "Leeds", "I want to live not in Leeds but in Bradford."),
    ("allergic_to", "penicillin", "I'm allergic to penicillin, but not to amoxicillin."),
    ("allergic_to", "ペニシリン", "ペニシリンアレルギーではないですか?"),
    ("works_for", "Deloitte", "I don't work on Fridays at Deloitte."),
    ("likes", "tea", "I'm not steady, but I like my team."),
]  # fmt: skip


@pytest.mark.parametrize(("predicate", "value", "text"), CORRECTIONS)
def test_what_is_set_right_is_taken_back(predicate: str, value: str, text: str) -> None:
    assert may_correct(text)
    other = (predicate, "ニンジン")
    assert taken_back(text, [(predicate, value), other]) == {(predicate, value)}


@pytest.mark.parametrize(("predicate", "value", "text"), NONE)
def test_what_contrasts_something_else_takes_nothing_back(
    predicate: str, value: str, text: str
) -> None:
    assert not taken_back(text, [(predicate, value)])


@pytest.mark.parametrize(
    "text", ["", " ", "not " * 50_000, "ではなく" * 50_000, "\ud800", "," * 99_999]
)
def test_odd_texts_take_nothing_back(text: str) -> None:
    may_correct(text)
    assert not taken_back(text, [("likes", "tea"), ("likes", "((("), ("likes", "")])
