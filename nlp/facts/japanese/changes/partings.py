"""Japanese rules for firms, schools, tools and hobbies that are left, in the words of every day.

People leave out the particle (エバーノート解約した) and the end of a name (青嵐大), which has to
be known.
"""

from functools import partial

from nlp.facts.japanese.rules import rule
from nlp.facts.rules import ANYTHING, Rule, Validity
from nlp.facts.sentences import REST

known = partial(rule, is_of_known=True)
STOPPED, OVER, BEGINS = Validity.STOPPED, Validity.OVER, Validity.BEGINS
WHEN = (
    r"(?:今日|今週|今月|今朝|今年|今度|昨日|きのう|先日|先週末?|先月末?|去年|昨年|さっき|最近|この(?:春|夏|秋|冬|前|度|たび)"
    r"|[一二三四五六七八九十0-9０-９]+月(?:末|付)?|年末|年度末|ついに|とうとう|やっと|実は|もう|正式に|無事|急に)"
)
WHENS = rf"(?:{WHEN}(?:に|で|は|の|をもって|いっぱいで)?、?)*"
EDGE = rf"(?:^|(?<=[、。，,\s！!？?　…〜～]))(?:私(?:は|、|も)|わたし(?:は|、))?{WHENS}"
WORDS = (
    rf"(?:[{ANYTHING}]{REST}*[^\s、。はがをにの{ANYTHING}]{{0,4}}?"
    rf"|[^\s、。「」はがをにの{ANYTHING}]{{1,16}}?)"
)
NAME, OLD = rf"{EDGE}(?P<o>{WORDS})", rf"{EDGE}(?P<left>{WORDS})"
PARTICLE = rf"(?:さん)?(?:を|は|から|も|、)?{WHENS}(?:もう|全部|完全に|きっぱり|正式に|自分から)?"
# What has happened; 辞めたい and 辞めたら have not.
DONE = (
    r"(?:て(?:き|まいり|しまい|しま|い)?(?:た|ました|って(?=[、。])|ちゃ)|た(?!い|ら|り|く|がっ|って言|と言|そう|ほう|方)"
    r"|ました(?!か|ら)|ちゃった|ちゃいました|ちまった|て(?=、|今|いま|[A-Z]|これから|この|もう))"
)
DID = rf"(?:し{DONE}|した(?!い|ら|り|く|がっ|って言|と言|そう|ほう|方)|。|！|!|$)"
OVER_NOW = (
    r"(?:で|に)?(?:おしまい|終わり|終了|卒業)"
    r"(?:です|でした|だ(?!と|け)|だった|！|!|。|に(?:しました|した)|$)"
)
RULES: tuple[Rule, ...] = (
    known("works_for", rf"{NAME}{PARTICLE}(?:辞め|やめ){DONE}", STOPPED),
    known("works_for", rf"{NAME}{PARTICLE}(?:退職|退社|卒業|離職){DID}", STOPPED),
    known(
        "works_for",
        rf"{NAME}(?:を|から)?{WHENS}(?:クビ|首|リストラ|解雇)(?:になっ|になり|にされ|され)(?:た(?!ら)|ました)",
        STOPPED,
    ),
    known("studies_at", rf"{NAME}{PARTICLE}(?:中退|退学|卒業|自主退学){DID}", STOPPED),
    known("studies_at", rf"{NAME}{PARTICLE}(?:辞め|やめ){DONE}", STOPPED),
    known(
        "studies_at",
        rf"{OLD}(?:じゃなくて|ではなく|から)、?(?P<o>{WORDS})(?:に|へ)(?:通って|編入し|転校し|転入し)",
        BEGINS,
    ),
    known("uses", rf"{NAME}{PARTICLE}(?:解約|退会|アンインストール|売却|削除|卒業){DID}", STOPPED),
    known("uses", rf"{NAME}{PARTICLE}(?:やめ|辞め|手放し|売っ|捨て){DONE}", STOPPED),
    known(
        "uses",
        rf"{OLD}から(?P<o>{WORDS})(?:に|へ)(?:完全に|全部)?(?:乗り換え|移行し|引っ?越し|切り替え|買い替え|持ち替え)"
        r"(?:た(?!い|ら)|ました|て)",
        BEGINS,
    ),
    known("diet", rf"{NAME}(?:生活|食)?(?:は|を|も)?{WHENS}(?:で)?{OVER_NOW}", STOPPED),
    known("diet", rf"{NAME}(?:生活|食)?{PARTICLE}(?:やめ|辞め|卒業し){DONE}", STOPPED),
    known("likes", rf"{NAME}{PARTICLE}(?:引退|卒業){DID}", STOPPED),
    known("likes", rf"{NAME}{PARTICLE}(?:やめ|辞め){DONE}", STOPPED),
    known("occupation", rf"{NAME}{PARTICLE}(?:引退|廃業|卒業){DID}", STOPPED),
    known("occupation", rf"{NAME}{PARTICLE}(?:辞め|やめ){DONE}", STOPPED),
)
