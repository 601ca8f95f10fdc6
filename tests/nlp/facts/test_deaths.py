"""Whose death a text tells, and what only sounds like one."""

from datetime import datetime

import pytest

from nlp.dates import find as find_times
from nlp.facts.deaths import Death, find_deaths
from nlp.readers import Found
from nlp.text.tokens import detect

from .labelled import SAID_AT, TOKYO

NAMES = {"Biscuit": "Pet", "Rose": "Person", "むぎ": "Pet", "佐藤": "Person", "北野": "Person"}
TOLD = [
    ("Our dog Biscuit died on Monday.", "Biscuit"),
    ("Biscuit has passed away.", "Biscuit"),
    ("We had to put Biscuit to sleep last week.", "Biscuit"),
    ("Grandma Rose passed away in May.", "Rose"),
    ("むぎが5月18日に亡くなった。7歳だった。", "むぎ"),
    ("むぎが死んだ。", "むぎ"),
    ("むぎは先週、虹の橋を渡りました。", "むぎ"),
    ("佐藤さんが他界しました。", "佐藤"),
    ("むぎが死んでしまった。", "むぎ"),
]  # fmt: skip
NOT_TOLD = [
    "Rose died laughing when she saw it.",
    "If Biscuit died, I would never get another dog.",
    "Did Biscuit die?",
    "Rose died in the game last night.",
    "I think Biscuit might have died.",
    "むぎが死んだらどうしよう。",
    "むぎが死んだふりをした。",
    "むぎの獣医さんが亡くなった。",
    "佐藤さんは北野さんの葬式に出た。",
    "佐藤さんは父を亡くした。",
    "Let's play: you're the vet, and I come in sobbing that Biscuit died. Don't go easy on me.",
    "小説の中でむぎが死んだ。",
]


def deaths(text: str, *, is_assistant: bool = False) -> list[Death]:
    found = [
        Found(name, text.index(name), text.index(name) + len(name), kind, 1.0, "test")
        for name, kind in NAMES.items()
        if name in text
    ]
    return find_deaths(
        text,
        mentions=found,
        times=find_times(text, now=SAID_AT),
        language=detect(text),
        said_at=SAID_AT,
        is_assistant=is_assistant,
    )


@pytest.mark.parametrize(("text", "name"), TOLD)
def test_a_death_is_read(text: str, name: str) -> None:
    assert [one.name for one in deaths(text)] == [name]


@pytest.mark.parametrize("text", NOT_TOLD)
def test_what_sounds_like_one_is_none(text: str) -> None:
    assert not deaths(text)


def test_its_day_is_read() -> None:
    (found,) = deaths("むぎが5月18日に亡くなった。")
    assert found.at == datetime(2026, 5, 18, tzinfo=TOKYO)


@pytest.mark.parametrize("text", ["", "died " * 20_000, "が亡くなった" * 20_000, "むぎが" * 9_999])
def test_odd_texts_tell_none(text: str) -> None:
    assert not find_deaths(text, mentions=[], times=[], language="ja", said_at=SAID_AT)


PLAYED = (
    "In my Stardew-type save Biscuit died and I had to adopt a new dog, is there a mod to bring"
    " him back? I named him after my real one"
)


def test_what_reads_like_no_report_is_not_sure() -> None:
    (told,) = deaths("Our dog Biscuit died on Monday.")
    (played,) = deaths(PLAYED)
    assert told.is_sure and not played.is_sure


def test_an_assistant_tells_one_of_its_user_and_nothing_of_itself() -> None:
    (told,) = deaths("The user's dog Biscuit passed away on May 3.", is_assistant=True)
    assert told.is_sure and told.at == datetime(2026, 5, 3, tzinfo=TOKYO)
    assert not deaths("Our dog Biscuit passed away on May 3.", is_assistant=True)
