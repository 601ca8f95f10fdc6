"""Weigh the findings of the rules, and find names in their gaps."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from nlp.mentions.calibration import calibration
from nlp.mentions.japanese.people import ADDRESS, READING, ROLE_ENDS, ROLES
from nlp.mentions.words import words
from nlp.readers import LOCATION, ORGANIZATION, PERSON, Found
from nlp.text.sentences import ScriptSentence, script_sentences

from .features import DescribedWord, described
from .model import is_available, tagged

METHOD = "tagger:crf"
NAMES = frozenset({PERSON, ORGANIZATION, LOCATION})
# The tagger agrees with a rule above the one probability, and contradicts it below the other.
AGREES, DOUBTS = 0.7, 0.3
# A rule of this confidence is not corrected, and its findings keep at least the other one.
SURE_RULE, LEAST_OF_SURE = 0.9, 0.6
LONGEST_ACRONYM = 5
# 天津飯, 小倉トースト and のぞみ通り.
DISH = re.compile(
    r"(?:飯|丼|トースト|うどん|そば|ラーメン|カレー|ちゃんぽん|焼き|料理|餃子|パスタ|ケーキ|パン|スープ|サラダ|ソース|味噌|鍋)$|^[ぁ-ん]+通り$"
)
# Words side by side: 米・味噌汁・油. A name in katakana has such dots as well.
LISTED = re.compile(r"[一-龥々ぁ-ん]・|・[一-龥々ぁ-ん]")
WITH_KIN = re.compile(r"[曽曾高]?祖[父母].")
ACRONYM = re.compile(r"[A-Z]{2,4}")
KATAKANA = re.compile(r"[ァ-ヶー]+")
KANA = re.compile(r"[ぁ-んァ-ヶー]")
# English with Markdown, code or formulas has capitals of its own (Flexbox, Heron's formula), of
# which the few labeled sentences teach too little: there the tagger weighs, but adds nothing.
TECHNICAL = re.compile(r"`|\*\*|^[ \t]*#{1,6} |\\[([a-z]|\$\$", re.MULTILINE)
# Names by start, end and type, with the probabilities of the tagger.
Names = Mapping[tuple[int, int, str], float]


def agreement(probability: float) -> str:
    """Return what the tagger says of a finding of a rule."""
    if probability >= AGREES:
        return "agrees"
    return "doubts" if probability >= DOUBTS else "denies"


def weigh_and_fill(text: str, language: str, rules: Sequence[Found]) -> list[Found]:
    """Return the findings of the rules, weighed, and the names that the tagger adds, in order.

    ``rules`` are in order and do not overlap. The confidence of a finding becomes the measured
    rate of those that the tagger judges alike. A doubtful one gives way to a longer name that
    holds it; otherwise the tagger adds names only where no rule found anything. Without weights
    the rules' findings are returned as they are.
    """
    result: list[Found] = []
    is_plain = not TECHNICAL.search(text)
    starts = [one.start for one in rules]
    done = 0
    for sentence in script_sentences(text, language):
        first = bisect_left(starts, sentence.start)
        stop = bisect_left(starts, sentence.start + len(sentence.text))
        result += rules[done:first]
        result += _of_sentence(sentence, rules[first:stop], is_plain)
        done = stop
    return [*result, *rules[done:]]


def _of_sentence(sentence: ScriptSentence, rules: Sequence[Found], is_plain: bool) -> list[Found]:
    language = "ja" if sentence.is_japanese else "en"
    if not is_available(language):
        return list(rules)
    names = _names(sentence, rules, language)
    if names is None:
        return list(rules)
    may_add = is_plain or sentence.is_japanese
    added = list(_added(sentence, rules, names, language)) if may_add else []
    kept = [
        _weighed(one, names, language)
        for one in rules
        if not any(new.start < one.end and one.start < new.end for new in added)
    ]
    return sorted([*kept, *added], key=lambda one: one.start)


def _names(sentence: ScriptSentence, rules: Sequence[Found], language: str) -> Names | None:
    """Return what the tagger finds; None if there is no dictionary to cut words with."""
    moved = [
        replace(one, start=one.start - sentence.start, end=one.end - sentence.start)
        for one in rules
    ]
    found, features = described(sentence.text, is_japanese=sentence.is_japanese, rules=moved)
    if not found:
        return None
    return {
        (
            found[one.first].start + sentence.start,
            _end(sentence.text, found[one.first : one.stop]) + sentence.start,
            one.type,
        ): one.probability
        for one in tagged(language, features)
        if not (one.type == PERSON and _is_nobody(sentence.text, found[one.first : one.stop]))
    }


def _end(text: str, parts: Sequence[DescribedWord]) -> int:
    """Return the end of a name without its reading or its fans: 文子（ふみこ）, 阪神ファン."""
    has_fans = len(parts) > 1 and parts[-1].text == "ファン"
    start, end = parts[0].start, parts[-2 if has_fans else -1].end
    reading = READING.search(text, start, end)
    return reading.start() if reading and reading.start() > start else end


def _is_nobody(text: str, parts: Sequence[DescribedWord]) -> bool:
    """Whether words are a role, common nouns in katakana or an acronym: 花屋さん, ガスコンロ, ASA."""
    surface = text[parts[0].start : parts[-1].end]
    if ACRONYM.fullmatch(surface):
        return True
    if surface in words("ja_no_people"):
        return True
    # ビールは好かんな: the end of a verb.
    if surface.startswith("かん") and text.endswith("好", 0, parts[0].start):
        return True
    if surface in ROLES or (surface.endswith(ROLE_ENDS) and ADDRESS.match(text, parts[-1].end)):
        return True
    return all(part.is_noun and KATAKANA.fullmatch(part.text) for part in parts)


def _weighed(one: Found, names: Names, language: str) -> Found:
    if one.type not in NAMES:
        return one
    said = agreement(names.get((one.start, one.end, one.type), 0.0))
    measured = calibration().rule(one, language, said)
    # A form of address or of a company is evidence enough, whatever the tagger says.
    least = LEAST_OF_SURE if one.confidence >= SURE_RULE else 0.0
    return replace(one, confidence=round(max(measured, least), 3))


def _added(
    sentence: ScriptSentence, rules: Sequence[Found], names: Names, language: str
) -> Iterator[Found]:
    least = calibration().bar(language)
    for (start, end, type_name), probability in names.items():
        surface = sentence.text[start - sentence.start : end - sentence.start]
        over = [one for one in rules if one.start < end and start < one.end]
        if probability < least or not _is_name(surface):
            continue
        confidence = calibration().tagger(language, probability)
        # A doubtful name replaces nothing: it would not be shown itself.
        if over and confidence < LEAST_OF_SURE:
            continue
        if all(_gives_way(one, start, end) for one in over):
            yield Found(surface, start, end, type_name, confidence, METHOD)


def _is_name(surface: str) -> bool:
    """Whether a text can be a name by itself: small Latin letters and everyday words are none."""
    if surface.lower() in words("no_names"):
        return False
    if surface.isascii() and surface.isupper() and len(surface) > LONGEST_ACRONYM:
        return False
    if surface.isascii() and (
        surface.islower()
        or surface.lower() in words("common", "en_kinds", "en_more_words", "en_jobs")
    ):
        return False
    if DISH.search(surface) or LISTED.search(surface) or WITH_KIN.match(surface):
        return False
    if len(surface) == 1 and (surface.isascii() or KANA.match(surface)):
        return False
    return surface[0].isalnum() and any(sign.isalpha() for sign in surface)


def _gives_way(rule: Found, start: int, end: int) -> bool:
    is_longer = start <= rule.start and rule.end <= end and rule.end - rule.start < end - start
    return is_longer and rule.type in NAMES and rule.confidence < SURE_RULE
