"""Names as people write them to an assistant in Japanese: nicknames, lists, shops, letters."""

import pytest

from tests.nlp.mentions.reading import names, read


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("いのっちが先に帰った", {"いのっち": "Person"}),
        ("きりちゃんは途中で抜ける", {"きり": "Person"}),
        ("てっちゃんも来る？", {"てっちゃん": "Person"}),
        ("りょうへいが部活を休んだ", {"りょうへい": "Person"}),
        ("匠海が三回行くと言い張る", {"匠海": "Person"}),
        ("チェリーを食べたいのはアルジュンくん", {"アルジュン": "Person"}),
        ("スヴェトラーナから返事がない", {"スヴェトラーナ": "Person"}),
        ("五十嵐いおりに頼んだ", {"五十嵐いおり": "Person"}),
        ("田野倉主任がきつい", {"田野倉": "Person"}),
        ("次の日徹くんから電話", {"徹": "Person"}),
        ("あっちはこっちより暑い", {}),
        ("広島のばあちゃんから届いた", {"広島": "Location"}),
        ("たくさんの赤ちゃんがいた", {}),
    ],
)
def test_people_in_chats(text: str, found: dict[str, str]) -> None:
    assert names(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("児玉：売上の件は？", {"児玉": "Person"}),
        ("店主はラジーブ、会計：東海林", {"ラジーブ": "Person", "東海林": "Person"}),
        ("樹里→ディエゴ→一樹", {"樹里": "Person", "ディエゴ": "Person", "一樹": "Person"}),
        ("宇賀神です。直行します", {"宇賀神": "Person"}),
        ("みどりより", {"みどり": "Person"}),
        ("場所：会議室", {}),
        ("ピアノの森を弾く", {}),
    ],
)
def test_people_by_where_they_stand(text: str, found: dict[str, str]) -> None:
    assert names(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("ひまわり保育園に欠席の連絡", {"ひまわり保育園": "Organization"}),
        ("昨日はみなみ動物病院へ行った", {"みなみ動物病院": "Organization"}),
        ("延岡のひむか農園です", {"延岡": "Location", "ひむか農園": "Organization"}),
        ("喫茶ポピーで待ち合わせ", {"喫茶ポピー": "Organization"}),
        ("ホワイト歯科の紹介状", {"ホワイト歯科": "Organization"}),
        ("ミスドに寄る", {"ミスド": "Organization"}),
        ("まいばすで牛乳を買う", {"まいばす": "Organization"}),
        ("近所の整形外科と総合病院", {}),
        ("おいしい食堂を探している", {}),
        ("古いバージョンの居酒屋メニュー", {}),
        ("ダム建設とゴルフ場建設", {}),
    ],
)
def test_shops_clinics_and_schools(text: str, found: dict[str, str]) -> None:
    assert names(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("五稜郭の夜景を見たい", {"五稜郭": "Location"}),
        ("相模原の橋本に迎えに行く", {"相模原": "Location", "橋本": "Location"}),
        ("楽楽精算を締める", {"楽楽精算": "Technology"}),
        ("『蜜蜂と遠雷』を読む", {"蜜蜂と遠雷": "CreativeWork"}),
        ("パーカーとデニム、アンパンと食パン", {}),
    ],
)
def test_places_products_and_titles(text: str, found: dict[str, str]) -> None:
    assert names(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("もずく（ポメ）が車に酔う", {"もずく": "Pet"}),
        ("猫（だいず）のせいにした", {"だいず": "Pet"}),
        ("カメラはたきぐちの担当", {}),
    ],
)
def test_pets_by_their_kind(text: str, found: dict[str, str]) -> None:
    assert {name: kind for name, kind in names(text).items() if kind == "Pet"} == found


def test_a_name_is_found_at_its_further_places() -> None:
    text = "ボグダンさんが来た。カメラはボグダンに頼む。"
    assert names(text) == {"ボグダン": "Person"}
    assert [one.surface for one in read(text).mentions] == ["ボグダン", "ボグダン"]
