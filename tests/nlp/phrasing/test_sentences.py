"""States as whole sentences, in the language and for the kind of reader."""

import re
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import pytest

from nlp.facts.rules import FACTS
from nlp.phrasing import Reader, StateParts, has_phrase, sentence
from packs import registry

MARCH, YEAR = datetime(2026, 3, 1), datetime(2019, 1, 1)
JAPANESE = re.compile(r"[ぁ-んァ-ヶ一-龠]")


def said(
    language: str,
    reader: Reader,
    predicate: str,
    value: str,
    subject: str | None = None,
    **more: Any,
) -> str:
    given = StateParts(subject=subject, predicate=predicate, value=value, **more)
    return sentence(given, language=language, reader=reader)


def seeded_predicates() -> Iterator[str]:
    from importlib import import_module

    yield from import_module("graph.migrations.0001_tables").TYPES
    for spec in registry.all_packs():
        yield from (word.key for word in spec.relation_types)
    yield from FACTS


@pytest.mark.parametrize("subject", [None, "Noor"])
@pytest.mark.parametrize("reader", Reader)
@pytest.mark.parametrize("predicate", sorted(set(seeded_predicates())))
def test_every_type_has_a_phrase_in_both_languages(
    predicate: str, reader: Reader, subject: str | None
) -> None:
    assert has_phrase(predicate)
    for times in ({}, {"valid_from": YEAR}, {"valid_to": MARCH, "has_ended": True}):
        english = said("en", reader, predicate, "Zelda", subject, **times)
        japanese = said("ja", reader, predicate, "ゼルダ", subject, **times)
        for text, value in ((english, "Zelda"), (japanese, "ゼルダ")):
            assert value in text and not re.search(r"[<>{}|]", text)
            assert subject is None or subject in text
        assert re.match(r"[A-Z].*\.$", english) and not JAPANESE.search(english)
        assert japanese.endswith("。") and JAPANESE.search(japanese)
        if times.get("valid_from"):
            assert "since 2019" in english and "2019年から" in japanese
        if times.get("valid_to"):
            assert "until March 2026 (ended)" in english
            assert "2026年3月まで" in japanese and "（終了）" in japanese


@pytest.mark.parametrize(
    ("reader", "given", "english", "japanese"),
    [
        (Reader.OWNER, ("lives_in", "京都"), "You live in 京都.", "京都に住んでいます。"),
        (Reader.ASSISTANT, ("lives_in", "京都"), "The user lives in 京都.", "ユーザーは京都に住んでいる。"),
        (Reader.OWNER, ("works_for", "A社", "美香"), "美香 works at A社.", "美香はA社で働いています。"),
        (Reader.OWNER, ("name", "Deb"), "Your name is Deb.", "名前はDebです。"),
        (Reader.ASSISTANT, ("age", "34"), "The user is 34 years old.", "ユーザーは34歳だ。"),
        (Reader.OWNER, ("dislikes", "数学"), "You dislike 数学.", "数学が苦手です。"),
        (Reader.OWNER, ("allergic_to", "卵", "凛"), "凛 is allergic to 卵.", "凛は卵のアレルギーがあります。"),
        (Reader.OWNER, ("family_member", "凛"), "凛 is part of your family.", "凛はあなたの家族です。"),
        (Reader.ASSISTANT, ("friend", "me", "Ken"), "Ken and the user are friends.", "ユーザーはKenの友人だ。"),
        (Reader.OWNER, ("diet", "vegan"), "You are vegan.", "食事の制限はveganです。"),
        (Reader.OWNER, ("occupation", "engineer"), "You work as an engineer.", "職業はengineerです。"),
        (Reader.OWNER, ("pet", "two cats"), "You have two cats.", "two catsを飼っています。"),
    ],
)  # fmt: skip
def test_whole_sentences(
    reader: Reader, given: tuple[str, ...], english: str, japanese: str
) -> None:
    assert said("en", reader, *given) == english
    assert said("ja", reader, *given) == japanese


@pytest.mark.parametrize(
    ("value", "english", "japanese"),
    [
        ("asthma", "You have asthma.", "asthmaがあります。"),
        ("喘息", "You have 喘息.", "喘息があります。"),
        ("diabetic", "You are diabetic.", "持病はdiabeticです。"),
        ("red-green colour blind", "You are red-green colour blind.", "持病はred-green colour blindです。"),
        ("deaf in one ear", "You are deaf in one ear.", "持病はdeaf in one earです。"),
        ("pacemaker", "You have a pacemaker.", "pacemakerがあります。"),
        ("underactive thyroid", "You have an underactive thyroid.", "underactive thyroidがあります。"),
        ("ペースメーカー", "You have ペースメーカー.", "ペースメーカーを入れています。"),
        ("片耳が聞こえない", "You have 片耳が聞こえない.", "持病は「片耳が聞こえない」です。"),
        ("頭痛持ち", "You have 頭痛持ち.", "頭痛持ちです。"),
    ],
)  # fmt: skip
def test_conditions(value: str, english: str, japanese: str) -> None:
    assert said("en", Reader.OWNER, "condition", value) == english
    assert said("ja", Reader.OWNER, "condition", value) == japanese


def test_a_condition_of_somebody_named() -> None:
    assert said("en", Reader.ASSISTANT, "condition", "asthma", "Otis") == "Otis has asthma."
    assert said("ja", Reader.ASSISTANT, "condition", "喘息", "凛") == "凛は喘息がある。"


def test_what_is_over_and_what_is_not_settled_is_marked() -> None:
    over = {"valid_to": MARCH, "has_ended": True}
    assert said("en", Reader.OWNER, "lives_in", "Osaka", **over) == (
        "You lived in Osaka until March 2026 (ended)."
    )
    assert said("ja", Reader.ASSISTANT, "lives_in", "大阪", **over) == (
        "ユーザーは2026年3月まで大阪に住んでいた（終了）。"
    )
    assert (
        said("en", Reader.OWNER, "likes", "tea", is_unsettled=True) == "You like tea (not settled)."
    )
    assert (
        said("ja", Reader.OWNER, "likes", "お茶", is_unsettled=True) == "お茶が好きです（未確定）。"
    )


def test_dates_are_as_precise_as_they_were_given() -> None:
    days = {YEAR: "2019", MARCH: "March 2026", datetime(2026, 3, 9): "9 March 2026"}
    for at, day in days.items():
        text = said("en", Reader.OWNER, "lives_in", "Kyoto", valid_from=at)
        assert text == f"You have lived in Kyoto since {day}."
    later = said("en", Reader.OWNER, "lives_in", "Kyoto", valid_from=MARCH, starts_later=True)
    assert later == "You will live in Kyoto from March 2026."


def test_tasks() -> None:
    due = {"kind": "task", "due_at": datetime(2026, 5, 3, 23, 59)}
    assert said("en", Reader.OWNER, "to_do", "call Ken", **due) == "To do by 3 May 2026: call Ken."
    assert said("ja", Reader.ASSISTANT, "to_do", "電話する", **due) == (
        "ユーザーが2026年5月3日までにすること：電話する。"
    )
    at_three = {**due, "due_at": datetime(2026, 5, 3, 15)}
    assert "3 May 2026, 15:00" in said("en", Reader.OWNER, "to_do", "call Ken", **at_three)
    done = {"kind": "task", "completed_at": datetime(2026, 5, 4, 8)}
    assert said("en", Reader.OWNER, "to_do", "call Ken", **done) == "Done on 4 May 2026: call Ken."


@pytest.mark.parametrize(
    ("label", "english"),
    [
        ("Mentors", "Mika mentors Ken."),
        ("Trained by", "Mika is trained by Ken."),
        ("Shares a flat with", "Mika shares a flat with Ken."),
        ("Best friend", "Mika's best friend is Ken."),
        ("", "Mika's own type is Ken."),
    ],
)
def test_types_that_a_person_adds(label: str, english: str) -> None:
    assert said("en", Reader.OWNER, "own_type", "Ken", "Mika", label=label) == english
    assert (
        said("ja", Reader.OWNER, "own_type", "健", "美香", label="師匠") == "美香の師匠は健です。"
    )


def test_values_stay_as_they_are() -> None:
    for value in ("{s} and {v}", "<be> 100%", "a|b"):
        assert value in said("en", Reader.OWNER, "likes", value)
        assert value in said("ja", Reader.OWNER, "likes", value, "{v}")
    quoted = said("en", Reader.OWNER, "prefers", "my meetings before noon")
    assert quoted == "You prefer “my meetings before noon”."


def test_a_sentence_of_its_own_is_kept() -> None:
    told = {"body": "Both of them moved to Kyoto.", "is_unsettled": True}
    assert said("en", Reader.OWNER, "", "", **told) == "Both of them moved to Kyoto (not settled)."
    assert said("en", Reader.ASSISTANT, "", "", "Mika", body="lives alone") == "Mika: lives alone."


def test_an_age_that_was_told_long_ago_is_said_with_its_day() -> None:
    told = {"told_at": datetime(2024, 4, 1, 9)}
    assert said("en", Reader.OWNER, "age", "36", **told) == "You were 36 years old on 1 April 2024."
    assert said("en", Reader.ASSISTANT, "age", "5", "Riko", **told) == (
        "Riko was 5 years old on 1 April 2024."
    )
    assert said("ja", Reader.OWNER, "age", "36", **told) == "2024年4月1日に36歳でした。"
    assert (
        said("ja", Reader.ASSISTANT, "age", "5", "莉子", **told)
        == "莉子は2024年4月1日に5歳だった。"
    )


@pytest.mark.parametrize(
    ("value", "role", "predicate", "english", "japanese"),
    [
        ("トキ", "mother-in-law", "family_member", "トキ is your mother-in-law.", "トキはあなたの義母です。"),
        ("勝", "husband", "married_to", "You are married to 勝.", "勝と結婚しています。"),
        ("rootの娘", "daughter", "family_member", "You have a daughter.", "あなたには娘がいます。"),
        ("rootの兄", "older brother", "family_member", "You have an older brother.", "あなたには兄がいます。"),
        ("husband of root", "husband", "married_to", "You have a husband.", "あなたには夫がいます。"),
        ("ミカ", "{v}", "family_member", "ミカ is part of your family.", "ミカはあなたの家族です。"),
    ],
)  # fmt: skip
def test_a_relative_is_said_by_what_they_are_to_the_owner(
    value: str, role: str, predicate: str, english: str, japanese: str
) -> None:
    assert said("en", Reader.OWNER, predicate, value, kind="relation", role=role) == english
    assert said("ja", Reader.OWNER, predicate, value, kind="relation", role=role) == japanese


def test_the_role_of_somebody_elses_relative_is_not_said() -> None:
    said_of = said("en", Reader.OWNER, "family_member", "Emma", "Olwen", role="daughter")
    assert said_of == "Emma is part of Olwen's family."
