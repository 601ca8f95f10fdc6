"""Validate a model's answer against its text, and merge it with the results of the rules."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from accounts.services.users import time_zone_of
from core.caller import base_user_of
from memories.enrichment.llm.endpoint import UnusableAnswer
from memories.enrichment.llm.prompt import load_vocabulary
from memories.enrichment.llm.response import ModelAnswer, parse_answer
from memories.models import Memory, reads_by_network
from memories.records.mentions import is_by_assistant
from nlp.dates import TimeExpression
from nlp.facts import Claim
from nlp.mentions import extraction
from nlp.mentions.times import AboutRange
from nlp.readers import Found
from nlp.text.tokens import name_key

from .answer_claims import prepare_check, valid_claims
from .answer_sources import SourceText, valid_names, valid_times


@dataclass(frozen=True, slots=True)
class ValidatedAnswer:
    """The valid part of an answer, and how many items each reason dropped."""

    mentions: tuple[Found, ...] = ()
    claims: tuple[Claim, ...] = ()
    about: AboutRange | None = None
    dropped: Counter[str] = field(default_factory=Counter)


def validate_answer(source: SourceText, answer: ModelAnswer) -> ValidatedAnswer:
    """Return the items of an answer that the text contains, of known types.

    The rules' results take precedence. Dates are kept if the text names such a time. No
    confidence exceeds 0.85, or 0.79 for claims that may end or replace a state.
    """
    dropped: Counter[str] = Counter()
    mentions = valid_names(source, answer.entities, dropped)
    times, about = valid_times(source, answer.times, dropped)
    check = prepare_check(source, [*source.mentions, *mentions], times)
    claims = tuple(valid_claims(check, answer.relations, answer.states, dropped))
    return ValidatedAnswer(tuple(mentions), claims, about, dropped)


# Beside an answer: why items of it are not used, with their number.
DROPPED = "dropped"
# Speakers that mean the owner; an assistant's "I" does not.
OWNER_SPEAKERS = frozenset({"", "user", "owner", "me"})


def stored_answer_of(
    memory: Memory,
    *,
    said_at: datetime,
    mentions: Sequence[Found],
    times: Sequence[TimeExpression],
) -> ValidatedAnswer | None:
    """Return the validated stored answer for a memory; None if there is none for its text.

    ``mentions`` and ``times`` are those of the rules, which take precedence.
    """
    job = getattr(memory, "llm_job", None)
    if job is None or job.answer is None or job.content_hash != memory.content_hash:
        return None
    given = {name: listed for name, listed in job.answer.items() if name != DROPPED}
    try:
        answer = parse_answer(given)
    except UnusableAnswer:
        return None  # stored by a version with another answer format
    return validate_answer(source_text_of(memory, said_at, mentions, times), answer)


def source_text_of(
    memory: Memory, said_at: datetime, mentions: Sequence[Found], times: Sequence[TimeExpression]
) -> SourceText:
    """Return the text of a memory with the mentions and times that rules found."""
    return SourceText(
        text=memory.raw_text,
        said_at=said_at,
        vocabulary=load_vocabulary(memory.user_id),
        speaker=None if memory.speaker.casefold() in OWNER_SPEAKERS else memory.speaker,
        mentions=mentions,
        times=times,
        is_assistant=is_by_assistant(memory),
        is_order=memory.is_order,
    )


def local_time_of(memory: Memory) -> datetime:
    """Return the creation time of a memory in its owner's zone."""
    zone = ZoneInfo(time_zone_of(base_user_of(memory.user_id)))
    return memory.created_at.astimezone(zone)


def name_dropped(memory: Memory, answer: ModelAnswer) -> Counter[str]:
    """Return how many items of an answer its text does not support, by reason."""
    said_at = local_time_of(memory)
    found = extraction.extract(
        memory.raw_text,
        language=memory.language,
        said_at=said_at,
        is_trained=reads_by_network(),
        is_assistant=is_by_assistant(memory),
    )
    source = source_text_of(memory, said_at, found.mentions, found.times)
    return validate_answer(source, answer).dropped


def answer_to_store(answer: ModelAnswer, dropped: Mapping[str, int]) -> dict[str, Any]:
    """Return an answer as its job keeps it, with the reasons why items of it are not used."""
    return {**answer.model_dump(mode="json"), DROPPED: dict(sorted(dropped.items()))}


def merge_claims(said: Sequence[Claim], added: Sequence[Claim]) -> list[Claim]:
    """Return the claims of the rules, and those claims of the model that differ from them."""
    plain = [one for one in said if not one.needs]
    extra = [one for one in added if not any(_says_the_same(one, other) for other in plain)]
    return sorted([*said, *extra], key=lambda claim: claim.order)


def _says_the_same(one: Claim, other: Claim) -> bool:
    overlaps = one.start < other.end and other.start < one.end
    if one.kind == "task" or other.kind == "task":
        return one.kind == other.kind and overlaps
    if (one.predicate, _key(one.subject)) != (other.predicate, _key(other.subject)):
        return False
    return overlaps or _key(one.value) == _key(other.value)


def _key(words: str | None) -> str:
    return name_key(words) if words else ""
