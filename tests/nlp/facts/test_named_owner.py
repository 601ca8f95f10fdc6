"""An assistant's note calls its user by name: what it says of the name is said of the owner."""

from collections.abc import Collection

import pytest

from nlp.facts import find
from nlp.mentions.extraction import extract
from nlp.text.tokens import detect
from tests.depth import depth
from tests.growth import assert_grows_with_length

from .labelled import SAID_AT

Said = tuple[str | None, str, str]


def claims(text: str, *, is_assistant: bool = True, owner_names: Collection[str] = ()) -> set[Said]:
    language = detect(text)
    read = extract(text, language=language, said_at=SAID_AT, extractors=())
    found = find(
        text,
        mentions=read.mentions,
        times=read.times,
        language=language,
        said_at=SAID_AT,
        is_assistant=is_assistant,
        is_chat=not is_assistant,
        owner_names=owner_names,
    )
    return {(one.subject, one.predicate, one.value) for one in found}


@pytest.mark.parametrize(
    ("text", "name", "predicate", "value"),
    [
        ("ユーザーは浜口さん。横浜市金沢区在住。", "浜口", "lives_in", "横浜市金沢区"),
        ("ユーザーは足立浩さん、52歳。会社は日ノ出タクシー。", "足立浩", "age", "52"),
        ("ユーザー：黒沢亮太氏、44歳。", "黒沢亮太", "age", "44"),
        ("ユーザー名は茂木昭。高崎市在住。", "茂木昭", "lives_in", "高崎市"),
        ("ユーザーの小早川さんは看護師。小早川さんは猫が苦手。", "小早川", "dislikes", "猫"),
        ("ユーザー（中山さん）は盛岡市在住。", "中山", "lives_in", "盛岡市"),
        ("ユーザーは田辺という。田辺さんは甲府で暮らしている。", "田辺", "lives_in", "甲府"),
        (
            "The user is Baz Ollerenshaw. Baz works as a plumber.",
            "Baz Ollerenshaw", "occupation", "plumber",
        ),
        ("User (Kofi) lives in Accra. Kofi drives a Kia.", "Kofi", "uses", "Kia"),
        ("The user, Delphine Roux, is a nurse.", "Delphine Roux", "occupation", "nurse"),
        ("The user's name is Dov. Dov is allergic to nuts.", "Dov", "allergic_to", "nuts"),
        ("User goes by Bláth. She lives in Ballina.", "Bláth", "lives_in", "Ballina"),
        ("User introduced herself as Faranaaz Salie. Vegan.", "Faranaaz Salie", "diet", "Vegan"),
    ],
)  # fmt: skip
def test_the_user_is_introduced_by_name(text: str, name: str, predicate: str, value: str) -> None:
    found = claims(text)
    assert {(None, "name", name), (None, predicate, value)} <= found
    assert not any(subject in {name, name.split()[0]} for subject, _, _ in found)


@pytest.mark.parametrize(
    ("text", "subject", "predicate", "value"),
    [
        ("ユーザーの妻は彩さん。彩さんは看護師。", "彩", "occupation", "看護師"),
        ("ユーザーの娘は葵さん、13歳。", "葵", "age", "13"),
        ("The user's wife is Noor. Noor is a nurse.", "Noor", "occupation", "nurse"),
        ("The user is Dov Katz. His wife Tal is a vet.", "Tal", "occupation", "vet"),
    ],
)
def test_others_keep_their_names(text: str, subject: str, predicate: str, value: str) -> None:
    assert (subject, predicate, value) in claims(text)


@pytest.mark.parametrize(
    "text",
    ["ユーザーは田中さんに会うため京都に行く。", "ユーザーは田中さん、佐藤さんと同じ部署。"],
)
def test_whom_the_user_meets_is_not_the_user(text: str) -> None:
    assert not any(predicate == "name" for _, predicate, _ in claims(text))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("仙台の特養で介護福祉士してます菅原です。申し送りの書き方は？", "菅原"),
        ("小さな宿の女将をしております笠松千鶴でございます。", "笠松千鶴"),
        ("川西です。昨日のエラーの件ですが", "川西"),
    ],
)
def test_the_owner_gives_a_name(text: str, name: str) -> None:
    assert (None, "name", name) in claims(text, is_assistant=False)


@pytest.mark.parametrize(
    "text", ["犯人は誰？ 川西です。", "担当は佐伯です。", "受付をしている菅原さんです。"]
)
def test_the_name_of_somebody_else_is_not_the_owners(text: str) -> None:
    assert not any(said[:2] == (None, "name") for said in claims(text, is_assistant=False))


@pytest.mark.parametrize(
    "text", ["User is Muslim, a nurse.", "User: Wants short answers.", "User is Irish, 40."]
)
def test_other_words_with_a_capital_are_no_names(text: str) -> None:
    assert not any(said[1] == "name" for said in claims(text))


def test_a_name_that_is_known_is_the_owners_in_an_assistants_note_only() -> None:
    text = "Dov is allergic to nuts."
    assert (None, "allergic_to", "nuts") in claims(text, owner_names={"Dov Katz"})
    assert ("Dov", "allergic_to", "nuts") in claims(text)
    said = claims(text, is_assistant=False, owner_names={"Dov Katz"})
    assert ("Dov", "allergic_to", "nuts") in said
    assert ("Ann", "allergic_to", "nuts") in claims(
        "Ann is allergic to nuts.", owner_names={"Anna"}
    )
    text = "浜口さんは横浜市在住。"
    assert (None, "lives_in", "横浜市") in claims(text, owner_names={"浜口美和"})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('Dovid "Dov" Katz is allergic to nuts.', (None, "allergic_to", "nuts")),
        ("Dov J. Katz is allergic to nuts.", (None, "allergic_to", "nuts")),
        # A short name that no reader takes for one.
        ("Dov has asthma. He is allergic to nuts.", (None, "allergic_to", "nuts")),
        ("Dov has asthma. He is allergic to nuts.", (None, "condition", "asthma")),
    ],
)
def test_a_longer_or_shorter_name_is_the_owners_too(text: str, said: Said) -> None:
    assert said in claims(text, owner_names={"Dov Katz"})


def test_the_month_of_the_owners_name_is_not_the_owner() -> None:
    said = claims("In May Rex is alone. May lives in Bath.", owner_names={"May Lin"})
    assert {one for one in said if one[0] is None} == {(None, "lives_in", "Bath")}


def test_what_claude_remembers_is_of_its_user() -> None:
    text = "**Work context**\n\nNoor Haddad is a baker in Perth. She is allergic to latex."
    said = claims(text)
    assert {(None, "name", "Noor Haddad"), (None, "allergic_to", "latex")} <= said
    assert (None, "lives_in", "Perth") in said


CARD = "Name: {}\nAllergies: latex\nBlood type: O\nEmergency contact: Noor (wife)"


@pytest.mark.parametrize("name", ["Dov Katz", "Dov B. Katz"])
def test_the_owners_card_tells_of_the_owner(name: str) -> None:
    said = claims(CARD.format(name), is_assistant=False, owner_names={"Dov Katz"})
    assert {(None, "allergic_to", "latex"), (None, "married_to", "Noor")} <= said


def test_an_initial_may_be_the_owners() -> None:
    said = claims(CARD.format("D. Katz"), is_assistant=False, owner_names={"Dov Katz"})
    assert (None, "married_to", "Noor") in said


def test_the_card_of_a_relative_tells_nothing_of_the_owner() -> None:
    said = claims(CARD.format("Rafi Katz"), is_assistant=False, owner_names={"Noor Katz"})
    assert not any(subject is None for subject, _, _ in said)


@pytest.mark.deep
@pytest.mark.parametrize("text", ["ユーザーは浜口さん。", "The user is Baz. "])
def test_the_work_grows_with_the_length(text: str) -> None:
    assert_grows_with_length(claims, text * depth(200, 800))
