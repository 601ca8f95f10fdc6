"""Find the further places of Japanese names: who has さん in one sentence has none in the next."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from nlp.readers import ORGANIZATION, PERSON, PET, Found
from nlp.text.tokens import JAPANESE

OFTEN = frozenset({PERSON, PET, ORGANIZATION})
SURE, CONFIDENCE, MOST = 0.78, 0.75, 40
HAN_ONLY, KATAKANA_ONLY = re.compile(r"[一-龥々]+"), re.compile(r"[ァ-ヶー・＝=]+")
AFTER = re.compile(
    r"[がはもとにのをへでや、。「」（）()：:→・／/,，!！?？|｜\s]"
    r"|さん|くん|ちゃん|から|って|だけ|より|まで|です|だ|$"
)
# Names in hiragana stand behind a sign, another script or a particle.
BEFORE = re.compile(r"(?<![一-龥々ァ-ヶーぁ-んA-Za-z])|(?<=[はがをにとでもや、])|(?<=[一-龥]の)")
BEFORE_HAN = re.compile(r"(?<![一-龥々ァ-ヶー])")
# 凪は14で: one kanji is a name again as the topic of a clause only.
BEFORE_ONE, AFTER_ONE = re.compile(r"(?:^|(?<=[、。！？\n]))"), re.compile(r"[はがも]")
BEFORE_KATAKANA = re.compile(r"(?<![ァ-ヶー・＝=])")


def again(text: str, found: Sequence[Found]) -> Iterator[Found]:
    """Yield the further places of people, pets and organizations that a rule is sure of."""
    names = {
        one.surface: one
        for one in found
        if one.type in OFTEN
        and one.confidence >= SURE
        and (len(one.surface) > 1 or (one.type == PERSON and HAN_ONLY.fullmatch(one.surface)))
        and JAPANESE.match(one.surface)
    }
    known = {one.start for one in found}
    for one in list(names.values())[:MOST]:
        for start, end in _places(text, one.surface):
            if start not in known and not _is_thing(one, text, end):
                yield replace(
                    one, start=start, end=end, confidence=CONFIDENCE, method="rules:again"
                )


def _places(text: str, name: str) -> Iterator[tuple[int, int]]:
    """Yield where a name stands as a word of its own."""
    before, after = BEFORE, AFTER
    if HAN_ONLY.fullmatch(name):
        before = BEFORE_HAN
    elif KATAKANA_ONLY.fullmatch(name):
        before = BEFORE_KATAKANA
    if len(name) == 1:
        before, after = BEFORE_ONE, AFTER_ONE
    at = text.find(name)
    while at >= 0:
        if before.match(text, at) and after.match(text, at + len(name)):
            yield at, at + len(name)
        at = text.find(name, at + len(name))


def _is_thing(one: Found, text: str, end: int) -> bool:
    """Whether a further place may be a place or food: 赤羽の居酒屋, リンゴを食べる."""
    if one.type == PERSON:
        return bool(HAN_ONLY.fullmatch(one.surface)) and text.startswith("の", end)
    return one.type == PET and text.startswith("を", end)
