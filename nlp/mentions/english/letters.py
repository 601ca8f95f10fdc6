"""Find who signs a letter, and who is listed in a table, a rota or the minutes."""

import re
from collections.abc import Iterator

from nlp.mentions.findings import mention_at, mention_of
from nlp.mentions.words import words
from nlp.readers import PERSON, Found
from nlp.text.tokens import JAPANESE

from .tokens import ORGANIZATION_ENDS, is_everyday, is_family, is_given, places

SIGNED = re.compile(
    r"^(?:(?:(?:Best|Kind|Warm|Kindest|Warmest|Many|With) )?(?:regards|wishes|thanks)|Best"
    r"|All the best|Thanks|Thank you|Cheers|Sincerely|Yours(?: (?:sincerely|truly|faithfully))?|Love"
    r"|Rgds|BR|Ta|Yours|Hugs|Speak soon|See you|Lots of love|Talk soon|Warm wishes|In haste|x{1,3}"
    r"|Warmly|Respectfully|Take care|xo+)"
    r"[,!.]?[ \t]*+\n++[ \t]*+[-–—]?[ \t]*+(?P<name>[A-ZÀ-ÞĀ-Ž][\w’'-]+(?: [A-Z][\w’'.-]+){0,3})[ \t]*+$",
    re.MULTILINE | re.IGNORECASE,
)
WORD = r"[A-ZÀ-ÞĀ-Ž][^\W\d_A-Z]{1,24}+(?:['’-][^\W\d_]{1,24}+){0,3}+"
FULL = rf"{WORD}(?: (?:(?:de|van|von|dos|al|bin|der|den) )?{WORD}){{0,2}}"
# A last line by itself: "x Ottavia", "– Wulfric Hammond".
CLOSING = re.compile(
    rf"(?:^|(?<=[.!?] ))(?:x{{1,3}}|[–—](?=[^\n]*\Z)|[Ff]rom) ?(?P<name>{FULL})(?=[,.]? *$|, )",
    re.MULTILINE,
)
ROW = re.compile(r"^[ \t]*\|(?P<cells>[^\n]{1,300})\|[ \t]*$", re.MULTILINE)
OF_PEOPLE = re.compile(
    r"^(?:owners?|who|whom|names?|nurse|doctor|teacher|tutor|contact|lead|assignee|assigned(?: to)?|staff"
    r"|person|pupil"
    r"|student|player|attendee|guest|patient|driver|author|reviewer|member|volunteer|host|cook|carer"
    r"|tenant|customer"
    r"|client|child|kid|trainer|coach|speaker|presenter|responsible|on call|cover)s?$",
    re.IGNORECASE,
)
CELL = re.compile(rf"{FULL}")
PRESENT = re.compile(
    r"\b(?i:present|attendees|attending|participants|apologies|absent|in attendance|cast|crew|invited"
    r"|guests|team"
    rf"|members|players|volunteers|ushers|copied|cc)(?: so far)?: ?(?P<names>{FULL}(?:(?:, | and |, and "
    rf"| & |; ){FULL}){{1,15}})"
)
SLOT = re.compile(rf"\b\d{{1,2}}[:.]\d\d (?P<name>{FULL})(?=,|;|$|\n| \(| again\b)")
LABEL = re.compile(rf"(?:^|(?<=[.;] )|(?<=\n)|(?<=\n- ))(?P<name>{WORD}): ")
LEAST_ROWS = 2
NICKNAME = re.compile(rf"(?<![\w-])(?P<first>{WORD}) [\"“'‘(]{WORD}[\"”'’)] {WORD}")
INITIALS = re.compile(rf"(?<![\w.])(?<!\d )[A-Z]\. ?(?:[A-Z]\. ?){{0,2}}(?P<last>{WORD})(?![\w-])")
PARTICLE = re.compile(
    rf"\b(?:Mrs?|Ms|Miss|Dr|Prof)\.? (?P<name>(?:van|von|de|du|di|dos|da|le|la)(?: (?:den|der|la|las|los"
    rf"|het|'t))? {WORD})"
)
BIG = re.compile(rf"\b(?:Big|Wee|Little|Young|Old) (?P<first>{WORD})(?! {WORD})")
FAMILY = re.compile(
    rf"\b[Tt]he (?P<name>{WORD})(?= (?:boys|girls|twins|family|kids|brothers|sisters|lot|household|wedding)\b)"
    rf"|\b[Tt]he (?P<plural>{WORD}s)(?![\w-]| {WORD})"
)
LOUD = re.compile(r"(?<![\w-])[A-ZÀ-Þ]{4,}(?![\w-])")
LEAST_LOUD = 0.7


def signatures(text: str) -> Iterator[Found]:
    """Yield the name below "Best regards,", and people who stand in a list of people."""
    for match in SIGNED.finditer(text):
        name = match["name"].split()
        if all(word[0].isupper() for word in name) and not {word.lower() for word in name} & words(
            "common"
        ):
            yield mention_of(match, PERSON, 0.85, "signature", "name")
    if JAPANESE.search(text):
        return
    for match in CLOSING.finditer(text):
        if _is_person(match["name"]):
            yield mention_of(match, PERSON, 0.85, "signature", "name")
    yield from _in_tables(text)
    yield from _in_rows(text)
    yield from _by_shape(text)


def _is_person(name: str) -> bool:
    """Whether capitalized words may be a person: no everyday word, no place, no firm."""
    parts = [part.lower() for part in name.split()]
    if parts[-1] in ORGANIZATION_ENDS or name.lower() in places():
        return False
    if is_given(parts[0]):
        return True
    return not any(is_everyday(part) for part in parts) and parts[0] not in words("en_titles")


def _in_tables(text: str) -> Iterator[Found]:
    """Yield the people in a column whose heading asks for people."""
    columns: set[int] = set()
    for row in ROW.finditer(text):
        start, cells = row.start("cells"), row["cells"].split("|")
        headings = {at for at, cell in enumerate(cells) if OF_PEOPLE.match(cell.strip())}
        columns = headings or columns
        for at, cell in enumerate(cells):
            if at in columns and not headings:
                for one in CELL.finditer(cell):
                    if _is_person(one[0]):
                        yield mention_at(
                            text, start + one.start(), start + one.end(), PERSON, 0.9, "row"
                        )
            start += len(cell) + 1


def _in_rows(text: str) -> Iterator[Found]:
    for match in PRESENT.finditer(text):
        for one in CELL.finditer(text, *match.span("names")):
            if _is_person(one[0]):
                yield mention_at(text, *one.span(), PERSON, 0.88, "row")
    for pattern in (SLOT, LABEL):
        rows = [one for one in pattern.finditer(text) if _is_person(one["name"])]
        are_people = any(
            is_given(one["name"].lower()) or is_family(one["name"].lower()) for one in rows
        )
        if len(rows) >= LEAST_ROWS and are_people:
            for one in rows:
                yield mention_of(one, PERSON, 0.85, "row", "name")


def _by_shape(text: str) -> Iterator[Found]:
    """Yield people whose names have a shape of their own: A. K. Sandhu, Big Sam, the Abernathys."""
    for match in NICKNAME.finditer(text):
        if is_given(match["first"].lower()):
            yield mention_of(match, PERSON, 0.97, "shape")
    for match in INITIALS.finditer(text):
        if _is_person(match["last"]) and (
            is_family(match["last"].lower()) or match[0].count(".") > 1
        ):
            yield mention_of(match, PERSON, 0.88, "shape")
    for match in PARTICLE.finditer(text):
        yield mention_of(match, PERSON, 0.96, "title", "name")
    for match in BIG.finditer(text):
        if is_given(match["first"].lower()) and not is_everyday(match["first"].lower()):
            yield mention_of(match, PERSON, 0.96, "shape")
    for match in FAMILY.finditer(text):
        name = match["name"] or match["plural"].removesuffix("s")
        if (
            is_family(name.lower())
            and not is_everyday(name.lower())
            and name.lower() not in places()
        ):
            yield mention_of(match, PERSON, 0.85, "shape", "name" if match["name"] else "plural")
    for match in LOUD.finditer(text):
        name = match[0].lower()
        if is_given(name) and not is_everyday(name) and name not in places():
            yield mention_of(match, PERSON, LEAST_LOUD, "loud")
