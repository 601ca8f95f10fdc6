"""Read what a line tells of one person: "Daddy: 61, civil engineer", "Tom Brandt (pharmacist)"."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from nlp.facts.authorship import material_spans
from nlp.facts.doubted_health import is_in_care
from nlp.facts.english.health.words import ADJECTIVES, NAME
from nlp.facts.english.personal import DATE, LANGUAGE
from nlp.facts.english.statements.family import YEARS
from nlp.mentions.relatives import TIE
from nlp.mentions.words import words
from nlp.readers import PERSON, Found

from .japanese_people import people_in_japanese_brackets, people_in_japanese_lines
from .labels import ENGLISH
from .lines import LINE, CardSentence

KIN = (
    r"(?:(?:(?:big|little|older|younger|elder|eldest|oldest|youngest|twin|half|baby) )?"
    rf"(?:{TIE}|mam|mummy|mommy|daddy|sis|bro|nana|best friend|housemate))"
)
WORD = r"[^\W\d_][\w'’.-]*"
BETWEEN = r"(?::| -| –| —| =) "
BETWEEN_SIGN = re.compile(BETWEEN)
# "Mum: Grace, farmer", "Older brother Jun-ho: 22", "sister carys, bday 14 nov", "Zainab (sis): 17".
OF_KIN = re.compile(
    rf"(?:[Mm]y )?(?P<kin>(?i:{KIN}))(?:(?:{BETWEEN}|, | called | )(?P<name>{WORD}"
    rf"(?: {WORD})?)(?=[,.:]| [-–—=] ))?"
    rf"(?:{BETWEEN}|[,.] | (?=\d))(?P<told>\S.*)"
)
OF_NAME = re.compile(
    rf"(?P<name>{WORD}(?: {WORD}){{0,2}})"
    rf"(?:(?: \((?:my )?(?P<kin>{KIN})\)|, my (?P<tie>{KIN}))?{BETWEEN}"
    rf"|(?: \((?:my )?(?P<beside>{KIN})\)|, my (?P<after>{KIN})), )"
    r"(?P<told>\S.*)"
)
# "My nan:" and "Tom:" above what is told of them.
HEAD = re.compile(rf"(?:[Mm]y )?(?:(?P<kin>(?i:{KIN}))|(?P<name>{WORD}(?: {WORD})?)):?")
# "I'm Priya (34)" tells of the owner.
NAMES_OWNER = re.compile(r"\b(?:I'm|I am|[Mm]y name is|[Uu]ser(?:'s name)? is|[Cc]all me) $")
NEAR = 24
BRACKET = re.compile(r" \((?P<told>[^()\n]{3,60})\)")
AFTER_NAME = re.compile(r"[,;. ]*")
APART = re.compile(r"(?:, (?:and )?|; |\. |\.$|$)")
DOES = (
    r"(?:lives|works|has|likes|loves|enjoys|adores|hates|dislikes|prefers|speaks|uses|drives|plays|studies"
    r"|teaches|leads|runs|wears|takes|eats|keeps|doesn't|does not|can't|cannot|goes to|sings|owns|was born"
    r"|comes from|attends)"
)
IS = (
    rf"(?:allergic to|from|originally from|married to|studying|doing|living|working|retired|in charge of"
    rf"|based in|vegetarian|vegan|pescatarian|halal|kosher|lactose intolerant|gluten[- ]free"
    rf"|an? |fluent in|learning|into|obsessed with|born (?:on|in)|{ADJECTIVES}(?:$| since\b))"
)
BORN = r"(?:(?:(?:her|his) )?(?:birthday|bday|b-day|born|dob)(?: is|:| on)? )"
DEGREE = r"(?:(?:mild|severe|bad|slight|chronic|terrible|quite|very|a bit of|a touch of) ){0,3}"
# A part of such a line, the words before its value, and those behind it.
PARTS: Sequence[tuple[re.Pattern[str], str, str]] = tuple(
    (re.compile(pattern, re.IGNORECASE), before, behind)
    for pattern, before, behind in (
        (rf"(?:is |aged? )?(?P<o>{YEARS})(?: (?:years?|yrs?)(?: old| of age)?| ?y/?o)?", " is ", " years old."),
        (rf"{BORN}(?P<o>{DATE})", "'s birthday is ", "."),
        (rf"(?P<o>{DOES} \S.*)", " ", "."),
        (rf"(?P<o>{IS}.*)", " is ", "."),
        (rf"(?P<o>{DEGREE}{NAME})", " has ", "."),
        (rf"speaks? (?P<o>{LANGUAGE}.*)", " speaks ", "."),
    )
)  # fmt: skip
JOB_AT = re.compile(
    r"(?P<job>(?!(?:is|was|has|had|an?|the|my|our|your|no)\b)[a-z][\w'/ -]{2,40}?)"
    r"(?: (?:at|for|with|in) [^,;]+)?",
    re.IGNORECASE,
)
# "Mum: works late today" is of the moment, "Tom: likes your plan" was said by Tom.
OF_NOW = re.compile(
    r"\?|\b(?:I|I'm|we|you|your|my|me)\b|\b(?:today|tonight|tomorrow"
    r"|now|this (?:week|morning|evening|month)|at \d|on (?:mon|tues|wednes"
    r"|thurs|fri|satur|sun)day)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class EnglishHead:
    """Whom a line is about: what they are to the owner, their name, and where it tells of them."""

    kin: str
    name: str
    at: int

    @property
    def who(self) -> str:
        """The words that begin a sentence on them."""
        return self.name or f"The user's {self.kin}"


def people_in_lines(text: str, mentions: Sequence[Found], language: str) -> list[CardSentence]:
    """Return the sentences on people whom lines of a text tell of, in order.

    Lines of a record, of a text to work on or of people in care tell nothing.
    """
    if is_in_care(text):
        return []
    if language == "ja":
        return _own(text, people_in_japanese_lines(text, mentions))
    people = {one.surface for one in mentions if one.type == PERSON}
    lines = list(LINE.finditer(text))
    told = (_of_line(line["words"], line.start("words"), people) for line in lines)
    return _own(text, chain.from_iterable((*told, *_below_heads(lines, people))))


def people_in_brackets(text: str, mentions: Sequence[Found], language: str) -> list[CardSentence]:
    """Return the sentences on people of whom brackets tell: "Tom Brandt (pharmacist)"."""
    if language == "ja":
        return _own(text, people_in_japanese_brackets(text, mentions))
    brackets = (
        _parts(one.surface, found["told"], found.start("told"))
        for one in mentions
        if one.type == PERSON
        and not NAMES_OWNER.search(text[max(0, one.start - NEAR) : one.start])
        and (found := BRACKET.match(text, one.end))
    )
    return _own(text, chain.from_iterable(brackets))


def _own(text: str, told: Iterable[CardSentence]) -> list[CardSentence]:
    """Return the sentences that the author of a text states."""
    said = list(told)
    spans = material_spans(text) if said else []
    return [one for one in said if not any(start <= one.start < end for start, end in spans)]


def _below_heads(lines: Sequence[re.Match[str]], people: set[str]) -> Iterator[list[CardSentence]]:
    """Yield the sentences of the bullets below each line that only says whom they are about."""
    who = ""
    for line in lines:
        if not line["bullet"]:
            head = HEAD.fullmatch(line["words"]) if line["words"].endswith(":") else None
            known = head is not None and (head["kin"] or head["name"] in people)
            who = (head["name"] or f"The user's {head['kin']}") if head and known else ""
        elif who:
            yield list(_parts(who, line["words"], line.start("words")))


def _of_line(line: str, start: int, people: set[str]) -> list[CardSentence]:
    """Return the sentences of a line; none, if it is not on one person or too much is unread."""
    head = _head(line, people)
    if head is None:
        return []
    said = list(_parts(head.who, line[head.at :], start + head.at))
    parts = [part for part in APART.split(line[head.at :]) if part.strip()]
    has_sign = BETWEEN_SIGN.search(line[: head.at]) is not None
    # Words before a comma may begin prose: "My dad, George, is from Jamaica. He moved …".
    if not said or len(said) * (2 if has_sign else 1) < len(parts):
        return []
    if head.name and not (
        head.name in people or _may_be_name(head.name, head.kin, len(said) == len(parts))
    ):
        return []
    return [*_tie(head, line, start), *said]


def _head(line: str, people: set[str]) -> EnglishHead | None:
    """Return whom a line begins with; None if it does not begin with anybody."""
    found = OF_KIN.fullmatch(line) or OF_NAME.fullmatch(line)
    if found is None:
        return None
    given = found.groupdict()
    kin = next((given[one] for one in ("kin", "tie", "beside", "after") if given.get(one)), "")
    at = found.start("told")
    first = APART.split(found["told"])[0]
    if not found["name"] and first in people:
        behind = AFTER_NAME.match(line, at + len(first))
        return EnglishHead(kin.lower(), first, behind.end() if behind else len(line))
    return EnglishHead(kin.lower() if found["name"] else kin, found["name"] or "", at)


def _tie(head: EnglishHead, line: str, start: int) -> Iterator[CardSentence]:
    """Yield the sentence that says what a named person is to the owner."""
    if head.kin and head.name:
        place = start + line.index(head.name)
        before = f"The user's {head.kin} is "
        yield CardSentence(f"{before}{head.name}.", len(before), place, place + len(head.name))


def _may_be_name(name: str, kin: str, is_read_whole: bool) -> bool:
    """Whether a word that no list knows as a name is one: all that follows tells of a person."""
    lowered = name.lower()
    is_word = lowered in ENGLISH or lowered in words("common", "en_kinds", "en_more_words")
    return name[0].isupper() and not is_word and (bool(kin) or (is_read_whole and " " not in name))


def _parts(who: str, told: str, start: int) -> Iterator[CardSentence]:
    """Yield a sentence for each part that a rule for sentences can read."""
    if OF_NOW.search(told):
        return
    at = 0
    for apart in APART.finditer(told):
        part, first = told[at : apart.start()].strip(), at
        at = apart.end()
        if part and (sentence := _sentence(who, part, start + told.index(part, first))):
            yield sentence


def _sentence(who: str, part: str, start: int) -> CardSentence | None:
    for pattern, before, behind in PARTS:
        if found := pattern.fullmatch(part):
            first, last = found.span("o")
            value = part[first:last]
            if before == " ":
                value = value[0].lower() + value[1:]
            return _said(who, before, value, behind, start + first)
    job = JOB_AT.fullmatch(part)
    if job and job["job"].lower().split()[-1] in words("en_jobs"):
        return _said(who, " is a ", part, ".", start)
    return None


def _said(who: str, before: str, value: str, behind: str, start: int) -> CardSentence:
    at = len(who) + len(before)
    named = "" if who.startswith("The user's ") else who
    return CardSentence(f"{who}{before}{value}{behind}", at, start, start + len(value), who=named)
