"""Japanese rules for family, pets and vehicles as people mention them in passing."""

import re
from functools import partial

from nlp.facts.japanese.food_and_pets import ANIMAL, COUNT, NICK
from nlp.facts.japanese.rules import FIRST, TITLE, rule
from nlp.facts.rules import NAMED, SOMEONE, Rule, Validity

standing = partial(rule, validity=Validity.STANDS, is_elidable=True)
listed = partial(standing, is_list=True)
# The start of a word for a relative that is not another person's.
OPENING = r"(?:^|(?<=[、。！!？?\s]))"
CHILD = rf"(?:{SOMEONE}|(?![兄弟姉妹男女父母娘息孫親子])[一-龥]{{1,2}}|[ァ-ヶー]{{2,5}})"
LONG = (
    r"(?:もう|まだ|今日で|今年で|かれこれ|そろそろ)?、?[\d一二三四五六七八九十半]{1,3}"
    r"(?:年|か月|ヶ月|カ月|ヵ月)"
)
FAMILY = (
    standing(
        "married_to",
        rf"{OPENING}(?:妻|夫|嫁|家内|女房|旦那)(?P<o>{SOMEONE})(?:さん|くん"
        rf"|ちゃん|さま|様)(?=[のはがもにをと、。])",
    ),
    standing(
        "family_member",
        rf"{OPENING}(?:義母|義父|姑|舅|母|父|祖母|祖父|長男|次男|長女|次女|息子|娘|弟|妹|兄|姉|孫)"
        rf"(?P<o>{SOMEONE})(?:さん|くん|ちゃん|さま|様)(?=[のはがもにをと、。])",
    ),
    standing("married_to", rf"{OPENING}(?:妻|夫|女房|嫁|家内|旦那)の名は、?(?P<o>{SOMEONE})"),
    listed("family_member", rf"双子の(?P<o>{CHILD}と{CHILD})(?=[、。はがもをに])"),
    standing(
        "family_member",
        rf"(?P<o>{SOMEONE}){TITLE}と(?:は)?(?:付き合って|つきあって|交際して){LONG}",
    ),
    standing(
        "family_member",
        rf"(?:つきあって|付き合って|交際して?){LONG}の(?:彼氏?|彼女|恋人|パートナー)(?:の|、)(?P<o>{SOMEONE})",
    ),
)
# The name in brackets is the pet's, whose name is not the writer's.
BRACKETED = (
    rule(
        "pet",
        rf"うちの(?P<kind>{ANIMAL})[（(][^（）()]{{0,6}}、?名前は(?P<o>{NICK})[)）]",
    ),
)
SAID = (
    r"(?:(?:と|って)?いう(?:ん|の|ねん|名)|(?:と|って)(?:言い|いい)ます|(?:と|って)言う(?:ん|の))"
)
KEPT = r"(?:飼うとる|飼うてる|飼うてます|飼っちょる|飼うちょる|飼いゆう|飼いよる|飼っとります)"
PETS = (
    rule("pet", rf"(?P<o>{ANIMAL}(?:を?{COUNT})?)を?{KEPT}"),
    rule(
        "pet",
        rf"(?:^|(?<=[、。！]))(?:うち|我が家|わが家|家)(?:に)?は、?(?P<o>{ANIMAL}"
        rf"(?:が?{COUNT})?)が?お(?:る|ります|って|んねん|るけ)",
    ),
    rule(
        "pet",
        rf"(?P<o>{ANIMAL}(?:{COUNT})?)と(?:ふたり|二人|三人|ひとり)?暮らし(?:です|だ|や|なので|の身|。|$)",
    ),
    rule(
        "pet",
        rf"(?:うちの|我が家の|わが家の)(?P<kind>{ANIMAL})(?:の名前)?(?:が|は|、)、?「?(?P<o>{NICK})」?{SAID}",
    ),
    rule(
        "pet",
        rf"(?:^|(?<=[、。])|うちの)(?P<kind>{ANIMAL})の「(?P<o>[ぁ-んァ-ヶー]{{1,6}})」(?=[がはもを])",
    ),
)
# A model that no list of names knows, or a name that another reader found.
MODEL = (
    r"(?:フォレスター|プリウス|ハイエース|スイスポ|スイフト(?:スポーツ)?|ジムニー"
    r"|N-?BOX|アルファード|ヴォクシー|セレナ|ヤリス|カローラ"
    r"|ハリアー|ランクル|ランドクルーザー|ワゴンR|デリカ|インプレッサ|レヴォーグ"
    r"|アウトバック|ロードスター|デミオ|シビック"
    r"|ステップワゴン|ヴェゼル|エブリイ|ハスラー|ミライース|エクストレイル"
    r"|スーパーカブ|セロー|レブル|ハーレー|ドゥカティ|ベスパ"
    r"|フィット|タント|ムーヴ|アクア|シエンタ|フリード|ラパン|アルト|ミラ(?:イース"
    r"|ココア)?|キャリイ|ハイゼット|サンバー|クラウン"
    r"|パジェロ|ルーミー|ライズ|スペーシア|N-WGN|N-VAN|W\d{3}|Ninja ?\d{2,4}"
    r"|CB\d{2,4}|CX-\d{1,2}|RAV4|PCX|GB350|SR400|軽トラ)"
)
MAKER = r"(?:スズキ|スバル|トヨタ|ホンダ|カワサキ|ヤマハ|マツダ|ダイハツ|日産|三菱)"
VEHICLE = rf"(?P<o>(?:(?:{NAMED}|{MAKER})の)?(?:{NAMED}|{MODEL}))"
driven = partial(rule, "uses", fits=re.compile(MODEL))
UPKEEP = r"(?:車検|タイヤ|冬タイヤ|スタッドレス|オイル|バッテリー|保険|ローン|ナビ|荷台|助手席)"
VEHICLES = (
    driven(rf"(?:^|(?<=[、。\s])){VEHICLE}の{UPKEEP}"),
    driven(rf"{VEHICLE}(?:が|、)?(?:納車|届いた|届きました)(?!待|予定|まだ)"),
    driven(rf"(?:(?:自分|うち|{FIRST})の|愛車の){VEHICLE}"),
    driven(rf"{VEHICLE}(?:は|、|が|も)?(?:もう|走行|ついに)[\d.,]{{1,6}}万?キロ"),
    driven(rf"{VEHICLE}に(?:[^、。はがを]{{0,6}})?(?:乗っ|のっ)(?:て|とる|ちょる)"),
    driven(
        rf"{VEHICLE}を(?:[^、。はが]{{0,8}}から)?(?:譲り受けて|買って|中古で買って)[^。]{{0,8}}乗っ"
    ),
    driven(
        rf"(?:^|(?<=[、。\s]))(?:クルマ|くるま|車|愛車|単車|バイク|往診車|営業車)は、?{VEHICLE}"
        rf"(?:です|だ|。|や|、|の|で|に|$)",
    ),
)
RULES: tuple[Rule, ...] = FAMILY + PETS + VEHICLES
