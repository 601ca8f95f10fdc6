"""Find the lines of a card about the owner, and say each of them in sentences."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from nlp.dates import TimeExpression
from nlp.mentions.findings import mention_at
from nlp.mentions.words import words as jobs
from nlp.readers import LOCATION, PERSON, Found

from .labels import Field, bare_value, fields_of
from .lists import field_of_items

# Whose card it is: a heading that only says "Profile" may be anybody's.
HEADING = re.compile(
    r"(?:(?:the )?user(?:['’]s)? (?:profile|info(?:rmation)?|details|facts|background|context|memory)"
    r"|(?:(?:a (?:few|couple of|bit|little)|some)(?: (?:things|facts|bits|more))? |things |facts )?about"
    r" (?:me|myself|the user|user)|my (?:profile|details|info)|(?:known )?facts about (?:me|the user)"
    r"|what (?:I|we) know about (?:the )?user|ユーザー(?:の)?(?:情報|プロフィール|について|メモ)"
    r"|(?:自分|私)(?:について|の(?:情報|プロフィール))|自己紹介)",
    re.IGNORECASE,
)
# "Character profile", "Notes on Tom:", 患者情報: what follows tells of somebody else.
OTHERS = re.compile(
    r"(?:(?:character|persona|patient|client|customer|employee|candidate|contact|guest|student"
    r"|applicant|npc|protagonist|tenant)\b[^\n.!?]{0,30}?"
    r"|(?:notes?|info(?:rmation)?|details|facts|profile|background) (?:on|about|of|for) "
    r"(?!me\b|the user|myself)[^\n.!?:]{2,40}?"
    r"|(?:患者|登場人物|キャラ(?:クター)?|主人公|顧客|取引先|お客様|応募者|候補者|社員|生徒)"
    r"(?:の?(?:情報|プロフィール|設定|メモ))?|[^\s、。]{1,12}(?:さん|くん|君|先生|様)(?:について|の(?:情報|プロフィール|メモ))?)",
    re.IGNORECASE,
)
LINE = re.compile(
    r"^[ \t]*(?P<bullet>(?:[-*•・●]|\d{1,2}[.)])[ \t]*)?(?P<words>\S[^\n]*)$", re.MULTILINE
)
LABELLED = re.compile(
    r"(?P<label>[*_]{0,2}[^\s:：*][^:：\n]{0,24}?[*_]{0,2})[:：][*_]{0,2}[ \t]*(?P<value>\S.*)"
)
APART = re.compile(r"(?:, (?:and )?|; |、|，|・)(?![^()（）]{0,60}[)）])")
LEAST_LINES = 2
# How a note on the user begins that leaves out whom it is about: "Lives in Leeds".
STRONG = re.compile(
    r"(?:Lives in|Living in|Based in|Works (?:as|at|for)|Allergic to|Married (?:to|with)|Prefers"
    r"|Born (?:in|on)|Birthday|Originally from|Speaks)\b"
)
VERB = re.compile(
    r"(?:Lives|Works|Has|Is|Was|Prefers|Likes|Loves|Enjoys|Dislikes|Hates|Speaks|Uses|Drives|Plays|Studies|Owns"
    r"|Wants|Takes|Runs|Moved|Graduated|Goes|Avoids|Needs|Teaches|Manages|Leads)\b"
)
STATE = re.compile(
    r"(?:Allergic|Married|Divorced|Engaged|Vegetarian|Vegan|Pescatarian"
    r"|Born|Originally|From|Based|Living|Working"
    r"|Retired|Learning|Studying|Diabetic|Lactose|Gluten)\b"
)
# "Fatima, 28"
NAME_AND_AGE = re.compile(
    r"(?P<name>[A-ZÀ-Þ][\w'’-]+(?: [A-ZÀ-Þ][\w'’-]+)?),? \(?(?P<age>[1-9]\d)\)?"
)
NAME_ALONE = re.compile(
    r"[A-ZÀ-Þ][^\W\d_]+(?:['’-][^\W\d_]+)*(?: [A-ZÀ-Þ][^\W\d_]+(?:['’-][^\W\d_]+)*){1,2}"
)
AGE_ALONE = re.compile(
    r"(?:aged? )?[1-9]\d(?: (?:years?|yrs?)(?: old| of age)?| ?y/?o)?", re.IGNORECASE
)
HOME = re.compile(r"(?:home is(?: in)?|based in|live in|living in) (?P<place>\S.*)", re.IGNORECASE)
OF_WRITER = re.compile(r"(?:I|My|We|Our)\b")
LEAST_STRONG, LEAST_BARE = 2, 3


@dataclass(frozen=True, slots=True)
class CardSentence:
    """A sentence for a line of a card; its value stands at ``at`` in it and at ``start`` in the text.

    It begins with the name ``who``, if it is not about the owner. ``is_place``: its value is where
    somebody lives, though it may be a name as well.
    """

    text: str
    at: int
    start: int
    end: int
    who: str = ""
    is_place: bool = False

    def mentions(self, found: Sequence[Found]) -> list[Found]:
        """Return the mentions within the value, moved into the sentence, and whom it is about."""
        inside = [
            replace(
                one,
                start=one.start + self._gap,
                end=one.end + self._gap,
                type=LOCATION if self.is_place else one.type,
            )
            for one in found
            if self.start <= one.start and one.end <= self.end
        ]
        return (
            [mention_at(self.text, 0, len(self.who), PERSON, 1.0, "card"), *inside]
            if self.who
            else inside
        )

    def times(self, found: Sequence[TimeExpression]) -> list[TimeExpression]:
        """Return the times within the value, moved into the sentence."""
        return [
            replace(one, start_char=one.start_char + self._gap, end_char=one.end_char + self._gap)
            for one in found
            if self.start <= one.start_char and one.end_char <= self.end
        ]

    @property
    def _gap(self) -> int:
        return self.at - self.start


def card_sentences(text: str) -> list[CardSentence]:
    """Return the sentences of a card about the owner; none, if the text is no such card."""
    lines = list(LINE.finditer(text))
    if items := _items(lines):
        return items
    has_heading = bool(lines) and HEADING.fullmatch(_heading(lines[0])) is not None
    body = lines[has_heading:]
    if not has_heading and not _is_bare(body):
        return []
    said = [list(_sentences(line)) for line in body]
    # Prose below a heading is read as any text is.
    is_card = len(body) >= LEAST_LINES and sum(map(bool, said)) * 2 > len(body)
    return [sentence for group in said for sentence in group] if is_card else []


def _items(lines: Sequence[re.Match[str]]) -> list[CardSentence]:
    """Return the sentences of a list whose heading says what its items are, if the text is one."""
    if not lines:
        return []
    inline = LABELLED.fullmatch(lines[0]["words"]) if len(lines) == 1 else None
    field = field_of_items(inline["label"].strip() if inline else _heading(lines[0]))
    if field is None:
        return []
    if inline:
        at = lines[0].start("words") + inline.start("value")
        return list(_of_field(replace(field, is_list=True), inline["value"].rstrip(" ."), at))
    if not all(line["bullet"] for line in lines[1:]):
        return []
    found = (_of_field(field, line["words"], line.start("words")) for line in lines[1:])
    return [sentence for group in found for sentence in group]


def is_card_of_other(text: str, people: Collection[str]) -> bool:
    """Return whether a text is a list below a heading that names somebody else, or a kind of them.

    ``people`` are the names of people in the text.
    """
    lines = list(LINE.finditer(text))
    if len(lines) <= LEAST_LINES or lines[0]["bullet"]:
        return False
    heading, body = _heading(lines[0]), lines[1:]
    is_named = heading in people
    is_listed = sum(bool(line["bullet"] or LABELLED.fullmatch(line["words"])) for line in body)
    return (is_named or OTHERS.fullmatch(heading) is not None) and is_listed * 2 > len(body)


def _heading(line: re.Match[str]) -> str:
    """Return the words of a line without the signs of a heading: "## **User profile:**"."""
    words: str = line["words"]
    return words.strip(" \t#*:：")


def _is_bare(lines: Sequence[re.Match[str]]) -> bool:
    """Return whether all lines are bullets that leave out whom they are about: the user."""
    if len(lines) < LEAST_BARE or not all(line["bullet"] for line in lines):
        return False
    begun = [line["words"] for line in lines]
    known = all(VERB.match(words) or STATE.match(words) or STRONG.match(words) for words in begun)
    return known and sum(bool(STRONG.match(words)) for words in begun) >= LEAST_STRONG


def _sentences(line: re.Match[str]) -> Iterator[CardSentence]:
    labelled = LABELLED.fullmatch(line["words"])
    fields = fields_of(labelled["label"], labelled["value"]) if labelled else []
    if labelled and fields:
        start = line.start("words") + labelled.start("value")
        for field, value in fields:
            yield from _of_field(field, value, start + labelled["value"].index(value))
    elif line["bullet"]:
        yield from _of_note(line["words"], line.start("words"))


def _of_field(field: Field, value: str, start: int) -> Iterator[CardSentence]:
    bounds = [found.span() for found in APART.finditer(value)] if field.is_list else []
    starts, ends = [0, *(end for _, end in bounds)], [*(start for start, _ in bounds), len(value)]
    for first, last in zip(starts, ends, strict=True):
        words = bare_value(value[first:last], field)
        if words:
            at = len(field.before)
            yield CardSentence(
                f"{field.before}{words}{field.behind}",
                at,
                start + first,
                start + first + len(words),
            )


def _of_note(words: str, start: int) -> Iterator[CardSentence]:
    """Yield the sentence of a bullet without a label: "Lives in Leeds", "Vegetarian since 2018"."""
    if named := NAME_AND_AGE.fullmatch(words):
        for group, before, behind in (
            ("name", "The user's name is ", "."),
            ("age", "The user is ", " years old."),
        ):
            at, end = (start + place for place in named.span(group))
            yield CardSentence(f"{before}{named[group]}{behind}", len(before), at, end)
        return
    if NAME_ALONE.fullmatch(words):
        before, behind = "The user's name is ", "."
        yield CardSentence(f"{before}{words}{behind}", len(before), start, start + len(words))
        return
    if home := HOME.fullmatch(words):
        before, at = "The user lives in ", start + home.start("place")
        yield CardSentence(f"{before}{home['place']}.", len(before), at, start + len(words))
        return
    if VERB.match(words):
        before = "The user "
    elif AGE_ALONE.fullmatch(words):
        before = "The user is "
    elif words.rstrip(".").lower().split()[-1] in jobs("en_jobs"):
        before = "The user is a "
    elif STATE.match(words):
        before = "The user is "
    elif words.isascii() and words[0].isupper() and not OF_WRITER.match(words):
        before = "The user is a "
    else:
        return
    said = words[0].lower() + words[1:]
    yield CardSentence(f"{before}{said.rstrip('.')}.", len(before), start, start + len(words))
