"""Reading memories: what each names and claims, before anything is stored."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from zoneinfo import ZoneInfo

from core.caller import pack_of
from entities.models import MentionRuling, Verdict
from memories.models import Memory
from memories.records.mentions import has_named_speaker
from nlp import facts
from nlp import mentions as extraction
from nlp import summary as summaries
from nlp.dates import TimeExpression
from nlp.facts.rules import Rule
from nlp.guard import UNGUARDED, Unguarded
from nlp.mentions.overlaps import settled
from nlp.types import Found
from packs import registry

from .llm.checking import Checked
from .llm.findings import beside, findings_of
from .rejected_names import Refused, without_refused

# From so many characters on a memory gets a summary beside its short one.
LONG = 400
PERSON = "person"
# A whole book may be one memory; what it names and claims most of the time is enough.
MOST_NAMES, MOST_OF_A_NAME, MOST_CLAIMS = 200, 10, 50


@dataclass(frozen=True, slots=True)
class Reading:
    """One memory as it was read; ``said_at`` is its own time in its owner's zone.

    ``names`` are the mentions that may be entities.
    """

    memory: Memory
    said_at: datetime
    mentions: tuple[Found, ...]
    claims: tuple[facts.Claim, ...]
    names: tuple[Found, ...]
    about: extraction.AboutRange | None
    summary: str
    micro_summary: str


def read(
    memory: Memory,
    zone: ZoneInfo,
    rulings: Sequence[MentionRuling] = (),
    rules: Sequence[Rule] = (),
    refused: Refused = frozenset(),
    known: Sequence[Found] = (),
    guard: Unguarded = UNGUARDED,
) -> Reading:
    """Read one memory; what a person ruled on its words comes before what rules find.

    A language model that was asked adds what the rules missed, and so does what is ``known``
    by name. What is ``refused`` is no name, wherever it stands. ``guard`` decides whether
    a reader that raises ends the reading.
    """
    text, language = memory.raw_text, memory.language
    said_at = memory.created_at.astimezone(zone)
    spec = registry.find(pack_of(memory.user_id))
    found = extraction.extract(
        text,
        language=language,
        said_at=said_at,
        extractors=spec.extractors if spec else (),
        guard=guard,
    )
    added = guard.attempt("language model", partial(_answered, memory, said_at, found), Checked())
    likely = without_refused(settled([*found.mentions, *added.mentions, *known]), refused)
    mentions = ruled(text, likely, rulings)
    claimed = partial(_claims, memory, said_at, mentions, found.times, rules)
    said = guard.attempt("claims", claimed, list[facts.Claim]())
    about = guard.attempt("times", partial(extraction.about_range, found.times, said_at), None)
    return Reading(
        memory=memory,
        said_at=said_at,
        mentions=tuple(mentions),
        claims=tuple(beside(said, added.claims)[:MOST_CLAIMS]),
        names=_names(mentions),
        about=about or added.about,
        summary=guard.attempt("summary", partial(_summary, text, language), ""),
        micro_summary=guard.attempt(
            "micro summary", partial(summaries.micro_summary, text, language), ""
        ),
    )


def _answered(memory: Memory, said_at: datetime, found: extraction.Extraction) -> Checked:
    """Return what a language model answered for this text; empty where none was asked."""
    answer = findings_of(memory, said_at=said_at, mentions=found.mentions, times=found.times)
    return answer or Checked()


def _claims(
    memory: Memory,
    said_at: datetime,
    mentions: Sequence[Found],
    times: Sequence[TimeExpression],
    rules: Sequence[Rule],
) -> list[facts.Claim]:
    return facts.find(
        memory.raw_text,
        mentions=mentions,
        times=times,
        language=memory.language,
        said_at=said_at,
        speaker=memory.speaker if has_named_speaker(memory) else "",
        rules=rules,
    )


def _summary(text: str, language: str) -> str:
    return summaries.summary(text, language) if len(text) >= LONG else ""


def _names(mentions: Sequence[Found]) -> tuple[Found, ...]:
    """Return what may be an entity; of a name that stands everywhere, the first places."""
    places: Counter[str] = Counter()
    names = []
    for one in mentions:
        places[one.surface] += 1
        if extraction.is_entity(one.type) and places[one.surface] <= MOST_OF_A_NAME:
            names.append(one)
    return tuple(names[:MOST_NAMES])


def ruled(text: str, mentions: Sequence[Found], rulings: Sequence[MentionRuling]) -> list[Found]:
    """Return mentions as a person corrected them: theirs first, and nothing across them.

    A ruling on words that an edit has moved or taken away rules nothing.
    """
    rulings = [one for one in rulings if _stands(one, text)]
    spans = [(one.position_in_text, one.position_in_text + len(one.surface)) for one in rulings]
    kept = [
        one for one in mentions if all(one.end <= start or end <= one.start for start, end in spans)
    ]
    kept += [_of_person(one) for one in rulings if one.verdict == Verdict.IS and one.entity]
    return sorted(kept, key=lambda one: one.start)


def _stands(ruling: MentionRuling, text: str) -> bool:
    start = ruling.position_in_text
    return text[start : start + len(ruling.surface)] == ruling.surface


def _of_person(ruling: MentionRuling) -> Found:
    start = ruling.position_in_text
    kind = ruling.entity.entity_type_id if ruling.entity else ""
    return Found(ruling.surface, start, start + len(ruling.surface), kind, 1.0, PERSON)
