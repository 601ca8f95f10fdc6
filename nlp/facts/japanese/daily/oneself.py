"""Japanese rules for a name, an age and a birthday in forms, lists and notes of a day."""

import re

from nlp.facts.japanese.rules import FIRST, KIN, TITLE, rule
from nlp.facts.rules import SOMEONE, SOMEWHERE, Rule, Validity
from nlp.facts.sentences import PERSON, REST
from nlp.mentions.words import words
from nlp.text.sentences import alternation

EDGE = r"(?:^[\s・*-]*|(?<=[、。！!？?\s]))"
KANJI_AGE = r"(?:[二三四五六七八九]十[一二三四五六七八九]?|十[一二三四五六七八九])"
AGE = rf"(?P<o>[1-9]\d|{KANJI_AGE})"
KANJI_DAY = (
    r"(?:十[一二]?|[一二三四五六七八九])月(?:三十一?|二?十[一二三四五六七八九]?"
    r"|[一二三四五六七八九])日"
)
A_DAY = rf"(?:(?:1[0-2]|[1-9])(?:/|月)(?:3[01]|[12]\d|[1-9])日?|{KANJI_DAY})"
DAY = rf"(?P<o>{A_DAY})"
ERA = r"(?:(?:明治|大正|昭和|平成|令和|西暦)(?:元|\d{1,4}|[一二三四五六七八九十]{1,4})|(?:19|20)\d\d)年"
NUMERAL = r"(?:\d{1,2}|[一二三四五六七八九十]{1,3})"
# A whole date, in the words of a form: 昭和44年2月10日, 1990-05-27.
WHOLE_DAY = (
    rf"(?:{ERA}の?{NUMERAL}月の?{NUMERAL}日"
    rf"|(?:19|20)\d\d(?P<sign>[-/.])\d{{1,2}}(?P=sign)\d{{1,2}}(?!\d))"
)
BORN_ON = r"(?:生年月日|誕生日|生まれ|バースデー|お誕生日)"
# Languages without spaces, or with them: グエン ヴァン アン, Maria Santos.
CALLED = (
    rf"(?P<o>(?:{SOMEONE}|[ァ-ヶー]{{2,12}})(?:[ 　・](?:{SOMEONE}|[ァ-ヶー]{{1,12}})){{0,3}}"
    r"|[A-Z][A-Za-z'’-]{1,14}(?: [A-Z][A-Za-z'’-]{1,14}){0,3}"
    r"|[一-龥々]{1,4}(?:[ 　]?[ぁ-んァ-ヶー一-龥]{1,4})?|[ぁ-ん]{2,6}?)"
)
MY_NAME = r"(?:お?名前|お?なまえ|名まえ|氏名|フルネーム|呼び名|あだ名|ニックネーム|ハンドルネーム)"
# A word for oneself and a name, as the young introduce themselves: おれ陸。15。
LISTED_NAMES = words(
    "ja_given_names", "ja_more_given_names", "ja_given_words", "ja_words_and_names"
)
SHORT_NAME = re.compile(rf"^(?:{alternation(LISTED_NAMES)})$")
GREETED = re.compile(
    r"\A\s*(?:(?:はいさい|はいたい|こんにち[はわ]|こんばん[はわ]|おはよう(?:ございます)?|まいど"
    r"|毎度|おおきに|やっほー?|どうも|ども"
    r"|はじめまして|初めまして|ハロー|よう)[！!。、〜~ー\s]*)?\Z"
)
CAME = r"に(?:なった(?=[。、！!\s]|$|ばかり|ので|よ|わ|けど|な[。あ]|のに)|なりました)"
# A list of birthdays: 誕生日リスト, and a line for each.
BIRTHDAYS = re.compile(r"誕生日[^\n。]{0,8}\n(?:[^\n]{0,30}\n){0,9}\s*\Z")
NO_STATE = r"(?!独身|既婚|未婚|無職|学生|大学生|高校生|主婦|主夫|会社員|男|女|[男女]性|名|達|は)"
NAMES: tuple[Rule, ...] = (
    # おれ大河、17さい: an age behind a name that no list knows.
    rule(
        "name",
        rf"^(?:{FIRST}){NO_STATE}(?P<o>{SOMEONE}|[一-龥]{{1,4}}"
        rf"|[ァ-ヶー]{{2,8}})[、,。](?=[1-9]\d(?:歳|才|さい)(?:[、。,\sで]|$))",
    ),
    rule(
        "name",
        rf"(?:(?P<s>{FIRST})の|^[\s・*-]*){MY_NAME}(?:は|って|、|：|:)、?[ 　]?「?(?!秘密|内緒|まだ|ない|何)"
        rf"{CALLED}」?(?:っていう(?:の|んだ|よ)|と?(?:いいます|言います|もうします|申します)|です"
        rf"|だよ|や(?:で|ねん)|やけど|だけど|でございます)",
    ),
    rule(
        "name",
        rf"^(?:{FIRST})(?:は|、|ね、)?(?P<o>[一-龥]{{1,3}}|[ぁ-ん]{{2,5}})(?=[。！!、]|$|っていう"
        rf"|っす(?:[。！!]|$))",
        fits=SHORT_NAME,
        after=GREETED,
    ),
    rule(
        "name",
        rf"^(?:{FIRST})(?:、|ね、)?(?P<o>{SOMEONE})(?=[。！!、]|$|っていう|っす(?:[。！!]|$))",
        after=GREETED,
    ),
    rule(
        "name",
        rf"^(?P<o>{SOMEONE})(?:です|でございます|だよ|っす|やで)(?=[。！!、〜~ー]|$)",
        after=GREETED,
    ),
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
        rf"(?:{KIN})の(?P<s>{SOMEONE}){TITLE}は(?:もう|まだ|今年)?(?P<o>[1-9]\d?)で(?=、)",
    ),
    rule(
        "age",
        rf"(?:うちの子|[上下末真]ん?中?の子)[（(](?P<s>{SOMEONE}){TITLE}[、・ 　](?P<o>[1-9]\d?)(?:"
        rf"歳|才|さい)?(?=[)）、])",
        Validity.STANDS,
    ),
    rule(
        "age",
        rf"^(?:{FIRST})(?:は|、)?(?:{SOMEONE}|[一-龥]{{1,4}}|[ぁ-ん]{{2,5}}"
        rf"|[ァ-ヶー]{{2,8}})[、,](?P<o>[1-9]\d)(?:歳|才|さい)(?=[、。,\sで]|$)",
    ),
    rule(
        "age",
        r"^\s*(?P<o>[1-9]\d)(?:歳|才|さい)?(?:やで|やねん|っす|だよ|でございます)(?=[。！!]|$)",
    ),
    rule(
        "age",
        rf"(?:数え(?:年)?で|満で|当年)、?(?P<o>[1-9]\d|{KANJI_AGE})(?:歳|才)?(?:に(?:なり|な(?:る"
        rf"|った))|で(?:す|ございます)|だ|$)",
    ),
    # 凪は14で、海斗は11、ひなたはまだ5歳: of several, the last one says what is counted.
    rule(
        "age",
        rf"(?P<s>{SOMEONE}|{KIN}){TITLE}は(?:もう|まだ|今年で?)?(?P<o>[1-9]\d?)(?=で?、(?:{SOMEONE}"
        rf"|{KIN}){TITLE}[はが]"
        r"[^。\n]{0,30}\d(?:歳|才|さい))",
        Validity.STANDS,
    ),
    rule(
        "age",
        rf"(?P<s>{KIN}|{SOMEONE}){TITLE}(?:は|が|も|、)(?:もう|今年で?|まもなく|ついに|とうとう)?、?"
        r"(?P<o>[1-9]\d|1[01]\d)(?:歳|才)?に(?:なった|なりました|なって|なります(?!が|から|ので))",
    ),
    rule(
        "age",
        rf"(?:{KIN})[（(](?P<s>{SOMEONE}){TITLE}[、・ 　](?P<o>[1-9]\d?)(?:歳|才|さい)?(?=[)）、])",
        Validity.STANDS,
    ),
    rule(
        "age",
        rf"(?P<s>{SOMEONE}){TITLE}[、 　は]{{1,2}}(?P<o>{KANJI_AGE})(?:歳|才)(?=[、。 　]|$)",
        Validity.STANDS,
    ),
    rule(
        "age",
        r"^\s*(?P<o>[1-9]\d)(?:歳|才|さい)?(?=[。！!]?\s*$)",
        after=re.compile(rf"^(?:{FIRST})(?:は|、)?[一-龥ぁ-ん{PERSON}{REST}]{{1,5}}[。！!]\Z"),
    ),
    rule(
        "age",
        r"^[\s・*-]*(?:年齢|とし|年)[ 　]?[：:＝=→][ 　]?(?P<o>[1-9]\d)(?:歳|才|さい)?(?=[\s。、]|$)",
    ),
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
        rf"(?P<s>{KIN})(?:は|も)(?:まだ|今も|まだまだ)?(?:健在|元気|存命"
        rf"|現役)で、(?:今年)?(?P<o>[1-9]\d?|1[01]\d)(?:歳|才)"
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
        rf"(?:(?P<s>{FIRST}|{SOMEONE}{TITLE}|{KIN})の|(?<!の)){BORN_ON}(?:は|が)?[、 　：:＝=→]{{0,2}}"
        rf"(?P<o>{WHOLE_DAY})",
    ),
    rule(
        "birthday",
        rf"(?P<o>{WHOLE_DAY})(?:生まれ|生(?=[。、\s）)]|$)|に?(?:誕生|うまれ)|[、にがは]?誕生日)",
    ),
    rule(
        "birthday",
        rf"(?P<o>{WHOLE_DAY})、?(?:に)?{SOMEWHERE}(?:の{SOMEWHERE})?(?:で|に)生まれ(?:まし"
        rf"|た(?=[。、！!\s]|$|ん|の)|て)",
    ),
    rule(
        "birthday",
        rf"(?P<s>{FIRST}|{KIN}|{SOMEONE}{TITLE})の"
        rf"(?:お?誕生日|たんじょう日|たんじょうび|バースデー)[、：:＝=→ 　は]{{1,2}}{DAY}(?!まで|に|の)",
    ),
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
TOWN = rf"(?P<o>{SOMEWHERE}(?:の{SOMEWHERE})?)"
ABROAD = re.compile(r"^(?!日本)")
ORIGIN: tuple[Rule, ...] = (
    # 実家は長野の松本です: names of towns are names of families too.
    rule(
        "from",
        rf"(?:実家|出身|地元|生まれ|故郷|ふるさと)は、?(?P<o>(?:{SOMEONE}"
        rf"|{SOMEWHERE})の(?:{SOMEONE}|{SOMEWHERE}))(?=です|だ(?!っ)|や(?:で|ねん)|で(?=[、。])"
        rf"|でございます|なん|[。、]|$)",
    ),
    rule(
        "from",
        rf"(?:^|(?<=[、。は])|(?<=私))(?P<o>{SOMEWHERE})人(?:です|だ(?!っ)|やで|なん(?:です|だ)"
        rf"|で(?=、))(?=[。、！!よけが]|$)",
        fits=ABROAD,
    ),
    rule("from", rf"{TOWN}(?:に|で)(?:生まれ|うまれ)(?:まし|た(?=[。、！!\s]|$|ん|の)|て|、)"),
    rule(
        "from",
        rf"(?:^|(?<=[、。])){TOWN}(?:の|から来た)人(?:で(?=、)|です|だ(?!っ))",
        after=re.compile(rf"{SOMEONE}{TITLE}(?:は|が|も)[^。\n]{{0,30}}[。！!]\s*\Z"),
    ),
)
RULES: tuple[Rule, ...] = NAMES + AGES + BORN + ORIGIN
