"""What looks like a person and is none: roles, pets, works, code, mail headers, handles."""

import pytest

from nlp.mentions.machine_text import machine_spans
from nlp.readers import ANNOTATIONS
from tests.growth import assert_grows_with_length
from tests.nlp.mentions.reading import names


def entities(text: str) -> dict[str, str]:
    return {name: kind for name, kind in names(text).items() if kind not in ANNOTATIONS}


@pytest.mark.parametrize(
    "text",
    [
        "女優さんみたいな髪型にしたい", "親御さんに連絡する", "一度ちゃんと片付ける",
        "電気屋さんに来てもらう", "マネージャーさんに相談した", "ジムに通い始めた",
        "From: Priya Shah <priya@example.org>\nTo: Tom Okafor\nSubject: Budget Review",
        "差出人: 田中太郎\n宛先: 佐藤花子\n件名: 会議",
        "```\nalice = Person('Alice Johnson')\n```",
        "import alice\nprint('Bob Smith')\nreturn Bob(alice);",
        "@alice_smith and u/TomOkafor posted it",
        "Marketing Team to send Draft Copy", "Define SEO goals\n- Launch moved to spring",
        "It was Craig-ish weather.", "Does Amber Alert work?", "Is Ruby too dark for a wall?",
        "I want to apply the SSS, SAS, and ASA criteria to prove triangle congruence",
    ],
)  # fmt: skip
def test_these_name_nobody(text: str) -> None:
    assert not {"Person", "Organization", "Location"} & set(entities(text).values())
    assert not entities(text)


@pytest.mark.parametrize(
    "text",
    [
        "母のギプスは取れた", "親父の船、明日から出る", "母のおせちが届いた", "父の認定結果は要支援2",
        "後輩のキャプテンは二年だ", "兄の奥さんに会った", "保護猫の譲渡会、いい子がいた",
    ],
)  # fmt: skip
def test_the_things_of_relatives_are_nobody(text: str) -> None:
    assert not {"Person", "Pet"} & set(entities(text).values())


@pytest.mark.parametrize(("text", "name"), [("妹のさくらが来た", "さくら"), ("娘の花は五歳", "花")])
def test_a_relative_may_be_called_like_a_thing(text: str, name: str) -> None:
    assert entities(text)[name] == "Person"


def test_everyday_words_beside_a_name_are_none() -> None:
    cards = entities("The face cards in spades are the Jack, Queen, and King of spades.")
    assert not {"Queen", "King"} & set(cards)


def test_a_company_with_san_is_a_company() -> None:
    assert entities("任天堂さんの決算を読む") == {"任天堂": "Organization"}
    assert "Person" not in entities("ソニーさんの製品").values()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("My dog Turnip hates rain.", {"Turnip": "Pet"}),
        ("Our goldfish are called Bonnie and Clyde.", {"Bonnie": "Pet", "Clyde": "Pet"}),
        ("We adopted a beagle and called him Oscar. Oscar sleeps.", {"Oscar": "Pet"}),
        ("My tortoise, Gertrude, is old.", {"Gertrude": "Pet"}),
        ("猫のおはぎときなこが喧嘩する", {"おはぎ": "Pet", "きなこ": "Pet"}),
        ("犬のこたろうが寝ている", {"こたろう": "Pet"}),
        ("インコの名前を「ピッピ」にした", {"ピッピ": "Pet"}),
        ("犬のしつけが難しい", {}),
        ("猫のトイレを買った", {}),
        ("She is a cat person.", {}),
    ],
)
def test_pets(text: str, found: dict[str, str]) -> None:
    assert entities(text) == found


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("I finally finished Hollow Knight.", "Hollow Knight"),
        ("A novel called The Quiet Ferry made me cry.", "The Quiet Ferry"),
        ("Her favourite song is Jolene.", "Jolene"),
        ("I'm reading Dune again.", "Dune"),
        ("映画『海鳴りの町』を見た", "海鳴りの町"),
        ("ゼルダの伝説をクリアした", "ゼルダの伝説"),
        ("ワンピースを一巻から読む", "ワンピース"),
        ("ドラマの半沢直樹を見た", "半沢直樹"),
    ],
)
def test_works(text: str, title: str) -> None:
    assert entities(text) == {title: "CreativeWork"}


def test_a_title_that_is_a_word_needs_a_reason() -> None:
    assert not entities("ワンピースを買いたい") and not entities("アイドルが好きだ")
    assert not entities("Severance pay is due.")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("甥の蓮が受かった", "蓮"),
        ("妹の紗耶が来る", "紗耶"),
        ("光くんの写真を撮る", "光"),
        ("Best regards,\nOttoline Marsh", "Ottoline Marsh"),
        ("I like Miles Davis Style.", "Miles Davis"),
    ],
)
def test_people_by_the_words_around_them(text: str, name: str) -> None:
    assert entities(text) == {name: "Person"}


@pytest.mark.parametrize(
    "text", ["`" * 40_000, " " * 40_000, "a = " * 9_000, "From: \n" * 6_000, "猫の" * 20_000]
)
def test_the_work_grows_with_the_length(text: str) -> None:
    assert_grows_with_length(machine_spans, text)
