"""Japanese rules for a name, an age and a birthday in forms, lists and notes of a day."""

import re

from nlp.facts.japanese.rules import FIRST, KIN, TITLE, rule
from nlp.facts.rules import SOMEONE, Rule, Validity

EDGE = r"(?:^[\s・*-]*|(?<=[、。！!？?\s]))"
KANJI_AGE = r"(?:[二三四五六七八九]十[一二三四五六七八九]?|十[一二三四五六七八九])"
AGE = rf"(?P<o>[1-9]\d|{KANJI_AGE})"
KANJI_DAY = r"(?:十[一二]?|[一二三四五六七八九])月(?:三十一?|二?十[一二三四五六七八九]?|[一二三四五六七八九])日"
A_DAY = rf"(?:(?:1[0-2]|[1-9])(?:/|月)(?:3[01]|[12]\d|[1-9])日?|{KANJI_DAY})"
DAY = rf"(?P<o>{A_DAY})"
CAME = r"に(?:なった(?=[。、！!\s]|$|ばかり|ので|よ|わ|けど|な[。あ]|のに)|なりました)"
# A list of birthdays: 誕生日リスト, and a line for each.
BIRTHDAYS = re.compile(r"誕生日[^\n。]{0,8}\n(?:[^\n]{0,30}\n){0,9}\s*\Z")
NAMES: tuple[Rule, ...] = (
    rule("name", rf"^[\s・]*(?P<o>{SOMEONE})と(?:いいます|言います|申します)(?=[。、！!\s]|$)"),
    rule(
        "name",
        r"^[\s・*-]*(?:氏名|名前|お名前|本名|差出人|申込者|署名)(?:[ 　]?[：:＝=]|[ 　])[ 　]?"
        rf"(?P<o>{SOMEONE})(?=[\s。、（(]|$)",
    ),
    rule(
        "name",
        rf"(?:署名|差出人|宛名の控え)(?:は|欄は|には)、?「?(?P<o>{SOMEONE})」?(?:で(?!は)|に(?:して"
        r"|し)|と(?:して|書)|です|。|、|$)",
    ),
    rule("name", rf"(?:^|(?<=[。、]))本名(?:の|は)(?P<o>{SOMEONE})(?=から|で|。|、|です|に)"),
    rule(
        "name",
        rf"(?:^|(?<=[、。！!]))(?P<o>{SOMEONE})、(?:当年)?(?:[1-9]\d|{KANJI_AGE})(?:歳|才)?(?:です"
        r"|であります|でございます|になります|じゃ)",
    ),
)
AGES: tuple[Rule, ...] = (
    rule(
        "age",
        rf"^[\s・*-]*{A_DAY}[ 　、]{{1,2}}{AGE}(?:歳|才|さい)?(?:{CAME}|の誕生日(?![会ケプ]))",
    ),
    rule("age", rf"^[\s・*-]*{AGE}(?:歳|才|さい)?の誕生日(?=[ 　。、！!]|$|に|を)"),
    rule(
        "age",
        rf"^[\s・*-]*(?P<o>{KANJI_AGE})(?:歳|才)?(?:{CAME}|になり(?:ます|まし))(?=[。、！!\s]|$|が"
        r"|て|けど)",
    ),
    rule(
        "age",
        rf"(?:^|(?<=[。、\s]))(?:今日|本日|きょう)で(?:ついに|とうとう|また)?{AGE}(?:歳|才)?"
        r"(?=[、。！!\s]|$|に|です|だ)",
    ),
    rule(
        "age", rf"(?P<s>{SOMEONE}){TITLE}[（(](?P<o>[1-9]\d?)(?:歳|才|さい)[)）]", Validity.STANDS
    ),
    rule(
        "age",
        rf"(?P<s>{SOMEONE}){TITLE}[ 　はがも、](?:もう|今年で?|はや)?(?P<o>[二三四五六七八九]つ"
        rf"|{KANJI_AGE}(?:歳|才)?)(?:{CAME}|になる)(?=[。、\s]|$)",
    ),
    rule(
        "age",
        rf"(?P<s>{KIN})(?:は|も)(?:まだ|今も|まだまだ)?(?:健在|元気|存命|現役)で、(?:今年)?(?P<o>[1-9]\d?|1[01]\d)(?:歳|才)"
        r"(?=です|だ(?!っ)|。|、|$|に)",
    ),
    rule(
        "age",
        rf"^[\s・*-]*(?P<s>{KIN})[ 　、](?P<o>{KANJI_AGE}|[1-9]\d(?=歳|才|。|$))(?:歳|才)?"
        r"(?=[ 　。、]|$)",
    ),
)
BORN: tuple[Rule, ...] = (
    rule(
        "birthday",
        rf"^[\s・*-]*{DAY}[ 　、は]{{1,2}}(?:(?:自分の|私の|わたしの|俺の|僕の)?誕生日(?=[。！!\s]"
        rf"|$)|(?:[1-9]\d|{KANJI_AGE})(?:歳|才|さい)?(?:{CAME}|の誕生日))",
    ),
    rule(
        "birthday",
        rf"^[\s・*-]*(?:(?:[1-9]\d|{KANJI_AGE})(?:歳|才|さい)?の)?誕生日[ 　、は：:（(]{{1,2}}{DAY}"
        r"(?!まで|に|の)",
    ),
    rule("birthday", rf"(?P<s>{KIN})の誕生日は?、?(?:毎年)?{DAY}(?=です|だ(?!っ)|。|、|$|で)"),
    rule(
        "birthday",
        rf"(?:誕生日は、?|(?<=日)、)(?P<s>{KIN}|{SOMEONE}{TITLE})[がは]{DAY}(?=、|。|です|だ(?!っ)|で|$)",
    ),
    rule("birthday", rf"誕生日まで(?:あと|残り)[^。\n]{{1,8}}?[ 　（(、]{DAY}"),
    rule(
        "birthday", rf"(?:[1-9]\d|{KANJI_AGE})(?:歳|才|さい){CAME}[^\w\n]{{0,4}}{DAY}(?=[、。\s]|$)"
    ),
    rule(
        "birthday",
        rf"(?:今日|本日|きょう)で(?:[1-9]\d|{KANJI_AGE})(?:歳|才)?[、。 　]{DAY}(?=[。、生\s]|$)",
    ),
    rule("birthday", rf"生まれは[^。]{{0,16}}?{DAY}(?=です|だ|。|$)"),
    rule(
        "birthday",
        rf"^[\s・*-]*(?P<s>{SOMEONE}|{FIRST})(?:さん|くん|ちゃん|君)?[ 　：:]{{1,2}}{DAY}",
        after=BIRTHDAYS,
    ),
    rule(
        "birthday",
        rf"{EDGE}(?:きのう|昨日|今日|きょう)(?:の)?{DAY}で(?:{KIN})の(?P<s>{SOMEONE}){TITLE}(?:も"
        r"|が|は)?[1-9]\d?(?:歳|才)",
    ),
)
RULES: tuple[Rule, ...] = NAMES + AGES + BORN
