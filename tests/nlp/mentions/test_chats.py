"""Names as people write them to an assistant: in small letters, beside others, of pets and dishes."""

import time

import pytest

from tests.nlp.mentions.reading import names


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("does netherlight still ship to lake garda", {"lake garda": "Location"}),
        ("i have an offer from siemens, is that good", {"siemens": "Organization"}),
        ("can kubernetes restart one pod", {"kubernetes": "Technology"}),
        ("hi, kofi is vegan, what can i cook", {"kofi": "Person"}),
        ("auntie zubi is coming on saturday", {"zubi": "Person"}),
        ("who sang bohemian rhapsody", {"bohemian rhapsody": "CreativeWork"}),
        ("can you brain me a plan for candy and grace", {}),
    ],
)
def test_names_in_small_letters(text: str, found: dict[str, str]) -> None:
    assert names(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("My physio, Ewa Zielińska, called.", {"Ewa Zielińska": "Person"}),
        ("Victoria sponge or a Chelsea bun?", {}),
        ("| Paint Hall | me | May |", {}),
        ("Luna must lose weight, said the vet.", {"Luna": "Pet"}),
        ("Is NaN greater than Chemistry?", {}),
    ],
)
def test_capitals_need_a_reason(text: str, found: dict[str, str]) -> None:
    assert names(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("みっちゃんに二万円貸した", {"みっちゃん": "Person"}),
        ("ひなの七五三はいつ", {"ひな": "Person"}),
        ("長崎ちゃんぽんを作る", {}),
        ("朝3時起きやけん、眠い", {}),
        ("自分はうどん派やけんね、内緒", {}),
        ("ココのワクチンを予約した", {"ココ": "Pet"}),
        ("さとし「明日何時？」", {"さとし": "Person"}),
        ("AnnaとBenにカードを書く", {"Anna": "Person", "Ben": "Person"}),
    ],
)
def test_japanese_chats(text: str, found: dict[str, str]) -> None:
    assert names(text) == found


@pytest.mark.parametrize("part", ["Xochitl and ", "Ann, ", "犬のココ、", "who wrote The ", "| "])
def test_many_names_take_no_more_than_their_share_of_time(part: str) -> None:
    names(part)
    started = time.perf_counter()
    names(part * 300)
    assert time.perf_counter() - started < 5
