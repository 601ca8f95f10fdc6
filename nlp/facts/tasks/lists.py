"""Find the tasks that stand below or behind a heading: "To do this week:", "Need to: a, b, c"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

# "To do well in this exam:" and "Things to do in Lisbon:" head no list of what is to be done.
WHEN = (
    r"(?:for|before|by|until|this|next|today|tomorrow|tonight|on|when|after|now|asap|still|left|week(?:end)?"
    r"|(?:[Mm]on|[Tt]ues|[Ww]ednes|[Tt]hurs|[Ff]ri|[Ss]atur|[Ss]un)day)\b"
)
HEADING = re.compile(
    r"^[ \t]*(?:[-*#•>]{1,6}[ \t]*)?(?:\*\*)?(?P<head>(?:(?:[Mm]y|[Oo]ur) )?"
    r"(?:TODO|TO DO|[Tt]o[- ]?[Dd]os?|(?:[Tt]hings|[Jj]obs|[Ss]tuff) to do|[Ee]rrands"
    r"|(?:I )?(?:(?:[Ss]till|[Aa]lso) )?(?:[Nn]eed|[Hh]ave|[Gg]ot) to(?: do)?)"
    rf"(?: list)?(?: {WHEN}[\w' -]{{0,40}})?)(?:\*\*)?[ \t]*:(?:\*\*)?[ \t]*(?P<line>[^\n]*)"
    r"(?P<items>(?:\n[ \t]*(?:[-*•]|\d{1,2}[.)])[ \t]+[^\n]+)*)",
    re.MULTILINE,
)
ITEM = re.compile(r"^[ \t]*(?:[-*•]|\d{1,2}[.)])[ \t]+(?P<o>[^\n]+)", re.MULTILINE)
# What is ticked off, and boxes, which are read wherever they stand.
TICKED = re.compile(r"\[.?\]|[□☐☑✓✔✅]|~~|\(done\)|[-–—:] ?done[.!]?\s*$", re.IGNORECASE)
APART = re.compile(r";[ \t]*|,[ \t]+(?:and[ \t]+)?(?![^()]{0,80}\))")
# How a task begins: "book flights".
VERB = (
    r"(?:add|arrange|ask|book|bring|buy|call|cancel|chase|check|clean|collect|contact|cook|draft|drop|e-?mail"
    r"|feed|file|fill|finish|fix|get|hand|invite|mail|make|measure|message|mow|order|organi[sz]e|pack|paint|pay"
    r"|phone|pick|plan|post|prepare|print|register|renew|repair|replace|reply|return|ring|schedule|sell|send"
    r"|sign|sort|submit|take|tell|text|tidy|update|vacuum|visit|wash|water|wrap|write)\b"
)
BEGINS_WITH_VERB = re.compile(rf"\s*{VERB}", re.IGNORECASE)
# "Need to: buy milk, eggs, bread" goes on with what is bought.
NEEDED = re.compile(r"[Nn]eed|[Hh]ave|[Gg]ot")
# Of fewer, a comma may stand inside one task: "call Ann, Bob's sister".
LEAST = 3


@dataclass(frozen=True, slots=True)
class ListedTask:
    """A task of a list, where its words stand, and the words of the heading."""

    words: str
    start: int
    heading: str


def headed_tasks(text: str) -> Iterator[ListedTask]:
    """Yield the tasks of each list in a text that has a heading of its own."""
    for found in HEADING.finditer(text):
        if found["items"]:
            for item in ITEM.finditer(text, *found.span("items")):
                yield from _task(found, item["o"], item.start("o"))
        else:
            for words, at in _parts(found["line"], may_be_nouns=not NEEDED.search(found["head"])):
                yield from _task(found, words, found.start("line") + at)


def _task(found: re.Match[str], words: str, start: int) -> Iterator[ListedTask]:
    if words.strip() and not TICKED.search(words):
        yield ListedTask(words, start, found["head"])


def _parts(line: str, *, may_be_nouns: bool) -> Iterator[tuple[str, int]]:
    """Yield the parts of a line between commas, if it is a list, and where they begin.

    ``may_be_nouns``: a task of the list may be one word, such as "laundry".
    """
    bounds = [found.span() for found in APART.finditer(line)]
    starts, ends = [0, *(end for _, end in bounds)], [*(start for start, _ in bounds), len(line)]
    parts = [(line[start:end], start) for start, end in zip(starts, ends, strict=True)]
    is_long = len(parts) >= LEAST and all(may_be_nouns or " " in one.strip() for one, _ in parts)
    is_list = ";" in line or is_long or all(BEGINS_WITH_VERB.match(one) for one, _ in parts)
    yield from parts if is_list else [(line, 0)]
