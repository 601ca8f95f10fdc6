"""Japanese rules for things in use, health and tastes, as everyday texts mention them."""

from functools import partial

from nlp.facts.japanese.food_and_pets import FOODS
from nlp.facts.japanese.health.words import COMPLAINT, FROM, NAMES
from nlp.facts.japanese.rules import FIRST as SPEAKER
from nlp.facts.japanese.rules import TOOL, rule
from nlp.facts.japanese.things import ONE
from nlp.facts.rules import Rule
from nlp.facts.sentences import ORGANIZATION, REST

from .everyday_life import EDGE, NUMERAL
from .people_and_things import MODEL

listed = partial(rule, is_list=True)
VEHICLE = r"(?:電動(?:アシスト)?自転車|ロードバイク|クロスバイク|ママチャリ|原付|軽トラ|スクーター|車椅子)"
DEVICE = (
    r"(?:スマホ|携帯|ケータイ|パソコン|ノートPC|PC|タブレット|カメラ|軽トラ|クルマ"
    r"|車|愛車|バイク|エディタ|ブラウザ|プリンター?|イヤホン|テレビ|洗濯機|掃除機"
    r"|炊飯器|ミシン|キーボード)"
)
THINGS: tuple[Rule, ...] = (
    rule(
        "uses",
        r"(?:^|(?<=[、。\s]))(?P<o>補聴器|電動車椅子|電動自転車)の(?:電池|充電|調整|修理|バッテリー)",
    ),
    rule(
        "uses",
        rf"{EDGE}(?P<o>(?:[{ORGANIZATION}]{REST}*の)?(?:コンバイン|トラクター"
        rf"|田植え機|耕運機|軽トラ|除雪機))[の 　](?:点検|車検|修理|整備|オイル)",
    ),
    rule(
        "uses", rf"{EDGE}(?:私の|わたしの|うちの)?(?:車|クルマ|愛車|バイク)[（(](?P<o>{MODEL})[）)]"
    ),
    rule(
        "uses",
        rf"(?P<o>{ONE})(?:は|を)?(?:いつも|毎日|ずっと)使って(?:て|い?る(?=[。、]|$|けど|ん|が)|い?ます)",
    ),
    rule(
        "uses",
        rf"{EDGE}(?P<o>{ONE})(?:を)?使って(?:て(?=、)|る(?=けど|んだ|んや|んで)|い?ますけど|いますが)",
    ),
    rule("uses", rf"{EDGE}(?:車検|オイル交換|タイヤ交換)[ 　](?P<o>{MODEL})(?=[ 　\n]|$)"),
    rule(
        "uses",
        rf"(?P<o>(?:[{ORGANIZATION}]{REST}*の)?{VEHICLE})(?:に)?(?:毎日)?乗って"
        rf"(?:て|る(?=[。、]|$|けど|ん)|い(?:る(?=[。、]|$|けど|ん)|ます)|ます"
        rf"|通)",
    ),
    rule("uses", rf"{EDGE}(?:私の|わたしの|うちの)?{DEVICE}[（(]{TOOL}[）)]"),
    rule(
        "uses",
        rf"{EDGE}(?:私の|わたしの|うちの)?{DEVICE}(?:は|が|　| )?{TOOL}(?:なんやけど"
        rf"|なんだけど|なんですけど|なんですが|なんで(?=[、す])|やねんけど|ですけど)",
    ),
    rule("uses", rf"{EDGE}{DEVICE}[　 ](?P<o>{MODEL})(?=[　 ])"),
    rule(
        "uses",
        rf"{EDGE}(?P<o>{MODEL})[　 ](?:[0-9]{{1,2}}(?:か|ヶ)月)?(?:車検|点検|オイル|タイヤ|納車)",
    ),
    listed(
        "uses",
        rf"(?:いつも|普段は?|毎日|毎回)(?P<o>{ONE})で[^、。はがを]{{0,8}}(?:管理し"
        rf"|つけ|書い|編集し|作っ|撮っ|記録し|まとめ)て(?:い?る|い?ます)",
    ),
    rule(
        "uses",
        rf"いつも(?:の)?[一-龥]{{2}}は(?P<o>{ONE})(?=[。！!\n]|$|[^\w、。ぁ-んァ-ヶ一-龥 　(（-])",
    ),
    rule(
        "uses",
        rf"(?P<o>{ONE})(?:を)?[ 　]?(?:もう)?{NUMERAL}年(?:くらい|ぐらい|ほど"
        rf"|以上)?使って(?:て|い?る(?=[。、]|$|けど|ん|が)|い?ます)",
    ),
    rule(
        "uses",
        rf"(?:週[一二三1-7]|毎日|毎朝|毎週)(?:回|で)?、?(?P<o>{ONE}|インスタ)に"
        rf"(?:上げ|あげ|投稿し|アップし|書い)て(?:い?る|い?ます)",
    ),
)
HARD = r"(?:やば|ヤバ|きつ|キツ|つら|辛|しんど|ひど|酷)(?:い(?![一-龥])|すぎ|く)"
HEALTH: tuple[Rule, ...] = (
    listed(
        "condition",
        rf"{FROM}{NAMES}(?:が|は|、)?(?:まじ|マジ|ほんと|ほんま|本当に|今年も?)?"
        rf"(?:で)?{HARD}(?!人|だろ|らしい|そう)",
    ),
    listed(
        "condition",
        rf"{FROM}{NAMES}で、?(?:ずっと|毎年|今年も|春は)?、?(?:[鼻目喉頭腰膝]|くしゃみ|つら|しんど|きつ)(?!人)",
    ),
    listed(
        "condition",
        rf"(?:{FROM}|(?<=っけ)){NAMES}は?(?:もう)?{NUMERAL}年(?:くらい|ぐらい|ほど)?前から",
    ),
    listed(
        "condition",
        rf"{FROM}{NAMES}の(?:確定)?診断(?:は|が)(?:[^、。はが]{{1,6}}に?)?(?:ついた"
        rf"|つきました|下りた|おりた|出た|出ました)(?!ら)",
    ),
    listed("condition", rf"{FROM}{NAMES}の(?:治療中|者(?:です|だ|なので|でも))"),
    listed("condition", rf"{FROM}{NAMES}で(?:治療|通院|服薬|投薬)中"),
    listed("condition", rf"^[\s・*-]*{NAMES}の薬、[^。\n]{{0,16}}(?:増量|減量|変更|に増|に減)"),
    rule("condition", rf"(?<=からの)(?P<o>{COMPLAINT})持ち(?=[。、]|$|です|だ|で|な)"),
    rule(
        "condition",
        rf"(?P<s>{SPEAKER})は(?:[^、。はが]{{1,8}}で、?)?(?P<o>糖尿(?:病)?|高血圧"
        rf"|リウマチ|痛風)があ(?:って|り|る(?=[。、]|$|から|けど|んで|ので))",
    ),
)
SO = r"(?:なん(?:で|や|だ|じゃ|よ)|やのに|なのに|やから|やけど|じゃけ|だもんで|なもんで|やもん|やねん|だで)"
ALLERGY: tuple[Rule, ...] = (
    listed("allergic_to", rf"(?:{EDGE}|(?<=[はがも])){FOODS}の?アレルギー{SO}"),
    listed(
        "allergic_to",
        rf"(?:^|(?<=[、。でがは\s])|(?<=以来)|(?<=それから)){FOODS}の?アレルギー"
        rf"(?:だ|や)?(?:と|って)[^、。はがを]{{0,8}}(?:言われ|診断され)(?:た"
        rf"|て|まし)(?!ら)",
    ),
    listed(
        "allergic_to",
        rf"{EDGE}{FOODS}(?:を)?(?:食べたら|食べると|飲んだら|飲むと)[^、。はが]{{0,8}}"
        rf"(?:喉|のど|口の?中?|唇|舌)(?:が|の奥が)?(?:イガイガ|いがいが|ピリピリ"
        rf"|ヒリヒリ|かゆ|痒|腫れ)(?!た?ら、)",
    ),
)
# Food that is named without a verb in a refusal: パクチー無理。
REFUSED = (
    r"(?:パクチー|納豆|セロリ|レバー|ピーマン|トマト|なす|ナス|しいたけ|椎茸"
    r"|きのこ|キノコ|牡蠣|カキ|ゴーヤ|グリンピース|らっきょう|梅干し|わさび"
    r"|ホルモン|ウニ|いくら|イクラ|レーズン|オリーブ|チーズ|ブルーチーズ|春菊"
    r"|みょうが|ミョウガ|生もの|辛いもの|甘いもの|虫|絶叫系|ホラー)"
)
TASTES: tuple[Rule, ...] = (
    rule(
        "dislikes",
        rf"{EDGE}(?P<o>{REFUSED})(?:は|が|だけは)?(?:ほんま|ほんと|マジ|まじ"
        rf"|絶対|ガチ)?(?:で|に)?無理(?=[。！!\n]|$)",
    ),
    rule(
        "dislikes",
        rf"(?P<s>{SPEAKER})は(?P<o>[^\s、。はがを]{{1,10}})が(?:こわい|怖い)です(?=[。！!]|$)",
    ),
    rule(
        "likes",
        rf"{EDGE}(?P<o>[^\s、。「」はがもを]{{1,10}})(?:が|は)(?:何より|なにより"
        rf"|いちばん|一番)?好きなんじゃ(?:が|けど|けえ)",
    ),
    rule(
        "likes",
        rf"(?:ずっと|昔から|最近は)?(?P<o>{ONE}|[一-龥]{{2,6}})推し(?:です|なん(?:です|だ|や)|だ(?!っ)|歴)",
    ),
    rule(
        "likes",
        r"(?:^|(?<=[、。\s]))(?P<o>[^\s、。「」はがもを]{1,8})なら(?:だいたい"
        r"|大体|わりと)?(?:何でも|なんでも)好き",
    ),
    rule("prefers", r"(?P<o>回答は[^。「」？\n]{1,24}?)で?お願い(?=[。！!]|$)"),
)
RULES: tuple[Rule, ...] = THINGS + HEALTH + ALLERGY + TASTES
