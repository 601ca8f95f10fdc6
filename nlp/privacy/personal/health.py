"""Find statements on somebody's health: illnesses, treatments and medication."""

import re
from collections.abc import Iterator

from nlp.text.sentences import SENTENCE

from ..spans import Match
from .illnesses import (
    ABOUT_ILLNESS,
    IDIOM,
    ILLNESS,
    JAPANESE,
    JAPANESE_PERSON,
    NAMED_BY_END,
    PERSON,
    TOPIC,
)
from .medicines import DOSE, DOSE_OF_DAY, IN_MILLIGRAMS, JAPANESE_MEDICINE, MEDICINE, TAKEN, TREATED

# The words of a diagnosis, and what is diagnosed.
DIAGNOSED = re.compile(
    r"\b(?:diagnosed (?:me |him |her |us )?(?:with|as)|diagnosis (?:is|was|of)|suffer(?:s|ing|ed)? from"
    r"|allergic to"
    r"|prescribed(?: (?:me|him|her))?|in remission from|treated for|tested positive for"
    r"|living with(?= [a-z]+(?:itis|osis|emia|oma|pathy))"
    r"|surgery (?:for|on)|operation (?:for|on)|relapse of)"
    r" ((?:an? |the |my |his |her )?[\w'’-]{2,24}(?: (?!in\b|and\b|for\b|at\b|last\b|when\b|by\b|this\b"
    r"|on\b)(?:[\w'’-]{2,24}|[\dA-C]\b)){0,3})",
    re.I,
)
JAPANESE_DIAGNOSED = re.compile(
    r"([一-龯ァ-ヶーA-Za-z]{2,15})(?:だ)?(?:と診断|の診断を|を患|の持病|で(?:通院|入院|手術)|の(?:手術|再発"
    r"|治療))|持病の([一-龯ァ-ヶー]{2,12})"
)

ALLERGIC = re.compile(
    r"((?:[ァ-ヶー]{2,12}|[一-龯]{1,6}|[ぁ-ん]{2,4}))(?:に(?:対する|対して|も|は|重い|ひどい|強い)?"
    r"|への)(?:[ひ重強]\w{0,3})?アレルギー"
    r"|((?:[ァ-ヶー]{2,12}|[一-龯]{1,6})(?:[とや・、](?:[ァ-ヶー]{2,12}|[一-龯]{1,6})){0,3})"
    r"の?アレルギー(?=が(?:あ|出)|で(?![はも])|です|持ち|なので)"
)


def health(text: str) -> Iterator[Match]:
    """Find illnesses, treatments and medicines where a sentence says them of somebody."""
    # Who takes a medicine may stand in the sentence before.
    is_personal = bool(PERSON.search(text))
    for sentence in SENTENCE.finditer(text):
        if not sentence[0].strip() or TOPIC.search(sentence[0]) or IDIOM.search(sentence[0]):
            continue
        for start, end, sure in (*_english(sentence[0], is_personal), *_japanese(sentence[0])):
            yield sentence.start() + start, sentence.start() + end, sure


def _english(sentence: str, is_personal: bool) -> Iterator[Match]:
    for match in DIAGNOSED.finditer(sentence):
        yield match.start(1), match.end(1), 0.85
    # “Insulin was found in 1921” is said of nobody.
    is_said_of = any(
        not ILLNESS.match(sentence, person.start()) for person in PERSON.finditer(sentence)
    )
    if is_said_of:
        for pattern in (ILLNESS, NAMED_BY_END):
            for match in pattern.finditer(sentence):
                yield match.start(), match.end(), 0.8
    if is_said_of or DOSE_OF_DAY.search(sentence) or (is_personal and TAKEN.search(sentence)):
        for pattern in (MEDICINE, DOSE):
            for match in pattern.finditer(sentence):
                yield match.start(), match.end(), 0.85


def _japanese(sentence: str) -> Iterator[Match]:
    if sentence.isascii():
        return
    is_said_of = bool(JAPANESE_PERSON.search(sentence))
    for match in JAPANESE.finditer(sentence):
        if is_said_of or not ABOUT_ILLNESS.match(sentence, match.end()):
            yield match.start(), match.end(), 0.8
    for match in ALLERGIC.finditer(sentence):
        yield match.start(), match.end(), 0.82
    for match in JAPANESE_DIAGNOSED.finditer(sentence):
        at = 1 if match[1] else 2
        yield match.start(at), match.end(at), 0.82
    for match in JAPANESE_MEDICINE.finditer(sentence):
        # Katakana before a number may be anything; before milligrams it is a medicine.
        if IN_MILLIGRAMS.search(match[0]) or TREATED.search(sentence):
            yield match.start(), match.end(), 0.83
