"""Find the subject of a Japanese predicate: its topic, or the implicit speaker."""

import re

from nlp.facts.masking import PERSON
from nlp.facts.rules import NAMED, Rule
from nlp.facts.sentences import SPEAKER, Sentence, Subject

from .rules import FIRST, KIN, TITLE

# 彼の妹 is an unknown person; 私の妹の花子 is 花子.
OWNED = "".join(f"(?<!{word})" for word in KIN[3:-1].split("|")) + "(?<![\\s、。])の"
TOPIC = re.compile(
    rf"(?P<owner>{OWNED})?(?P<name>{NAMED}|{FIRST}|{KIN}){TITLE}(?:たち|ら)?(?P<mark>は|が|も|では)"
)
# A topic that is no known name: an unknown subject.
STRANGER = re.compile(r"[一-龥ァ-ヶーA-Za-z々](?:さん|たち|ら)?(?:は|が|では)(?!いけ|なら)")
# Topics that state only a time or place.
SCENE = re.compile(
    r"(?:今|今日|昨日|最近|現在|普段|以前|昔|当時|去年|昨年|今年|先月|先週|いま|頃|ころ|時|とき|月|年|日|週|朝|夜|家|職場|仕事)"
    r"(?:は|では|が)$"
)
IS_FIRST = re.compile(rf"^(?:{FIRST})$")


def subject_before(sentence: Sentence, at: int, rule: Rule) -> Subject | None:
    """Return the subject of the predicate at ``at``; None if it is unknown.

    Without a topic the speaker is the subject, with less confidence, and never in hearsay.
    """
    before = sentence.text[:at]
    topics = list(TOPIC.finditer(before))
    if topics:
        topic = topics[-1]
        if topic["owner"] or STRANGER.search(_without_scenes(before[topic.end() :])):
            return None
        if IS_FIRST.match(topic["name"]):
            return SPEAKER
        sign = topic["name"][0]
        if sign not in rule.subjects and not (
            PERSON in rule.subjects and re.match(KIN, topic["name"])
        ):
            return None
        return Subject(topic.start("name"), topic.end("name"))
    if (
        sentence.is_hearsay
        or STRANGER.search(_without_scenes(before))
        or PERSON not in rule.subjects
    ):
        return None
    return Subject(is_speaker=True, is_explicit=False)


def _without_scenes(text: str) -> str:
    """Leave out topics that state only a time or place."""
    return " ".join(part for part in re.split(r"(?<=[はが])", text) if not SCENE.search(part))
