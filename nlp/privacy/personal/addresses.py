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
CITY = re.compile(
    rf"{_NAME}{{1,8}}[市区町村]{_NAME}{{1,16}}?(?:[\d一二三四五六七八九十]{{1,3}}条[東西南北]?)?{_BLOCK}"
)
LED = re.compile(r"[^市区町村]{0,7}[はがをへ]")
JAPANESE_WORDS = re.compile(
    r"住所|住んで|自宅|実家|引っ越|転居|届け先|宛て?|送り先|新居|本籍|年賀状|転送|うちまで|家まで"
    r"|下宿|寮は|滞在先|現住所|帰省先|転入|転出"
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
POST_BOX = re.compile(
    rf"\bP\.?O\.? ?Box \d{{1,6}}, [A-Z][\w'’.-]{{1,20}}(?: [A-Z][\w'’.-]{{1,20}}){{0,3}}"
    rf",? {_STATE},? \d{{5}}(?:-\d{{4}})?(?![\w-])"
)
STREET_WORDS = re.compile(
    r"\b(?:pick (?:me|us|him|her|them|it) up|(?:my|our) (?:place|parents)|lives?"
    r"|living|address|home|house|moved|move|deliver|mail|ship|post it|send|reside|apartment"
    r"|flat)\b",
    re.I,
)
# Where a building of nobody stands, as an encyclopedia says it.
LOCATED = re.compile(
    r"(?:番地|号)?(?:に|の地に)(?:所在|ある|あった|位置|本社|本店|本部|開館|開業|設置|移転)"
)
NEAR = 60
# A list of addresses is named above it.
LISTED_LINE = re.compile(r"[^\S\n]*[-*・•]")
LIST_NEAR = 160


def addresses(text: str) -> Iterator[Match]:
    """Find addresses by their form; without a postcode, a word for living has to stand before."""
    folded = half_width(text)
    for match in JAPANESE.finditer(folded):
        if not _is_of_building(folded, match):
            yield match.start(), match.end(), 0.9
    for match in POSTCODE.finditer(folded):
        # Alone it names a quarter.
        around = folded[max(0, match.start() - NEAR) : match.end() + NEAR]
        if JAPANESE_WORDS.search(around):
            yield match.start(), match.end(), 0.75
    for match in (
        *BRITISH.finditer(folded),
        *AMERICAN.finditer(folded),
        *POST_BOX.finditer(folded),
    ):
        yield match.start(), match.end(), 0.9
    for match in CITY.finditer(folded):
        # The particle before a name is not told from its characters.
        led = LED.match(match[0])
        start = match.start() + (led.end() if led else 0)
        before = words_before(folded, start, NEAR)
        if LISTED_LINE.match(before):
            before = folded[max(0, start - LIST_NEAR) : start]
        if JAPANESE_WORDS.search(before):
            yield start, match.end(), 0.8
    for match in STREET.finditer(folded):
        if match[1] or STREET_WORDS.search(words_before(folded, match.start(), NEAR)):
            yield match.start(), match.end(), 0.9 if match[1] else 0.75


def _is_of_building(text: str, match: re.Match[str]) -> bool:
    """Whether a sentence says that something stands at an address, and nothing of a home."""
    around = text[max(0, match.start() - NEAR) : match.end() + NEAR]
    return bool(LOCATED.match(text, match.end())) and not JAPANESE_WORDS.search(around)
