"""Japanese words that are cut, that are no name or no thing, or that tell of somebody else."""

import pytest

from nlp import facts
from nlp.facts.family.unnamed import is_unnamed_tie
from nlp.facts.rules import Claim
from nlp.mentions import extraction
from tests.nlp.facts.labelled import SAID_AT

NONE = [
    ("occupation", "雪吊り 庭師 十一月二十日 午前"),
    ("occupation", "墓参り。線香、ろうそく、新聞紙、ライター。"),
    ("condition", "バスの車内放送、耳が遠い客にも聞き取りやすい話し方のコツ。"),
    ("dislikes", "納豆のにおいだけは4年たっても無理です。"),
    ("dislikes", "きのこ全般、食感がだめで学食のメニューが減る。"),
    ("married_to", "楓が離婚して、実家に戻った。"),
    ("from", "田辺さんは経理の人です。"),
    ("family_member", "祖母のタブレットは電源が入らない。"),
    ("family_member", "兄のことですが、来週から入院します。"),
    ("family_member", "うちの妹は福島だし、すぐには来られません。"),
    ("family_member", "河西姉妹(まどか・ちなつ)に案内状を送る。"),
    ("pet", "うちの猫のトイレ、砂を変えたら入らなくなった。"),
    ("pet", "噴水の手前に、白い犬がいます。"),
    ("allergic_to", "検査でごまのアレルギーは消えたと言われました。"),
    ("allergic_to", "小麦アレルギー、治りました!"),
    ("dislikes", "うまくほめられない自分が嫌いだ。"),
    ("married_to", "宗方は妻の佐知子と列車に乗った。"),
    ("occupation", "湾岸署の運転手だった男に話を聞いた。"),
    ("works_for", "存続会社は三井銀行です。"),
    ("studies_at", "大学は東京なら早稲田大学。"),
    ("member_of", "親がトヨタのシエンタで迷っている。"),
    ("works_for", "春に北陵大学を卒業しました。"),
    ("member_of", "同年、チームノースに加入した。"),
    ("likes", "最近ハマってたけど、今は好きなのは別のやつ。"),
    ("dislikes", "三人とも早起きだけど、みんな朝の長話は苦手だ。"),
    ("uses", "焼酎はやめたけど、ワインをやめてない。"),
    ("uses", "松尾運輸を辞めて半年。"),
    ("uses", "合言葉をKawasemi88に変えました。"),
    ("uses", "列名user_noをmemberNoに変えた。"),
    ("uses", "前のタブレットはXperia Z4。"),
    ("occupation", "町の陶芸教室の先生、小峰さん。声が大きい。"),
    ("occupation", "歯医者で、親知らずの話をされた。"),
    ("occupation", "公園の清掃、雨なら中止。"),
    ("age", "今年で四十一歳ではありません。"),
    ("age", "81歳の祖母にも読める字の大きさにして"),
    ("age", "この台詞、62歳の船長っぽく言い換えて"),
    ("age", "永遠の17歳です!"),
    ("from", "うちの本家は文久三年の生まれです。"),
    ("from", "甥が秋田から来た。駅まで迎えに行く。"),
    ("lives_in", "神奈川の葉山に住んどる同級生が鯵を送ってくれた。"),
    ("uses", "若い女性が立ち上がって、iPadを使っています。"),
    ("occupation", "山田くんが点呼、美咲は司会。当日の分担を表に。"),
    ("likes", "父が、あんたはもう将棋が好きじゃなくなったと言うんです。"),
    ("lives_in", "香川の琴平に住んどる田村さんが、うどんを送ってくれた。"),
    ("lives_in", "中学生の頃に徳島から高知へ引っ越した。"),
    ("from", "うちの相方、徳島の人間やけん、すだちばっかりかける。"),
    ("dislikes", "昔は椎茸もだめだったんですが、今は平気です。"),
    ("allergic_to", "来週、留学生のリーさんが泊まりに来る。落花生アレルギーだそうです"),
    ("married_to", "健吾と離婚したという噂が出回っていますが、事実無根です。"),
    ("married_to", "シムズの中で直人と離婚しました。"),
    ("occupation", "教師を辞めて漁師になった男の話を書いて。"),
    ("lives_in", "次の文を韓国語（丁寧体）にしてください。\n私は大津に住んでいます。"),
    ("birthday", "下記をフランス語で。\n・私の誕生日は2月9日です。"),
    ("diet", "参加者1\n肉も魚も食べません。\n参加者2\n私は何でも。\n店を選んで。"),
    ("diet", "メルマガ第38号\nこんにちは、編集長です。私、ヴィーガンです。"),
    ("age", "check(user.age()); // 今日で27歳になりました"),
    ("birthday", "巫女さんごっこしよう。誕生日は1月1日です。"),
]
KEPT = [
    ("lives_in", "仙台", "会社が移転して、仙台に引っ越した。"),
    ("condition", "腎臓病", "おなかが痛くて、腎臓病と診断された。"),
    ("birthday", "1988年6月14日", "私の誕生日は1988年6月14日です。"),
    ("birthday", "6月14日", "誕生日は6月14日です。"),
    ("family_member", "千秋", "妹の千秋は宮崎にいます。"),
    ("family_member", "まどか", "妹(まどか)は看護師です。"),
    ("pet", "おはぎ (猫)", "うちの猫のおはぎ、また太った。"),
    ("allergic_to", "キウイ", "検査したら、キウイアレルギーです。"),
    ("dislikes", "運動", "独身で運動が苦手です。"),
    ("dislikes", "椎茸", "椎茸が嫌いです。"),
    ("studies", "簿記", "先月から簿記の勉強をしています。"),
    ("uses", "Obsidian", "メモはObsidianに変えました。"),
    ("occupation", "陶芸教室の先生", "陶芸教室の先生をしています。"),
    ("occupation", "歯医者", "歯医者です。開業して九年。"),
    ("age", "62", "62歳の主婦です。"),
    ("from", "秋田", "秋田から来ました。よろしくお願いします。"),
    ("lives_in", "葉山", "神奈川の葉山に住んどる。"),
    ("lives_in", "高知", "先月、徳島から高知へ引っ越した。"),
    ("married_to", "健吾", "健吾と離婚しました。"),
    ("likes", "演歌", "演歌が好きです。"),
    ("family_member", "佐知子", "悠人は娘の佐知子と列車に乗った。"),
    ("diet", "豚肉を食べません", "自分は豚肉を食べません。"),
    ("age", "三十八", "三十八歳にして、初めて歌を作っています。"),
    ("from", "岐阜", "本人は岐阜の出身。"),
    ("likes", "電車", "陽翔は恐竜よりも、電車に夢中です。"),
    ("occupation", "運転手", "美咲は運転手です。"),
    ("works_for", "三井銀行", "会社は三井銀行です。"),
    ("studies_at", "北陵大学", "春に北陵大学を卒業しました。"),
    ("lives_in", "京都市", "2019年に京都市に引っ越した。"),
]
OF_OTHERS = [
    ("父", "likes", "父の送別会をする。本人はにぎやかなのは嫌だと言う。釣りが好き。"),
    ("弟", "works_for", "弟の話なんだけど、松尾運輸を辞めたんだよね。"),
    ("母", "uses", "うちの母の近況なんですが、LINEをやめました。"),
]


def claims_of(text: str) -> list[Claim]:
    """Return the claims of a message of the owner to an assistant, with the names that are found."""
    read = extraction.extract(text, language="ja", said_at=SAID_AT, extractors=())
    found = facts.find(
        text,
        mentions=read.mentions,
        times=read.times,
        language="ja",
        said_at=SAID_AT,
        is_chat=True,
    )
    return [claim for claim in found if not claim.needs and not is_unnamed_tie(claim)]


@pytest.mark.parametrize(("predicate", "text"), NONE)
def test_what_is_no_fact_of_the_writer_is_not_claimed(predicate: str, text: str) -> None:
    assert predicate not in {claim.predicate for claim in claims_of(text)}


def test_the_home_of_somebody_else_is_theirs() -> None:
    (home,) = (
        one
        for one in claims_of("楓が離婚して、娘と仙台に引っ越した。")
        if one.predicate == "lives_in"
    )
    assert home.subject == "楓"


@pytest.mark.parametrize(("predicate", "value", "text"), KEPT)
def test_a_whole_word_of_the_writer_is_claimed(predicate: str, value: str, text: str) -> None:
    found = [claim.value for claim in claims_of(text) if claim.predicate == predicate]
    assert [one for one in found if value in one]


@pytest.mark.parametrize(("subject", "predicate", "text"), OF_OTHERS)
def test_a_message_about_somebody_is_theirs(subject: str, predicate: str, text: str) -> None:
    found = {claim.subject for claim in claims_of(text) if claim.predicate == predicate}
    assert found <= {subject}
