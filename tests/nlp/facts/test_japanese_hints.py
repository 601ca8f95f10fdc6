"""What daily Japanese messages tell by hints (桃で喉が腫れる), and what only looks as if it told."""

import pytest

from nlp.facts import find
from nlp.readers import Found
from tests.nlp.facts.labelled import SAID_AT, claims_of

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


HOUSE = ("沙耶", "石橋", "健太", "節子", "小春")


def at_home(text: str, *, is_assistant: bool = False) -> set[Fact]:
    named = [(name, text.find(name)) for name in HOUSE]
    found = [
        Found(name, at, at + len(name), "Person", 1.0, "given") for name, at in named if at >= 0
    ]
    claims = find(
        text, mentions=found, times=[], language="ja", said_at=SAID_AT, is_assistant=is_assistant
    )
    return {(one.subject, one.predicate, one.value) for one in claims}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("末っ子の沙耶が習いたいって言うんだけど、いい教室は？", (None, "family_member", "沙耶")),
        ("子どもは沙耶いう娘が一人だけ。", (None, "family_member", "沙耶")),
        ("うちの健太(小5)・沙耶(小2)、面談は同じ日。", (None, "family_member", "沙耶")),
        ("上の子が偏食です。健太といって、野菜を残します。", (None, "family_member", "健太")),
        ("家族の予定\n健太：水泳 火\n沙耶：歯医者 木", (None, "family_member", "沙耶")),
        ("義兄 健太 倉庫の鍵を借りる", (None, "family_member", "健太")),
        ("節子と結婚記念日。店は七時。", (None, "married_to", "節子")),
        ("むぎ トリミング 4/2", (None, "pet", "むぎ")),
        ("むぎとモコ、混合ワクチン 動物病院", (None, "pet", "モコ")),
        ("文鳥（ピッコ、二歳）が歌わなくなった。", (None, "pet", "ピッコ (文鳥)")),
        ("三毛の「小春」、今日も窓辺。", (None, "pet", "小春 (三毛)")),
        ("猫が夜に走り回る。名前はモコ。", (None, "pet", "モコ")),
        ("部屋にトカゲおるから夏もエアコン固定やねん。名前はゴン。", (None, "pet", "ゴン")),
        ("モコっていう茶トラのオス。", (None, "pet", "モコ (茶トラ)")),
        ("うさぎの名前、「あずき」にしたよ。", (None, "pet", "あずき (うさぎ)")),
        ("更新の控え\n氏名 石橋\n免許 普通", (None, "name", "石橋")),
        ("6/2 44になった。ケーキなし。", (None, "age", "44")),
        ("6/2 44になった。ケーキなし。", (None, "birthday", "6/2")),
        ("四十八の誕生日。静かな一日。", (None, "age", "四十八")),
        ("今日で51、6月2日。", (None, "birthday", "6月2日")),
        ("六十三になりますが、まだ働いております。", (None, "age", "六十三")),
        ("誕生日まであと五日 6/2 楽しみ", (None, "birthday", "6/2")),
        ("誕生日リスト\n沙耶 9/3\n石橋さん 12/24\n自分 6/2", ("石橋", "birthday", "12/24")),
        ("誕生日リスト\n沙耶 9/3\n石橋さん 12/24\n自分 6/2", (None, "birthday", "6/2")),
        ("父 七十九 まだ畑に出る", ("父", "age", "七十九")),
        ("孫の沙耶 三つになった", ("沙耶", "age", "三つ")),
    ],
)  # fmt: skip
def test_relatives_pets_and_days_of_lists_and_asides_are_read(text: str, told: Fact) -> None:
    assert told in at_home(text)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "お嬢さんの沙耶さんが帰られる前に温めておくとよいでしょう。",
            (None, "family_member", "沙耶"),
        ),
        ("配偶者の節子さんは保健師。", (None, "married_to", "節子")),
    ],
)
def test_an_assistant_speaks_politely_of_the_family_of_its_user(text: str, told: Fact) -> None:
    assert told in at_home(text, is_assistant=True)


@pytest.mark.parametrize(
    ("text", "predicates"),
    [
        ("明日 動物病院 10時", {"pet"}),
        ("ハチという犬の映画を見た。", {"pet"}),
        ("友達の犬が来た。名前はモコ。", {"pet", "name"}),
        ("3/4 3歳になった。", {"age", "birthday"}),
        ("五月三日 五十になった柿の木。", {"age", "birthday"}),
        ("60歳の誕生日会の案内文を書いて。", {"age", "birthday"}),
        ("母 62円の切手", {"age"}),
        ("同窓会の予定\n健太：司会\n沙耶：会計", {"family_member", "married_to"}),
    ],
)
def test_lists_of_other_things_tell_nothing(text: str, predicates: set[str]) -> None:
    assert not [one for one in at_home(text) if one[1] in predicates]


def test_the_child_of_somebody_who_is_named_is_theirs() -> None:
    found = at_home("石橋さんのお嬢さんの沙耶さんが入学です。", is_assistant=True)
    assert (None, "family_member", "沙耶") not in found


PLACES = {"松本": "Location", "函館": "Location", "Krita": "Product", "沙耶": "Person"}


def passing(text: str) -> set[Fact]:
    return {(one.subject, one.predicate, one.value) for one in claims_of(text, **PLACES)}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("函館の母から昆布が届いた。", ("母", "lives_in", "函館")),
        ("函館の施設におります父に会いに行く。", ("父", "lives_in", "函館")),
        ("弟が松本で一人暮らしをしてて心配。", ("弟", "lives_in", "松本")),
        ("姉が松本で薬剤師してて忙しい。", ("姉", "lives_in", "松本")),
        ("姉が松本で薬剤師してて忙しい。", ("姉", "occupation", "薬剤師")),
        (
            "父ちゃんがタクシーの運転手で夜はいない。",
            ("父ちゃん", "occupation", "タクシーの運転手"),
        ),
        ("松本のアパート借りてるけど冬が寒い。", (None, "lives_in", "松本")),
        ("家は松本の近くで、山が見える。", (None, "lives_in", "松本")),
        ("函館の実家から電話。", (None, "from", "函館")),
        ("生まれ育った函館の坂を思い出す。", (None, "from", "函館")),
        ("函館で育ったから雪には慣れてる。", (None, "from", "函館")),
        ("介護士7年目だけど腰が痛い。", (None, "occupation", "介護士")),
        ("セロリだけは箸が進まない。", (None, "dislikes", "セロリ")),
        ("干し芋には目がないんです。", (None, "likes", "干し芋")),
        ("講談ばかり聴いてきました。", (None, "likes", "講談")),
        ("うちは紅茶党です。", (None, "prefers", "紅茶")),
        ("絵はKrita一筋なんだけど、筆が重い。", (None, "uses", "Krita")),
        ("毎晩シーパップ着けて寝ています。", (None, "uses", "シーパップ")),
    ],
)
def test_homes_work_and_tastes_of_asides_are_read(text: str, told: Fact) -> None:
    assert told in passing(text)


@pytest.mark.parametrize(
    ("text", "predicates"),
    [
        ("沙耶さんの函館の母から荷物が届いた。", {"lives_in"}),
        ("母が松本で手術をした。", {"lives_in"}),
        ("妻の函館の実家に行く。", {"from"}),
        ("函館だけど雪で遅れた。", {"lives_in"}),
        ("松本のホテルの部屋、隣の人がうるさい。", {"lives_in"}),
        ("担当の看護師3年目の人が親切だった。", {"occupation"}),
        ("紙の申請書は受け付けません。", {"dislikes"}),
        ("新しい職場にまだ慣れない。", {"dislikes"}),
        ("ビールばかり飲んでる夫が心配。", {"likes"}),
        ("政党は自民党です。", {"prefers", "likes"}),
        ("返事は砕けた言い方で構わないとのこと。", {"prefers"}),
        ("子どもがゼリーに目がない。", {"likes"}),
    ],
)
def test_visits_offices_and_others_tell_nothing_of_oneself(text: str, predicates: set[str]) -> None:
    assert not [one for one in passing(text) if one[1] in predicates]
