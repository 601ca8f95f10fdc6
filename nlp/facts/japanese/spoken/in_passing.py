"""Japanese rules for what messages tell in passing: 高知に越してきて2年, 同じ研究室の友達."""

from nlp.facts.japanese.food_and_pets import ANIMAL
from nlp.facts.japanese.health.words import NAME as ILLNESS
from nlp.facts.japanese.rules import KIN, TITLE, rule
from nlp.facts.rules import SOMEONE, SOMEWHERE, Rule, Validity
from nlp.facts.sentences import PERSON, REST, THING

HEAD = r"(?:^[\s・*-]*|(?<=[、。！!？?：:\s]))"
FROM = r"(?:^[\s・*-]*|(?<=[、。！!？?：:\sはもで]))"
WORD = r"[^\s、。「」はがをもにで？?]{1,10}"
YEARS = r"[0-9０-９一二三四五六七八九十]{1,3}(?:年|か月|ヶ月)"
DAY = r"(?P<o>\d{1,2}/\d{1,2}|\d{1,2}月\d{1,2}日)"
DOING = r"(?:い?る|い?ます|んだ|んです|おり|て)"
PET_NAME = rf"(?P<o>[{PERSON}{THING}]{REST}*|[ァ-ヶー]{{2,8}}|[ぁ-んー]{{2,6}}|[一-龥]{{1,3}})"
WORKING: tuple[Rule, ...] = (
    rule(
        "works_for",
        r"(?:バイト先|パート先|勤め先|勤務先)の(?P<o>[一-龥ァ-ヶー]{2,8})"
        r"(?=の(?:店長|先輩|社長|オーナー|人)|で|に(?![なし]))",
    ),
    rule("studies", rf"{FROM}(?P<o>[一-龥ァ-ヶー]{{1,8}}学)を?(?:やって|学んで|専攻して){DOING}"),
    rule("studies_at", r"(?P<o>[一-龥]{1,6}大)の[一-龥]{1,6}学[部科]"),
    rule(
        "studies",
        rf"{FROM}(?P<o>[一-龥ァ-ヶー]{{1,6}}語)を ?(?:べんきょう|勉強)して ?い?(?:ます|る)",
    ),
)
HOME: tuple[Rule, ...] = (
    rule(
        "lives_in",
        rf"(?P<o>{SOMEWHERE})(?:市内|県内|区内|内)?(?:に|で)(?:一人で|ひとりで|家族と|夫婦で"
        r"|[^。、はが]{1,14}と)?(?:一人暮らしを?する|暮らす|住む|暮らしている)"
        rf"(?=[0-9０-９一-龥]{{0,4}}[歳代]|。|$|(?!{KIN}|友)[^。、はが]{{0,6}}の)",
    ),
    rule("lives_in", rf"(?P<o>{SOMEWHERE})に(?:引っ)?越してきて(?:もう)?{YEARS}"),
    rule("from", rf"(?P<o>{SOMEWHERE})出身で{SOMEWHERE}", Validity.STANDS),
)
PEOPLE: tuple[Rule, ...] = (
    rule(
        "colleague",
        rf"同じ(?:学年|シフト|教室|病棟|現場|営業所|支店|事務所)の(?P<o>{SOMEONE}){TITLE}"
        r"(?=[はがもにとを、。])",
        Validity.STANDS,
        is_elidable=True,
    ),
    rule(
        "friend",
        rf"(?P<o>{SOMEONE}){TITLE}は(?:[^、。はが]{{1,10}}の)(?:友達|友だち|友人)(?:で|です|だ|なん)",
        Validity.STANDS,
        is_elidable=True,
    ),
    rule("age", rf"(?P<s>{SOMEONE}){TITLE}[（(](?P<o>[1-9]\d?)(?:歳|さい|才)?[)）]"),
    rule("birthday", rf"{HEAD}{DAY}[ 　]?(?:は|が)?(?:自分の|私の|わたしの)?誕生日(?=。|$)"),
    rule("name", rf"(?<=。)名は(?P<o>{SOMEONE}|[一-龥]{{2,4}})(?=。|で)"),
)
TASTES: tuple[Rule, ...] = (
    rule(
        "likes",
        rf"{FROM}(?P<o>{WORD})(?:は|を)(?:もう)?(?:ずっと|長年|{YEARS})?(?:以上)?応援し"
        r"(?:て|よ|と)(?:い?る|い?ます|おり|り)",
    ),
    rule("likes", rf"{FROM}(?P<o>{WORD})(?:は|が)(?:好いとう|好いとる|好いちょる|すいとう)"),
    rule(
        "dislikes",
        rf"{FROM}(?P<o>{WORD})(?:は|が)[^、。\s]{{1,4}}て(?:飲め|食べられ|食え)"
        r"(?:ない|ません|へん|ん)(?![とて人客方])",
    ),
    rule("dislikes", rf"{FROM}(?P<o>{WORD})を好ま(?:ず|ない)"),
    rule(
        "dislikes",
        rf"{FROM}(?P<o>{WORD})(?:は|が)(?:本当に|ほんとに|とにかく)?(?:無理|苦手|嫌い)な(?:のに|ので)",
    ),
    rule("prefers", r"(?P<o>(?:完全に?)?(?:朝型|夜型))(?=で|です|な[のん]|人間|だ)"),
    rule(
        "allergic_to",
        rf"{FROM}(?P<o>{WORD}?)(?:だけ)?(?:は|を)?(?:食べ|食う|飲ん|飲む)(?:たら|ると|うたら|だら|と)"
        r"[^。、]{0,6}(?:じんましん|蕁麻疹|ぶつぶつ)",
    ),
)
THINGS: tuple[Rule, ...] = (
    rule(
        "uses",
        r"(?:毎日|いつも|普段|長年)使って(?:い?る|おります|います)(?P<o>[一-龥ァ-ヶー]{2,8})(?=[のがは、])",
    ),
    rule(
        "uses",
        rf"(?:に|で)は(?P<o>[A-Z][A-Za-z0-9+#]{{0,11}}|[{THING}]{REST}*)を使(?:う|い(?:、|ます))"
        r"(?=[。、]|$|ます)",
    ),
    rule(
        "uses",
        r"(?:普段|ふだん)の(?:作業|仕事|執筆|編集)は(?:全部|ほぼ|ずっと)?(?P<o>[ァ-ヶー]{3,10}"
        r"|[A-Z][A-Za-z0-9 ]{2,12})(?=[。、]|$|で|です|だ)",
    ),
    rule("pet", rf"(?P<kind>{ANIMAL})の{PET_NAME}を飼(?:い|って|う)"),
    rule(
        "pet",
        r"^[\s・*-]*(?P<o>[ァ-ヶー]{2,8}|[ぁ-んー]{2,5}|[一-龥]{1,2})[ 　]?"
        r"(?:去勢|避妊手術|フィラリア|トリミング|狂犬病|爪切り[ 　]?動物病院)",
    ),
    rule(
        "member_of",
        r"(?:合唱団|楽団|バンド|チーム|劇団|サークル|句会)[ 　](?P<o>[一-龥ぁ-んァ-ヶー・A-Za-z]{3,12})[ 　]"
        r"(?:毎週|第[一二三四1-4]|練習|[月火水木金土日]曜|ユニフォーム|会費)",
    ),
    rule(
        "member_of",
        r"(?P<o>[一-龥ァ-ヶー]{1,8}(?:の会|クラブ|サークル|教室))に(?:入って|入り|入会し)"
        r"(?:て|た|まし|元気|[0-9一二三四五六七八九十])",
    ),
    rule("condition", rf"{FROM}(?P<o>{ILLNESS})が(?:ありまし|ございまし|おあり)(?:て|とのこと)"),
)
RULES: tuple[Rule, ...] = WORKING + HOME + PEOPLE + TASTES + THINGS
