"""Japanese rules for pets, tools, diets, jobs, chiefs and groups that are left, if they are known."""

from functools import partial

from nlp.facts.japanese.rules import TITLE, rule
from nlp.facts.rules import ANYTHING, SOMEONE, Rule, Validity
from nlp.facts.sentences import REST

from .work_and_home import EDGE, FIRM, LATELY

known = partial(rule, is_of_known=True)
STOPPED, OVER, BEGINS = Validity.STOPPED, Validity.OVER, Validity.BEGINS
# Any words may be a pet, a program or a group, since it has to be known.
WORDS = (
    rf"(?:[{ANYTHING}]{REST}*[A-Za-z0-9 ]{{0,8}}"
    rf"|[^\s、。「」はがをにの{ANYTHING}]{{1,16}}?(?: [0-9A-Za-z]{{1,4}})?)"
)
FIRST = (
    rf"{EDGE}(?:(?:もう|最近|今は|実は|やっと|とうとう|ついに|結局|先日|昨日|先週|先月"
    rf"|去年|今朝|うちの|愛犬の|愛猫の)、?)*"
)
THING, OLD = rf"{FIRST}(?P<o>{WORDS})", rf"{FIRST}(?P<left>{WORDS})"
PAST = r"(?:た(?!い|ら|り)|だ(?!ら)|ました|まして|て(?=[、。]|しま|から|き)|で(?=、))"
GAP = r"[^、。はが]{0,10}?"
DIED = (
    rf"(?:亡くなっ|亡くなり|死ん|死に|息を引き取っ|息を引き取り|虹の橋を渡っ|虹の橋を渡り"
    rf"|旅立っ|旅立ち|天国(?:に|へ)(?:行っ|行き|旅立っ|旅立ち)){PAST}"
)
PETS: tuple[Rule, ...] = (
    known("pet", rf"{THING}(?:ちゃん|くん)?(?:が|は|も){GAP}{DIED}", STOPPED),
    known(
        "pet",
        rf"{THING}(?:ちゃん|くん)?(?:を|は){GAP}(?:譲っ|譲り|手放し|里子に出し"
        rf"|里親さんに(?:渡し|託し)|引き取ってもらい|引き取ってもらっ|看取っ|看取り){PAST}",
        STOPPED,
    ),
    known(
        "pet",
        rf"{THING}(?:ちゃん|くん)?(?:と|とは){GAP}(?:お別れ|永遠の別れ){GAP}(?:し{PAST}|でした)",
        STOPPED,
    ),
)
TOOLS: tuple[Rule, ...] = (
    known(
        "uses",
        rf"{OLD}(?:は|を|が){GAP}(?:下取りに出し|売っ|売り|手放し|壊れ|解約し|やめ|辞め"
        rf"|退会し){PAST}?[てで]?、(?:今は|いまは|代わりに)?"
        rf"(?P<o>{WORDS})(?:です|だ(?=。|$)|。|$|に(?:し|なり|なっ|変え)|を(?:買|使))",
        BEGINS,
    ),
    known(
        "uses",
        rf"{THING}(?:は|を|も)(?:もう|全部|完全に|きっぱり)?{GAP}(?:下取りに出し|売却し"
        rf"|手放し|解約し|退会し|アンインストールし|処分し|削除し"
        rf"|使わなくなり|使わなくなっ|使うのをやめ|卒業し|やめ){PAST}",
        STOPPED,
    ),
)
DIETS: tuple[Rule, ...] = (
    known(
        "diet",
        rf"{THING}(?:生活|食)?(?:は|を)(?:もう|完全に|きっぱり)?{GAP}(?:卒業し|やめ|辞め"
        rf"|終わりにし|解禁し){PAST}",
        STOPPED,
    ),
    known(
        "diet",
        rf"(?:^|(?<=[、。ので]))(?:もう)?(?P<o>{WORDS})(?:では|じゃ)(?:なくなり|なくなっ|ありません|ない)",
        OVER,
    ),
)
# 来月から主任に: since when, and not what one was before.
NO_DAY = r"(?!(?:[今来先本昨明去](?:日|週|月|年|年度)|きょう|あした|春|夏|秋|冬|\d+月)から)"
JOBS: tuple[Rule, ...] = (
    known(
        "occupation",
        rf"{OLD}(?:を|は)(?:やめ|辞め|引退し|卒業し|廃業し"
        rf"|定年で辞め)て、?(?:今は)?(?P<o>{WORDS})(?:に(?:なり|なっ|転身し|転職し)"
        r"|を(?:して|始め)|として|です)",
        BEGINS,
    ),
    known(
        "occupation",
        rf"{NO_DAY}{OLD}から(?P<o>{WORDS})(?:に|へ)(?:異動(?:に|し)|転身し|転職し|配置換え|昇進し"
        rf"|昇格し|職種(?:を)?変更){GAP}(?:なり|なっ|た|ました|て)?",
        BEGINS,
    ),
    known(
        "occupation",
        rf"{THING}(?:を|は)(?:もう)?{GAP}(?:引退し|廃業し|やめ|辞め|卒業し){PAST}",
        STOPPED,
    ),
)
COMPANY: tuple[Rule, ...] = (
    known(
        "reports_to",
        rf"{EDGE}(?P<left>{SOMEONE}){TITLE}(?:が|は){GAP}(?:異動|退職|転勤|定年|転職"
        rf"|退社)[^。]{{0,8}}?、(?:今の|新しい|今は)?(?:上司|ボス|上長)"
        rf"[はが](?P<o>{SOMEONE}){TITLE}",
        BEGINS,
    ),
    known(
        "reports_to",
        rf"(?:上司|ボス|上長)[がはも](?P<left>{SOMEONE}){TITLE}から(?P<o>{SOMEONE}){TITLE}(?:に|へ)(?:変わ|代わ|なり|なっ)",
        BEGINS,
    ),
    known(
        "member_of",
        rf"{THING}(?:を|は|も|、)(?:もう)?{GAP}(?:退団し|退会し|脱退し|退部し|抜け|やめ|辞め|引退し){PAST}",
        STOPPED,
    ),
    known(
        "works_for",
        rf"{FIRM}(?:は|を)(?:定年|早期退職|満期)(?:で|に)(?:終わ|終え|退|なり|なっ)",
        STOPPED,
    ),
    known(
        "works_for",
        rf"{FIRM}(?:での|の)(?:バイト|パート|アルバイト|仕事|勤務|派遣)(?:は|も"
        rf"|が)?、?{LATELY}[^。]{{0,6}}?が?最後(?:の(?:出勤|勤務|シフト|日))?"
        r"(?:でした|だった|となりました|になりました)",
        STOPPED,
    ),
)
RULES: tuple[Rule, ...] = PETS + TOOLS + DIETS + JOBS + COMPANY
