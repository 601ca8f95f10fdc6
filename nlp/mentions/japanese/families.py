"""Find people by their family name in Japanese text: 万造寺さん, 田野倉主任, 五十嵐いおり."""

import re
from collections.abc import Iterator

from nlp.mentions.findings import mention_at
from nlp.mentions.words import words
from nlp.readers import PERSON, Found

from .given import ANY, LISTED, WITH_WORDS
from .people import PERSONAL

SURNAMES = words("ja_surnames")
LONGEST, LONGEST_GIVEN = 4, 6
PLACE = re.compile(r"(?<![一-龥々ァ-ヶー])(?=[一-龥])")
BEHIND = re.compile(
    r"(?:理学療法士|作業療法士|言語聴覚士|看護師|保育士|弁護士|税理士|行政書士|司法書士|先生|監事|理事|姉弟|"
    r"夫妻|一家|家の(?=皆|方)|さんち|くんち|んち|Ns|Dr|班(?![一-龥])|ケアマネ|待ち)"
)
KANA_NAME = re.compile(r"[ぁ-ん]{2,5}|[ァ-ヶー]{2,6}")
HAN_NAME = re.compile(r"[一-龥々]{1,3}(?![一-龥々])")
AFTER = re.compile(
    r"[がはもとにのをへでや、。「」（）()：:→・／/,，!！?？|｜\s]|さん|様|くん|ちゃん|氏|先生|から|って|だけ|より|まで|です|だ|$"
)


def families(text: str) -> Iterator[Found]:
    """Yield the people of a sentence whose family name is listed, before a title or a given name."""
    for place in PLACE.finditer(text):
        at = place.start()
        for size in range(LONGEST, 0, -1):
            end = at + size
            if text[at:end] not in SURNAMES:
                continue
            if stop := _given_end(text, end):
                yield mention_at(text, at, stop, PERSON, 0.91, "family")
            if size > 1 and (PERSONAL.match(text, end) or BEHIND.match(text, end)):
                yield mention_at(text, at, end, PERSON, 0.9, "title")
            elif text.startswith("ちゃん", end):
                yield mention_at(text, at, end, PERSON, 0.8, "title")
    yield from _behind_word(text)


def _given_end(text: str, at: int) -> int:
    """Return the end of a listed given name behind a family name; 0 if there is none."""
    start = at + 1 if text[at : at + 1] in (" ", "　") else at
    for pattern, listed in ((KANA_NAME, ANY), (HAN_NAME, LISTED)):
        match = pattern.match(text, start)
        for end in range(match.end(), start + 1, -1) if match else ():
            if text[start:end] in listed and AFTER.match(text, end):
                return end
    return 0


# A given name of one kanji behind a word of time: 次の日徹くんから.
CUT = re.compile(r"(?<=[日朝晩夜頃時週月年])(?P<name>[一-龥]{1,2})(?=くん|ちゃん|さん)")


def _behind_word(text: str) -> Iterator[Found]:
    for match in CUT.finditer(text):
        if match["name"] in WITH_WORDS:
            yield mention_at(text, *match.span("name"), PERSON, 0.8, "title")
