"""Find postal addresses: those with a postcode or a house number that somebody lives at."""

import re
from collections.abc import Iterator

from ..spans import Match, half_width, words_before

_NAME = "[一-龯々ぁ-んァ-ヶーA-Z]"
PREFECTURE = r"(?:東京都|北海道|(?:大阪|京都)府|[一-龯]{2,3}県)"
_BLOCK = (
    r"\d{1,4}(?:丁目|番地?|-)[\d丁目番地号-]{0,12}"
    r"(?:[^\S\n]?[^\s、。,]{1,20}?\d{2,4}号室?|[^\S\n][ァ-ヶー一-龯々]{2,20}\d{1,4}(?!\d))?"
)
JAPANESE = re.compile(
    rf"(?:〒?\s?(?<!\d)\d{{3}}-\d{{4}}\s?)?{PREFECTURE}\s?{_NAME}{{1,8}}"
    rf"[市区町村郡]\s?{_NAME}{{0,16}}\s?{_BLOCK}"
    rf"|〒?\s?(?<!\d)\d{{3}}-\d{{4}}\s?{_NAME}{{1,8}}[市区町村郡]\s?{_NAME}{{0,16}}\s?{_BLOCK}"
)
POSTCODE = re.compile(r"〒\s?\d{3}-?\d{4}(?!\d)")
CITY = re.compile(rf"{_NAME}{{1,8}}[市区町村]{_NAME}{{1,16}}?(?:\d{{1,2}}条)?{_BLOCK}")
LED = re.compile(r"[^市区町村]{0,7}[はがをへ]")
JAPANESE_WORDS = re.compile(
    r"住所|住んで|自宅|実家|引っ越|転居|届け先|宛て?|送り先|新居|本籍|年賀状|転送|うちまで|家まで"
)
BRITISH = re.compile(
    r"(?<![\w-])(?:(?:Flat|Apartment|Unit) \w{1,4},? )?\d{1,4}[A-Za-z]?,? [A-Z][\w'’-]{1,20}(?: [A-Z]"
    r"[\w'’-]{1,20}){0,3}"
    r"(?:, [A-Z][\w'’ -]{1,30}){0,3},? [A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b"
)
_STREET = (
    r"(?:St|Street|Ave|Avenue|Rd|Road|Blvd|Boulevard|Ln|Lane|Dr|Drive|Ct|Court|Pl|Place|Way|Ter|Terrace|Cir"
    r"|Circle|Pkwy|Hwy|Sq|Square|Close|Rise|Crescent|Gardens|Mews|Row|Hill|Grove|Trail)"
)
STREET = re.compile(
    rf"(?<![\w-])\d{{1,6}}[A-Za-z]? (?:[NSEW]\.? )?[A-Z0-9][\w'’.-]{{1,20}}(?: [A-Z][\w'’-]{{1,20}}){{0,2}}"
    rf" {_STREET}\b\.?"
    r"(?:,? (?:Apt|Apartment|Unit|Suite|Flat|#)\.? ?\w{1,5})?(?:, [A-Z][\w .'’-]{1,30}?(?=,| [A-Z]{2}\b))?"
    r"(?:,? ([A-Z]{2},? \d{5}(?:-\d{4})?)\b)?"
)
# States, districts and territories of the United States, and the posts of its forces.
_STATE = (
    r"(?:A[AEKLPRSZ]|C[AOT]|D[CE]|F[LM]|G[AU]|HI|I[ADLN]|K[SY]|LA|M[ADEHINOPST]|N[CDEHJMVY]|O[HKR]"
    r"|P[ARW]|RI|S[CD]|T[NX]|UT|V[AIT]|W[AIVY])"
)
# A number, up to eight words, a city, a state and its postcode: whatever the street is called.
AMERICAN = re.compile(
    r"(?<![\w-])\d{1,6}[A-Za-z]?(?: [A-Z0-9#][\w'’.-]{0,20}){1,8},"
    rf" [A-Z][\w'’.-]{{1,20}}(?: [A-Z][\w'’.-]{{1,20}}){{0,3}},? {_STATE},? \d{{5}}(?:-\d{{4}})?(?![\w-])"
)
STREET_WORDS = re.compile(
    r"\b(?:lives?|living|address|home|house|moved|move|deliver|mail|ship|post it|send|reside|apartment"
    r"|flat)\b",
    re.I,
)
NEAR = 60


def addresses(text: str) -> Iterator[Match]:
    """Find addresses by their form; without a postcode, a word for living has to stand before."""
    folded = half_width(text)
    for match in JAPANESE.finditer(folded):
        yield match.start(), match.end(), 0.9
    for match in POSTCODE.finditer(folded):
        # Alone it names a quarter.
        around = folded[max(0, match.start() - NEAR) : match.end() + NEAR]
        if JAPANESE_WORDS.search(around):
            yield match.start(), match.end(), 0.75
    for match in (*BRITISH.finditer(folded), *AMERICAN.finditer(folded)):
        yield match.start(), match.end(), 0.9
    for match in CITY.finditer(folded):
        # The particle before a name is not told from its characters.
        led = LED.match(match[0])
        start = match.start() + (led.end() if led else 0)
        if JAPANESE_WORDS.search(words_before(folded, start, NEAR)):
            yield start, match.end(), 0.8
    for match in STREET.finditer(folded):
        if match[1] or STREET_WORDS.search(words_before(folded, match.start(), NEAR)):
            yield match.start(), match.end(), 0.9 if match[1] else 0.75
