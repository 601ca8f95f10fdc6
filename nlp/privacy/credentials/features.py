"""Describe a word by its form, its neighbors, and the classes of the words around it."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from nlp.mentions.words import words

from .candidates import PossibleSecret
from .word_classes import CLASSES, OPENING, PATTERNS

# How far words still say something of a candidate, in characters.
NEAR = 100
SENTENCE_END = re.compile(r"[。！？!?\n]|\.(?=\s)")
TOKEN = re.compile(r"[a-z]+(?:['’][a-z]+)?|0+|[ァ-ヶー]+|[一-龯々]+|[ぁ-ん]|[^\s\w]")
# What else is done with a code; and for an answer, the question and who asks.
ACTS = frozenset({"typed", "opened", "changed", "owner"})
ASKING, ASKED_BY = (
    frozenset({"question", "secret"}),
    frozenset({"account", "bank", "asked", "secret"}),
)
# A class right beside a candidate says more than one elsewhere in its sentence.
BESIDE = 8
UNIT = re.compile(
    r"[^\S\n]?(?:円|万|人|名|年|月|日|時|分|秒|回|個|件|本|枚|冊|号|組|階|番線|丁目|度|歳|才|台|点|桁"
    r"|文字|ページ"
    r"|行|箱|着|歩|匹|頭|軒|社|店|ポイント|メートル|キロ|グラム|ミリ|ワット|株|系統|室|円残"
    r"|[a-z]{1,4}\b(?<!is)(?<!and)"
    r"(?<!then)(?<!for)(?<!to)(?<!on)(?<!at)(?<!in)(?<!or)(?<!gets)(?<!this)(?<!but)(?<!with)(?<!till)(?<!so)(?<!now)"
    r"|steps|views|people|years|minutes|hours|boxes|words|rows|spins|films|points|files|pages|metres"
    r"|copies)"
)
LABEL = re.compile(
    r"(?:部品|証券コード|コード|番号|型番|桁は|数|費|内線|号|ポイントは|約|計|残り|バージョン|版|部屋"
    r"|整理|[第全]"
    r"|\b(?:part|extension|ext|no|number|code|built in|since|in|by|about|over|of|until|version|room"
    r"|size|type|model|zip"
    r"|paint|error|room|flight|from|to|than|at|for|a|the)\.?)[^\S\n]?$"
)
# The words within a word, and syllables of Japanese in Latin letters.
PART = re.compile(r"[A-Z]?[a-z]{3,}|[A-Z]{3,}")
ROMAJI = re.compile(
    r"(?:(?:[kstnhmyrwgzjdbpf]|ky|sh|ch|ts|ny|hy|my|ry|gy|by|py)?[aiueo]|n(?![aiueoy])|(?:kk|ss|tt|pp|tch|ssh)[aiueo]){2,12}",
    re.I,
)
# What a form says depends on what it would open.
TELLING = frozenset(
    {
        "letters+digits",
        "Letters+digits",
        "camel",
        "leet",
        "hyphen",
        "under",
        "dot",
        "sign",
        "bang",
        "plain",
        "dial",
        "zero",
        "len4",
        "len5",
        "len6",
        "len3",
        "romaji",
        "year",
        "round",
        "japanese",
    }
)
JAPANESE = re.compile("[ぁ-んァ-ヶ一-龯]")


@dataclass(frozen=True, slots=True)
class ClassedText:
    """A text, and where words of each class stand in it."""

    text: str
    starts: Sequence[int]
    classes: Sequence[tuple[int, int, str]]

    @property
    def has_question(self) -> bool:
        """Whether somewhere a question may be asked to which the answer opens something."""
        return any(name in ASKING for _start, _end, name in self.classes)

    def around(self, start: int, end: int) -> Sequence[tuple[int, int, str]]:
        """Return the classed words near a stretch, without those in it."""
        first, last = bisect_left(self.starts, start - NEAR), bisect_left(self.starts, end + NEAR)
        return [one for one in self.classes[first:last] if one[1] <= start or one[0] >= end]

    def may_open(self, candidate: PossibleSecret) -> bool:
        """Whether words near a candidate are of the classes of what is opened."""
        near = {name for _start, _end, name in self.around(candidate.start, candidate.end)}
        if candidate.kind == "name":
            return bool(near & ASKING) and bool(near & ASKED_BY)
        return bool(near & (OPENING.keys() | ACTS))


def classed(text: str) -> ClassedText:
    """Find the words of each class."""
    found = sorted(
        (match.start(), match.end(), name)
        for name, pattern in PATTERNS.items()
        for match in pattern.finditer(text)
    )
    return ClassedText(text, [start for start, _end, _name in found], found)


def features(text: ClassedText, candidate: PossibleSecret) -> list[str]:
    """Return the features of a candidate, each once."""
    return list(dict.fromkeys(_all(text, candidate)))


def _all(given: ClassedText, candidate: PossibleSecret) -> Iterator[str]:
    text, start, end, kind = given.text, candidate.start, candidate.end, candidate.kind
    before = text[max(0, start - NEAR) : start]
    after = text[end : end + NEAR]
    yield f"k:{kind}"
    forms = [*_forms(text[start:end])]
    for form in forms:
        yield f"{kind}:{form}"
    left, right = _tokens(before), _tokens(after)
    yield from _neighbors(kind, left, right)
    first = max((m.end() for m in SENTENCE_END.finditer(before)), default=0)
    end_found = SENTENCE_END.search(after)
    last = end + (end_found.start() if end_found else len(after))
    begin = max(0, start - NEAR) + first
    for at, stop, name in given.around(start, end):
        side = "<" if at < start else ">"
        place = side if begin <= at < last else f"~{side}"
        yield f"c:{name}{place}"
        if side == "<" and start - stop <= BESIDE:
            yield f"{kind}+{name}<<"
        yield f"{kind}+{name}{place}"
    if UNIT.match(after.lower()):
        yield f"{kind}:unit"
    if label := LABEL.search(before[-16:].lower()):
        yield f"{kind}:label"
        yield f"{kind}:label={label[0].strip()}"
    present = {name for at, stop, name in given.around(start, end) if begin <= at < last}
    for name in CLASSES:
        if name in OPENING and name in present:
            for other in sorted(present - {name}):
                yield f"{kind}&{name}&{other}"
            for form in forms:
                if form in TELLING:
                    yield f"{kind}&{name}@{form}"
    if not end_found or not after[: end_found.start()].strip():
        yield f"{kind}:ends"
    if not before[first:].strip():
        yield f"{kind}:begins"


def _tokens(text: str) -> list[str]:
    return TOKEN.findall(re.sub(r"\d", "0", text.lower()).replace("’", "'"))


def _neighbors(kind: str, left: Sequence[str], right: Sequence[str]) -> Iterator[str]:
    for at, token in enumerate(reversed(left[-3:]), 1):
        yield f"{kind}:l{at}={token}"
    for at, token in enumerate(right[:3], 1):
        yield f"{kind}:r{at}={token}"
    yield f"{kind}:l={''.join(left[-2:]) or '^'}"
    yield f"{kind}:r={''.join(right[:2]) or '$'}"
    yield f"{kind}:lr={''.join(left[-1:])}_{''.join(right[:1])}"
    for token in left[-12:]:
        yield f"w<{token}"
    for token in right[:12]:
        yield f"w>{token}"


def _forms(value: str) -> Iterator[str]:
    """Yield what is told from the characters of a candidate alone."""
    yield f"len{min(len(value), 20)}"
    digits = len(re.findall(r"\d", value))
    yield f"digits{min(digits, 8)}"
    for name, form in FORMS.items():
        if form.search(value):
            yield name
    if parts := PART.findall(value):
        known = sum(part.lower() in words("common") for part in parts)
        romaji = sum(bool(ROMAJI.fullmatch(part)) for part in parts)
        yield f"known{min(known, 3)}of{min(len(parts), 3)}"
        if romaji > 0 and known + romaji >= len(parts):
            yield "romaji"
    kinds = sum(bool(re.search(form, value)) for form in (r"[a-z]", r"[A-Z]", r"\d", r"[^\w\s]|_"))
    yield f"kinds{kinds}"


FORMS = {
    "year": re.compile(r"^(?:19|20)\d\d$"),
    "time": re.compile(r"^(?:[01]\d|2[0-3])[0-5][05]$"),
    "round": re.compile(r"^\d+00$"),
    "zero": re.compile(r"^0\d"),
    "dial": re.compile(r"^\d{1,2}(?:-\d{1,2}){2,3}$"),
    "keypad": re.compile(r"[#*]"),
    "letters+digits": re.compile(r"^[a-z]+\d+$"),
    "Letters+digits": re.compile(r"^[A-Z][a-z]+\d+$"),
    "CAPS+digits": re.compile(r"^[A-Z]+\d+$"),
    "digits-end": re.compile(r"\d$"),
    "camel": re.compile(r"[a-z][A-Z]"),
    "leet": re.compile(r"[a-z]\d[a-z]"),
    "hyphen": re.compile(r"-"),
    "under": re.compile(r"_"),
    "dot": re.compile(r"\."),
    "sign": re.compile(r"[!#$%&*+?^~@]"),
    "bang": re.compile(r"!$"),
    "hex": re.compile(r"^[0-9a-f]{7,}$"),
    "plain": re.compile(r"^[A-Za-z]+(?:[-_.][A-Za-z]+)*$"),
    "japanese": JAPANESE,
}
