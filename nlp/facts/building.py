"""From a rule that matched to the claims it makes."""

import re
from collections.abc import Iterator
from dataclasses import replace

from .claim import Claim
from .dates import period
from .japanese.rules import FIRST
from .reading import Reading, is_name
from .rules import Meant, Rule
from .sentences import Sentence
from .subject import Subject

# How sure a claim stays where something of it is not said outright.
UNSAID_SUBJECT, PLAIN_NAME, HEARD = 0.95, 0.8, 0.8
FIRST_PERSON = re.compile(rf"^{FIRST}$")


def claimed(
    reading: Reading, sentence: Sentence, found: re.Match[str], rule: Rule, subject: Subject
) -> Iterator[Claim]:
    """Yield the claim of a match, and that of what was given up for it."""
    said = None if subject.is_speaker else reading.words(sentence, subject.start, subject.end)
    claim = _claim(reading, sentence, found, rule, said or reading.speaker)
    claim = replace(claim, confidence=round(_confidence(sentence, found, rule, subject), 3))
    if rule.is_swapped:
        claim = _swapped(claim)
    if claim.object == claim.subject and not claim.object_is_owner:
        return
    yield claim
    if "left" in rule.pattern.groupindex and found["left"]:
        left = reading.words(sentence, *found.span("left"))
        yield replace(
            claim, object=left, value=left, valid_from=None, valid_to=claim.valid_from, ends=True
        )


def _claim(
    reading: Reading, sentence: Sentence, found: re.Match[str], rule: Rule, subject: str | None
) -> Claim:
    words = reading.words(sentence, *found.span("o")).strip()
    times = reading.times_near(sentence, *found.span())
    valid_from, valid_to = period(times, rule.meant, reading.said_at)
    return Claim(
        kind=rule.kind,
        subject=subject,
        predicate=rule.predicate,
        object=words,
        value=words,
        confidence=rule.confidence,
        start=sentence.at + found.start(),
        end=sentence.at + found.end(),
        valid_from=valid_from,
        valid_to=valid_to,
        ends=rule.meant in {Meant.OVER, Meant.STOPPED},
        object_is_owner=bool(FIRST_PERSON.match(words)) and reading.speaker is None,
    )


def _swapped(claim: Claim) -> Claim:
    """Make the object the subject: who is in charge of it is what it is assigned to."""
    is_owner = claim.subject is None
    who = claim.subject or "me"
    return replace(claim, subject=claim.object, object=who, value=who, object_is_owner=is_owner)


def _confidence(sentence: Sentence, found: re.Match[str], rule: Rule, subject: Subject) -> float:
    sure = rule.confidence
    if not subject.is_said:
        sure *= UNSAID_SUBJECT
    if subject.is_plain or (rule.kind == "relation" and not is_name(found["o"])):
        sure *= PLAIN_NAME
    if sentence.is_hearsay:
        sure *= HEARD
    return sure
