"""Find the topic that the sentences before leave: who goes on being told of."""

import re
from collections.abc import Sequence
from itertools import zip_longest

from nlp.facts.family.roles import JAPANESE_PET
from nlp.facts.japanese.rules import FIRST, KIN, TITLE
from nlp.facts.rules import SOMEONE
from nlp.facts.sentences import OWNER, PERSON, WRITTEN_OWNER, Subject

from .topics import INTRODUCED, IS_FIRST, MATTER, PETS, UNKNOWN

# A sentence that introduces a relative, about whom the next one goes on: 妹は花子といいます。
KIN_NAMED = re.compile(
    rf"^[\s・*-]*(?:(?:うち|{FIRST})の)?{KIN}(?:の名前)?は、?(?P<name>{SOMEONE}){TITLE}"
    r"(?:です|だ|(?:と|って)(?:いい|いう|言い|言う)|いうて|いいまし|いいます|って名前)"
)

# うちで8年 is said of somebody who works for the writer.
IS_OWN_TOPIC = re.compile(rf"(?!うち[でにへ]){FIRST}")
# A person as the topic of a sentence: 祖母のキヨは, 息子の蓮、5歳。, 弟は, 弟のことで.
TOPIC_BEFORE = re.compile(
    rf"(?P<name>{SOMEONE}|{FIRST}|(?<![一-龥]){KIN})(?:[)）])?{TITLE}(?:は|も"
    rf"|が(?![^、。]{{1,16}}(?:から|ので|ため))|(?=、|。|→|＝|$)|(?=(?:と|って)?いう)"
    rf"|(?=の{MATTER}(?:で|なん|だ|を|。|$)))"
)

# 上司は江藤課長。: what follows is about the owner again.
SAYS_WHO = re.compile(
    r"(?:上司|上長|ボス|同僚|部下|先輩|後輩|主治医|担任|担当)(?:は|：|:)"
    rf"[^。はが]{{0,12}}{SOMEONE}[^。はが]{{0,4}}。?\s*$"
)
# An aside leaves no topic: (湊くんは宇宙、葵ちゃんはきのこ).
ASIDE = re.compile(r"[(（][^()（）\n]*[)）]")
# 夫の健太と二人暮らし, 猫と暮らしている: whoever lives with them stays the topic.
HOUSEHOLD = re.compile(r"と[^、。と]{0,6}暮らし")

HAS_SOMEBODY = re.compile(
    rf"(?:{KIN}|子ども|子供|{JAPANESE_PET})(?:が|を)[^、。は]{{0,6}}(?:い(?:る|て|ます)|おり|飼)"
)
OTHERS = re.compile(rf"{PETS}|{KIN}(?:の|は|が|も)")
# 弟がいます。アグスです。: the second sentence names whom the first one tells of.
NAMED_ALONE = re.compile(
    rf"^\s*(?:(?:名前|なまえ|名)は、?「?(?P<called>[^\s、。はがを「」]{{1,10}}?)|(?P<name>{SOMEONE})){TITLE}」?"
    r"(?:です|だ|という|と(?:いい|言い)|って(?:いう|いい)|[。！!]?\s*$)"
)
TOLD_OF_ONE = re.compile(
    rf"(?:{KIN}|友達|友だち|友人|同僚)が(?:[一1ひと]+[人り])?(?:い(?:ます|る)|おり?ます)[。！!]?\s*$"
)


def topic_of(parts: Sequence[tuple[str, int]], at: int) -> Subject | None:
    """Return the topic that the sentences before ``at`` leave, the nearest sentence first.

    That is a person, as a span that counts from ``at``; the owner if they are named; UNKNOWN
    after words on a pet or on a relative's things; None if nobody was the topic.
    """
    for (text, offset), (earlier, _) in zip_longest(parts, parts[1:], fillvalue=("", 0)):
        if (alone := NAMED_ALONE.match(text)) and TOLD_OF_ONE.search(earlier):
            start, end = (offset - at + place for place in alone.span(alone.lastgroup or "name"))
            return Subject(start, end)
        if named := KIN_NAMED.search(text):
            start, end = (offset - at + place for place in named.span("name"))
            return Subject(start, end)
        if INTRODUCED.search(text):
            return WRITTEN_OWNER if OWNER in text else None
        if OWNER in text and PERSON not in text:
            # ユーザーには息子がいる。名前は悠斗。
            return UNKNOWN if HAS_SOMEBODY.search(text) else WRITTEN_OWNER
        if SAYS_WHO.search(text):
            continue
        found = list(TOPIC_BEFORE.finditer(ASIDE.sub(_blank, text)))
        if HOUSEHOLD.search(text) and not any(one[0][-1] in "はもが" for one in found):
            continue
        if found:
            name = found[-1]
            if IS_FIRST.match(name["name"]):
                return WRITTEN_OWNER if name["name"][0] == OWNER else None
            start, end = (offset - at + place for place in name.span("name"))
            return Subject(start, end)
        if OTHERS.search(text):
            return UNKNOWN
        if IS_OWN_TOPIC.search(text):
            return None
    return None


def _blank(aside: re.Match[str]) -> str:
    return "　" * len(aside[0])
