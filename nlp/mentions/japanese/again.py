"""Find the further places of Japanese names: who has さん in one sentence has none in the next."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from nlp.readers import ORGANIZATION, PERSON, PET, Found
from nlp.text.sentences import alternation
from nlp.text.tokens import JAPANESE

OFTEN = frozenset({PERSON, PET, ORGANIZATION})
SURE, CONFIDENCE, MOST = 0.78, 0.75, 40
HAN_ONLY, KATAKANA_ONLY = re.compile(r"[一-龥々]+"), re.compile(r"[ァ-ヶー・＝=]+")
AFTER = (
    r"(?=[がはもとにのをへでや、。「」（）()：:→・／/,，!！?？|｜\s]"
    r"|さん|くん|ちゃん|から|って|だけ|より|まで|です|だ|$)"
)
# Names in hiragana stand behind a sign, another script or a particle.
BEFORE = r"(?:(?<![一-龥々ァ-ヶーぁ-んA-Za-z])|(?<=[はがをにとでもや、])|(?<=[一-龥]の))"
OTHER_BEFORE = {HAN_ONLY: r"(?<![一-龥々ァ-ヶー])", KATAKANA_ONLY: r"(?<![ァ-ヶー・＝=])"}


def again(text: str, found: Sequence[Found]) -> Iterator[Found]:
    """Yield the further places of people, pets and organizations that a rule is sure of."""
    names = {
        one.surface: one
        for one in found
        if one.type in OFTEN
        and one.confidence >= SURE
        and len(one.surface) > 1
        and JAPANESE.match(one.surface)
    }
    if not names:
        return
    known = {one.start for one in found}
    for before, some in _by_script(list(names)[:MOST]).items():
        for match in re.finditer(rf"{before}(?:{alternation(some)}){AFTER}", text):
            one = names[match[0]]
            if match.start() not in known and not _is_thing(one, text, match.end()):
                yield replace(
                    one,
                    start=match.start(),
                    end=match.end(),
                    confidence=CONFIDENCE,
                    method="rules:again",
                )


def _is_thing(one: Found, text: str, end: int) -> bool:
    """Whether a further place may be a place or food: 赤羽の居酒屋, リンゴを食べる."""
    if one.type == PERSON:
        return bool(HAN_ONLY.fullmatch(one.surface)) and text.startswith("の", end)
    return one.type == PET and text.startswith("を", end)


def _by_script(names: Sequence[str]) -> dict[str, list[str]]:
    """Return names by what may not stand in front of them."""
    result: dict[str, list[str]] = {}
    for name in names:
        script = next((one for one in OTHER_BEFORE if one.fullmatch(name)), None)
        result.setdefault(OTHER_BEFORE[script] if script else BEFORE, []).append(name)
    return result
