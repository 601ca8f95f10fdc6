"""What Japanese messages tell of families, pets, illnesses and shops, with names that are read."""

from datetime import UTC, datetime

import pytest

from nlp import facts
from nlp.mentions import extraction
from nlp.readers import PERSON, PET

SAID = datetime(2026, 6, 20, 9, tzinfo=UTC)
Told = tuple[str | None, str, str]


def told(text: str, *, is_assistant: bool = False) -> set[Told]:
    read = extraction.extract(text, language="ja", said_at=SAID)
    found = facts.find(
        text,
        mentions=read.mentions,
        times=read.times,
        language="ja",
        said_at=SAID,
        is_assistant=is_assistant,
        is_chat=True,
    )
    return {(one.subject, one.predicate, one.value) for one in found if not one.needs}


def named(text: str, kind: str) -> list[str]:
    read = extraction.extract(text, language="ja", said_at=SAID)
    return [one.surface for one in read.mentions if one.type == kind]


@pytest.mark.parametrize("text", ["母の一周忌は無事に終わった。", "祖母の四十九日が済んだ。"])
def test_a_memorial_service_is_nobody(text: str) -> None:
    assert named(text, PERSON) == []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("森本くんのお兄さんの悠人さんが来た。", "悠人"),
        ("夫の勝、4月から配送の仕事をする。", "勝"),
        ("子供は二人、長女の美咲と次女の彩です。", "彩"),
    ],
)
def test_given_names_of_relatives_are_read_whole(text: str, name: str) -> None:
    assert name in named(text, PERSON)


@pytest.mark.parametrize(
    "text",
    [
        "森本くんのご両親が挨拶に来られた。お父さんの正和さんは農家だそう。",
        "佐藤さんの家に行った。奥さんの美穂さんは看護師です。",
        "田中さんから電話。息子さんが結婚するそうです。",
        "私に妹はおらんよ。",
        "姉はいないんです。",
        "息子はおらん。",
        "結衣に赤ちゃんができた。ばあばになるんか、私。",
    ],
)
def test_relatives_of_others_and_denied_ones_are_not_the_writers(text: str) -> None:
    ties = {"family_member", "married_to"}
    assert {one for one in told(text) if one[0] is None and one[1] in ties} == set()


def test_a_relative_who_is_away_is_still_one() -> None:
    assert (None, "family_member", "母") in told("母がいないと何もできない。")


def test_children_may_be_listed_in_brackets() -> None:
    found = told("子どもは二人(長男の航さん、長女の結衣さん)。", is_assistant=False)
    assert {("family_member", "航"), ("family_member", "結衣")} <= {one[1:] for one in found}


@pytest.mark.parametrize("name", ["勝", "征四郎"])
def test_a_relative_before_a_pause_is_the_topic(name: str) -> None:
    found = told(f"夫の{name}、4月から北陸タオルで働くことになった。")
    assert (None, "works_for", "北陸タオル") not in found


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("うちの猫はサバトラの「ゆず」、6歳のメス。", "ゆず", "ゆず (猫)"),
        ("うちの犬は柴の「こむぎ」、3歳のオス。", "こむぎ", "こむぎ (犬)"),
        ("愛犬はトイプードルのモカ、5歳。", "モカ", "モカ"),
    ],
)
def test_a_pet_is_called_by_its_name_and_not_by_its_coat(text: str, name: str, value: str) -> None:
    assert named(text, PET) == [name]
    assert {one for one in told(text) if one[1] == "pet"} == {(None, "pet", value)}


@pytest.mark.parametrize(
    ("text", "told_of", "value"),
    [
        ("ユーザーは右膝の変形性膝関節症と診断された。", None, "変形性膝関節症"),
        ("義母のトキさんはアルツハイマー型認知症の初期と診断された。", "トキ", "アルツハイマー型認知症"),
        ("膝が痛くて整形外科に行ったら変形性膝関節症って言われた。", None, "変形性膝関節症"),
    ],
)  # fmt: skip
def test_diagnoses_name_a_part_of_the_body_or_a_stage(
    text: str, told_of: str | None, value: str
) -> None:
    assert (told_of, "condition", value) in told(text, is_assistant="ユーザー" in text)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("ユーザーは高知市で美容室「ルーチェ」を経営している。", "ルーチェ"),
        ("「鶴の湯」っていう小さい銭湯を切り盛りして、もう24年になります。", "鶴の湯"),
    ],
)
def test_who_keeps_a_shop_works_there(text: str, name: str) -> None:
    assert (None, "works_for", name) in told(text, is_assistant="ユーザー" in text)


def test_business_is_kept_in_dialect_as_well() -> None:
    assert (None, "occupation", "銭湯") in told("金沢で銭湯をやっとります。")


def test_a_business_of_earlier_years_is_kept_no_longer() -> None:
    text = "ユーザーは以前は銭湯を経営していた。"
    assert (None, "occupation", "銭湯") not in told(text, is_assistant=True)


def test_a_new_age_is_a_change_and_no_contradiction() -> None:
    found = facts.find(
        "53になった。孫がケーキを買ってきてくれた。",
        mentions=(),
        times=(),
        language="ja",
        said_at=SAID,
        is_chat=True,
    )
    assert [(one.value, one.is_change) for one in found if one.predicate == "age"] == [("53", True)]
