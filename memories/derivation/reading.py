"""Reading memories: what each names and claims, before anything is stored."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from accounts.caller import pack_of
from entities.models import MentionRuling, Verdict
from packs import registry
from packs.spec import Found

from .. import claims, extraction, summaries
from ..claims.rules import Rule
from ..llm.checking import Checked
from ..llm.findings import beside, findings_of
from ..mentions import speaks
from ..models import Memory

# From so many characters on a memory gets a summary beside its short one.
LONG = 400
PERSON = "person"


@dataclass(frozen=True, slots=True)
class Reading:
    """One memory as it was read; ``said_at`` is its own time in its owner's zone."""

    memory: Memory
    said_at: datetime
    mentions: tuple[Found, ...]
    claims: tuple[claims.Claim, ...]
    about: extraction.AboutRange | None
    summary: str
    micro_summary: str

    @property
    def names(self) -> tuple[Found, ...]:
        """The mentions that may be entities."""
        return tuple(one for one in self.mentions if extraction.is_entity(one.type))


def read(
    memory: Memory,
    zone: ZoneInfo,
    rulings: Sequence[MentionRuling] = (),
    rules: Sequence[Rule] = (),
) -> Reading:
    """Read one memory; what a person ruled on its words comes before what rules find.

    A language model that was asked adds what the rules missed.
    """
    text, language = memory.raw_text, memory.language
    said_at = memory.created_at.astimezone(zone)
    spec = registry.find(pack_of(memory.user_id))
    found = extraction.extract(
        text, language=language, said_at=said_at, extractors=spec.extractors if spec else ()
    )
    added = findings_of(memory, said_at=said_at, mentions=found.mentions, times=found.times)
    added = added or Checked()
    mentions = ruled([*found.mentions, *added.mentions], rulings)
    said = claims.find(
        text,
        mentions=mentions,
        times=found.times,
        language=language,
        said_at=said_at,
        speaker=memory.speaker if speaks(memory) else "",
        rules=rules,
    )
    return Reading(
        memory=memory,
        said_at=said_at,
        mentions=tuple(mentions),
        claims=tuple(beside(said, added.claims)),
        about=extraction.about_range(found.times, said_at) or added.about,
        summary=summaries.summary(text, language) if len(text) >= LONG else "",
        micro_summary=summaries.micro_summary(text, language),
    )


def ruled(mentions: Sequence[Found], rulings: Sequence[MentionRuling]) -> list[Found]:
    """Return mentions as a person corrected them: theirs first, and nothing across them."""
    spans = [(one.position_in_text, one.position_in_text + len(one.surface)) for one in rulings]
    kept = [
        one for one in mentions if all(one.end <= start or end <= one.start for start, end in spans)
    ]
    kept += [_of_person(one) for one in rulings if one.verdict == Verdict.IS and one.entity]
    return sorted(kept, key=lambda one: one.start)


def _of_person(ruling: MentionRuling) -> Found:
    start = ruling.position_in_text
    kind = ruling.entity.entity_type_id if ruling.entity else ""
    return Found(ruling.surface, start, start + len(ruling.surface), kind, 1.0, PERSON)
