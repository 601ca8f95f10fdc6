"""Show what a save of a text would derive, without storing anything."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial

from django.db import OperationalError
from django.utils import timezone

from core.caller import Caller, Scope, recording_time
from core.errors import InvalidInput
from memories.enrichment.known_names import find_known_names, rejected_names, remove_rejected_names
from memories.models import reads_by_network
from memories.records.filing import pack_of_text
from memories.schemas.mentions import (
    AboutOut,
    ClaimOut,
    ExtractInput,
    ExtractOut,
    FoundOut,
    TimeOut,
)
from nlp import facts
from nlp.dates import TimeExpression
from nlp.joined_claims import with_learned
from nlp.mentions import extraction
from nlp.mentions.findings import resolve_overlaps
from nlp.mentions.times import AboutRange, about_range
from nlp.readers import Found, ReaderGuard, is_entity
from nlp.text.tokens import detect
from packs import registry


def extract_preview(
    caller: Caller, request: ExtractInput, *, now: datetime | None = None
) -> ExtractOut:
    """Return the mentions, claims and times that a save of this text would derive; store nothing.

    Raises:
        Forbidden: without the scope ``read``.
        InvalidInput: ``pack`` is not available to the caller, or ``created_at`` is before 1970
            or in the future.
    """
    caller.require(Scope.READ)
    said_at, problem = recording_time(
        request.created_at, caller, now or timezone.now(), "created_at"
    )
    if problem:
        raise InvalidInput([problem])
    pack = pack_of_text(caller, request.pack, request.text)
    said_at = said_at.astimezone(caller.zone)
    language = detect(request.text)
    spec = registry.get(pack)
    guard = ReaderGuard("a text to preview", (OperationalError,))
    found = extraction.extract(
        request.text,
        language=language,
        said_at=said_at,
        extractors=spec.extractors,
        is_trained=reads_by_network(),
        guard=guard,
    )
    mentions = _with_known(caller, pack, request.text, found.mentions)
    finding = partial(facts.find, request.text, mentions=mentions, language=language)
    finding = partial(finding, times=found.times, said_at=said_at)
    said = guard.attempt("claims", finding, list[facts.Claim]())
    if reads_by_network():
        reading = partial(with_learned, said, request.text, mentions=mentions, language=language)
        said = guard.attempt("trained reader", reading, said)
    return ExtractOut(
        language=language,
        pack=pack,
        mentions=_mentions(mentions),
        # What changes only what is known says nothing by itself.
        relations=[_claim(claim) for claim in said if not claim.needs],
        times=_times(found.times),
        about=_about(about_range(found.times, said_at)),
    )


def _with_known(caller: Caller, pack: str, text: str, mentions: Sequence[Found]) -> list[Found]:
    """Return mentions with those of known names, and without those of names that were rejected."""
    space = caller.space(pack)
    known = [] if caller.namespace else find_known_names(space, [text])[0]
    return remove_rejected_names(resolve_overlaps([*mentions, *known]), rejected_names(space))


def _mentions(mentions: Sequence[Found]) -> list[FoundOut]:
    return [
        FoundOut(
            surface=one.surface,
            start=one.start,
            end=one.end,
            type=one.type,
            confidence=round(one.confidence, 3),
            method=one.method,
            is_entity=is_entity(one.type),
        )
        for one in mentions
    ]


def _claim(claim: facts.Claim) -> ClaimOut:
    return ClaimOut.model_validate(claim, from_attributes=True)


def _times(times: Sequence[TimeExpression]) -> list[TimeOut]:
    return [
        TimeOut(
            surface=one.text,
            start=one.start_char,
            end=one.end_char,
            from_=one.start,
            to=one.end,
            confidence=one.confidence,
        )
        for one in times
    ]


def _about(about: AboutRange | None) -> AboutOut | None:
    if about is None:
        return None
    return AboutOut(about_start=about.start, about_end=about.end, confidence=about.confidence)
