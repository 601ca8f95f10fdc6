"""Build claims from the matches of rules, with the time in which they hold."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from nlp.dates import TimeExpression
from nlp.facts.japanese.rules import FIRST
from nlp.predicates import AGE, CONDITION, KIN_TIES, PERSONAL_TIES, TASTES

from .change import (
    CHILDHOOD,
    DENIED_BEHIND,
    LAUGHTER,
    LONG_PAST,
    PASSING,
    PLAYFUL,
    REPORTED,
    TAKEN_UP_AGAIN,
    TALE,
    says_change,
    says_further,
)
from .claim_text import ClaimText
from .family.roles import role_at, with_roles_of_named, without_role
from .rules import OWNER, Claim, Rule, Validity
from .sentences import OWNER as WRITTEN_OWNER_SIGN
from .sentences import REST, Sentence, Subject
from .values import ARTICLE, clean_value, is_pair, singular, split_names, split_values

# "until March" and "at the end of March" last to the end of March.
TO_ITS_END = re.compile(r"まで|末|until|till|through|end of", re.IGNORECASE)
# "Recently started" tells that it is new, and no day on which it began.
NO_START = re.compile(r"recently|lately|最近|近頃|このごろ", re.IGNORECASE)
FIRST_SIGN = "\ue100"
# Factors of confidence for a claim with an implicit part.
IMPLICIT_SUBJECT, PLAIN_NAME, HEARD = 0.95, 0.8, 0.8
FIRST_PERSON = re.compile(rf"^{FIRST}$")
CHANGES = frozenset({Validity.BEGINS, Validity.OVER, Validity.STOPPED})
ENDINGS = frozenset({Validity.OVER, Validity.STOPPED})
# Who gives notice goes on the last day, which the next words may tell.
NOTICE = re.compile(r"\b(?:notice|resign(?:ed|ation)|quit)\b", re.IGNORECASE)
LAST_DAY = re.compile(
    r"[^\n]{0,80}?\blast (?:working )?day (?:there )?(?:is|will be|would be)(?: on)? ?(?:the )?",
    re.IGNORECASE,
)
# Characters before a name that may tell whose relative it is.
TOLD_BEFORE = 60
GENITIVE = re.compile(r"['’]s$")
# "Merve 17", "Zoe (4": the age behind a name of a list.
AGE_BEHIND = re.compile(
    r"[ ,(]*\d{1,2}(?: (?:years?|yrs?|months?))?\)?$| (?:he|she|who)(?:'?s| is) .*$"
)
CLAUSE = re.compile(r"(?:who|he|she)\b")
# 寿司とラーメンが好き: two tastes.
NOUNS = re.compile(r"[一-龥々ァ-ヶー]{1,8}(?:[と、・][一-龥々ァ-ヶー]{1,8}){1,5}")
# What ends under one predicate may have been saved under another one.
KNOWN_ALSO_AS = {
    "likes": ("prefers", "plays"),
    "married_to": ("partner_of",),
    "uses": ("drives", "owns", "plays"),
}


def validity_period(
    times: Sequence[TimeExpression], validity: Validity, said_at: datetime
) -> tuple[datetime | None, datetime | None]:
    """Return the start and end of a claim, each None if ``times`` do not state it.

    A start later than ``said_at`` is kept.
    """
    for time in times:
        if validity is Validity.BEGINS and time.start is not None:
            if NO_START.fullmatch(time.text):
                continue
            return time.start, None
        if validity is Validity.STOPPED:
            is_whole = time.start is None or TO_ITS_END.search(time.text)
            return None, time.end if is_whole else time.start
        if validity is Validity.OVER:
            return time.start, min(time.end, said_at) if time.end else None
        if validity is Validity.HOLDS and time.end is None:
            return time.start, None
    return None, None


def is_name(signs: str) -> bool:
    """Whether masked text begins with a mention."""
    return FIRST_SIGN <= signs[:1] < REST


def build_claims(
    reading: ClaimText, sentence: Sentence, found: re.Match[str], rule: Rule, subject: Subject
) -> Iterator[Claim]:
    """Yield the claims of a match, and the end of the claim that they replace."""
    if _changes_nothing(reading, sentence, rule):
        return
    who = _named_subject(reading, sentence, subject)
    role = "" if who is OWNER else _role(reading, sentence, subject)
    claim = replace(_claim(reading, sentence, found, rule, who), role=role)
    claim = replace(claim, confidence=round(_confidence(sentence, found, rule, subject), 3))
    if rule.is_swapped:
        claim = _swapped(claim)
    if claim.object == claim.subject and not claim.object_is_owner:
        return
    if rule.is_of_known and _is_passing(sentence, found):
        return
    claims = list(_each_value(claim, found, rule, is_japanese=reading.is_japanese))
    if who is OWNER and rule.predicate in KIN_TIES and claims:
        # 弟がいます。アグスです。: the sentence before tells what they are.
        at = claim.start if rule.after is None else max(0, claim.start - TOLD_BEFORE)
        claims = with_roles_of_named(claims, reading.text, reading.signs, told_from=at)
    left = ""
    if "left" in rule.pattern.groupindex and found["left"]:
        left = reading.words(sentence, *found.span("left"))
        ended = replace(claim, valid_from=None, valid_to=claim.valid_from, ends=True)
        claims.append(replace(ended, object=left, value=left))
    yield from _of_known(claims, left) if rule.is_of_known else claims


def _changes_nothing(reading: ClaimText, sentence: Sentence, rule: Rule) -> bool:
    """Whether the words of a change are a joke or a report, taken back, or of a childhood."""
    if rule.validity in ENDINGS and (
        LAUGHTER.search(sentence.text) or TAKEN_UP_AGAIN.search(reading.text, sentence.at)
    ):
        return True
    if rule.validity in CHANGES and (
        PLAYFUL.search(reading.text) or REPORTED.search(sentence.text)
    ):
        return True
    return rule.validity is Validity.BEGINS and bool(CHILDHOOD.search(sentence.text))


def _is_passing(sentence: Sentence, found: re.Match[str]) -> bool:
    """Whether words of a change are denied, reported, or of a short time: まだ売っていません."""
    return bool(PASSING.search(sentence.text) or DENIED_BEHIND.match(sentence.text, found.end()))


def _of_known(claims: Sequence[Claim], left: str) -> Iterator[Claim]:
    """Yield claims that change only what is known, under each predicate that may say the same."""
    for claim in claims:
        needed = replace(claim, needs=left or claim.value)
        yield needed
        for predicate in KNOWN_ALSO_AS.get(claim.predicate, ()) if claim.ends else ():
            yield replace(needed, predicate=predicate)


def _named_subject(reading: ClaimText, sentence: Sentence, subject: Subject) -> str | None:
    if subject.is_owner:
        return OWNER
    if subject.is_speaker:
        return reading.speaker
    return reading.words(sentence, subject.start, subject.end)


def _role(reading: ClaimText, sentence: Sentence, subject: Subject) -> str:
    """Return what a subject without a name is to the owner."""
    start, end = sentence.at + subject.start, sentence.at + subject.end
    is_noted = reading.is_assistant and reading.is_japanese and WRITTEN_OWNER_SIGN in reading.signs
    is_ours = reading.speaker is OWNER and (not reading.is_assistant or is_noted)
    return role_at(reading.text, reading.signs, start, end, may_be_ours=is_ours)


def _each_value(
    claim: Claim, found: re.Match[str], rule: Rule, *, is_japanese: bool
) -> Iterator[Claim]:
    """Yield a claim for each value of a list; the words of facts without fillers."""
    if claim.kind != "fact":
        names = split_names(claim.value, is_japanese=is_japanese) if rule.is_list else []
        if claim.predicate in KIN_TIES:
            named = (AGE_BEHIND.sub("", without_role(each)) for each in names)
            names = [name for name in named if name and not CLAUSE.match(name)]
        for name in names:
            yield replace(claim, object=name, value=name)
        if not names:
            yield claim
        return
    for value in (
        split_values(claim.value, is_japanese=is_japanese)
        if _is_list(claim, rule, is_japanese=is_japanese)
        else [claim.value]
    ):
        words = clean_value(value, is_japanese=is_japanese)
        if words and "kind" in rule.pattern.groupindex and found["kind"]:
            words = f"{words} ({singular(found['kind'])})"
        if claim.predicate in {CONDITION, "pet"}:
            words = ARTICLE.sub("", words)
        if words:
            yield replace(claim, object=words, value=words)


def _is_list(claim: Claim, rule: Rule, *, is_japanese: bool) -> bool:
    """Return whether a value is a list; "fish and chips" and "old maps and globes" are one taste."""
    is_liked = rule.predicate in TASTES and rule.predicate != "prefers"
    if is_liked and (NOUNS.fullmatch(claim.value) if is_japanese else is_pair(claim.value)):
        return True
    is_one = is_liked and not is_japanese and ", " not in claim.value
    return rule.is_list and not is_one


def _claim(
    reading: ClaimText, sentence: Sentence, found: re.Match[str], rule: Rule, subject: str | None
) -> Claim:
    words = reading.words(sentence, *found.span("o")).strip()
    if rule.predicate in PERSONAL_TIES:
        words = GENITIVE.sub("", words)
    times = reading.times_near(sentence, *found.span())
    valid_from, valid_to = validity_period(times, rule.validity, reading.said_at)
    if rule.validity is Validity.STOPPED and NOTICE.search(sentence.text):
        valid_to = _last_day(reading, sentence.at + found.end()) or valid_to
    clause = sentence.text[slice(*sentence.clause(*found.span()))]
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
        ends=rule.validity in {Validity.OVER, Validity.STOPPED},
        object_is_owner=_is_owner(reading, found),
        is_change=_is_change(rule, sentence, clause),
        is_further=says_further(clause),
    )


def _last_day(reading: ClaimText, at: int) -> datetime | None:
    """Return the end of the last day that stands behind the words of a notice."""
    told = LAST_DAY.match(reading.text, at)
    if told is None:
        return None
    dates = (time for time in reading.times if time.start_char == told.end())
    return next((time.end for time in dates if time.end and time.end > reading.said_at), None)


def _is_change(rule: Rule, sentence: Sentence, clause: str) -> bool:
    # A story tells its time anywhere: "I moved to Kobe and was eight years old at the time".
    if rule.validity is Validity.BEGINS and TALE.search(sentence.text):
        return False
    if rule.validity in ENDINGS and LONG_PAST.search(sentence.text):
        return False
    # An age changes by itself.
    return rule.validity in CHANGES or rule.predicate == AGE or says_change(clause)


def _is_owner(reading: ClaimText, found: re.Match[str]) -> bool:
    if found["o"].startswith(WRITTEN_OWNER_SIGN):
        return True
    return bool(FIRST_PERSON.match(found["o"].strip())) and reading.speaker is OWNER


def _swapped(claim: Claim) -> Claim:
    """Swap subject and object: "in charge of X" means that X is assigned to the subject."""
    is_owner = claim.subject is None
    who = claim.subject or "me"
    return replace(claim, subject=claim.object, object=who, value=who, object_is_owner=is_owner)


def _confidence(sentence: Sentence, found: re.Match[str], rule: Rule, subject: Subject) -> float:
    sure = rule.confidence
    if not subject.is_explicit:
        sure *= IMPLICIT_SUBJECT
    if subject.is_plain or (
        rule.kind == "relation" and not (rule.is_of_known or is_name(found["o"]))
    ):
        sure *= PLAIN_NAME
    if sentence.is_hearsay:
        sure *= HEARD
    return sure
