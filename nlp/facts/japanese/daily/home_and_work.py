"""Japanese rules for where somebody lives or is from, and what they do, as asides tell it: 熊本の母から."""

import re

from nlp.facts.japanese.rules import FIRST as SPEAKER
from nlp.facts.japanese.rules import KIN, PLAIN_PLACE, TITLE, rule
from nlp.facts.japanese.spoken.work_and_home import KIND
from nlp.facts.japanese.work import JOB_WORD
from nlp.facts.rules import SOMEONE, SOMEWHERE, Rule, Validity
from nlp.facts.sentences import ORGANIZATION, PLACE, REST

EDGE = r"(?:^[\s・*-]*|(?<=[、。！!？?\s]))"
TOWN = rf"(?P<o>{SOMEWHERE}(?:の{SOMEWHERE})?)"
NUMERAL = r"[\d一二三四五六七八九十]{1,3}"
RELATIVE = rf"(?:うちの|[上下]の|ひとり|一人)?(?P<s>{KIN})"
WHO = rf"(?:(?:{KIN})の)?(?P<s>{SOMEONE}|{KIN}){TITLE}"
TRADE = (
    r"[一-龥ァ-ヶー]{1,6}(?:屋|農家|の女将|漁師|の嫁)|勤め人|会社勤め|一人暮らし|ひとり暮らし|下宿"
    r"|単身赴任"
)
CALLED = r"(?=[にがはもをとへ、。]|から|まで|より|って|の(?:家|ところ|様子|面倒|施設|荷物|誕生日))"
# 一緒に住んで: no town; a person's name is one only before の and a town: 長野の飯綱町.
TOWN_NAME = re.compile(r"^(?!一緒|同じ|近く|隣|そこ|ここ|別々|とも)")
PLACED = (
    rf"(?P<o>{SOMEONE}の(?:{SOMEWHERE}|[一-龥]{{1,4}}[市町村区郡])|(?:{SOMEWHERE}"
    rf"|{PLAIN_PLACE})(?:の(?:{SOMEWHERE}|[一-龥]{{1,4}}[市町村区郡]))?)"
)
KIN_HOME: tuple[Rule, ...] = (
    # 那覇に住んでて看護師を, 東京に住んでましてそれで: the sentence goes on without a pause.
    rule(
        "lives_in",
        rf"{PLACED}に(?:ずっと|今も?|家族で|[一二三四五六]人で)?(?:住んで|すんで|暮らして)"
        r"(?:(?:い?て|おりまして|い?まして|おって)(?=[一-龥ァ-ヶぁ-ん、])(?!くだ|ほし|も)"
        r"|い?ます(?=[一-龥ァ-ヶ])|(?<=すんで)い(?:ます|る))",
        fits=TOWN_NAME,
    ),
    rule(
        "lives_in",
        rf"(?P<s>{KIN}|{SOMEONE}){TITLE}(?:は|が|も)(?:今は?|いまは?)?、?{TOWN}(?:に|で)(?:住み"
        rf"|暮らし|おり)(?=、)",
    ),
    rule(
        "lives_in",
        rf"{EDGE}(?P<s>{KIN}|{SOMEONE}){TITLE}[ 　]?(?:→|＝|=|：|:)[ 　]?{TOWN}(?:に|で"
        rf"|の)?(?:一人暮らし|ひとり暮らし|在住|住み|暮らし|住まい|下宿|単身赴任|に?住んで)",
    ),
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
# What universities are called for short.
UNIVERSITY = re.compile(
    r"^(?:慶應|慶応|早稲田|東大|京大|阪大|名大|東北大|北大|九大|一橋|東工大|神戸大|明治|法政|中央|立教|上智"
    r"|青学|青山学院|同志社|立命館|関大|関学|近大|日大|理科大|学習院|津田塾|お茶大"
    r"|筑波)(?:義塾)?(?:大学?|大学院)?$"
)
# オカンの仕事は美容師で: whose work it is stands before it.
JOB = rf"(?P<o>{JOB_WORD})"
POST = (
    r"(?:師長|看護師長|店長|園長|校長|院長|所長|工場長|支店長|料理長|編集長|主任|部長|課長|係長"
    r"|社長|施設長)"
)
THEIR_WORK: tuple[Rule, ...] = (
    rule(
        "occupation",
        rf"(?P<s>{KIN}|{SOMEONE}){TITLE}の(?:お?仕事|職業|職|本業)(?:は|が)、?{JOB}(?=で|だ(?!っ)"
        rf"|や|じゃ|なん|[。、！!]|$)",
    ),
    rule(
        "occupation",
        rf"(?P<o>{POST})の(?P<s>{SOMEONE}){TITLE}(?=(?:は|が)(?:{SPEAKER}の|うちの|直属の)?(?:上司"
        rf"|上長|ボス))",
        Validity.STANDS,
    ),
    rule(
        "occupation",
        rf"(?:上司|上長|ボス)(?:は|が|：|:|＝|=)、?(?P<o>{POST})の(?P<s>{SOMEONE}){TITLE}",
        Validity.STANDS,
    ),
    rule(
        "occupation",
        r"^\s*(?P<o>[^\s、。はがをにもので]{2,8}(?:教室|学校|塾|園|道場|スクール)の(?:先生|講師|師範"
        r"|教師|インストラクター))"
        r"(?=[。！!]?\s*$|です|を(?:して|やって)|で(?=、))",
    ),
    rule(
        "occupation",
        rf"(?:^|(?<=[、。]))若い(?:頃|ころ|とき|時)(?:は|に)、?{JOB}を(?:し|やっ)て(?:い(?:た|まし)"
        rf"|おり(?:まし)|まし|た)",
        Validity.OVER,
    ),
    rule(
        "occupation",
        rf"{JOB}を(?:し|やっ)て(?:おりました|おった|まして)(?=が|けど|けれど|[。、])",
        Validity.OVER,
    ),
)
SUBJECT = r"(?P<o>(?!何|なに)[^\s、。「」はがをにへでと]{1,12})"
STUDYING = r"(?:い?る|い?ます|おり(?:ます)?|とる|とります|ん(?:だ|です|ねん))"
SCHOOL_NAME = (
    rf"(?P<o>[{ORGANIZATION}]{REST}*|(?<![一-龥ァ-ヶー])(?![はがをにでとも])[一-龥ァ-ヶーぁ-ん]{{1,1"
    rf"2}}?(?:大学院?|学院|高校|学園|短大|高専|専門学校|日本語学校|スクール|[一-龥]中|[一-龥]高))"
)
# よく知られた学校でなくても: 学校 alone names none.
IS_SCHOOL = re.compile(r"(?:大学院?|学院|高校|学園|短大|高専|学校|スクール|[一-龥][中高大])$")
STUDIES: tuple[Rule, ...] = (
    rule(
        "studies",
        rf"(?:^|(?<=[、。！!\s])|(?<=[はもで])){SUBJECT}の(?:お?勉強|学習)(?:中(?!に|は)"
        rf"|を(?:して{STUDYING}|やって{STUDYING}))",
    ),
    rule(
        "studies",
        rf"(?:^|(?<=[、。！!\s])|(?<=[はもで]))(?P<o>[一-龥ァ-ヶー]{{1,8}}語)(?:を)?(?:習って"
        rf"|ならって|学んで|まなんで|勉強して){STUDYING}",
    ),
    rule(
        "studies",
        rf"(?:^|(?<=[、。！!\s])|(?<=[はもで]))(?!仕事|学校){SUBJECT}の(?:お?勉強|学習"
        rf"|べんきょう)(?:を|は|も)?(?:ずっと|毎日|また)?(?:続け|つづけ|頑張っ|がんばっ|始め"
        rf"|はじめ)て{STUDYING}",
    ),
    rule(
        "studies",
        rf"(?:^|(?<=[、。！!\s])|(?<=[はもで])|(?<=独学で)){SUBJECT}を(?:独学|自習|学習|習得|独習"
        rf"|猛勉強|べんきょう|勉強)(?:中(?!に|は)|して{STUDYING}|で(?:学んで|勉強して"
        rf"|やって){STUDYING})",
    ),
    rule(
        "studies",
        rf"(?:通って|通い、?|通いながら){SUBJECT}を(?:勉強|専攻|べんきょう|学習|学ん)(?:中"
        rf"|[しで]て?{STUDYING})",
    ),
    rule(
        "studies_at",
        rf"{SCHOOL_NAME}(?:に|へ)(?:通っ|かよっ)て(?=[^、。]{{1,12}}を(?:勉強|専攻|べんきょう|学))",
        fits=IS_SCHOOL,
    ),
    rule(
        "studies_at",
        rf"{SCHOOL_NAME}で(?=[^\s、。はが]{{1,12}}(?:を|の)(?:お?勉強|専攻|研究|べんきょう|学習"
        rf"|学)(?:を|は)?[し続つ頑んび中]{{1,2}}(?!た))",
        fits=IS_SCHOOL,
    ),
    rule(
        "studies_at",
        rf"(?:^|(?<=[、。！!\s]))(?:今の|通って(?:い?る|いる)の?|うちの)?(?:学校|高校|大学|中学"
        rf"|大学院)(?:は|が)、?{SCHOOL_NAME}(?=です|だ(?!っ)|や(?!め)|で(?=[、。]|$)|じゃ|なん"
        rf"|[。！!、]|$)",
        fits=IS_SCHOOL,
    ),
    rule(
        "studies_at",
        rf"^[\s・*-]*(?:{KIN})[の・ 　]?(?P<s>{SOMEONE}){TITLE}[ 　、](?:[1-9]\d?(?:歳"
        rf"|才)[ 　、])?{SCHOOL_NAME}(?=[ 　、。\n]|$|[1-6一二三四]年)",
        fits=IS_SCHOOL,
    ),
)
WORK: tuple[Rule, ...] = (
    rule(
        "works_for",
        r"「(?P<o>[^「」]{2,16})」(?:という[^、。]{1,8})?(?:で"
        r"|に)[^、。はが]{0,6}?(?:はたらい|つとめ)て(?:い|お|る|ます)",
    ),
    rule(
        "works_for",
        rf"(?:職場|勤め先|勤務先|働いて(?:い?る|いる)(?:の|とこ(?:ろ)?)|バイト先"
        rf"|パート先)は、?(?P<o>[{ORGANIZATION}]{REST}*|[一-龥ぁ-んァ-ヶーA-Za-z]{{2,14}}?{KIND})(?="
        rf"なん(?:です|だ|や)|です|だ(?!っ)|や(?:で|ねん)|でございます|で(?=[、。])|[。！!]|$)",
    ),
    rule(
        "works_for",
        rf"(?P<o>[{ORGANIZATION}]{REST}*の[一-龥]{{2,8}}|(?:農協|漁協|生協|JA|道の駅|役場|市役所"
        rf"|県庁|スーパー)の[一-龥]{{2,8}})(?:で|に)(?:働い|勤め|はたらい|つとめ|パートし"
        rf"|バイトし)(?:て(?:い|お|る|ます|ん|も)|とる|とります)",
    ),
    rule(
        "works_for",
        r"(?P<o>(?:市役所|区役所|町役場|村役場|役場|県庁|都庁|府庁|道庁|税務署|郵便局)の[一-龥]{1,8}[課部係])"
        r"(?:で(?:働い|勤め|勤務し|仕事をし)て|に(?:勤め|勤務し|所属し|配属され)て)(?:い?る|い?ます|おり)",
    ),
    rule(
        "studies_at",
        rf"(?P<o>[{ORGANIZATION}{PLACE}]{REST}*|(?<![一-龥])[一-龥]{{2,6}})(?:に(?:通って|在学して"
        rf"|在籍して)(?:い?る|い?ます|おり)"
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
FIRST: tuple[Rule, ...] = THEIR_WORK + STUDIES
RULES: tuple[Rule, ...] = KIN_HOME + HOME + ORIGIN + WORK
