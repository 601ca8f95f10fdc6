"""Japanese rules for a name, an age, a birthday and a home in talk: 中川彩いいます、34です."""

import re
from functools import partial

from nlp.facts.japanese.daily.oneself import A_DAY, KANJI_AGE
from nlp.facts.japanese.personal import LANGUAGE
from nlp.facts.japanese.rules import FIRST, rule
from nlp.facts.japanese.work import JOB
from nlp.facts.rules import SOMEONE, SOMEWHERE, Rule
from nlp.facts.sentences import ORGANIZATION, REST

noted = partial(rule, is_elidable=True)
FROM = r"(?:^[\s・*-]*|(?<=[、。！!？?\s]))"
YEARS = rf"(?P<o>[1-9]\d|{KANJI_AGE})"
IS = r"(?:です|だ(?!っ)|や(?:で|ねん|な|さかい|わ)|じゃ(?!な)|どす|っす|でございます|であります)"
SAYS = r"(?:と(?:申し|いい|言い)|って(?:言|い)う|いい|いうて|言います|ちゅう)"
TOWN = rf"(?P<o>{SOMEWHERE}(?:の?{SOMEWHERE})?|[一-龥ァ-ヶー]{{2,8}})"
# 一人暮らし, 年金暮らし: how, not where.
NO_TOWN = (
    r"(?!一人|ひとり|独り|二人|ふたり|年金|都会|田舎|寮|実家|団地|海外"
    r"|貧乏|気まま|アパート|マンション|その日)"
)
RULES: tuple[Rule, ...] = (
    # 堺に住んでる中川彩いいます。えー藤井敏郎と申しまして
    noted(
        "name",
        rf"(?:{FROM}(?:えー|ええと|あの|{FIRST}(?:は|ば|、))|(?<=住んでる)"
        rf"|(?<=住んでいる)|(?<=やってる)|(?<=してる))"
        rf"(?P<o>{SOMEONE}){SAYS}(?=ます|まし|はんで|者|もん|[、。]|んだ|んや)",
    ),
    noted(
        "name",
        rf"(?:(?<=やってる)|(?<=してる)|(?<=住んでる))(?P<o>{SOMEONE})(?:さ[〜~ー]|だよ|です|や(?:で|ねん))",
    ),
    rule("age", rf"{FROM}(?:年|歳|とし|年齢)(?:は|ば|も)(?:もう|今年で)?{YEARS}{IS}"),
    rule("age", rf"今年で(?:もう)?{YEARS}(?:歳|才)?に(?:なり(?:ました|ます)|なった(?!ら)|なる)"),
    rule(
        "birthday",
        rf"{FROM}(?:お)?誕生日(?:は、?(?:[一-龥]{{2,4}}の)?)?[ 　]?(?P<o>{A_DAY})(?=$|[。、\s]|{IS}|や)",
    ),
    rule("lives_in", rf"{FROM}{TOWN}に(?:住まい(?:まして|ます|です)|住まわせてもろ)"),
    rule(
        "lives_in",
        rf"{FROM}{NO_TOWN}{TOWN}暮らし(?=だけど|です|だ(?!っ)|で(?!は)|や|じゃ|[。、！])",
    ),
    rule(
        "lives_in",
        rf"{FROM}(?:家|自宅|住まい|住んでるの)は{TOWN}(?={IS}|やけん|じゃけ|だから|なので|なんで|[。、])",
    ),
    rule(
        "from",
        rf"(?:{FROM}|(?<=けど、))出身(?:は|も){TOWN}(?=ね[。！]|さ[〜~ー。]|よ[。！]|{IS}|[。、])",
    ),
    rule(
        "from",
        rf"(?:{FROM}|(?<=は))(?:出身(?:地)?|地元|生まれ)が{TOWN}(?=です|だ(?!っ)|で(?=[、。])|や(?:で|ねん))",
    ),
    rule(
        "birthday",
        rf"(?:{FROM}|(?<=は))誕生日が(?P<o>{A_DAY})(?=です|だ(?!っ)|で(?=[、。])|や(?:で|ねん))",
    ),
    rule(
        "speaks",
        rf"(?P<o>{LANGUAGE}(?:(?:と|や|、){LANGUAGE})*)が(?:ペラペラ|堪能|流暢|得意|母語|ネイティブ)",
        is_list=True,
    ),
    rule(
        "diet",
        rf"(?:{FROM}|(?<=は))(?P<o>減塩|糖質制限|塩分控えめ|塩分制限|カロリー制限|グルテン除去)(?:を|の食事を"
        rf"|の食事に)?(?:して|続けて|心がけて)(?:い?る|い?ます|おり)",
    ),
    rule(
        "studies",
        rf"(?:{FROM}|(?<=は)|(?<=の))(?P<o>[一-龥]{{1,6}}学部|[{ORGANIZATION}]{REST}*)"
        rf"(?:に(?:在籍|所属|通|い)|の(?:学生|[1-6一二三四]年|[1-6一二三四]回))",
        fits=re.compile(r"学部$"),
    ),
    rule(
        "occupation",
        rf"{FROM}{JOB}(?:を)?(?:やって(?:ら|おります|おる|まして)|やっとる"
        rf"|しよる|しとる|しとります|しております)",
    ),
    rule(
        "occupation",
        rf"(?:今は|いまは)(?:[^、。はが]{{1,8}}で)?{JOB}を(?:やって|して)(?:い?ます|おり|い?る)",
    ),
)
