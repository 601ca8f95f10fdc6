"""Japanese rules for occupations and studies."""

import re

from nlp.facts.rules import Rule, Validity
from nlp.facts.sentences import ORGANIZATION, PERSON, REST
from nlp.mentions.words import words
from nlp.text.sentences import alternation

from .endings import DE_IRU, IS, OPENING, TE_IRU
from .rules import rule

ALL_JOBS = alternation(words("ja_jobs"))
JOB_WORD = (
    rf"(?<!\d)(?<!」の)(?<!元)(?<!もと)(?!元|もと)(?:[一-龥ァ-ヶーA-Za-z]{{1,10}}の"
    rf"|[{ORGANIZATION}]{REST}*の(?=[^、。]{{0,4}}(?:職員|教員|教諭|教師|先生|講師)))?"
    rf"(?:[一-龥ァ-ヶーA-Za-z]{{0,6}})(?:{alternation(words('ja_jobs'))})(?!所)"
)

JOB = rf"(?P<o>{JOB_WORD})"

TRADE = (
    r"(?P<o>(?:[一-龥ァ-ヶーA-Za-z]{1,10}の)?[一-龥ァ-ヶーA-Za-zぁ-ん]{2,10}?)(?:関係|関連"
    r"|系)?の(?:お)?仕事"
)

# Businesses that are named without 屋 or 店.
HOUSE = (
    r"(?:銭湯|温泉宿|民宿|旅館|ペンション|ゲストハウス|酒蔵|蔵元|美容[室院]|ヘアサロン|サロン|カフェ|居酒屋"
    r"|スナック|バー|牧場|農園|保育園|薬局|塾|工場|鉄工所|工務店|クリニック)"
)
# 銭湯「鶴の湯」を経営している, 「鶴の湯」っていう銭湯を切り盛りして、: whose business it is.
KEPT = (
    r"(?:を|も)[^、。はがを]{0,6}?"
    rf"(?:(?:経営し|切り盛りし)(?:{TE_IRU}|て(?=、))|営ん(?:{DE_IRU}|で(?=、)))"
)
BUSINESS = (
    rule(
        "works_for",
        rf"「(?P<o>[^「」、。\s]{{1,14}})」(?:(?:と|って)(?:いう|いった)[^、。はがを「」]{{1,12}})?{KEPT}",
    ),
)

# 歯医者 大河内先生: it is somebody else's job.
NOT_NAMED = r"(?![\s　]+[^\s　。、]{1,10}(?:先生|さん|様|氏|医院|クリニック))"
# What one is promoted to; 去年部長に begins with a year.
RANK = (
    r"(?<![いな])(?:(?<![一-龥ァ-ヶー])|(?<=[去昨今先]年)|(?<=[今先]月)|(?<=[今先]週)|(?<=[今昨]日))"
    r"(?P<o>[一-龥ァ-ヶー]{0,8}?(?:部長|次長|課長|係長|主任|店長|所長|支店長|室長|工場長|園長|校長|教頭|師長"
    r"|班長|チーフ|リーダー|マネージャー|取締役|専務|常務|社長))"
)
RANKS = (
    rule(
        "occupation",
        rf"{RANK}(?:に|へ)(?:昇進|昇格|昇任|就任)(?:し(?:た(?!い|ら)|ました|て(?=、))|(?=[。！!]|$))",
        Validity.BEGINS,
    ),
    rule(
        "occupation", rf"{RANK}に(?:なった(?!ら|つもり)|なりました|なって(?=、))", Validity.BEGINS
    ),
    rule(
        "occupation",
        rf"(?:今日|本日|今月|今週|今年度?)から(?:は)?{RANK}(?:です|だ(?=[。！!]|$)|に(?=[。！!]|$))",
        Validity.BEGINS,
    ),
)
JOBS = (
    rule(
        "occupation",
        rf"(?:元|もと)(?P<o>(?:[一-龥ァ-ヶー]{{0,8}})(?:{ALL_JOBS}))(?:{IS}|(?=[、,。で])|$)",
        Validity.OVER,
    ),
    rule(
        "occupation",
        rf"(?:前は|以前は|昔は|去年まで|先月まで|昨年まで|かつて|以前)[^、。はが]{{0,6}}?{JOB}(?:でした|だった(?!ら)|をし|として働|をやっ)",
        Validity.OVER,
    ),
    rule(
        "occupation",
        rf"{JOB}(?:でした|だった)(?!ら|[{PERSON}ァ-ヶ男女]|[一-龥]{{2}})",
        Validity.OVER,
    ),
    rule(
        "occupation", rf"{JOB}をして(?:いた|ました|いました|た)(?=[。、]|けど|が|$)", Validity.OVER
    ),
    rule("occupation", rf"{JOB}を(?:辞め|やめ|引退し|退職し)(?=、)", Validity.STOPPED),
    rule("occupation", rf"{JOB}(?:を|も)(?:続け|やら|任さ)(?:て|せて|れて)", Validity.HOLDS),
    rule(
        "occupation",
        rf"(?:に住む|で働く|に住んでいる|に住んでる|で暮らす|在住の|勤務の)[^、。はが]{{0,8}}?{JOB}(?=です|だ|。|、|なん|である|$)",
    ),
    rule(
        "occupation",
        r"(?:^|(?<=[、。はが\s]))(?P<o>(?:(?:高校|中学校?|小学校|大学|塾|専門学校|予備校|スクール|教室"
        r"|自宅)で)?[^、。はがで]{1,8}を教え(?:て(?:います|いる|ます|る|おります)))(?=[。、が]|$|んで"
        r"|けど)",
    ),
    rule(
        "occupation",
        r"(?P<o>[一-龥ァ-ヶー]{1,8}(?:教室|塾|食堂|酒場|農園|牧場|工房))を[^、。はが]{0,6}(?:開い|営|やっ|経営し)て",
    ),
    rule(
        "occupation",
        r"(?<![の中])(?:職業|仕事)(?:：|:|　| )(?P<o>[^\s、。：:]{2,16})(?=$|\s|[、。／/])",
    ),
    rule(
        "occupation",
        rf"(?:{OPENING}|(?<=で)){JOB}(?:の?担当)?(?:になって|歴|を(?:して|やって))[^、。]{{0,4}}[一二三四五六七八九十\d]+年",
    ),
    rule(
        "occupation",
        rf"(?:{OPENING}|(?<=[はで])){JOB}(?=[。、]|$|\s){NOT_NAMED}(?:、[一二三四五六七八九十\d]+年)?",
        confidence=0.85,
    ),
    rule("occupation", r"(?<=[、で])(?P<o>パート|アルバイト|派遣|フリーランス)(?:勤務|で働)"),
    rule("occupation", rf"(?<![いな]){JOB}に(?:なった|なりました|なって)"),
    rule("occupation", rf"(?<=は){JOB}(?=、)"),
    rule("occupation", rf"(?:^|(?<=[\s　])){JOB}(?=[\s　]|$){NOT_NAMED}", confidence=0.85),
    rule(
        "occupation",
        rf"{JOB}を[^。]{{0,16}}?(?:辞め|やめ|引退し|退職し)(?:た|ました|て(?=、))",
        Validity.STOPPED,
    ),
    rule(
        "occupation",
        rf"{JOB}(?:として|の仕事を|を)?(?:[^、。はがをの]{{0,8}}?)(?<!ら)(?:働い|勤め|勤務し|やっ"
        rf"|し){TE_IRU}",
    ),
    rule(
        "occupation",
        rf"(?:職業|仕事|本業|肩書き?|職種|仕事内容)(?:は、?|：|:){JOB}(?:をして|です|だ|で|。|、|／|/|$)",
    ),
    rule("occupation", rf"{OPENING}(?<!元){TRADE}を?(?:し{TE_IRU}|やっ{TE_IRU}|です|。)"),
    rule(
        "occupation",
        rf"(?:{OPENING}|(?<=[るたの]))(?<!元){JOB}(?:\d+年目|歴\d+年)?(?:です|なんです|なんで|だ"
        rf"(?=[。！])|で(?=[、,])|(?=[。、](?:$|.{{0,4}}$))|、\d+年目)",
    ),
    rule(
        "occupation",
        rf"(?<=[はで])(?:、|[^、。はがを{PERSON}]{{0,8}}?)(?<!元){JOB}(?:です|だ(?=[。！])|で(?=[、,])"
        rf"|。|$|になっ(?:て|た)|をし{TE_IRU}|をやっ{TE_IRU})",
    ),
    rule("occupation", rf"{JOB}をやって(?:もう)?(?:\d+|[一二三四五六七八九十]+)年"),
    rule("occupation", rf"^{JOB}。"),
    rule("occupation", r"(?P<o>[一-龥ァ-ヶー]{1,6}業)(?:に従事|を営)"),
    rule("occupation", rf"{JOB}をして(?:いる|る)(?=\d|主婦)"),
    rule(
        "occupation",
        rf"(?P<o>(?:[一-龥ァ-ヶー]{{1,10}}(?:屋|店|教室|工房|農園|医院|旅館|食堂|喫茶店|場)|{HOUSE}))を(?:営ん"
        r"|経営し|やっ)(?:(?:で|て)(?:い(?!た|ました)|お(?!りました)|る|ま(?!した))|とる|とります)",
    ),
    rule(
        "occupation",
        r"(?P<o>(?:[一-龥]{2,4}|[ァ-ヶー]{2,8})で(?:パート|アルバイト|バイト))(?:勤務|を?し(?:て|と))",
    ),
)

# Stages of school are no subject.
NO_STAGE = re.compile(r"^(?!(?:大|中|小|女子|男子|短大|留|一年|高専|新入|医大|同級|在校))")
SUBJECT = re.compile(
    r"[学史語法]$|経済|法律|建築|心理|看護|福祉|医療|物理|化学|生物|数学|情報|機械|電気|美術|音楽|デザイン|プログラミング"
)
STUDIES = (
    rule(
        "studies_at",
        r"(?P<o>[一-龥ァ-ヶー]{2,12}(?:大学|高校|高等学校|専門学校|学院|高専))の"
        r"(?:[1-4１-４一二三四]年|学生|大学院生)",
    ),
    rule("studies", rf"{OPENING}(?P<o>[^\s、。はがをにへでと]{{1,12}}?)の勉強を?し{TE_IRU}"),
    rule(
        "studies",
        rf"(?:(?<=で)|(?<=は)|(?<=から)|^|(?<=、))(?P<o>[^\s、。はがをにへでと]{{1,12}})を(?:専攻|勉強|学ん|履修"
        rf"|研究)(?:し{TE_IRU}|で(?:い)?(?:る|ます|て|おり))",
    ),
    rule(
        "studies",
        r"(?:専攻|専門)は、?(?P<o>[^\s、。はがを]{2,12}?)(?:でした|だった)",
        Validity.OVER,
    ),
    rule(
        "studies",
        r"(?P<o>[^\s、。はがをにへでと]{1,12})を(?:専攻|勉強|研究)して(?:い)?(?:た|ました)",
        Validity.OVER,
    ),
    rule("studies", r"(?P<o>[^\s、。はがをにへでと]{1,12})を(?:勉強|専攻|研究)中"),
    rule(
        "studies",
        r"(?:勉強|専攻|研究)して(?:い)?るのは、?(?P<o>[^\s、。はがを]{2,12}?)(?:です|だ|。|、|$)",
    ),
    rule("studies", r"専攻(?:：|:)(?P<o>[^\s、。はがを]{2,12})"),
    rule("studies", r"(?P<o>[一-龥]{2,4})学生(?:です|だ|で|。|、)", fits=NO_STAGE),
    rule("studies", r"(?P<o>[一-龥ァ-ヶー]{2,10})(?:学科|学専攻)(?:です|に(?:在籍|通)|の)"),
    rule(
        "studies",
        r"[、。で](?P<o>[^\s、。はがをにへでと]{1,8})(?:を)?(?:やってます|やってる|学んでます)(?=[！!。]|$)",
        fits=SUBJECT,
    ),
    rule("studies", r"専攻は、?(?P<o>[^\s、。はがを]{2,12}?)(?:です|だ|で|。|、|$)"),
    rule(
        "studies",
        r"(?P<o>[一-龥ァ-ヶー]{1,10})(?:専攻|学部|学科)の(?:学生|[1-4一二三四]年|大学生|院生)",
    ),
)

RULES: tuple[Rule, ...] = BUSINESS + RANKS + JOBS + STUDIES
