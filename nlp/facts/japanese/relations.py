"""Japanese rules for relations between people, and for positions."""

from collections.abc import Iterator, Mapping

from nlp.facts.rules import NAMED, SOMEONE, SOMETHING, SOMEWHERE, Rule, Validity
from nlp.facts.sentences import ORGANIZATION, PERSON, REST, THING

from .rules import AT_END, BETWEEN, DONE, FIRM_NAME, FIRST, MATE, NOW, SCHOOL, TITLE, rule

# 部長、田中さん is an apposition: a noun predicate needs だ, or ends the sentence.
IS = rf"(?:(?:だ|です|である|なんだ|なんです|で(?=、)){AT_END}|(?!、){AT_END})"
FIRM = rf"(?P<o>[{ORGANIZATION}]{REST}*)"
TIES: Mapping[str, str] = {
    "married_to": (
        r"(?:妻|夫|嫁|奥さん|奥様|旦那(?:さん|様)?|だんな(?:さん)?|家内|女房|配偶者|亭主|カミさん|かみさん|カカア|かかあ|ダンナ)"
    ),
    "family_member": (
        r"(?:義母|義父|義姉|義兄|義弟|義妹|義理の(?:母|父|姉|兄|弟|妹)|長男|次男|三男|長女|次女"
        r"|三女|末っ子|従兄|従弟|従姉|従妹|兄貴|甥っ子|姪っ子|孫娘|母|父|お母さん|お父さん|母親"
        r"|父親|娘|娘さん|倅|せがれ|息子|息子さん|妹|妹さん|弟|弟さん|姉|お姉さん|兄|お兄さん"
        r"|祖母|祖父|孫|娘婿|婿|継父|継母|曾祖母|曾祖父|おじ|おば|叔父|叔母|伯父|伯母|いとこ|従兄弟|従姉妹|姪|甥)"
    ),
    "friend": r"(?:友人|友達|友だち|ともだち|親友|幼なじみ|幼馴染み?|飲み仲間|ママ友|飲み友達|悪友|旧友)",
    "colleague": r"(?:同僚|同期|先輩|後輩|部下)",
    "reports_to": r"(?:直属の上司|上司|上長|ボス)",
}
# The start of a word for a relative, not behind another の: 妹の夫 is not the speaker's husband.
OPENING = (
    r"(?:^|(?<=[、。\sは(（])|(?<=けど)|(?<=ので)|(?<=んから)|(?<=たから))"
    r"(?:[^、。の\s]{1,8}(?:から|以来|時代|の(?:とき|時|ころ|頃))の|新しい|古い|昔の|いちばんの|一番の|仲のいい|仲の良い)?"
)
# 友人の花子, 友人、花子 and 友人である花子.
NAMED_AS = r"(?:の|、|である|・|で、)"
# 今の上司は女性の西川さん.
WHAT_KIND = r"[^\s、。はが]{1,8}の"
TOGETHER: Mapping[str, str] = {
    "married_to": r"夫婦",
    "family_member": r"(?:兄弟|姉妹|兄妹|姉弟|親子|双子|いとこ)",
    "friend": r"(?:友人|友達|友だち|親友|幼なじみ|幼馴染)",
    "colleague": r"(?:同僚|同期)",
}
CHIEF = (
    r"(?:代表取締役(?:社長)?|社長|会長|所長|院長|校長|学長|園長|館長|店長|工場長|編集長|理事長|局長"
    r"|オーナー|CEO)"
)
LEADER = r"(?:リーダー|責任者|代表|まとめ役|統括)"
JOB = (
    r"(?:社員|正社員|従業員|職員|店員|部員|行員|局員|研究員|駅員|教員|教師|講師|非常勤講師|教授|准教授|助教"
    r"|部長|課長|係長|主任|取締役|専務|常務|監査役|顧問|秘書|看護師|医師|薬剤師|弁護士|記者"
    r"|編集者|営業(?:担当)?"
    r"|エンジニア|デザイナー|プログラマー|コンサルタント|マネージャー|アルバイト|パート)"
)
HELD = rf"(?:を(?:務めて|勤めて){NOW}|を務め(?:る|ます){AT_END}|{IS})"
YEARS = r"(?:[一二三四五六1-6１-６]年生|学生|大学生|大学院生|院生|生徒)"
POSTS = (
    rule(
        "leads",
        r"(?P<o>[一-龥ァ-ヶー]{1,8}[部課室班])の(?:部長|課長|室長|班長|リーダー|キャプテン"
        r"|主将)(?:です|だ|を|やら|をやっ|で)",
    ),
    rule(
        "leads",
        r"(?P<o>[一-龥ァ-ヶーA-Z]{1,14}(?:チーム|プロジェクト|委員会|グループ|サークル))の"
        r"(?:リーダー|責任者|代表|部長|主将|キャプテン)(?:です|だ|を|やっ|で|。)",
    ),
    rule("leads", r"(?P<o>[一-龥ァ-ヶー]{1,10}[部課室班])を(?:率いて|まとめて|束ねて)"),
    rule(
        "member_of",
        r"「(?P<o>[^「」]{2,16})」(?:という[^、。]{1,12})?(?:に(?:入って|所属して|参加して"
        r"|入っており)|で[^、。はが]{1,12}を(?:吹いて|弾いて|歌って|やって|叩いて))",
    ),
    rule(
        "works_for",
        rf"(?<![一-龥ァ-ヶ])(?:勤務先|勤め先|職場|会社|所属)(?:は、?|：|:)(?P<o>[{ORGANIZATION}]{REST}*"
        rf"|{FIRM_NAME})(?:です|だ|で|。|、|／|/|$)",
    ),
    rule("leads", rf"(?P<o>{NAMED})の(?:{CHIEF}|{LEADER}){HELD}"),
    rule(
        "leads",
        rf"(?P<o>{NAMED})の(?:{CHIEF}|{LEADER})に(?:就任{DONE}|なった{AT_END})",
        Validity.BEGINS,
    ),
    rule(
        "works_for",
        rf"{FIRM}に(?:入って|入社して|勤めて)(?:もう|まだ|今年で|かれこれ)?[0-9０-９一二三四五六七八九十]+年",
    ),
    rule("works_for", rf"{FIRM}の{BETWEEN}{JOB}{HELD}"),
    rule("works_for", rf"{FIRM}(?:で|では){BETWEEN}(?:仕事|{JOB})を(?:して|務めて){NOW}"),
    rule("works_for", rf"{FIRM}(?:で|では){BETWEEN}教えて{NOW}"),
    rule("studies_at", rf"{FIRM}(?:の|に通う){BETWEEN}{YEARS}{IS}", fits=SCHOOL),
    rule(
        "assigned_to",
        rf"(?P<o>{SOMETHING})の担当者?に(?:なった|なりました|決まった|決まりました){AT_END}",
        Validity.BEGINS,
        is_swapped=True,
    ),
    rule(
        "assigned_to",
        rf"(?P<s>{SOMEONE}|{FIRST}){TITLE}[にへ](?P<o>{NAMED})を(?:任せた|任せました|割り当てた"
        rf"|割り当てました){AT_END}",
        Validity.BEGINS,
        is_swapped=True,
    ),
    rule(
        "assigned_to",
        rf"(?P<o>{NAMED})を(?:任された|任されました|任されて{NOW}|割り当てられた|割り当てられました){AT_END}",
        Validity.BEGINS,
        is_swapped=True,
    ),
    rule("works_for", rf"{FIRM}に(?:採用|雇用)され(?:た|ました|て{NOW}){AT_END}", Validity.BEGINS),
    rule("member_of", rf"{FIRM}に{BETWEEN}(?:属する|属します|所属する|所属します){AT_END}"),
    rule("member_of", rf"{FIRM}に{BETWEEN}属して{NOW}"),
    rule(
        "studies_at",
        rf"{FIRM}(?:で|では)(?:[^、。はがにへで]{{1,12}}を)?(?:学んで|勉強して|専攻して|研究して){NOW}",
        fits=SCHOOL,
    ),
    rule(
        "leads",
        rf"(?P<o>{NAMED})を(?:率いる|率います|統括する|統括します|指揮する|指揮します){AT_END}",
    ),
    rule("lives_in", rf"(?P<o>{SOMEWHERE})在住{IS}"),
    rule(
        "located_in",
        rf"(?P<o>{SOMEWHERE})に(?:本社|本店|本部|拠点|事務所|オフィス)を(?:(?:置いて"
        rf"|構えて){NOW}|(?:置く|構える){AT_END})",
        subjects=ORGANIZATION,
    ),
    rule(
        "ownership",
        rf"(?P<o>[{ORGANIZATION}-{THING}]{REST}*)を(?:所有|保有)して{NOW}",
        subjects=PERSON + ORGANIZATION,
    ),
    # アクメの田中さん states that 田中 belongs to アクメ, but not how.
    rule(
        "member_of",
        rf"(?<!元)(?<!旧){FIRM}の(?=(?P<s>{SOMEONE}))",
        Validity.STANDS,
        confidence=0.75,
    ),
)


def _ties() -> Iterator[Rule]:
    for predicate, words in TIES.items():
        yield rule(
            predicate,
            rf"{OPENING}{words}{NAMED_AS}(?=(?P<o>{SOMEONE}))",
            Validity.STANDS,
            is_elidable=True,
        )
        yield rule(
            predicate,
            rf"(?P<s>{SOMEONE}{TITLE}|{FIRST})の{words}{NAMED_AS}(?=(?P<o>{SOMEONE}))",
            Validity.STANDS,
        )
        yield rule(
            predicate,
            rf"{OPENING}(?:今の|新しい|直属の)?{words}(?:の名前)?は、?(?:{WHAT_KIND})?{MATE}(?:{IS}|と(?:いい|いう|言い))",
            is_elidable=True,
        )
        yield rule(
            predicate,
            rf"{OPENING}{words}(?:の名前は|は)、?「?(?P<o>[一-龥]{{1,3}}[子美奈香菜恵花介太郎平也斗人翔蓮凛葵陽]|凛|蓮|葵|杏|翔|健|誠|修|茂|勝"
            rf"|[ぁ-ん]{{2,4}}(?<!です))」?(?:です|だ|。|、|と(?:いい|いう|言い)|$)",
            is_elidable=True,
        )
        yield rule(
            predicate,
            rf"(?P<s>{SOMEONE}{TITLE}|{FIRST})の{words}(?:の(?:お?名前|名))?は、?{MATE}{IS}",
        )
        yield rule(
            predicate,
            rf"(?P<o>{SOMEONE}){TITLE}(?:は|が)(?P<s>{FIRST}|{SOMEONE}){TITLE}の{words}{IS}",
        )
    for predicate, words in TOGETHER.items():
        yield rule(
            predicate,
            rf"(?P<s>{SOMEONE}){TITLE}と(?P<o>{FIRST}|{SOMEONE}){TITLE}は、?"
            rf"(?:[^。、はが]{{0,8}}の)?{words}(?:どうし|同士)?{IS}",
        )
    for predicate in ("friend", "colleague"):
        yield rule(
            predicate,
            rf"{MATE}とは?、?(?:[{ORGANIZATION}]{REST}*の)?(?!前|元|かつて|以前){BETWEEN}{TIES[predicate]}{IS}",
        )


RULES = (*_ties(), *POSTS)
