"""What everyday Japanese messages and jottings tell in passing, and what they only seem to tell."""

import pytest

from tests.nlp.facts.labelled import claims_of

Fact = tuple[str | None, str, str]
NAMES = {
    "沙耶": "Person", "広大": "Person", "石橋": "Person", "ルル": "Person", "津": "Location",
    "弘前": "Location", "Kindle": "Product", "ペリカン製菓": "Organization",
}  # fmt: skip


def facts(text: str) -> set[Fact]:
    return {(one.subject, one.predicate, one.value) for one in claims_of(text, **NAMES)}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("保育士やってもう6年になる。", (None, "occupation", "保育士")),
        ("弘前で農家やってるんだけど雪がすごい。", (None, "lives_in", "弘前")),
        ("妻が薬剤師で土曜も出勤。", ("妻", "occupation", "薬剤師")),
        ("塾講師のバイトしてて、質問に困る。", (None, "occupation", "塾講師のバイト")),
        ("製菓会社の経理部で働いています。", (None, "works_for", "製菓会社の経理部")),
        ("こっち弘前なんやけど明日は雪?", (None, "lives_in", "弘前")),
        ("弘前住みなんだけど冬靴どれがいい?", (None, "lives_in", "弘前")),
        ("実家の弘前に子どもを連れて帰る。", (None, "from", "弘前")),
        ("弘前にいる息子の広大から電話がない。", ("広大", "lives_in", "弘前")),
        ("弘前にいる息子の広大から電話がない。", (None, "family_member", "広大")),
        ("3歳の娘の沙耶が夜泣きする。", ("沙耶", "age", "3")),
        ("夫は会社員で、名前は広大です。", (None, "married_to", "広大")),
        ("沙耶っていう友達が引っ越す。", (None, "friend", "沙耶")),
        ("釣り仲間の石橋さんと出かけた。", (None, "friend", "石橋")),
        ("店長の石橋さんにシフトを相談したい。", (None, "reports_to", "石橋")),
        ("隣の席の石橋さんが異動する。", (None, "colleague", "石橋")),
        ("柴犬のルルがよく吠える。", (None, "pet", "ルル (柴犬)")),
        ("ルルの散歩 朝六時。", (None, "pet", "ルル")),
        ("猫2匹飼いで、部屋が狭い。", (None, "pet", "猫")),
        ("吹奏楽部でホルンやってるんだけど息が続かない。", (None, "member_of", "吹奏楽部")),
        ("日曜 聖歌隊の練習 2時から。", (None, "member_of", "聖歌隊")),
        ("書道教室に通って8年になります。", (None, "member_of", "書道教室")),
        ("消防団の班長やってるんだけど挨拶に困る。", (None, "leads", "消防団")),
        ("商科大の経済学部3年です。", (None, "studies_at", "商科大")),
        ("韓国語勉強してる。", (None, "studies", "韓国語")),
        ("私の車（タント）をぶつけた。", (None, "uses", "タント")),
        ("日報はいつもKindleで書いています。", (None, "uses", "Kindle")),
        ("花粉症やばい。", (None, "condition", "花粉症")),
        ("ADHDの診断は春についた。", (None, "condition", "ADHD")),
        ("若い頃からの腰痛持ち。", (None, "condition", "腰痛")),
        ("夫がえびアレルギーなんだけど鍋はどうする?", ("夫", "allergic_to", "えび")),
        ("桃食べたら喉イガイガする。", (None, "allergic_to", "桃")),
        ("母は79です。", ("母", "age", "79")),
        ("沙耶 6さい! ケーキ予約。", ("沙耶", "age", "6")),
        ("セロリ無理。", (None, "dislikes", "セロリ")),
        ("数学は平気だけど化学がほんとに無理。", (None, "dislikes", "化学")),
        ("弘前に住んでおります石橋と申します。", (None, "name", "石橋")),
        ("職業:歯科衛生士", (None, "occupation", "歯科衛生士")),
        ("・名前：石橋\n・年齢：31", (None, "name", "石橋")),
        ("妻と息子2人と弘前に住んでます。自動車の整備士です。", (None, "occupation", "自動車の整備士")),
    ],
)  # fmt: skip
def test_what_is_told_in_passing_is_read(text: str, told: Fact) -> None:
    assert told in facts(text)


@pytest.mark.parametrize(
    ("text", "predicate"),
    [
        ("看護師やってる友達に聞いた。", "occupation"),
        ("保育士の仕事って大変?", "occupation"),
        ("弘前で農家やってる人に聞きたい。", "lives_in"),
        ("1月にやること\n☐ 歯医者\n☐ 車検", "occupation"),
        ("長年高校で教えておりました。", "works_for"),
        ("今は津に移って仕事をしている。", "works_for"),
        ("8月で4歳の子の靴を探す。", "age"),
        ("ルル、今朝眠るように逝く。十五歳。", "age"),
        ("猫のごはんありがとう。", "pet"),
        ("犬の散歩中に鍵を落とした。", "pet"),
        ("隣の柴犬のルルがうるさい。", "pet"),
        ("猫2匹飼いしたい。", "pet"),
        ("いちごってだめなんだっけ。", "dislikes"),
        ("明日無理。", "dislikes"),
        ("聖歌隊の練習がうるさい。", "member_of"),
        ("書道教室に通う子に聞いた。", "member_of"),
        ("吹奏楽部でホルンやってる子に聞いた。", "member_of"),
        ("検査で調べたら口腔アレルギーと言われた。", "allergic_to"),
        ("花粉症やばい人いる?", "condition"),
        ("糖尿病の治療法は?", "condition"),
        ("母の79歳の誕生日。", "age"),
        ("広大が石橋と申しますと言った。", "name"),
        ("日報はKindleで書けますか?", "uses"),
        ("猫を飼ってます。名前はルル。", "name"),
    ],
)
def test_what_only_seems_to_be_told_claims_nothing(text: str, predicate: str) -> None:
    assert {one for one in facts(text) if one[0] is None and one[1] == predicate} == set()
