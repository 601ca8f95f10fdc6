"""Find the subject of a Japanese predicate: the topic of its sentence or of one before, or the speaker."""

import re
from collections.abc import Sequence

from nlp.facts.rules import NAMED, SOMEONE, Rule
from nlp.facts.sentences import OWNER, PERSON, REST, SPEAKER, WRITTEN_OWNER, Sentence, Subject

from .rules import FIRST, KIN, TITLE

# 彼の妹 is an unknown person; 私の妹の花子 is 花子.
OWNED = "".join(f"(?<!{word})" for word in KIN[3:-1].split("|")) + "(?<![\\s、。])の"

TOPIC = re.compile(
    rf"(?P<owner>{OWNED})?(?P<name>{NAMED}|{FIRST}|{KIN})[)）]?{TITLE}(?:たち|ら)?"
    r"(?P<mark>は|が|も|では|なら|って)"
)

# A topic that is no known name: an unknown subject.
STRANGER = re.compile(
    r"(?:あなた|きみ|君)は|[一-龥ァ-ヶーA-Za-z々](?:さん|たち|ら)?(?:は|が|では)(?!いけ|なら)"
)

# ラーメンは醤油派: a thing as the topic leaves the owner as the subject of a taste; a person does not.
OF_THINGS = frozenset({"prefers", "diet"})

PERSONS = re.compile(
    r"(?:さん|くん|ちゃん|たち|様|先生|社長|部長|課長|先輩|後輩|上司|同僚|友人|友達|友だち"
    r"|彼|彼女|みんな|子|人|客|方|員|者|師|あなた|君|猫|犬|ペット|会社|チーム|部署|職場"
    rf"|学校|店|{KIN})(?:は|が|では)"
)

# Topics that state only a time or place.
SCENE = re.compile(
    r"(?:今|今日|昨日|最近|現在|普段|以前|昔|当時|去年|昨年|今年|先月|先週|いま|頃|ころ|時"
    r"|とき|月|年|日|週|朝|夜|家|職場|仕事|スマホ|携帯|パソコン|PC|家計簿|連絡|メモ|ふだん"
    r"|カメラ|車|エディタ|手帳|会計|チャット|メール"
    r"|移動|通勤|写真|音楽|趣味|休日|休み|好物|絵|イラスト|ノート|タスク管理)"
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

# Who introduces themselves goes on about themselves.
INTRODUCED = re.compile(
    rf"{OWNER}{REST}*の(?:お?名前|氏名|本名)は|"
    r"^[・\-*\s]*(?:お?名前|氏名|本名|ニックネーム)(?:は|：|:|　| )|申します|といいます"
    r"|っていいます|(?:と|って)呼んで"
)
OTHERS = re.compile(rf"{PETS}|{KIN}(?:の|は|が|も)")

UNKNOWN = Subject(is_plain=True)

# What may be said of anybody, a pet included.
OF_ANYBODY = frozenset(
    {"name", "age", "birthday", "likes", "dislikes", "prefers", "diet", "allergic_to", "from"}
)


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
        if INTRODUCED.search(text):
            return WRITTEN_OWNER if OWNER in text else None
        if OWNER in text and PERSON not in text:
            return WRITTEN_OWNER
        if found := list(TOPIC_BEFORE.finditer(text)):
            name = found[-1]
            if IS_FIRST.match(name["name"]):
                return WRITTEN_OWNER if name["name"][0] == OWNER else None
            start, end = (offset - at + place for place in name.span("name"))
            return Subject(start, end)
        if OTHERS.search(text):
            return UNKNOWN
        if IS_OWN.search(text):
            return None
    return None


def _without_scenes(text: str) -> str:
    """Leave out topics that state only a time or place."""
    return " ".join(part for part in re.split(r"(?<=[はが])", text) if not SCENE.search(part))
