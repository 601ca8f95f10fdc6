"""Find the claims of a text, with precision before recall."""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime

from nlp.dates import TimeExpression
from nlp.types import Found

from . import tasks
from .building import ClaimText, build_claims
from .claim import OWNER, Claim
from .english import relations as english_relations
from .english import rules as english_rules
from .english import subjects as english
from .japanese import relations as japanese_relations
from .japanese import rules as japanese_rules
from .japanese import subjects as japanese
from .masking import mask
from .rules import NAMED, Rule, Validity
from .sentences import SPEAKER, Sentence, Subject, claim_sentences

NAME = re.compile(NAMED)
FIRST_PERSON = re.compile(rf"^(?:[Mm]y|[Oo]ur|I|{japanese_rules.FIRST})$")
ENGLISH = english_rules.RULES + english_relations.RULES
JAPANESE = japanese_rules.RULES + japanese_relations.RULES


def find(
    text: str,
    *,
    mentions: Sequence[Found],
    times: Sequence[TimeExpression],
    language: str,
    said_at: datetime,
    speaker: str = "",
    rules: Sequence[Rule] = (),
) -> list[Claim]:
    """Return the claims of ``text`` in order: what holds, has ended, or is to be done.

    ``speaker`` names the first person if that is not the owner. Questions, suppositions,
    wishes, plans, quotations and plain denials claim nothing. ``said_at`` must have a zone.
    ``rules`` come before those of the language (``rules.rules_from_templates``).
    """
    signs = mask(text, mentions)
    reading = ClaimText(text, signs, times, said_at, speaker or OWNER, language == "ja", rules)
    return sorted(_claims(reading), key=lambda claim: (claim.start, claim.end))


def _claims(reading: ClaimText) -> Iterator[Claim]:
    is_owner = reading.speaker is OWNER
    if is_owner:
        yield from tasks.listed_tasks(reading.text, reading.said_at)
    for sentence in claim_sentences(reading.signs):
        if not sentence.asserts_nothing:
            if is_owner:
                yield from tasks.tasks_in_sentence(reading.text, sentence, reading.said_at)
            yield from _in_sentence(reading, sentence)


def _in_sentence(reading: ClaimText, sentence: Sentence) -> Iterator[Claim]:
    subject: Subject | None = None
    for found, rule in _matches(reading, sentence):
        subject = _subject(reading, sentence, found, rule, subject)
        if subject is not None:
            yield from build_claims(reading, sentence, found, rule, subject)


def _matches(reading: ClaimText, sentence: Sentence) -> list[tuple[re.Match[str], Rule]]:
    """Return the matches of rules in a sentence, in order; of two that overlap, the earlier rule's."""
    kept: list[tuple[re.Match[str], Rule]] = []
    general = JAPANESE if reading.is_japanese else ENGLISH
    for rule in (*reading.rules, *general):
        for found in rule.pattern.finditer(sentence.text):
            is_taken = any(
                found.start() < other.end() and other.start() < found.end() for other, _ in kept
            )
            if not is_taken and _fits(reading, sentence, found, rule):
                kept.append((found, rule))
    return sorted(kept, key=lambda pair: pair[0].start())


def _fits(reading: ClaimText, sentence: Sentence, found: re.Match[str], rule: Rule) -> bool:
    # "My sister Emma might come": that she comes is unsure, that she is a sister is not.
    if rule.validity is not Validity.STANDS and sentence.is_unsure(*found.span()):
        return False
    return rule.fits is None or bool(rule.fits.search(reading.words(sentence, *found.span("o"))))


def _subject(
    reading: ClaimText,
    sentence: Sentence,
    found: re.Match[str],
    rule: Rule,
    earlier: Subject | None,
) -> Subject | None:
    if "s" in rule.pattern.groupindex and found["s"]:
        if FIRST_PERSON.match(found["s"]):
            return SPEAKER
        start = found.start("s")
        name = NAME.match(sentence.text, start)
        return Subject(start, name.end()) if name else None
    if reading.is_japanese:
        return japanese.subject_before(sentence, found.start(), rule)
    return english.subject_before(sentence, found.start(), rule, earlier)
