"""Japanese notes and messages that name people and things in few words."""

import pytest

from nlp.facts import find
from tests.nlp.facts.labelled import SAID_AT, claims_of


def told(text: str, **mentions: str) -> list[tuple[str, str, str]]:
    """Return subject, predicate and value of what a text claims."""
    found = claims_of(text, **mentions)
    return [(claim.subject or "owner", claim.predicate, claim.value) for claim in found]


def noted(text: str) -> list[tuple[str, str]]:
    """Return predicate and value of what an assistant notes about its user."""
    found = find(text, mentions=(), times=(), language="ja", said_at=SAID_AT, is_assistant=True)
    return [(claim.predicate, claim.value) for claim in found]


@pytest.mark.parametrize(
    ("text", "name", "predicate"),
    [
        ("妻アキの通院 第二火曜", "アキ", "married_to"),
        ("夫　誠一　会社の健診", "誠一", "married_to"),
        ("長女 絵里 新潟の寮", "絵里", "family_member"),
        ("夫は直樹と申しまして、来年還暦です。", "直樹", "married_to"),
        ("エミ(大学からの友達)の結婚祝い", "エミ", "friend"),
        ("帰りに同僚の田村さんと月を見た。", "田村", "colleague"),
        ("係長の大森さんが直属の上司で、週に一度話す。", "大森", "reports_to"),
        ("直属の上司：大森さん(6月〜)", "大森", "reports_to"),
        ("姪のサラに贈るなら何がいい？", "サラ", "family_member"),
    ],
)
def test_who_somebody_is_stands_beside_the_name(text: str, name: str, predicate: str) -> None:
    assert ("owner", predicate, name) in told(text, **{name: "Person"})


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("アキ 誕生日 8/19 花を予約", ("アキ", "birthday", "8/19")),
        ("アキって3歳やねんけど、よう喋る", ("アキ", "age", "3")),
        ("店に連絡。アキ そばアレルギー", ("アキ", "allergic_to", "そば")),
    ],
)
def test_what_is_known_of_somebody_stands_behind_the_name(
    text: str, fact: tuple[str, str, str]
) -> None:
    assert fact in told(text, アキ="Person")


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("スペーシア乗ってんねんけど、冬タイヤいる？", ("uses", "スペーシア")),
        ("耳が遠くて補聴器つけてるんだども、電話が鳴る", ("uses", "補聴器")),
        ("竿 ダイワ 月下美人使っとる", ("uses", "ダイワ 月下美人")),
        ("ふだんは自転車通勤です。いつも自転車で通っています。", ("uses", "自転車")),
        ("うちの亀 だいず 冬眠させない", ("pet", "だいず (亀)")),
        ("ごま（うちの猫）ワクチン 5/20", ("pet", "ごま (猫)")),
        ("コーラス「つばさの会」 火曜 10時", ("member_of", "つばさの会")),
        ("老人クラブの若葉会に入ってるんだども、次は何を歌うか", ("member_of", "若葉会")),
        ("東部B班の班長はおれ続投", ("leads", "東部B班")),
        ("痛風の薬 朝一錠", ("condition", "痛風")),
        ("保育士してんねんけど、腰がつらい", ("occupation", "保育士")),
        ("山本運輸退職して北洋物流に移った。", ("works_for", "北洋物流")),
        ("子どもの頃からずっと広島が好きで、球場に通う。", ("likes", "広島")),
        ("セロリ苦手なんやけど、代わりになる野菜は何", ("dislikes", "セロリ")),
    ],
)
def test_few_words_tell_what_one_has_and_does(text: str, fact: tuple[str, str]) -> None:
    assert ("owner", *fact) in told(text)


@pytest.mark.parametrize(
    "text",
    [
        "孫にこの機械の使い方を教わりまして、書いております。",
        "妻の実家が遠い。",
        "補聴器をつけているか聞く",
        "痛風の薬はありますか？",
        "以前は大きな会社に勤めていたが退職した。",
        "サークル「みなと」に誘われた。",
    ],
)
def test_other_words_in_these_places_tell_nothing(text: str) -> None:
    assert told(text) == []


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("ユーザーは図で説明してほしいと希望している。", ("prefers", "図で説明")),
        ("ユーザーは教師。紅茶は濃いめを好む。", ("prefers", "紅茶は濃いめ")),
        ("ユーザーはタイ語が母語。", ("speaks", "タイ語")),
        ("ユーザーは31歳、中央運送に勤務する。", ("works_for", "中央運送")),
        ("ユーザーは持病のため減塩の食事を続けている。", ("diet", "減塩")),
    ],
)
def test_what_an_assistant_notes(text: str, fact: tuple[str, str]) -> None:
    predicate, value = fact
    assert [found for found in noted(text) if found[0] == predicate and value in found[1]]


def test_what_follows_a_bosses_name_is_about_the_user_again() -> None:
    found = told("ユーザーの上司は江藤課長。釣りが趣味。", 江藤="Person")
    assert ("owner", "likes", "釣り") in found


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("バイト先の本屋の店長に頼む文を書いて。", ("works_for", "本屋")),
        ("大学で海洋学やってるんですけど、式がわからない。", ("studies", "海洋学")),
        ("12/3 誕生日。花をもらった。", ("birthday", "12/3")),
        ("カープは二十年応援しよるけん言わせてもらう。", ("likes", "カープ")),
        ("牛乳は臭くて飲めない。", ("dislikes", "牛乳")),
        ("さばを食べたらじんましんが出る。", ("allergic_to", "さば")),
        ("毎日使っております万年筆の、ふたが割れました。", ("uses", "万年筆")),
        ("文鳥のこゆきを飼い、庭を手入れしている。", ("pet", "こゆき (文鳥)")),
        ("ささみ 去勢手術 4/2 朝9時", ("pet", "ささみ")),
        ("合唱団 しおさい 毎週火曜 18時", ("member_of", "しおさい")),
        ("痛風がありまして、ビールは控えております。", ("condition", "痛風")),
        ("完全に夜型なので朝は返せません。", ("prefers", "完全に夜型")),
    ],
)
def test_what_is_told_in_passing(text: str, fact: tuple[str, str]) -> None:
    assert ("owner", *fact) in told(text)


@pytest.mark.parametrize(
    "text",
    [
        "ノートに犬の絵を描いたら夜型かと聞かれた。",
        "ささみ 100g 茹でる",
        "12/3 誕生日会の買い出し",
        "牛乳は冷たくて飲めないという客が多い。",
    ],
)
def test_what_is_like_it_and_tells_nothing(text: str) -> None:
    assert told(text) == []


def test_dictation_without_commas_states_before_it_asks() -> None:
    text = "カラオケが好きで老人クラブの若葉会に入ってるんだども次は何を歌えばいいですか"
    assert ("owner", "member_of", "若葉会") in told(text)
