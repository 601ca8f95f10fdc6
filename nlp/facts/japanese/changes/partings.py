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
    r"|[一二三四五六七八九十0-9０-９]+月(?:末|付)?|年末|年度末|[一二三四五六七八九十0-9０-９]+(?:年|か月|ヶ月|カ月|週間|日)(?:目|前)?|ついに|とうとう|やっと|実は|もう|正式に|無事|急に)"
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
    r"|ました(?!か|ら)|ちゃった|ちゃいました|ちまった|て(?=、|今|いま|これから|この|もう|(?!欲|頂|貰|下さ|以上)[A-Za-z0-9一-龯ァ-ヶ])|まして"
    r"|て(?:い)?(?:る|ます)(?=の|から|ん|け|。|、|$)|ざるを得(?:ず|な[くか])|にし(?:て|た|まし))"
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
        rf"{NAME}(?:を|から|は|も|、)?{WHENS}(?:クビ|首|リストラ|解雇)(?:になっ|になり|にされ|され)(?:た(?!ら)|ました)",
        STOPPED,
    ),
    known(
        "works_for",
        rf"{NAME}(?:が|は)[^。\n]{{0,6}}(?:倒産|廃業|潰れ|つぶれ)[^。\n]{{0,16}}(?:解雇|失業|無職|クビ|職を失)",
        STOPPED,
    ),
    known(
        "lives_in",
        rf"{NAME}から(?:は|も)?{WHENS}(?:[^\s、。]{{1,10}}(?:に|へ))?(?:引っ?越し|引越し?|転居し|移住し){DONE}",
        STOPPED,
    ),
    known(
        "married_to",
        rf"{NAME}(?:さん|くん|君|ちゃん)?(?:とは|と|には|に){WHENS}(?:別れ|離婚し|破局し|ふられ|振られ|フラれ|先立たれ)"
        rf"{DONE}",
        STOPPED,
    ),
    known(
        "pet",
        rf"{NAME}(?:ちゃん|くん)?(?:は|が|も|を){WHENS}、?[^。\n]{{0,6}}(?:新しい飼い主|里親|里子)[^。\n]{{0,10}}"
        r"(?:行きました|行った|引き取られ|引き取ってもら|もらわれ|出しました|出した)",
        STOPPED,
    ),
    known("pet", rf"{NAME}(?:ちゃん|くん)?(?:が|は|も){WHENS}虹の橋を渡(?:り|っ){DONE}", STOPPED),
    known(
        "dislikes",
        rf"{NAME}(?:が|は|も)?(?:いける|食べられる|飲める|食べれる|好きに|平気に)(?:ように)?なっ{DONE}",
        STOPPED,
    ),
    known("uses", rf"{NAME}に乗るのは{WHENS}(?:やめ|辞め){DONE}", STOPPED),
    known("likes", rf"{NAME}(?:は|も|、|への)?(?:熱(?:が|は)?冷め|飽き){DONE}", STOPPED),
    known("studies_at", rf"{NAME}{PARTICLE}(?:中退|退学|卒業|自主退学){DID}", STOPPED),
    known("studies_at", rf"{NAME}{PARTICLE}(?:辞め|やめ){DONE}", STOPPED),
    known(
        "studies_at",
        rf"{OLD}(?:じゃなくて|ではなく|から)、?(?P<o>{WORDS})(?:に|へ)(?:通って|編入し|転校し|転入し)",
        BEGINS,
    ),
    known("uses", rf"{NAME}{PARTICLE}(?:解約|退会|アンインストール|売却|削除|卒業){DID}", STOPPED),
    known("uses", rf"{NAME}{PARTICLE}(?:やめ|辞め|手放し|売っ|捨て|譲っ){DONE}", STOPPED),
    known(
        "uses",
        rf"{OLD}から(?P<o>{WORDS})(?:に|へ)(?:完全に|全部)?(?:乗り換え|移行し|引っ?越し|切り替え|買い替え|持ち替え)"
        r"(?:た(?!い|ら)|ました|て)",
        BEGINS,
    ),
    known("diet", rf"{NAME}(?:生活|食)?(?:は|を|も)?{WHENS}(?:で)?{OVER_NOW}", STOPPED),
    known("diet", rf"{NAME}(?:生活|食)?{PARTICLE}(?:やめ|辞め|卒業し|挫折し){DONE}", STOPPED),
    known("likes", rf"{NAME}{PARTICLE}(?:引退|卒業){DID}", STOPPED),
    known("likes", rf"{NAME}{PARTICLE}(?:やめ|辞め){DONE}", STOPPED),
    known("occupation", rf"{NAME}{PARTICLE}(?:引退|廃業|卒業){DID}", STOPPED),
    known("occupation", rf"{NAME}{PARTICLE}(?:辞め|やめ){DONE}", STOPPED),
)
