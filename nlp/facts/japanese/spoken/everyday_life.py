"""Japanese rules for work, a home, things in use, health and tastes, as everyday texts mention them."""

from functools import partial

from nlp.facts.japanese.food_and_pets import FOODS
from nlp.facts.japanese.health.words import COMPLAINT, FROM, NAMES
from nlp.facts.japanese.rules import FIRST as SPEAKER
from nlp.facts.japanese.rules import KIN, TOOL, rule
from nlp.facts.japanese.things import ONE
from nlp.facts.japanese.work import JOB, JOB_WORD
from nlp.facts.rules import SOMEONE, SOMEWHERE, Rule
from nlp.facts.sentences import ORGANIZATION, PERSON, REST

from .people_and_things import MODEL
from .work_and_home import KIND

listed = partial(rule, is_list=True)
EDGE = r"(?:^|(?<=[、。！!？?\s]))"
TOWN = rf"(?P<o>{SOMEWHERE}(?:の{SOMEWHERE})?)"
NUMERAL = r"[\d一二三四五六七八九十]{1,3}"
# Whoever does it now: やってる, してます, しとる, しており, やってもう10年.
DOING = rf"(?:(?:やって|して)(?:い?る(?!人|方|子|友|知|[一-龥])|い?ます|おり|て|ん|もう|かれこれ|{NUMERAL}年)|(?:しとる|やっとる|してんねん|やってんねん))"
WORK: tuple[Rule, ...] = (
    rule("occupation", rf"(?:^|(?<=[、。！!？?\sでは])){JOB}(?:を)?{DOING}"),
    rule(
        "occupation",
        rf"{EDGE}(?P<o>[一-龥ァ-ヶー]{{1,8}}の(?:バイト|アルバイト|パート))(?:を)?{DOING}",
    ),
    rule(
        "occupation",
        r"(?<=で)(?P<o>[一-龥]{2,6})の(?:お)?仕事をして(?:い?ます|い?る(?=[。、]|$|けど|が|ので)|おり)",
    ),
    rule("lives_in", rf"{TOWN}で(?:[^、。はがを\s]{{1,8}}の)?{JOB_WORD}(?:を)?{DOING}"),
    rule("lives_in", rf"(?<=、){TOWN}で{JOB_WORD}(?=[。、]|$)"),
    rule(
        "lives_in",
        rf"{TOWN}に(?:単身赴任|赴任|転勤|下宿)(?:になり|になっ|し|中|です)(?!た?ら|そう|たい)",
    ),
    rule("lives_in", rf"{TOWN}に住んで(?:おります|います|おる|ます|る)(?=[{PERSON}])"),
    rule(
        "lives_in",
        rf"(?:今|いま|現在)は{TOWN}に(?:移って|越して|引っ越して)[^。、]{{0,10}}(?:し|暮らし|働い)て(?:い?る|い?ます)",
    ),
    rule("from", rf"{EDGE}(?:実家|地元|田舎|郷里)の(?P<o>{SOMEWHERE})(?:に|へ|で|まで|から)"),
    rule(
        "works_for",
        rf"(?P<o>[{ORGANIZATION}]{REST}*)で[^、。はがを]{{1,8}}を(?:つくって|作って|組み立てて|売って|設計して)い(?:る|ます)",
    ),
)
# A reason or a contrast behind a noun, before what is asked: 大阪なんやけど.
ASIDE = r"(?:なん(?:だ|や|です)(?:けど|が)|なんで(?!す)|なので|やけど|だけど|ですけど|ですが|やねんけど|なもんで|だもんで|なんよ)"
MORE_WORK: tuple[Rule, ...] = (
    rule(
        "lives_in",
        rf"(?:^|(?<=[、。！!？?\s]))(?:こっち|こちら|うち|今|いま)(?:は|、)?{TOWN}(?:市内|区内)?(?:に住んでる|住み)?{ASIDE}",
    ),
    rule("lives_in", rf"{TOWN}(?:住み|在住){ASIDE}"),
    rule(
        "lives_in",
        rf"{TOWN}に(?:もう[^、。はが]{{0,4}})?住んで(?:い?る|い?ます)(?:から|ので|けど|んだけど|んですけど|んですが)",
    ),
    rule(
        "from",
        rf"(?P<s>{SPEAKER})(?:は|、)?(?P<o>{SOMEWHERE})人(?:です|だ(?!っ)|なので|なんです|やけど|だけど|で、)",
    ),
    rule(
        "occupation",
        rf"(?<=[夫妻父母兄姉弟妹娘子旦那親]が){JOB}(?:で(?!は|も)|な(?=ん|の)|(?:を)?(?:して|やって))",
    ),
    rule(
        "works_for",
        rf"(?:^|(?<=[、。！!？?\sは]))(?P<o>[一-龥ァ-ヶーA-Za-z]{{2,8}}{KIND})(?:勤務|勤め)(?:{ASIDE}|です(?=[。、]|$)|で(?=、))",
    ),
    rule(
        "studies",
        r"(?:^|(?<=[、。！!\s]))(?P<o>[一-龥ァ-ヶ]{1,8}語|簿記|宅建|プログラミング|統計|会計|法律)(?:を|の)?勉強(?:して(?:い?る(?=[。、！!]|$|けど|ん)|い?ます|て(?=、))|中(?=[。、！!]|$|で|だ))",
    ),
)
# 食品会社の総務部: the firm counts, not the department alone.
WORKPLACE: tuple[Rule, ...] = (
    rule(
        "works_for",
        rf"(?:^|(?<=[、。！!？?\sはで])|(?<=[{REST}]で))(?P<o>(?:[一-龥ァ-ヶーA-Za-z]{{1,8}}{KIND}|(?!{KIN}|[友知親先彼前今地近別他自役])[一-龥]{{1,6}}の会社)(?:の[一-龥]{{1,4}}[部課])?)(?:に|で)"
        r"(?:勤め|つとめ|働い|勤務し|パートし)(?:て(?:い?る(?!人|方|子|友|知|[一-龥])|い?ます|おり)|とる|とります|ちょる)",
    ),
)
STUDY: tuple[Rule, ...] = (
    rule(
        "studies_at",
        rf"(?P<o>[一-龥ァ-ヶー]{{2,12}}大(?:学)?)(?:の)?[一-龥]{{1,6}}学部(?:の)?[1-6１-６一二三四五六]年",
    ),
    rule("studies", r"(?P<o>[一-龥]{1,5}学部)(?:の)?[1-6１-６一二三四五六]年"),
    rule(
        "studies_at",
        rf"{EDGE}(?P<o>[{ORGANIZATION}]{REST}*|[一-龥]{{2,6}})の高[1-3１-３一二三](?:です|なん|や|だ|、|。|$)",
    ),
    rule(
        "studies_at",
        rf"(?P<o>(?:{SOMEWHERE}の)(?:美大|音大|医大|芸大|体大|大学院?|高校|高専|専門学校))(?:で[^、。はがを]{{1,8}}を(?:やって|学んで|勉強して|専攻して)|に通って|(?:に)?行って(?:い?る|い?ます))",
    ),
    rule(
        "studies",
        r"(?:美大|音大|医大|芸大|大学院?|高専|専門学校)で(?P<o>[^、。はがを\s]{1,8})を(?:やって|学んで|専攻して)(?:い|お|ます|る)",
    ),
)
VEHICLE = r"(?:電動(?:アシスト)?自転車|ロードバイク|クロスバイク|ママチャリ|原付|軽トラ|スクーター|車椅子)"
DEVICE = r"(?:スマホ|携帯|ケータイ|パソコン|ノートPC|PC|タブレット|カメラ|軽トラ|クルマ|車|愛車|バイク|エディタ|ブラウザ|プリンター?|イヤホン|テレビ|洗濯機|掃除機|炊飯器|ミシン|キーボード)"
THINGS: tuple[Rule, ...] = (
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
        rf"(?P<o>(?:[{ORGANIZATION}]{REST}*の)?{VEHICLE})(?:に)?(?:毎日)?乗って(?:て|る(?=[。、]|$|けど|ん)|い(?:る(?=[。、]|$|けど|ん)|ます)|ます|通)",
    ),
    rule("uses", rf"{EDGE}(?:私の|わたしの|うちの)?{DEVICE}[（(]{TOOL}[）)]"),
    rule(
        "uses",
        rf"{EDGE}(?:私の|わたしの|うちの)?{DEVICE}(?:は|が|　| )?{TOOL}(?:なんやけど|なんだけど|なんですけど|なんですが|なんで(?=[、す])|やねんけど|ですけど)",
    ),
    rule("uses", rf"{EDGE}{DEVICE}[　 ](?P<o>{MODEL})(?=[　 ])"),
    rule(
        "uses",
        rf"{EDGE}(?P<o>{MODEL})[　 ](?:[0-9]{{1,2}}(?:か|ヶ)月)?(?:車検|点検|オイル|タイヤ|納車)",
    ),
    listed(
        "uses",
        rf"(?:いつも|普段は?|毎日|毎回)(?P<o>{ONE})で[^、。はがを]{{0,8}}(?:管理し|つけ|書い|編集し|作っ|撮っ|記録し|まとめ)て(?:い?る|い?ます)",
    ),
    rule(
        "uses",
        rf"いつも(?:の)?[一-龥]{{2}}は(?P<o>{ONE})(?=[。！!\n]|$|[^\w、。ぁ-んァ-ヶ一-龥 　(（-])",
    ),
    rule(
        "uses",
        rf"(?P<o>{ONE})(?:を)?[ 　]?(?:もう)?{NUMERAL}年(?:くらい|ぐらい|ほど|以上)?使って(?:て|い?る(?=[。、]|$|けど|ん|が)|い?ます)",
    ),
    rule(
        "uses",
        rf"(?:週[一二三1-7]|毎日|毎朝|毎週)(?:回|で)?、?(?P<o>{ONE}|インスタ)に(?:上げ|あげ|投稿し|アップし|書い)て(?:い?る|い?ます)",
    ),
)
HARD = r"(?:やば|ヤバ|きつ|キツ|つら|辛|しんど|ひど|酷)(?:い(?![一-龥])|すぎ|く)"
HEALTH: tuple[Rule, ...] = (
    listed(
        "condition",
        rf"{FROM}{NAMES}(?:が|は|、)?(?:まじ|マジ|ほんと|ほんま|本当に|今年も?)?(?:で)?{HARD}(?!人|だろ|らしい|そう)",
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
        rf"{FROM}{NAMES}の(?:確定)?診断(?:は|が)(?:[^、。はが]{{1,6}}に?)?(?:ついた|つきました|下りた|おりた|出た|出ました)(?!ら)",
    ),
    listed("condition", rf"{FROM}{NAMES}の(?:治療中|者(?:です|だ|なので|でも))"),
    listed("condition", rf"{FROM}{NAMES}で(?:治療|通院|服薬|投薬)中"),
    listed("condition", rf"^[\s・*-]*{NAMES}の薬、[^。\n]{{0,16}}(?:増量|減量|変更|に増|に減)"),
    rule("condition", rf"(?<=からの)(?P<o>{COMPLAINT})持ち(?=[。、]|$|です|だ|で|な)"),
    rule(
        "condition",
        rf"(?P<s>{SPEAKER})は(?:[^、。はが]{{1,8}}で、?)?(?P<o>糖尿(?:病)?|高血圧|リウマチ|痛風)があ(?:って|り|る(?=[。、]|$|から|けど|んで|ので))",
    ),
)
SO = r"(?:なん(?:で|や|だ|じゃ|よ)|やのに|なのに|やから|やけど|じゃけ|だもんで|なもんで|やもん|やねん|だで)"
ALLERGY: tuple[Rule, ...] = (
    listed("allergic_to", rf"(?:{EDGE}|(?<=[はがも])){FOODS}の?アレルギー{SO}"),
    listed(
        "allergic_to",
        rf"(?:^|(?<=[、。でがは\s])|(?<=以来)|(?<=それから)){FOODS}の?アレルギー(?:だ|や)?(?:と|って)[^、。はがを]{{0,8}}(?:言われ|診断され)(?:た|て|まし)(?!ら)",
    ),
    listed(
        "allergic_to",
        rf"{EDGE}{FOODS}(?:を)?(?:食べたら|食べると|飲んだら|飲むと)[^、。はが]{{0,8}}(?:喉|のど|口の?中?|唇|舌)(?:が|の奥が)?(?:イガイガ|いがいが|ピリピリ|ヒリヒリ|かゆ|痒|腫れ)(?!た?ら、)",
    ),
)
AGE: tuple[Rule, ...] = (
    rule(
        "age",
        r"(?<=[母父妻夫娘子孫兄姉弟妹さ]は)(?:もう|今年で?)?(?P<o>[1-9]\d)(?:です|だし|だから|やし|やけど|じゃけ)(?=[。、]|$|[一-龥ぁ-ん])",
    ),
    rule(
        "birthday", r"誕生日[ 　：:](?P<o>(?:1[0-2]|[1-9])/(?:[12]\d|3[01]|[1-9]))(?=[ 　\n。、]|$)"
    ),
    rule(
        "age",
        rf"(?P<s>{SPEAKER})(?:は|も)?(?P<o>[2-9]\d)(?:歳|才)?(?:だけど|なんだけど|やけど|ですけど|なんですけど)",
    ),
    rule(
        "age",
        rf"(?P<s>{SPEAKER})は(?:もう|今年)?(?P<o>[二三四五六七八九]十[一二三四五六七八九]?)(?:歳|才)?(?:で(?=[一-龥、])|になる|になり)",
    ),
    rule(
        "age",
        rf"{EDGE}(?P<s>{SOMEONE})(?:くん|ちゃん|さん)?[ 　]?(?P<o>[1-9]\d?)(?:歳|さい|才)(?=[!！。、 　\n]|$|に(?:なった|なりま))",
    ),
    rule(
        "birthday",
        rf"^\s*(?P<o>(?:1[0-2]|[1-9])/(?:[12]\d|3[01]|[1-9]))[ 　](?P<s>{SOMEONE})(?:くん|ちゃん|さん)?(?:の)?[ 　]?(?:お?誕生日|[1-9]\d?(?:歳|さい|才)[!！])",
    ),
    rule(
        "birthday",
        rf"{EDGE}(?P<s>{SOMEONE})(?:くん|ちゃん|さん)?[ 　]?[1-9]\d?(?:歳|さい|才)[ 　](?P<o>(?:1[0-2]|[1-9])/(?:[12]\d|3[01]|[1-9]))(?=[ 　]|$)",
    ),
)
NAME: tuple[Rule, ...] = (
    rule("name", rf"(?:おります|います|の)(?P<o>{SOMEONE})と(?:申します|申す者)"),
    rule(
        "name",
        rf"^(?:こんにち[はわ]|はじめまして|初めまして|こんばん[はわ]|おはようございます|お世話になっております)[、。！!\s]{{1,2}}(?:{SPEAKER}は)?(?P<o>{SOMEONE})です(?=[。！!\s]|$)",
    ),
)
# Food that is named without a verb in a refusal: パクチー無理。
REFUSED = (
    r"(?:パクチー|納豆|セロリ|レバー|ピーマン|トマト|なす|ナス|しいたけ|椎茸|きのこ|キノコ|牡蠣|カキ|ゴーヤ|グリンピース|らっきょう|梅干し|わさび"
    r"|ホルモン|ウニ|いくら|イクラ|レーズン|オリーブ|チーズ|ブルーチーズ|春菊|みょうが|ミョウガ|生もの|辛いもの|甘いもの|虫|絶叫系|ホラー)"
)
TASTES: tuple[Rule, ...] = (
    rule(
        "dislikes",
        rf"{EDGE}(?P<o>{REFUSED})(?:は|が|だけは)?(?:ほんま|ほんと|マジ|まじ|絶対|ガチ)?(?:で|に)?無理(?=[。！!\n]|$)",
    ),
    rule(
        "dislikes",
        rf"(?P<s>{SPEAKER})は(?P<o>[^\s、。はがを]{{1,10}})が(?:こわい|怖い)です(?=[。！!]|$)",
    ),
    rule(
        "likes",
        rf"{EDGE}(?P<o>[^\s、。「」はがもを]{{1,10}})(?:が|は)(?:何より|なにより|いちばん|一番)?好きなんじゃ(?:が|けど|けえ)",
    ),
    rule(
        "likes",
        rf"(?:ずっと|昔から|最近は)?(?P<o>{ONE}|[一-龥]{{2,6}})推し(?:です|なん(?:です|だ|や)|だ(?!っ)|歴)",
    ),
    rule(
        "likes",
        r"(?:^|(?<=[、。\s]))(?P<o>[^\s、。「」はがもを]{1,8})なら(?:だいたい|大体|わりと)?(?:何でも|なんでも)好き",
    ),
    rule("prefers", r"(?P<o>回答は[^。「」？\n]{1,24}?)で?お願い(?=[。！!]|$)"),
)
RULES: tuple[Rule, ...] = WORK + MORE_WORK + STUDY + THINGS + HEALTH + ALLERGY + AGE + NAME + TASTES
