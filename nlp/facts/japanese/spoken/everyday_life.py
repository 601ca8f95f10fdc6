"""Japanese rules for work, a home, studies, an age and a name, as everyday texts mention them."""

from functools import partial

from nlp.facts.japanese.rules import FIRST as SPEAKER
from nlp.facts.japanese.rules import KIN, rule
from nlp.facts.japanese.work import JOB, JOB_WORD
from nlp.facts.rules import SOMEONE, SOMEWHERE, Rule
from nlp.facts.sentences import ORGANIZATION, PERSON, REST

from .work_and_home import KIND

listed = partial(rule, is_list=True)
EDGE = r"(?:^|(?<=[、。！!？?\s]))"
TOWN = rf"(?P<o>{SOMEWHERE}(?:の{SOMEWHERE})?)"
NUMERAL = r"[\d一二三四五六七八九十]{1,3}"
# Whoever does it now: やってる, してます, しとる, しており, やってもう10年.
DOING = (
    rf"(?:(?:やって|して)(?:い?る(?!人|方|子|友|知|[一-龥])|い?ます|おり|て|ん|もう"
    rf"|かれこれ|{NUMERAL}年)|(?:しとる|やっとる|してんねん|やってんねん))"
)
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
        rf"(?:今|いま|現在)は{TOWN}に(?:移って|越して|引っ越して)[^。、]{{0,10}}"
        rf"(?:し|暮らし|働い)て(?:い?る|い?ます)",
    ),
    rule("from", rf"{EDGE}(?:実家|地元|田舎|郷里)の(?P<o>{SOMEWHERE})(?:に|へ|で|まで|から)"),
    rule(
        "works_for",
        rf"(?P<o>[{ORGANIZATION}]{REST}*)で[^、。はがを]{{1,8}}を(?:つくって"
        rf"|作って|組み立てて|売って|設計して)い(?:る|ます)",
    ),
)
# A reason or a contrast behind a noun, before what is asked: 大阪なんやけど.
ASIDE = (
    r"(?:なん(?:だ|や|です)(?:けど|が)|なんで(?!す)|なので|やけど|だけど|ですけど"
    r"|ですが|やねんけど|なもんで|だもんで|なんよ)"
)
ASIDES: tuple[Rule, ...] = (
    rule(
        "lives_in",
        rf"(?:^|(?<=[、。！!？?\s]))(?:こっち|こちら|うち|今|いま)(?:は|、)?{TOWN}"
        rf"(?:市内|区内)?(?:に住んでる|住み)?{ASIDE}",
    ),
    rule("lives_in", rf"{TOWN}(?:住み|在住){ASIDE}"),
    rule(
        "lives_in",
        rf"{TOWN}に(?:もう[^、。はが]{{0,4}})?住んで(?:い?る|い?ます)(?:から"
        rf"|ので|けど|んだけど|んですけど|んですが)",
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
        rf"(?:^|(?<=[、。！!？?\sは]))(?P<o>[一-龥ァ-ヶーA-Za-z]{{2,8}}{KIND})"
        rf"(?:勤務|勤め)(?:{ASIDE}|です(?=[。、]|$)|で(?=、))",
    ),
    rule(
        "studies",
        r"(?:^|(?<=[、。！!\s]))(?P<o>[一-龥ァ-ヶ]{1,8}語|簿記|宅建|プログラミング"
        r"|統計|会計|法律)(?:を|の)?勉強(?:して(?:い?る(?=[。、！!]|$|けど"
        r"|ん)|い?ます|て(?=、))|中(?=[。、！!]|$|で|だ))",
    ),
)
# 食品会社の総務部: the firm counts, not the department alone.
WORKPLACE: tuple[Rule, ...] = (
    rule(
        "works_for",
        rf"(?:^|(?<=[、。！!？?\sはで])|(?<=[{REST}]で))(?P<o>(?:[一-龥ァ-ヶーA-Za-z]{{1,8}}{KIND}"
        rf"|(?!{KIN}|[友知親先彼前今地近別他自役])[一-龥]{{1,6}}の会社)(?:の[一-龥]{{1,4}}[部課])?)"
        rf"(?:に|で)"
        r"(?:勤め|つとめ|働い|勤務し|パートし)(?:て(?:い?る(?!人|方|子|友|知"
        r"|[一-龥])|い?ます|おり)|とる|とります|ちょる)",
    ),
)
STUDY: tuple[Rule, ...] = (
    rule(
        "studies_at",
        r"(?P<o>[一-龥ァ-ヶー]{2,12}大(?:学)?)(?:の)?[一-龥]{1,6}学部(?:の)?[1-6１-６一二三四五六]年",
    ),
    rule("studies", r"(?P<o>[一-龥]{1,5}学部)(?:の)?[1-6１-６一二三四五六]年"),
    rule(
        "studies_at",
        rf"{EDGE}(?P<o>[{ORGANIZATION}]{REST}*|[一-龥]{{2,6}})の高[1-3１-３一二三](?:です|なん|や|だ|、|。|$)",
    ),
    rule(
        "studies_at",
        rf"(?P<o>(?:{SOMEWHERE}の)(?:美大|音大|医大|芸大|体大|大学院?|高校|高専"
        rf"|専門学校))(?:で[^、。はがを]{{1,8}}を(?:やって|学んで|勉強して|専攻して)"
        rf"|に通って|(?:に)?行って(?:い?る|い?ます))",
    ),
    rule(
        "studies",
        r"(?:美大|音大|医大|芸大|大学院?|高専|専門学校)で(?P<o>[^、。はがを\s]{1,8})を"
        r"(?:やって|学んで|専攻して)(?:い|お|ます|る)",
    ),
)
AGE: tuple[Rule, ...] = (
    rule(
        "age",
        r"(?<=[母父妻夫娘子孫兄姉弟妹さ]は)(?:もう|今年で?)?(?P<o>[1-9]\d)"
        r"(?:です|だし|だから|やし|やけど|じゃけ)(?=[。、]|$|[一-龥ぁ-ん])",
    ),
    rule(
        "birthday", r"誕生日[ 　：:](?P<o>(?:1[0-2]|[1-9])/(?:[12]\d|3[01]|[1-9]))(?=[ 　\n。、]|$)"
    ),
    rule(
        "age",
        rf"(?P<s>{SPEAKER})(?:は|も)?(?P<o>[2-9]\d)(?:歳|才)?(?:だけど|なんだけど"
        rf"|やけど|ですけど|なんですけど)",
    ),
    rule(
        "age",
        rf"(?P<s>{SPEAKER})は(?:もう|今年)?(?P<o>[二三四五六七八九]十[一二三四五六七八九]?)"
        rf"(?:歳|才)?(?:で(?=[一-龥、])|になる|になり)",
    ),
    rule(
        "age",
        rf"{EDGE}(?P<s>{SOMEONE})(?:くん|ちゃん|さん)?[ 　]?(?P<o>[1-9]\d?)"
        rf"(?:歳|さい|才)(?=[!！。、 　\n]|$|に(?:なった|なりま))",
    ),
    rule(
        "birthday",
        rf"^\s*(?P<o>(?:1[0-2]|[1-9])/(?:[12]\d|3[01]|[1-9]))[ 　](?P<s>{SOMEONE})"
        rf"(?:くん|ちゃん|さん)?(?:の)?[ 　]?(?:お?誕生日|[1-9]\d?(?:歳|さい"
        rf"|才)[!！])",
    ),
    rule(
        "birthday",
        rf"{EDGE}(?P<s>{SOMEONE})(?:くん|ちゃん|さん)?[ 　]?[1-9]\d?(?:歳|さい"
        rf"|才)[ 　](?P<o>(?:1[0-2]|[1-9])/(?:[12]\d|3[01]|[1-9]))(?=[ 　]|$)",
    ),
)
NAME: tuple[Rule, ...] = (
    rule("name", rf"(?:おります|います|の)(?P<o>{SOMEONE})と(?:申します|申す者)"),
    rule(
        "name",
        rf"^(?:こんにち[はわ]|はじめまして|初めまして|こんばん[はわ]|おはようございます"
        rf"|お世話になっております)[、。！!\s]{{1,2}}(?:{SPEAKER}は)?(?P<o>{SOMEONE})です"
        rf"(?=[。！!\s]|$)",
    ),
)
RULES: tuple[Rule, ...] = WORK + ASIDES + STUDY + AGE + NAME
