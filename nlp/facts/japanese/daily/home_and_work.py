"""Japanese rules for where somebody lives or is from, and what they do, as asides tell it: 熊本の母から."""

import re

from nlp.facts.japanese.rules import FIRST as SPEAKER
from nlp.facts.japanese.rules import KIN, TITLE, rule
from nlp.facts.japanese.work import JOB_WORD
from nlp.facts.rules import SOMEONE, SOMEWHERE, Rule, Validity
from nlp.facts.sentences import ORGANIZATION, PLACE, REST

EDGE = r"(?:^[\s・*-]*|(?<=[、。！!？?\s]))"
TOWN = rf"(?P<o>{SOMEWHERE}(?:の{SOMEWHERE})?)"
NUMERAL = r"[\d一二三四五六七八九十]{1,3}"
RELATIVE = rf"(?:うちの|[上下]の|ひとり|一人)?(?P<s>{KIN})"
WHO = rf"(?:(?:{KIN})の)?(?P<s>{SOMEONE}|{KIN}){TITLE}"
TRADE = r"[一-龥ァ-ヶー]{1,6}(?:屋|農家|の女将|漁師|の嫁)|勤め人|会社勤め|一人暮らし|ひとり暮らし|下宿|単身赴任"
CALLED = r"(?=[にがはもをとへ、。]|から|まで|より|って|の(?:家|ところ|様子|面倒|施設|荷物|誕生日))"
KIN_HOME: tuple[Rule, ...] = (
    rule(
        "lives_in",
        rf"{EDGE}{TOWN}(?:の|に住む|に住んでる|に嫁いだ|にいる|におる|におります|の(?:施設|病院"
        r"|ホーム)に(?:いる|おる|おります))"
        rf"(?P<s>{KIN}){CALLED}",
        Validity.STANDS,
    ),
    rule(
        "lives_in",
        rf"{EDGE}{WHO}(?:は|が|、)(?:今|いま)?、?{TOWN}(?:に|で)(?:一人で|ひとりで|一人|ひとり)?"
        r"(?:住んど|おりまして|おる(?=[。、]|が|けど|けん)|おります|ひとり暮らし|一人暮らし"
        r"|独り暮らし|下宿|暮らしとる|暮らしており)",
    ),
    rule(
        "lives_in",
        rf"{EDGE}(?P<s>{KIN})は{TOWN}(?:に|で)?、(?={KIN}は{SOMEWHERE}(?:に住|で暮ら|に(?:い|お)))",
    ),
    rule(
        "lives_in",
        rf"{EDGE}{WHO}(?:は|が|、)(?:今|いま)?、?{TOWN}で(?:[^、。はがを\s]{{1,8}}の)?(?:{JOB_WORD}|{TRADE})",
    ),
)
HOME: tuple[Rule, ...] = (
    rule(
        "lives_in",
        rf"{EDGE}{TOWN}の(?:アパート|マンション|部屋|下宿|団地|借家)(?:を)?(?:、)?"
        r"(?:借りて(?:い?る(?=[。、]|けど|ん)|い?ます|んねん|んだ|て)|、?(?:更新|家賃|隣の人|隣人"
        r"|上の階|大家|管理会社))",
    ),
    rule(
        "lives_in",
        rf"{EDGE}(?:うち|家|自宅|住まい)(?:は|が)、?{TOWN}(?:駅)?の(?:近く|ほう|方|辺|そば|あたり"
        r"|はずれ)",
    ),
    rule(
        "lives_in", rf"{EDGE}住ん(?:どる|でる|でいる|でおる)のは、?{TOWN}(?:の|で|だ|です|や|じゃ)"
    ),
    rule(
        "lives_in",
        rf"(?:^|(?<=[はで、。])){TOWN}(?:に(?:お住まい|在住)|の(?:団地|アパート|マンション|社宅"
        rf"|一軒家)暮らし|で[一二三四五六ひとりふた人]{{2,3}}暮らし(?=[。、]|$|です|中))",
    ),
    rule(
        "lives_in",
        rf"{TOWN}に(?:もう)?{NUMERAL}年(?:も)?(?:いて|いる(?=[。、]|けど|が|の)|います|おる"
        r"|おります)",
    ),
)
ORIGIN: tuple[Rule, ...] = (
    rule("from", rf"{EDGE}{TOWN}の実家(?=から|に|へ|で(?!暮)|、|が|は|の|まで)", confidence=0.8),
    rule(
        "from",
        rf"(?:生まれ育った|生まれ故郷(?:の|・|は)|故郷の|ふるさとの){TOWN}(?=の|に|へ|で|は|が|を"
        r"|、)",
    ),
    rule(
        "from",
        rf"{TOWN}(?:で育った(?=から|ので|せい|ため|もん|け[んど])|で(?:高校|中学|大学)まで(?:過ごし"
        r"|育っ|い))",
    ),
    rule(
        "from",
        rf"{EDGE}(?:もともと|元々|根っから)?(?:は)?{TOWN}の人間(?=な|や|じゃ|だ|です|として|やけ)",
    ),
    rule(
        "from",
        rf"(?:^|(?<=[、。\sはの])){TOWN}(?:っ子(?:として|です|なので|や|だ|なん|じゃ)|出(?:で(?=、)"
        r"|身?やけ|なので|だから)|のご出身|育ちの(?:ユーザー|私|わたし|僕|俺|身))",
    ),
    rule(
        "from",
        rf"(?:^|(?<=[、。\sの]))(?:出身|郷里|故郷|ふるさと|国もと|生まれ)(?:は|が)、?{TOWN}"
        r"(?=なもん|やけ|じゃけ|なので|で、|で(?=[一-龥])|だけど|やから|なんで)",
    ),
    rule(
        "from",
        rf"(?:^|(?<=[。、]))(?P<s>{SPEAKER})?(?:は)?{TOWN}から来て(?:もう)?{NUMERAL}(?:年|か月|ヶ月)",
    ),
)
YEARS = rf"{NUMERAL}年目(?=[。、！!\s]|$|だけど|です|で(?!は)|なん|や(?!ろ)|じゃ(?!な))"
JOB = rf"(?P<o>{JOB_WORD})"
# What universities are called for short.
UNIVERSITY = re.compile(
    r"^(?:慶應|慶応|早稲田|東大|京大|阪大|名大|東北大|北大|九大|一橋|東工大|神戸大|明治|法政|中央|立教|上智"
    r"|青学|青山学院|同志社|立命館|関大|関学|近大|日大|理科大|学習院|津田塾|お茶大|筑波)(?:義塾)?(?:大学?|大学院)?$"
)
WORK: tuple[Rule, ...] = (
    rule(
        "works_for",
        r"(?P<o>(?:市役所|区役所|町役場|村役場|役場|県庁|都庁|府庁|道庁|税務署|郵便局)の[一-龥]{1,8}[課部係])"
        r"(?:で(?:働い|勤め|勤務し|仕事をし)て|に(?:勤め|勤務し|所属し|配属され)て)(?:い?る|い?ます|おり)",
    ),
    rule(
        "studies_at",
        rf"(?P<o>[{ORGANIZATION}{PLACE}]{REST}*|(?<![一-龥])[一-龥]{{2,6}})(?:に(?:通って|在学して|在籍して)(?:い?る|い?ます|おり)"
        r"|の[1-6一二三四]年生?(?:です|だ(?!っ)|で(?=、)|。))",
        fits=UNIVERSITY,
    ),
    rule(
        "occupation",
        rf"(?:^|(?<=[、。！!？?\s])|(?<=私))(?!担当)(?:(?P<s>{SPEAKER})(?:は|、)?)?{JOB}{YEARS}",
    ),
    rule("occupation", rf"{EDGE}{WHO}(?:は|が|、|[ 　])(?:今|いま)?{JOB}{YEARS}"),
    rule(
        "occupation",
        rf"{EDGE}{WHO}(?:は|が|、)(?:[^、。はが\s]{{1,8}}で)?(?P<o>"
        rf"(?:[一-龥ァ-ヶーA-Za-z]{{1,8}}の)?(?:{JOB_WORD}))(?:で(?=[、一-龥ァ-ヶ])|して(?:て|る|い"
        r"|お|ん)|を(?:して|やって|し|いたして)|やって|しとる|やっとる|なん|なの|だから)(?!いた"
        r"|ました)",
    ),
    rule(
        "occupation",
        rf"(?:^|(?<=[、。！!\s])|(?<=で)){JOB}(?:を)?(?:もう)?{NUMERAL}年(?:も|ほど|以上)?(?:やっ"
        r"|し)(?:て(?:い?る|い?ます|て|おり|き)|と(?:る|って|ります))",
    ),
    rule(
        "occupation",
        rf"{EDGE}(?:バイト|パート|アルバイト|仕事)[ 　]?[＝=：:（(]{JOB}(?=[、。)）\s]|$)",
    ),
)
RULES: tuple[Rule, ...] = KIN_HOME + HOME + ORIGIN + WORK
