"""Validate the relations and states of an answer as claims, as strictly as those of rules.

What the author of a text does not state (quotations, mail, chats of others, text to work on, fiction,
questions) claims nothing, whoever extracts it; and only a word of change may end what holds.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from memories.enrichment.llm.response import ProposedRelation, ProposedState
from nlp.facts import OWNER, Claim
from nlp.facts.building import HEARD, PLAIN_NAME
from nlp.facts.change import says_change, says_further
from nlp.facts.rules import FACTS, ClaimKind
from nlp.facts.sentences import OWNER as WRITTEN_OWNER
from nlp.facts.sentences import QUOTED, Sentence, claim_sentences, mask
from nlp.predicates import TO_DO
from nlp.readers import Found
from nlp.text.sentences import is_owner
from nlp.text.tokens import name_key

from .answer_sources import METHOD, NamedTimes, SourceText, end_of_day

DEFAULT_CONFIDENCE = 0.75
# Below the confidence that may end or replace a state: that is left to rules and users.
MAX_CLAIM_CONFIDENCE, MAX_TASK_CONFIDENCE = 0.79, 0.85
NEGATED = re.compile(
    r"\b(?:not|never|no longer|nor|neither|cannot|without)\b|n['’]t\b"
    r"|ない(?!と|けれ)|なかった|ません|じゃな|ではな|ずに"
)


@dataclass(frozen=True, slots=True)
class ClaimCheck:
    """The text with its folded names, sentences and times, to validate claims against."""

    source: SourceText
    signs: str
    sentences: Sequence[Sentence]
    names: frozenset[str]
    times: NamedTimes


def prepare_check(source: SourceText, named: Sequence[Found], times: NamedTimes) -> ClaimCheck:
    """Prepare a text for the validation of claims; ``named`` are all its mentions."""
    signs = mask(source.text, named)
    names = frozenset(name_key(one.surface) for one in named)
    return ClaimCheck(source, signs, list(claim_sentences(signs)), names, times)


def valid_claims(
    check: ClaimCheck,
    relations: Sequence[ProposedRelation],
    states: Sequence[ProposedState],
    dropped: Counter[str],
) -> Iterator[Claim]:
    """Yield the claims that the text supports; count the others in ``dropped``."""
    for said in (*states, *(_as_state(one) for one in relations)):
        found = _gated_claim(check, said)
        if isinstance(found, Claim):
            yield found
        else:
            dropped[found] += 1


def _as_state(one: ProposedRelation) -> ProposedState:
    fields = one.model_dump(include={"valid_from", "valid_to", "confidence", "ends"})
    return ProposedState(
        kind="relation", subject=one.source, predicate=one.type, value=one.target, **fields
    )


def _gated_claim(check: ClaimCheck, said: ProposedState) -> Claim | str:
    """Return a valid claim of somebody who may make it, or the reason to drop it."""
    if check.source.is_order:
        return "an instruction"
    if check.source.is_assistant and is_owner(said.subject) and WRITTEN_OWNER not in check.signs:
        return "an assistant's own words"
    return _checked_claim(check, said)


def _checked_claim(check: ClaimCheck, said: ProposedState) -> Claim | str:
    """Return a valid claim, or the reason to drop it."""
    claim = _claim_from(check, said)
    places = list(check.source.spans(claim.value))
    if claim.predicate not in check.source.vocabulary.predicates:
        return "unknown predicate"
    if not places:
        return "not in the text"
    if claim.subject is not OWNER and not _is_known(check, claim.subject):
        return "unknown subject"
    if claim.kind == "task" and claim.subject is not OWNER:
        return "another's task"
    if claim.subject is not OWNER and name_key(claim.subject) == name_key(claim.value):
        return "about itself"
    if claim.valid_from and claim.valid_to and claim.valid_to <= claim.valid_from:
        return "dates"
    if any(QUOTED in check.signs[start:end] for start, end in places):
        # The words outside may say something else: the model does not tell which it read.
        return "quoted"
    found = [_checked_in_sentence(check, claim, *place) for place in places]
    return next((one for one in found if isinstance(one, Claim)), found[0])


def _claim_from(check: ClaimCheck, said: ProposedState) -> Claim:
    """Return the claim of an answer, with the dates that the text names."""
    source, value = check.source, said.value.strip()
    is_task = said.kind == "task" or said.predicate == TO_DO or said.due_at is not None
    kind: ClaimKind = "task" if is_task else "fact" if said.predicate in FACTS else "relation"
    valid_from, valid_to = (check.times.confirmed(at) for at in (said.valid_from, said.valid_to))
    most = MAX_TASK_CONFIDENCE if is_task else MAX_CLAIM_CONFIDENCE
    return Claim(
        kind=kind,
        subject=_speaker(source) if is_owner(said.subject) else said.subject.strip(),
        predicate=TO_DO if is_task else said.predicate,
        object="" if is_task else value,
        value=value,
        confidence=min(DEFAULT_CONFIDENCE if said.confidence is None else said.confidence, most),
        start=0,
        end=0,
        valid_from=None if is_task else valid_from,
        valid_to=None if is_task else valid_to,
        due_at=end_of_day(check.times.confirmed(said.due_at)) if is_task else None,
        ends=not is_task and (said.ends or bool(valid_to and valid_to <= source.said_at)),
        object_is_owner=not is_task and is_owner(value) and _speaker(source) is OWNER,
        method=METHOD,
    )


def _speaker(source: SourceText) -> str | None:
    """Return whom the first person means; an assistant may only write about "the user"."""
    return OWNER if source.is_assistant else source.speaker


def _is_known(check: ClaimCheck, subject: str) -> bool:
    speaker = check.source.speaker
    return name_key(subject) in check.names or (speaker is not OWNER and subject == speaker)


def _checked_in_sentence(check: ClaimCheck, claim: Claim, start: int, end: int) -> Claim | str:
    """Return a claim with its span, or the reason why its sentence does not assert it."""
    sentence = next(
        (one for one in check.sentences if one.at <= start < one.at + len(one.text)), None
    )
    if sentence is None:
        return "too long"
    within = start - sentence.at, min(end - sentence.at, len(sentence.text))
    if sentence.asserts_nothing:
        return "asked or supposed"
    sure = claim.confidence * (HEARD if sentence.is_hearsay else 1.0)
    first, last = sentence.clause(*within)
    clause = sentence.text[first:last]
    if claim.kind != "task":
        is_denied = not claim.ends and claim.predicate != "dislikes"
        if sentence.is_unsure(*within):
            return "unsure"
        if is_denied and NEGATED.search(clause):
            return "denied"
    if claim.kind == "relation" and name_key(claim.value) not in check.names:
        sure *= PLAIN_NAME
    return replace(
        claim,
        confidence=round(sure, 3),
        start=start,
        end=end,
        is_change=says_change(clause),
        is_further=says_further(clause),
    )
