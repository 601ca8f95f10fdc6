"""What daily Japanese messages tell by hints (桃で喉が腫れる), and what only looks as if it told."""

import pytest

from tests.nlp.facts.labelled import claims_of

Fact = tuple[str | None, str, str]
NAMES = {"沙耶": "Person", "石橋": "Person", "橋本": "Location"}


def facts(text: str) -> set[Fact]:
    return {(one.subject, one.predicate, one.value) for one in claims_of(text, **NAMES)}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("びわを食べると唇が腫れるので、差し入れは遠慮します。", (None, "allergic_to", "びわ")),
        ("アスピリンは全身に発疹が出るから飲めない。", (None, "allergic_to", "アスピリン")),
        ("蜂に刺されて救急車。蜂で一度アナフィラキシーになってる。", (None, "allergic_to", "蜂")),
        ("ほたてとあわびがだめな体質で、寿司屋では困る。", (None, "allergic_to", "ほたて")),
        ("ほたてとあわびがだめな体質で、寿司屋では困る。", (None, "allergic_to", "あわび")),
        ("漆かぶれ。軟膏を買う。", (None, "allergic_to", "漆")),
        ("アーモンド × アレルギー", (None, "allergic_to", "アーモンド")),
        ("ゴム手袋は使えない。ラテックスアレルギー＝命の問題。", (None, "allergic_to", "ラテックス")),
        ("くるみは大丈夫だったのに、去年からアレルギーって診断された。", (None, "allergic_to", "くるみ")),
        ("娘が大豆アレルギーで献立に困る。", ("娘", "allergic_to", "大豆")),
        ("夫が犬アレルギーなのに息子は飼いたがる。", ("夫", "allergic_to", "犬")),
        ("喘息の薬をもらって帰る。", (None, "condition", "喘息")),
        ("緑内障の定期検査 5/8", (None, "condition", "緑内障")),
        ("狭心症の発作が年に二度ある。", (None, "condition", "狭心症")),
        ("リウマチで毎日コルセットをつけて寝る。", (None, "condition", "リウマチ")),
        ("痛風とは一生の付き合いになりそう。", (None, "condition", "痛風")),
        ("頭痛持ちの身には台風がこたえる。", (None, "condition", "頭痛")),
        ("椎間板ヘルニア再発。荷物は持てない。", (None, "condition", "椎間板ヘルニア")),
        ("白内障が右目にあるので字を大きくして。", (None, "condition", "白内障")),
        ("左耳の難聴あり。席は右側で。", (None, "condition", "難聴")),
        ("先生いわく腰部脊柱管狭窄症、歩けるうちは歩けと。", (None, "condition", "腰部脊柱管狭窄症")),
        ("パニック障害の診断もらったのは三年前。", (None, "condition", "パニック障害")),
        ("乳糖不耐症でもある。", (None, "condition", "乳糖不耐症")),
        ("わたし自身は橋本病で毎朝薬を飲んでいます。", (None, "condition", "橋本病")),
        ("メモ\n自分：橋本病\n採血 10月", (None, "condition", "橋本病")),
        ("ダンナの高血圧、少し下がった。", ("ダンナ", "condition", "高血圧")),
        ("母、要介護3になった。", ("母", "condition", "要介護3")),
    ],
)  # fmt: skip
def test_health_that_its_effects_or_care_tell_is_read(text: str, told: Fact) -> None:
    assert told in facts(text)


@pytest.mark.parametrize(
    "text",
    [
        "辛いカレーを食べると口がヒリヒリする。",
        "お酒を飲むと顔が赤くなる。",
        "えびを食べると口がかゆくなる人は多いですか？",
        "卵アレルギーの子には別のおやつを出す。",
        "ナッツアレルギー対応のレシピを探して。",
        "お客様がかにアレルギーなので別の料理を出す。",
        "友人がそばアレルギーで、店選びに困る。",
        "猫アレルギー、検査したら陰性。",
        "小説の主人公は桃を食べると喉が腫れる。",
        "いちごを食べても発疹は出ない。",
        "喘息の薬を飲み忘れた人への説明文を書いて。",
        "痛風の発作が出たらどうする？",
        "緑内障の方の点眼の手順をまとめて。",
        "友人は高血圧の薬を飲んでいる。",
        "担当の患者さん、白内障が右目にある。",
        "要介護3なら施設に入れる。",
    ],
)
def test_health_of_others_or_of_nobody_is_left_out(text: str) -> None:
    found = facts(text)
    assert not [one for one in found if one[0] is None and one[1] in {"allergic_to", "condition"}]
