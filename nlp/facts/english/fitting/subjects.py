"""Tell whether the subject of a claim is somebody: "Got", "Since May" and "Reuses" are not."""

import re

from nlp.facts.english.rules import KIN
from nlp.facts.rules import Claim
from nlp.mentions.words import words

# The subject stands so near its verb, or a pronoun stands for it.
FAR, NEAR = 400, 4
WITHIN_WORD = re.compile(r"[A-Za-z]{2}")
FIRST_WORD = re.compile(r"[A-Za-z'’-]+")
IS_KIN = re.compile(rf"{KIN}s?|boss|baby|parents", re.IGNORECASE)
# Of several nobody has one age; and he is no mother.
SEVERAL = re.compile(r"twins|kids|girls|boys|children|sons|daughters", re.IGNORECASE)
HE, SHE = re.compile(r"\b[Hh]e\b"), re.compile(r"\b[Ss]he\b")
WOMAN = re.compile(r"(?:mother|sister|daughter|aunt|niece|wife|girlfriend)(?:-in-law)?$")
MAN = re.compile(r"(?:father|brother|son|uncle|nephew|husband|boyfriend)(?:-in-law)?$")
# Verbs, pronouns and adverbs that begin a sentence, and parts that anybody may have.
NOBODY = re.compile(
    r"(?:he|she|it|they|one|asynchronous|synchronous|baggage|key|prime|reads|writes|runs|plays|works|lives"
    r"|moved|started|turned|joined|quit|had|made|sold|applicant|attendee|buyer|caller|candidate|client"
    r"|customer|guest|owner|patient|pilot|pt|tenant|visitor|witness)",
    re.IGNORECASE,
)


def is_about_somebody(claim: Claim, text: str) -> bool:
    """Return whether the subject is a whole word that may name somebody."""
    subject = claim.subject
    if subject is not None and len(subject) == 1 and subject.isascii():
        return False
    if claim.predicate == "age" and subject and SEVERAL.fullmatch(subject):
        return False
    for pronoun, other in ((HE, WOMAN), (SHE, MAN)):
        said = text[max(0, claim.start - NEAR) : claim.start + NEAR]
        if subject and other.search(claim.role) and pronoun.search(said):
            return False
    if subject is None or claim.role or not subject.isascii() or IS_KIN.fullmatch(subject):
        return True
    at = text.rfind(subject, max(0, claim.start - FAR), claim.end)
    if at >= 0 and _is_part_of_word(text, at, at + len(subject)):
        return False
    first = FIRST_WORD.match(subject)
    return first is None or not _is_common(first[0].lower())


def _is_part_of_word(text: str, start: int, end: int) -> bool:
    is_cut = WITHIN_WORD.match(text, end - 1) is not None
    return is_cut or (start > 0 and WITHIN_WORD.match(text, start - 1) is not None)


def _is_common(word: str) -> bool:
    if NOBODY.fullmatch(word):
        return True
    is_name = word in words("given_names", "world_given_names", "ambiguous")
    return not is_name and word in words("common", "en_always_capital")
