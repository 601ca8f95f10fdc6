"""Japanese rules for what is over, or began in the place of something: moves, jobs, marriages, names.

Each says plainly that something ended. A plan, a wish or a supposition ends nothing (``sentences``).
"""

import re

from nlp.facts.rules import SOMEONE, SOMEWHERE, Rule, Validity
from nlp.facts.sentences import ORGANIZATION, REST

from .food_and_pets import FED, FOODS
from .rules import AT_END, FIRM_NAME, TITLE, rule
from .work import ALL_JOBS, JOB_WORD

FIRM = rf"(?P<o>[{ORGANIZATION}]{REST}*|{FIRM_NAME})"
# The past form of a verb, at the end of a clause.
QUIT = (
    r"(?:もう)?(?:辞め|やめ|(?:定年|早期)?退職(?:し|いたし)|退社し|離職し)(?:た|ました|てます|てい"
    r"ます|てる|ている|て(?=、)|まして|ちゃった|ちゃいました)"
)
GRADUATED = r"卒業(?:し(?:た|ました|てます|て(?=、)|まして))"
NO_SCHOOL = re.compile(r"^(?!.*(?:大学|大学院|高校|中学|小学校|学院|高専|学校)$)")
AFTER = r"(?=[。、！!\s]|$|ところ|ばかり|の(?=で)|ので|けど|が|から|んで|よ|わ)"
WHEN = r"(?:(?:[^、。はが]{0,10}(?:で|に|末|限り|いっぱいで|付で|づけで|をもって))、?)?"
WORKING = (
    rule("works_for", rf"{FIRM}(?:を|は|、){WHEN}{QUIT}{AFTER}", Validity.STOPPED),
    rule(
        "works_for",
        rf"{FIRM}(?:を|は|、){WHEN}{GRADUATED}{AFTER}",
        Validity.STOPPED,
        fits=NO_SCHOOL,
    ),
    rule(
        "works_for",
        rf"{FIRM}(?:を|は|、){WHEN}(?:退職|退社|離職)(?:。|、|し(?=、)|いたし)",
        Validity.STOPPED,
    ),
    rule(
        "works_for",
        rf"{FIRM}(?:を|から)(?:解雇|クビに|リストラ)(?:され|なり|な)(?:まし)?(?:た|て)",
        Validity.STOPPED,
    ),
    rule(
        "works_for",
        rf"{FIRM}(?:に|で)は?(?:もう|すでに)(?:所属して|勤めて|働いて|在籍して|お世話になって)?(?:い(?:ない|ません)|おりません)",
        Validity.OVER,
    ),
    rule("works_for", rf"{FIRM}(?:、|を)クビになっ", Validity.STOPPED),
    rule(
        "works_for",
        rf"(?P<left>[{ORGANIZATION}]{REST}*|{FIRM_NAME})(?:から|を辞めて、?(?:今月|先月|今年|春)?から|を退職して、?)(?!来|届|もら|の|き)(?P<o>[{ORGANIZATION}]{REST}*|[一-龥ァ-ヶーぁ-ん]{{2,10}}?)"
        r"(?:です|に転職|に移り|に移っ|で働)",
        Validity.BEGINS,
    ),
    rule(
        "occupation",
        rf"(?<![一-龥ァ-ヶー])(?P<left>{ALL_JOBS})から(?P<o>{JOB_WORD})に(?:なっ|転職|転身|転向)(?:て|た|し)",
        Validity.BEGINS,
    ),
    rule(
        "occupation",
        rf"(?P<o>{ALL_JOBS})の仕事を(?:退職し|辞め|やめ|引退し)(?:た|ました|て(?=、))",
        Validity.STOPPED,
    ),
    rule("works_for", rf"{FIRM}が(?:倒産|廃業|閉店)し", Validity.STOPPED),
    rule(
        "occupation",
        rf"もう(?P<o>{ALL_JOBS}|大学院生|学生)(?:じゃ|では)(?:ない|ありません|なく)(?!か)",
        Validity.OVER,
    ),
    rule(
        "occupation",
        rf"(?P<o>{JOB_WORD})(?:を|は)(?:、)?[^。は]{{0,16}}?(?:辞め|やめ|引退し|引退いたし|退職し|卒業し)(?:た|ました|て(?=、))",
        Validity.STOPPED,
    ),
)
LIVING = (
    rule(
        "lives_in",
        rf"もう(?P<o>{SOMEWHERE})には?(?:いない|いません|おりません|住んでいない|住んでいません|住んでない|住んでません)",
        Validity.OVER,
    ),
    rule(
        "lives_in",
        rf"(?P<o>{SOMEWHERE})の(?:部屋|家|アパート|マンション|実家|自宅|住まい)(?:は|を)(?:、)?(?:引き払|売却|売っ|解約|手放|退去|明け渡)",
        Validity.STOPPED,
    ),
    rule(
        "lives_in",
        rf"(?P<o>{SOMEWHERE})を(?:離れ|出|あとにし|後にし)(?:た|ました|、|て(?=、))(?!い|く)",
        Validity.STOPPED,
    ),
    rule(
        "lives_in",
        rf"(?P<left>{SOMEWHERE})から(?P<o>{SOMEWHERE})(?:に|へ)(?:引っ?越し|引っ?越|移り|移っ|転居し|転勤し|移住し)(?:た|ました|て|まし)",
        Validity.BEGINS,
    ),
    rule(
        "lives_in",
        rf"(?:転勤|転職|結婚|進学|異動)で(?P<o>{SOMEWHERE})(?:に|へ)(?:来|引っ越し|移り|移住し|越し)(?:た|ました|てき)",
        Validity.BEGINS,
    ),
    rule("lives_in", rf"さよなら、?(?P<o>{SOMEWHERE})", Validity.STOPPED),
    rule(
        "lives_in",
        rf"(?P<o>{SOMEWHERE})の住人(?:です|だ|になり|になっ)(?:まし)?(?:た)?",
        Validity.BEGINS,
    ),
    rule(
        "lives_in",
        rf"(?:今日|きょう|今月|今年|今|本日)(?:から|は)(?P<o>{SOMEWHERE})民(?:です|だ|に)",
        Validity.BEGINS,
    ),
    rule(
        "lives_in",
        rf"(?:今は|現在は|いまは)(?P<o>{SOMEWHERE})で(?:[^、。は]{{1,14}}と)?(?:同居|一人暮らし|暮らし|生活)",
        Validity.BEGINS,
    ),
    rule(
        "lives_in",
        rf"(?P<o>{SOMEWHERE})で(?:一人暮らし|新生活|二人暮らし)を始め(?:た|ました)",
        Validity.BEGINS,
    ),
)
FAMILY = (
    rule(
        "married_to",
        rf"(?P<o>{SOMEONE}){TITLE}とは?[^。、]{{0,14}}?(?:離婚(?:し|が成立し|いたし)|(?<!で)別れ)(?:た|ました|て(?=[、一二三四五六七八九十\d]))",
        Validity.STOPPED,
    ),
    rule(
        "married_to",
        rf"(?:主人|夫|妻|家内|旦那)の(?P<o>{SOMEONE}){TITLE}(?:が|を|は)[^。、]{{0,12}}?(?:亡くな|他界し|逝去し|先立たれ)",
        Validity.STOPPED,
    ),
    rule(
        "married_to",
        rf"(?P<o>{SOMEONE}){TITLE}と(?:籍を入れ|入籍し|再婚し|結婚し)(?:た|ました){AT_END}",
        Validity.BEGINS,
    ),
)
ONESELF = (
    rule(
        "name",
        rf"(?:名前|苗字|名字|姓|戸籍の名前)が(?P<left>{SOMEONE}|[一-龥]{{1,6}})から(?P<o>{SOMEONE}|[一-龥ァ-ヶー]{{1,8}})に(?:なり|変わり|変わっ|なっ)",
        Validity.BEGINS,
    ),
    rule(
        "name",
        rf"結婚して、?(?P<left>{SOMEONE})から(?P<o>{SOMEONE})に(?:なり|変わり|なっ|変わっ)",
        Validity.BEGINS,
    ),
    rule("age", r"(?P<o>[1-9]\d)(?:歳|才)の誕生日を迎え(?:た|ました)"),
    rule(
        "diet",
        rf"(?P<o>{FED})(?:を|は)(?:もう)?(?:やめ|辞め|卒業し)(?:た|ました)(?=[。、！!]|$|ので|けど|が|から)",
        Validity.STOPPED,
    ),
    rule("diet", rf"もう(?P<o>{FED})(?:じゃ|では)(?:ない|ありません)", Validity.OVER),
    rule(
        "likes",
        r"(?P<o>[^\s、。はがを]{1,14}?)は(?:もう|今は)(?:全然)?好き(?:じゃ|では)(?:ない|ありません|なく)",
        Validity.OVER,
    ),
    rule("age", r"もう(?P<o>[1-9]\d)(?:歳|才)?(?:じゃ|では)(?:ない|ありません)", Validity.OVER),
    rule(
        "age",
        r"(?:誕生日[^。]{0,24}|ついに|とうとう|昨日で|今日で|先週)、?(?P<o>[1-9]\d)(?:歳|才)?(?:に(?:も)?な(?:り|っ|る)|です)",
    ),
    rule(
        "allergic_to",
        rf"{FOODS}の?アレルギー(?:じゃ|では)(?:なかった(?!ら)|ありませんでした|もうな(?:い|く))",
        Validity.OVER,
        is_list=True,
    ),
    rule(
        "allergic_to",
        rf"{FOODS}の?アレルギーの件、?(?:は)?(?:取り消|間違い|なくな)",
        Validity.OVER,
        is_list=True,
    ),
    rule(
        "dislikes",
        r"(?P<o>[^\s、。はがを]{1,14}?)、?(?:が|は)?(?:食べられるようになったし、?)?もう(?:嫌い|苦手)(?:じゃ|では)(?:ない|ありません)",
        Validity.OVER,
    ),
    rule(
        "dislikes",
        r"(?P<o>[^\s、。はがを]{1,14}?)(?:が|は)?(?:嫌い|苦手)だった(?:ん(?:です|だ)けど|の(?:に|が)|けど|が)、[^。]{0,24}(?:好きになり|好きになっ|克服|平気にな)",
        Validity.OVER,
    ),
    rule(
        "likes",
        r"(?P<o>[^\s、。はがを]{1,14}?)は[^。、]{0,10}きっぱり(?:やめ|辞め)(?:た|ました)",
        Validity.OVER,
    ),
    rule(
        "likes",
        r"(?P<o>[^\s、。はがを]{1,14}?)には?もう(?:飽き|うんざりし)(?:た|ました)",
        Validity.OVER,
    ),
    rule(
        "prefers",
        r"(?P<o>[^\s、。はがを]{1,10}?)は(?:もう|やめて、今は)(?:飲んで|食べて)(?:い)?(?:ない|ません)",
        Validity.OVER,
    ),
    rule(
        "birthday",
        r"(?:[1-9]|1[0-2])月(?:[1-9]|[12]\d|3[01])日(?:じゃ|では)なく(?:て)?、?(?P<o>(?:[1-9]|1[0-2])月(?:[1-9]|[12]\d|3[01])日)",
        Validity.BEGINS,
    ),
    rule("birthday", r"正しくは(?P<o>(?:[1-9]|1[0-2])月(?:[1-9]|[12]\d|3[01])日)", Validity.BEGINS),
)
RULES: tuple[Rule, ...] = WORKING + LIVING + FAMILY + ONESELF
