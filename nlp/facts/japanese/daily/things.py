"""Japanese rules for what people use for what: 通勤にロードバイクを使う, 電話はらくらくホン."""

import re

from nlp.facts.japanese.jottings.things import BRAND as MAKER
from nlp.facts.japanese.rules import rule
from nlp.facts.japanese.spoken.people_and_things import MODEL
from nlp.facts.japanese.things import LATIN, ONE
from nlp.facts.rules import NAMED, Rule

FROM = r"(?:^[\s・*-]*|(?<=[、。！!？?\s]))"
AID = (
    r"(?:手押し車|シルバーカー|歩行器|杖|白杖|車椅子|車いす|補聴器|老眼鏡|拡大鏡|コルセット"
    r"|サポーター|音声入力|読み上げ)"
)
VEHICLE = (
    r"(?:(?:電動(?:アシスト)?)?自転車|ロードバイク|クロスバイク|ママチャリ|チャリ|原付|スクーター"
    r"|バイク|軽トラ(?:ック)?|軽自動車|キックボード|電動車椅子)"
)
THING = rf"(?:{AID}|{VEHICLE})"
# GoogleマップGoogle翻訳, and phones for the old.
PROGRAM = (
    rf"(?:{LATIN}(?:翻訳|マップ|カレンダー|検索|ドキュメント|フォト|ノート|手帳)|らくらくホン"
    rf"|らくらくスマホ|ガラケー|{ONE})"
)
# For what: 通勤に, 買い物のときは.
FOR_WHAT = (
    r"(?:通勤|通学|移動|外出|買い物|散歩|通院|仕事|送り迎え|送迎|普段|ふだん)(?:の(?:とき|時|際"
    r"|足))?(?:には|では|に|は|で)"
)
OFTEN = r"(?:毎日|いつも|毎朝|普段は?|ふだんは?|必ず|もっぱら|ずっと)"
NOW = (
    r"(?:使(?:う(?=[。、]|$)|い(?:ます|、)|って(?:い?る|い?ます|おり|とる))|利用(?:する(?=[。、]|$)"
    r"|して(?:い?る|い?ます|おり)))"
)
RIDES = r"(?:乗(?:る(?=[。、]|$)|ります|って(?:い?る|い?ます|おり|とる))|のります|のって(?:い?る|い?ます))"
CAR = r"(?:軽トラ|トラック|車|クルマ|愛車|マイカー|バイク|単車|トラクター|コンバイン|耕運機|自転車)"
KNOWN_CAR = re.compile(rf"{MAKER}|{MODEL}")
DEVICE = (
    r"(?:電話|携帯(?:電話)?|スマホ|ケータイ|パソコン|PC|OS|エディタ|シェル|ターミナル|ブラウザ"
    r"|タブレット|カメラ)"
)
TOOLS = rf"(?P<o>{ONE}(?:(?:と|や|、){ONE}){{0,4}})"
GADGET = (
    rf"(?:{NAMED}|[A-Za-z][A-Za-z0-9]{{1,12}})の(?:スマートフォン|スマホ|ノートPC|ノートパソコン"
    rf"|パソコン|PC|タブレット|イヤホン|カメラ|時計)"
)
RULES: tuple[Rule, ...] = (
    rule(
        "uses",
        rf"(?:{FROM}|(?<=は))(?:仕事|研究|授業|業務|普段|趣味|開発|職場|学校)では?{TOOLS}を{NOW}",
        is_list=True,
    ),
    rule(
        "uses",
        rf"(?:{FROM}|(?<=は))(?P<o>{GADGET}(?:(?:と|や|、){GADGET}){{0,3}})を(?:使って|愛用して|{NOW})",
        is_list=True,
    ),
    rule(
        "uses",
        rf"{TOOLS}を(?:{OFTEN}|よく|主に|(?:仕事|職場|普段|家|学校|会社|研究|業務|趣味)(?:では?|に)"
        rf"|、){{1,3}}{NOW}",
        is_list=True,
    ),
    rule("uses", rf"(?:{FROM}|(?<=は)){FOR_WHAT}(?:{OFTEN})?、?(?P<o>{THING})(?:を|で)?{NOW}"),
    rule("uses", rf"(?:{FROM}|(?<=は)){OFTEN}[、 　]?(?P<o>{VEHICLE})(?:に|で)?{RIDES}"),
    rule("uses", rf"(?:{FROM}|(?<=は)){OFTEN}[、 　]?(?P<o>{PROGRAM})(?:を)?{NOW}"),
    rule(
        "uses",
        rf"{FROM}{DEVICE}(?:は|[：:＝=→])[ 　]?(?:今も|まだ|いまだに)?、?(?P<o>{PROGRAM})"
        r"(?=[、。\n]|$|です|だ(?!っ)|や(?:で|ねん)|でございます|を使)",
    ),
    rule(
        "uses",
        rf"(?:乗って(?:い?る|おる)|乗っとる|使って(?:い?る|おる)|使っとる"
        rf"|愛用(?:して(?:い?る))?)(?:の|ん|車|クルマ|バイク)は、?"
        rf"(?P<o>(?:(?:{NAMED}|{MAKER})の)?(?:{MODEL}|{NAMED}|{ONE}|[ァ-ヶー]{{2,10}}))"
        r"(?=[、。\n]|$|です|だ(?!っ)|や(?:で|ねん)|でございます|でね|で(?=、)|なん)",
    ),
    rule(
        "uses",
        rf"{FROM}(?:今の|うちの)?{CAR}(?:は|[：:＝=→])[ 　]?、?(?P<o>(?:{NAMED}"
        rf"|{MAKER})の?[ 　]?(?:{MODEL}|{NAMED}|[ァ-ヶー]{{2,10}}))"
        r"(?=[、。\n]|$|です|だ(?!っ)|や(?:で|ねん)|でございます|で(?:ね|して|、)|なん|に乗)",
        fits=KNOWN_CAR,
    ),
)
