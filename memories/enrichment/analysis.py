"""Analyze memories: find names, claims, times and summaries; store nothing."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

from core.caller import pack_of
from entities.models import MentionRuling, Verdict
from memories.knowledge.mentions.corrections import CORRECTION
from memories.models import Memory, reads_by_network
from memories.records.mentions import OWNER_ROLES, has_named_speaker, is_by_assistant
from nlp import facts
from nlp import summary as summaries
from nlp.dates import TimeExpression
from nlp.facts.deaths import Death, find_deaths
from nlp.facts.rules import OWNER, Rule
from nlp.joined_claims import with_learned
from nlp.mentions import extraction
from nlp.mentions.findings import resolve_overlaps
from nlp.mentions.times import AboutRange, about_range
from nlp.predicates import CONDITION, NAME
from nlp.privacy.policy import MASK, REFUSE
from nlp.readers import UNGUARDED, Found, Unguarded, is_entity
from packs import registry
from packs.privacy import policy_of

from .known_names import RejectedNames, remove_rejected_names
from .llm.answer import ValidatedAnswer, merge_claims, stored_answer_of

# Texts of at least this length get a summary in addition to the micro summary.
SUMMARIZED_LENGTH = 400
# A whole book may be one memory: limit what is kept of it.
MAX_NAMES, MAX_MENTIONS_PER_NAME, MAX_CLAIMS = 200, 10, 50


@dataclass(frozen=True, slots=True)
class Analysis:
    """The analysis of one memory; ``said_at`` is its time in its owner's zone.

    ``names`` are the mentions that may be linked to entities; ``owner_names`` were known before.
    """

    memory: Memory
    said_at: datetime
    mentions: tuple[Found, ...]
    claims: tuple[facts.Claim, ...]
    names: tuple[Found, ...]
    about: AboutRange | None
    summary: str
    micro_summary: str
    deaths: tuple[Death, ...] = ()
    owner_names: frozenset[str] = frozenset()

    @property
    def names_of_owner(self) -> set[str]:
        """What the memory says that the owner is called."""
        told = (one for one in self.claims if one.predicate == NAME and not one.ends)
        return {one.value for one in told if one.subject is OWNER}


def analyze(
    memory: Memory,
    zone: ZoneInfo,
    corrections: Sequence[MentionRuling] = (),
    rules: Sequence[Rule] = (),
    rejected: RejectedNames = frozenset(),
    known: Sequence[Found] = (),
    guard: Unguarded = UNGUARDED,
    owner_names: Collection[str] = (),
) -> Analysis:
    """Analyze one memory; a user's ``corrections`` override what the rules find.

    A stored answer of a language model and the ``known`` names add to the rules' results.
    ``rejected`` names are dropped. An assistant calls the owner by ``owner_names``. ``guard``
    decides whether an error in one step ends the analysis.
    """
    text, language = memory.raw_text, memory.language
    said_at = memory.created_at.astimezone(zone)
    spec = registry.find(pack_of(memory.user_id))
    found = extraction.extract(
        text,
        language=language,
        said_at=said_at,
        extractors=spec.extractors if spec else (),
        is_trained=reads_by_network(),
        is_assistant=is_by_assistant(memory),
        guard=guard,
    )
    added = guard.attempt(
        "language model", partial(_model_answer, memory, said_at, found), ValidatedAnswer()
    )
    likely = remove_rejected_names(
        resolve_overlaps([*found.mentions, *added.mentions, *known]), rejected
    )
    mentions = apply_corrections(text, likely, corrections)
    claimed = partial(_claims, memory, said_at, mentions, found.times, rules, owner_names)
    said = guard.attempt("claims", claimed, list[facts.Claim]())
    reading = partial(_with_learned, memory, mentions, said, owner_names)
    said = guard.attempt("trained reader", reading, said)
    dying = partial(_deaths, memory, said_at, mentions, found.times)
    about = guard.attempt("times", partial(about_range, found.times, said_at), None)
    return Analysis(
        memory=memory,
        said_at=said_at,
        mentions=tuple(mentions),
        claims=tuple(_kept(memory, merge_claims(said, added.claims))[:MAX_CLAIMS]),
        names=_names(mentions),
        about=about or added.about,
        summary=guard.attempt("summary", partial(_summary, text, language), ""),
        micro_summary=guard.attempt(
            "micro summary", partial(summaries.micro_summary, text, language), ""
        ),
        deaths=tuple(guard.attempt("deaths", dying, list[Death]())),
        owner_names=frozenset(owner_names),
    )


def _model_answer(
    memory: Memory, said_at: datetime, found: extraction.Extraction
) -> ValidatedAnswer:
    """Return the validated answer of a language model; empty if there is none."""
    answer = stored_answer_of(memory, said_at=said_at, mentions=found.mentions, times=found.times)
    return answer or ValidatedAnswer()


def _claims(
    memory: Memory,
    said_at: datetime,
    mentions: Sequence[Found],
    times: Sequence[TimeExpression],
    rules: Sequence[Rule],
    owner_names: Collection[str],
) -> list[facts.Claim]:
    """Return what a memory states; nothing, if it gives orders and is not the owner's word."""
    if memory.is_order:
        return []
    return facts.find(
        memory.raw_text,
        times=times,
        said_at=said_at,
        rules=rules,
        owner_names=owner_names,
        **_voice(memory, mentions),
    )


def _with_learned(
    memory: Memory,
    mentions: Sequence[Found],
    said: Sequence[facts.Claim],
    owner_names: Collection[str],
) -> list[facts.Claim]:
    """Return the claims of the rules, corrected by the trained network unless that is off."""
    if not reads_by_network() or memory.is_order:
        return list(said)
    voice = _voice(memory, mentions)
    return with_learned(said, memory.raw_text, owner_names=owner_names, **voice)


def _voice(memory: Memory, mentions: Sequence[Found]) -> dict[str, Any]:
    """Return what readers of claims need to know of a text: its names, and who speaks."""
    return {
        "mentions": mentions,
        "language": memory.language,
        "speaker": memory.speaker if has_named_speaker(memory) else "",
        "is_assistant": is_by_assistant(memory),
        "is_chat": memory.speaker.casefold() in OWNER_ROLES,
    }


def _deaths(
    memory: Memory,
    said_at: datetime,
    mentions: Sequence[Found],
    times: Sequence[TimeExpression],
) -> list[Death]:
    """Return whose death a memory tells; none, if it gives orders."""
    if memory.is_order:
        return []
    return find_deaths(
        memory.raw_text,
        mentions=mentions,
        times=times,
        language=memory.language,
        said_at=said_at,
        is_assistant=is_by_assistant(memory),
    )


def _kept(memory: Memory, claims: Sequence[facts.Claim]) -> list[facts.Claim]:
    """Return the claims without conditions, where the pack keeps no statements on health.

    The words that its masks know are fewer than those that are read.
    """
    if not any(claim.predicate == CONDITION for claim in claims):
        return list(claims)
    if policy_of(memory.user_id).health not in {MASK, REFUSE}:
        return list(claims)
    return [claim for claim in claims if claim.predicate != CONDITION]


def _summary(text: str, language: str) -> str:
    return summaries.summary(text, language) if len(text) >= SUMMARIZED_LENGTH else ""


def _names(mentions: Sequence[Found]) -> tuple[Found, ...]:
    """Return the mentions that may be entities, the first ten of each name."""
    places: Counter[str] = Counter()
    names = []
    for one in mentions:
        places[one.surface] += 1
        if is_entity(one.type) and places[one.surface] <= MAX_MENTIONS_PER_NAME:
            names.append(one)
    return tuple(names[:MAX_NAMES])


def apply_corrections(
    text: str, mentions: Sequence[Found], corrections: Sequence[MentionRuling]
) -> list[Found]:
    """Return the mentions with a user's corrections applied; overlapping mentions are dropped.

    A correction whose text span was moved or removed by an edit has no effect.
    """
    corrections = [one for one in corrections if _still_applies(one, text)]
    spans = [(one.position_in_text, one.position_in_text + len(one.surface)) for one in corrections]
    kept = [
        one for one in mentions if all(one.end <= start or end <= one.start for start, end in spans)
    ]
    kept += [
        _corrected_mention(one) for one in corrections if one.verdict == Verdict.IS and one.entity
    ]
    return sorted(kept, key=lambda one: one.start)


def _still_applies(correction: MentionRuling, text: str) -> bool:
    start = correction.position_in_text
    return text[start : start + len(correction.surface)] == correction.surface


def _corrected_mention(correction: MentionRuling) -> Found:
    start = correction.position_in_text
    kind = correction.entity.entity_type_id if correction.entity else ""
    return Found(correction.surface, start, start + len(correction.surface), kind, 1.0, CORRECTION)
