"""`extract_preview`: what would be derived from a text, without storing anything."""

from collections.abc import Sequence
from datetime import datetime

from django.db import OperationalError
from django.utils import timezone

from core.caller import Caller, Scope
from core.dates import recording_time
from core.errors import InvalidInput
from memories.enrichment.known_names import space_names
from memories.enrichment.rejected_names import refused_names, without_refused
from memories.schemas.mentions import (
    AboutOut,
    ClaimOut,
    ExtractInput,
    ExtractOut,
    FoundOut,
    TimeOut,
)
from nlp import facts
from nlp import mentions as extraction
from nlp.dates import TimeExpression
from nlp.guard import ReaderGuard
from nlp.mentions.overlaps import settled
from nlp.text.script import detect
from nlp.types import Found
from packs import registry
from packs.selection import pack_for_save


def extract_preview(
    caller: Caller, request: ExtractInput, *, now: datetime | None = None
) -> ExtractOut:
    """Return the mentions, claims and times that saving this text would derive.

    Raises:
        Forbidden: without the scope ``read``.
        InvalidInput: names ``pack`` where it is not there for the caller, ``created_at``
            where it lies before 1970 or in the future.
    """
    caller.require(Scope.READ)
    said_at, problem = recording_time(
        request.created_at, caller, now or timezone.now(), "created_at"
    )
    if problem:
        raise InvalidInput([problem])
    pack = pack_for_save(caller, request.pack, request.text)
    said_at = said_at.astimezone(caller.zone)
    language = detect(request.text)
    spec = registry.get(pack)
    guard = ReaderGuard("a text to preview", (OperationalError,))
    found = extraction.extract(
        request.text, language=language, said_at=said_at, extractors=spec.extractors, guard=guard
    )
    space = caller.space(pack)
    known = [] if caller.namespace else space_names(space, [request.text])[0]
    mentions = without_refused(settled([*found.mentions, *known]), refused_names(space))
    said = guard.attempt(
        "claims",
        lambda: facts.find(
            request.text,
            mentions=mentions,
            times=found.times,
            language=language,
            said_at=said_at,
        ),
        list[facts.Claim](),
    )
    return ExtractOut(
        language=language,
        pack=pack,
        mentions=_mentions(mentions),
        relations=[_claim(claim) for claim in said],
        times=_times(found.times),
        about=_about(extraction.about_range(found.times, said_at)),
    )


def _mentions(mentions: Sequence[Found]) -> list[FoundOut]:
    return [
        FoundOut(
            surface=one.surface,
            start=one.start,
            end=one.end,
            type=one.type,
            confidence=round(one.confidence, 3),
            method=one.method,
            is_entity=extraction.is_entity(one.type),
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


def _about(about: extraction.AboutRange | None) -> AboutOut | None:
    if about is None:
        return None
    return AboutOut(about_start=about.start, about_end=about.end, confidence=about.confidence)
