"""Japanese rules for facts and relations."""

import re
from collections.abc import Sequence

from nlp.facts.rules import NAMED, SOME_BODY, SOMEONE, SOMETHING, SOMEWHERE, Rule, Validity
from nlp.facts.sentences import (
    ORGANIZATION,
    OWNER,
    PERSON,
    PLACE,
    REST,
    SPEAKER,
    THING,
    WRITTEN_OWNER,
    Sentence,
    Subject,
)
from nlp.text.sentences import (
    HONORIFICS,
    JAPANESE_FIRST_PERSON,
    POSITIONS,
    SENIOR,
    TEACHER,
    alternation,
)

TITLE = rf"(?:{alternation((*HONORIFICS, TEACHER, SENIOR, *POSITIONS))}|教授|マネージャー|リーダー|店長|監督)?"
FIRST = rf"(?:{alternation(JAPANESE_FIRST_PERSON)}|{OWNER}{REST}*)"
KIN = r"(?:義母|義父|義姉|義兄|義弟|義妹|祖母|祖父|姪|甥|孫|長男|次男|三男|長女|次女|三女|嫁|旦那|母親|父親|母さん|父さん|ばあちゃん|じいちゃん|母|父|妻|夫|娘|息子|妹|弟|姉|兄|祖母|祖父|両親|兄貴|叔父|叔母|いとこ|彼女|彼氏|主人|家内)"
FIRM_NAME = (
    r"(?:(?:株式会社|有限会社|合同会社|医療法人|社会福祉法人|学校法人|一般社団法人|NPO法人|[(（]株[)）])[^\s、。にでをはがの（(」]{1,14}"
    r"|[一-龥ァ-ヶーA-Za-z]{2,10}(?:株式会社|信用金庫|銀行|工務店|物産|商事|製作所|工業|建設|病院|クリニック|百貨店|新聞社|出版社?|運輸|倉庫|製薬"
    r"|電機|商店|食品|印刷|システムズ?|測量|建材|フィルム|精機|精工|技研|不動産|証券|生命|保険|農協|郵便局|市役所|区役所|役場|県庁))"
)
PLAIN_NAME = rf"(?:{FIRM_NAME}|[ァ-ヶー]{{3,}}|[A-Z][A-Za-z0-9&.+#-]{{1,}}|[一-龥]{{2,8}}(?:社|大学|銀行|株式会社))"
PLAIN_PLACE = (
    r"(?<![一-龥ァ-ヶー])(?!(?:去年|今年|来年|昨年|夫婦|家族|一人|二人|実家|会社|現在|最近|学生|友達|友人|自宅|近所|都会|田舎|海外|地元|地方|同じ|大学|高校|学校"
    r"|今月|先月|毎日|当時|以前|旦那|息子|アパート|マンション|ホテル|シェアハウス|平日|週末|毎週|一緒|普段|本人|両親))(?:[一-龥]{2,4}|[ァ-ヶー]{2,}|さいたま|つくば|いわき|むつ)"
)

# Endings of a sentence or clause: 住んでいる友達 states nothing about the speaker.
AT_END = (
    r"(?=(?:んだ|んです|んや|わけ|のだけど|んですけど|もん|さ|な|で|んで|なあ|な〜|ー|〜|のだ|のです|よ|ね|ぞ|わ|が|けれど|けど|ので|から|し|そうだ|そうです|らしい|らしいです"
    r"|とのこと|とのことです|って|だって)*(?:[。、.！!\s）)」…‥w笑♪☆❤-➿🌀-🫿]|$|けど))"
)
NOW = (
    rf"(?:(?:い(?:る|ます|て)|る|ます|まして|おり(?:ます)?|て(?=、)){AT_END}|る(?=[一二三四1-4]年))"
)
PAST = rf"(?:い(?:た|ました)|た|ました|おりました){AT_END}"
NO_MORE = rf"(?:い(?:ない|ません)|ない|ません|おりません){AT_END}"
DONE = rf"(?:した|しました|して(?=、)|し(?=、)|してきた|してきました){AT_END}"
IS = rf"(?:だ|です|である|なんだ|なんです|で(?=、))?{AT_END}"
BETWEEN = r"[^。、はがをにへでと]{0,8}?"

BODY = rf"(?P<o>{SOME_BODY}|{PLAIN_NAME})(?:社|さん)?"
SPOT = rf"(?P<o>{SOMEWHERE}|{PLAIN_PLACE})"
TOOL = rf"(?P<o>(?:{SOMETHING}|[A-Za-z][\w.+#-]+|[ァ-ヶー]{{3,}})(?: [A-Za-z0-9][A-Za-z0-9.+-]*){{0,3}})"
MATE = rf"(?P<o>{SOMEONE}){TITLE}"
WORKS = r"(?:[^。、はがをにへでと]{1,10}として)?(?:働いて|勤めて|勤務して|仕事をして|パートして|バイトして)"
LIVES = rf"(?:に{BETWEEN}住んで|で{BETWEEN}(?:一人)?暮らし(?:を?して|て))"
MOVED = (
    rf"(?:引っ?越し|移住し|転居し|移り住ん|引っ?越してき|移ってき)(?:た|だ|ました|て(?=、)){AT_END}"
)
SCHOOL = re.compile(r"(?:大学|高校|学校|学院|大学院|塾|専門|スクール)")
FIRM_LIKE = re.compile(FIRM_NAME)
# 彼の妹 is an unknown person; 私の妹の花子 is 花子.
OWNED = "".join(f"(?<!{word})" for word in KIN[3:-1].split("|")) + "(?<![\\s、。])の"
TOPIC = re.compile(
    rf"(?P<owner>{OWNED})?(?P<name>{NAMED}|{FIRST}|{KIN})[)）]?{TITLE}(?:たち|ら)?(?P<mark>は|が|も|では)"
)
# A topic that is no known name: an unknown subject.
STRANGER = re.compile(
    r"(?:あなた|きみ|君)は|[一-龥ァ-ヶーA-Za-z々](?:さん|たち|ら)?(?:は|が|では)(?!いけ|なら)"
)
# ラーメンは醤油派: a thing as the topic leaves the owner as the subject of a taste; a person does not.
OF_THINGS = frozenset({"likes", "dislikes", "prefers", "diet", "allergic_to", "uses", "speaks"})
PERSONS = re.compile(
    rf"(?:さん|くん|ちゃん|たち|様|先生|社長|部長|課長|先輩|後輩|上司|同僚|友人|友達|友だち|彼|彼女|みんな|子|人|客|方|員|者|師|あなた|君|猫|犬|ペット|会社|チーム|部署|職場|学校|店|{KIN})(?:は|が|では)"
)
# Topics that state only a time or place.
SCENE = re.compile(
    r"(?:今|今日|昨日|最近|現在|普段|以前|昔|当時|去年|昨年|今年|先月|先週|いま|頃|ころ|時|とき|月|年|日|週|朝|夜|家|職場|仕事)"
    r"(?:は|では|が)$"
)
IS_FIRST = re.compile(rf"^(?:{FIRST})$")
IS_OWN = re.compile(FIRST)
# A person as the topic of a sentence: 祖母のキヨは, 息子の蓮、5歳。, 弟は.
TOPIC_BEFORE = re.compile(
    rf"(?P<name>{SOMEONE}|{FIRST}|(?<![一-龥]){KIN})(?:[)）])?{TITLE}(?:は|も|が|(?=、|。|$))"
)
# Pets and the things of relatives: what follows may be about them.
PETS = r"(?:犬|猫|ネコ|イヌ|うさぎ|ハムスター|インコ|文鳥|亀|金魚|メダカ|プードル|チワワ|ダックス|飼っ|ペット)"
OTHERS = re.compile(rf"{PETS}|{KIN}(?:の|は|が|も)")
UNKNOWN = Subject(is_plain=True)
# What may be said of anybody, a pet included.
OF_ANYBODY = frozenset(
    {"name", "age", "birthday", "likes", "dislikes", "prefers", "diet", "allergic_to", "from"}
)


def rule(
    predicate: str, pattern: str, validity: Validity = Validity.HOLDS, **given: object
) -> Rule:
    """Return a rule with this pattern."""
    return Rule(predicate, re.compile(pattern), validity, **given)  # type: ignore[arg-type]


WORK = (
    rule("works_for", rf"{BODY}(?:で|に|では|には){BETWEEN}{WORKS}{NOW}"),
    rule("works_for", rf"{BODY}(?:で|に|では|には){BETWEEN}{WORKS}{PAST}", Validity.OVER),
    rule(
        "works_for",
        rf"{BODY}(?:で|に|では)(?:[^、。はが]{{1,12}}を)?(?:やっ|担当し)て{NOW}",
        fits=FIRM_LIKE,
    ),
    rule(
        "works_for",
        rf"{BODY}に(?:入りました|入った|お世話になって{NOW}|就職が決ま)",
        Validity.BEGINS,
        fits=FIRM_LIKE,
    ),
    rule("works_for", rf"{BODY}(?:勤務|勤め)(?:です|だ|。|、|$|の(?:会社員|者))"),
    rule("works_for", rf"もう{BODY}(?:で|に|では|には){WORKS}{NO_MORE}", Validity.OVER),
    rule(
        "works_for",
        rf"(?:(?P<left>{SOME_BODY}|{PLAIN_NAME})(?:社)?(?:から|を辞めて|を退職して)、?)?"
        rf"{BODY}(?:に|へ)(?:転職|入社|就職|移籍|転籍){DONE}",
        Validity.BEGINS,
    ),
    rule(
        "works_for",
        rf"(?P<o>[{ORGANIZATION}]\ue1ff*|{PLAIN_NAME})(?:社)?を(?:退職|退社){DONE}",
        Validity.STOPPED,
    ),
    rule(
        "works_for",
        rf"(?P<o>[{ORGANIZATION}]\ue1ff*|{PLAIN_NAME})(?:社)?を(?:辞め|やめ)(?:た|ました|て(?=、))"
        rf"{AT_END}",
        Validity.STOPPED,
    ),
    rule(
        "studies_at", rf"(?P<o>{SOME_BODY}|{PLAIN_NAME})(?:に|へ){BETWEEN}通って{NOW}", fits=SCHOOL
    ),
    rule(
        "studies_at",
        rf"(?P<o>{SOME_BODY}|{PLAIN_NAME})(?:に|へ)(?:入学|進学){DONE}",
        Validity.BEGINS,
        fits=SCHOOL,
    ),
    rule(
        "studies_at",
        rf"(?P<o>{SOME_BODY}|{PLAIN_NAME})を(?:卒業|中退){DONE}",
        Validity.STOPPED,
        fits=SCHOOL,
    ),
    rule("member_of", rf"{BODY}に{BETWEEN}所属して{NOW}"),
    rule("member_of", rf"{BODY}の(?:メンバー|一員|会員|部員){IS}"),
    rule("member_of", rf"{BODY}に(?:入会|加入|入部|配属されま?){DONE}", Validity.BEGINS),
    rule(
        "member_of",
        rf"{BODY}を(?:抜け(?:た|ました)|(?:脱退|退会|退部){DONE}){AT_END}",
        Validity.STOPPED,
    ),
    rule("reports_to", rf"(?P<s>{SOMEONE}{TITLE}|{FIRST})の(?:上司|上長|マネージャー)は{MATE}{IS}"),
    rule("reports_to", rf"(?P<s>{SOMEONE}){TITLE}は(?P<o>{FIRST}|{SOMEONE}){TITLE}の部下{IS}"),
    rule("leads", rf"(?P<o>{NAMED})を(?:率いて|リードして|指揮して|統括して){NOW}"),
    rule("leads", rf"(?P<o>{NAMED})の(?:リーダー|責任者|代表){IS}"),
    rule(
        "assigned_to",
        rf"(?P<s>{SOMETHING})の担当者?は{MATE}(?:{IS}|に(?:決まった|決まりました|なった|なりました){AT_END})",
        subjects=THING,
    ),
    rule("assigned_to", rf"(?P<o>{SOMETHING})を担当して{NOW}", is_swapped=True),
    rule(
        "assigned_to",
        rf"(?P<o>{SOMETHING})を担当することにな(?:った|りました){AT_END}",
        Validity.BEGINS,
        is_swapped=True,
    ),
    rule("assigned_to", rf"(?P<o>{SOMETHING})の担当(?:者)?{IS}", is_swapped=True),
)
LIVING = (
    rule("lives_in", rf"{SPOT}{LIVES}{NOW}"),
    rule("lives_in", rf"{SPOT}{LIVES}{PAST}", Validity.OVER),
    rule("lives_in", rf"もう{SPOT}には?住んで{NO_MORE}", Validity.OVER),
    rule(
        "lives_in",
        rf"(?:(?P<left>{SOMEWHERE}|{PLAIN_PLACE})から、?)?{SPOT}(?:へ|に){BETWEEN}{MOVED}",
        Validity.BEGINS,
    ),
    rule("married_to", rf"{MATE}と{BETWEEN}(?:結婚|入籍){DONE}", Validity.BEGINS),
    rule("married_to", rf"{MATE}と{BETWEEN}結婚して{NOW}"),
    rule("married_to", rf"{MATE}と{BETWEEN}離婚{DONE}", Validity.STOPPED),
)
THINGS = (
    rule(
        "uses",
        rf"{TOOL}を{BETWEEN}(?:使って|利用して|愛用して|採用して){NOW}",
        subjects=PERSON + ORGANIZATION + THING,
    ),
    rule(
        "uses",
        rf"{TOOL}を(?:使う|利用する)の(?:を|は)(?:やめ|止め|辞め)(?:た|ました){AT_END}",
        Validity.STOPPED,
        subjects=PERSON + ORGANIZATION + THING,
    ),
    rule(
        "uses", rf"{TOOL}(?:と[^、。はがを]{{1,12}})?で(?:描い|書い|作っ|編集し|打っ|撮っ)て{NOW}"
    ),
    rule("uses", rf"(?:使ってる|使っている|愛用)の?は、?{TOOL}(?:と|、|です|。|$)"),
    rule(
        "uses",
        rf"(?:^|(?<=[、。]))(?:車|スマホ|パソコン|PC|エディタ|ターミナル|ブラウザ|カメラ|愛車|バイク|端末|OS)は、?(?:ずっと)?{TOOL}(?:です|だ|で|。|、|を|$)",
    ),
    rule(
        "located_in",
        rf"(?P<s>[{ORGANIZATION}-{THING}]\ue1ff*)(?:の(?:本社|本店|店舗|事務所"
        rf"|オフィス|本部))?は(?P<o>{SOMEWHERE})(?:に(?:ある|あります|位置する|位置しています))"
        rf"{AT_END}",
        subjects=ORGANIZATION + PLACE + THING,
    ),
    rule(
        "part_of",
        rf"(?P<s>[{ORGANIZATION}-{THING}]\ue1ff*)は"
        rf"(?P<o>[{ORGANIZATION}-{THING}]\ue1ff*)の(?:一部|子会社|一機能|一部門|傘下"
        rf"|グループ会社){IS}",
        subjects=ORGANIZATION + PLACE + THING,
    ),
)
RULES = WORK + LIVING + THINGS


def subject_before(
    sentence: Sentence, at: int, rule: Rule, topic: Subject | None
) -> Subject | None:
    """Return the subject of the predicate at ``at``; None if it is unknown.

    Without a topic in the sentence the ``topic`` before it goes on; without any the speaker is the
    subject, with less confidence, and never in hearsay.
    """
    before = sentence.text[:at]
    topics = list(TOPIC.finditer(before))
    if topics:
        return _topic(topics[-1], before, rule)
    strangers = PERSONS if rule.predicate in OF_THINGS else STRANGER
    if (
        sentence.is_hearsay
        or strangers.search(_without_scenes(before))
        or PERSON not in rule.subjects
    ):
        return None
    # The topic goes on: 祖母のキヨは91歳。あんこが好き。
    if topic is not None and not IS_OWN.search(sentence.text):
        return None if topic is UNKNOWN and rule.predicate in OF_ANYBODY else _known(topic)
    return Subject(is_speaker=True, is_explicit=False)


def _known(topic: Subject) -> Subject:
    return Subject(is_speaker=True, is_explicit=False) if topic is UNKNOWN else topic


def _topic(topic: re.Match[str], before: str, rule: Rule) -> Subject | None:
    if topic["owner"] or STRANGER.search(_without_scenes(before[topic.end() :])):
        return None
    if topic["name"][0] == OWNER:
        return WRITTEN_OWNER
    if IS_FIRST.match(topic["name"]):
        return SPEAKER
    sign = topic["name"][0]
    is_person = PERSON in rule.subjects and re.match(KIN, topic["name"])
    if sign not in rule.subjects and not is_person:
        return None
    return Subject(topic.start("name"), topic.end("name"))


def topic_of(parts: Sequence[tuple[str, int]], at: int) -> Subject | None:
    """Return the topic that the sentences before ``at`` leave, the nearest sentence first.

    That is a person, as a span that counts from ``at``; the owner if they are named; UNKNOWN
    after words on a pet or on a relative's things; None if nobody was the topic.
    """
    for text, offset in parts:
        if OWNER in text and PERSON not in text:
            return WRITTEN_OWNER
        if found := list(TOPIC_BEFORE.finditer(text)):
            name = found[-1]
            if IS_FIRST.match(name["name"]):
                return WRITTEN_OWNER if name["name"][0] == OWNER else None
            start, end = (offset - at + place for place in name.span("name"))
            return Subject(start, end)
        if IS_OWN.search(text):
            return None
        if OTHERS.search(text):
            return UNKNOWN
    return None


def _without_scenes(text: str) -> str:
    """Leave out topics that state only a time or place."""
    return " ".join(part for part in re.split(r"(?<=[はが])", text) if not SCENE.search(part))
