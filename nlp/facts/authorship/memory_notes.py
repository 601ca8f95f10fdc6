"""Take the person of an assistant's note for the owner: "Noted: he takes his coffee black".

Such a note begins by saying that something is kept, and leaves "the user" out.
"""

import re

from .named_owner import OWNER, PERSON, REST

_ABOUT = r"(?: (?!that\b|how\b|why\b|when\b|what\b)[a-z']+){0,4}"
# What is kept, or where: "Saved preference:", "Filed under background:", "Memory entry."
HEAD = re.compile(
    r"^\W*(?P<head>(?:Noted|Recorded|Saved|Stored|Logged|Jotted down|Retain(?:ed)?|Remembered|Bookmark(?:ed)?"
    r"|Kept|Keep(?= (?:on|in))|On file|On record|Filed under|Listed under|Worth (?:noting|keeping|remembering"
    rf"|retaining)){_ABOUT}"
    r"|(?:Memory|Profile|User|Personal)(?: (?:entry|note|update|facts?|details?))"
    r"|Key (?:things|facts|points|details) to (?:remember|keep|hold|know)(?: [a-z]+){0,3}"
    r"|What I (?:have|know|keep|kept)(?: [a-z]+){0,4}"
    r"|(?:Preferences?|Facts?|Details?|Background) (?:on file|on record|noted|saved|kept|stored)"
    r"|Family(?=: (?:wife|husband|partner|one|two|three|son|daughter|married|single)\b))"
    r"(?P<mark>:|\.| [–—-])"
    r"(?= (?!(?:[Tt]he|[Aa]n?|[Yy]our?|I|I'll|[Ww]e|[Ii]t|[Tt]h(?:is|at)|[Hh]ere|[Tt]here|\d+)\b))"
)
# "Noted that she …", "Recorded: he …", "Update: she has been hired".
TOLD = re.compile(
    r"^\W*(?:(?:Noted|Recorded|Saved|Stored|Logged|Remembered|Update)(?: that|:)|I(?:'ll| will|'ve) (?:remember"
    r"(?:ed)?|noted?|saved?|keep in mind) that) (?P<who>[Hh]e|[Ss]he)\b"
)
PRONOUN = re.compile(r"\b(?:[Hh]e|[Ss]he|(?P<whose>[Hh]is|[Hh]er)(?= [a-z]))\b")
# "Recorded: takes her coffee black"; "Noted: the build failed. He …" speaks of somebody else.
SOON = re.compile(rf" ?(?:(?!the |an? )[a-z]+ ){{0,3}}(?={PRONOUN.pattern})")
# Whom a pronoun may mean instead.
SOMEBODY = re.compile(
    rf"{PERSON}|\b(?:wife|husband|son|daughter|brother|sister|mother|father|mom|mum|dad|boss|friend|partner)\b"
)


def mark_noted_owner(signs: str) -> str:
    """Return the masked text of an assistant's note with the sign of the owner for its person.

    Unchanged if it names the owner already, or does not begin like a note.
    """
    if OWNER in signs:
        return signs
    head = HEAD.match(signs)
    if told := TOLD.match(signs):
        signs = _with_pronouns(signs, told.start("who"))
    elif head and SOON.match(signs, head.end()):
        signs = _with_pronouns(signs, head.end())
    return _with_head(signs, head) if head else signs


def _with_pronouns(signs: str, start: int) -> str:
    """Return a note in which the pronouns from ``start`` to the next person are the owner."""
    other = SOMEBODY.search(signs, start)
    end = other.start() if other else len(signs)
    return signs[:start] + PRONOUN.sub(_owner, signs[start:end]) + signs[end:]


def _owner(pronoun: re.Match[str]) -> str:
    """Return the sign of the owner in the length of "he", "she", "his" or "her"."""
    if pronoun["whose"]:
        return f"{OWNER}'s"
    return OWNER + REST * (len(pronoun[0]) - 1)


def _with_head(signs: str, head: re.Match[str]) -> str:
    """Return a note whose head reads like "User:"."""
    first, last = head.span("head")
    mark = head["mark"] if head["mark"] == "." else ":".rjust(len(head["mark"]), REST)
    return signs[:first] + OWNER + REST * (last - first - 1) + mark + signs[head.end() :]
