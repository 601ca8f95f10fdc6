"""The labelled sentences, and how the claims that are found compare with them."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from nlp.dates import find as find_times
from nlp.facts import Claim, find
from nlp.facts.family.unnamed import is_unnamed_tie
from nlp.facts.rules import Rule
from nlp.mentions import extraction
from nlp.readers import Found
from nlp.text.tokens import detect

FILE = Path(__file__).with_name("sentences.jsonl")
TOKYO = ZoneInfo("Asia/Tokyo")
SAID_AT = datetime(2026, 6, 15, 12, tzinfo=TOKYO)
Said = tuple[str, str, str, bool]


@dataclass(frozen=True, slots=True)
class Labelled:
    """A sentence, the names in it, and what it claims."""

    text: str
    mentions: dict[str, str]
    claims: list[dict[str, Any]]
    held_out: bool

    def found(self) -> list[Claim]:
        """Return the claims that are found."""
        return claims_of(self.text, rules=(), **self.mentions)


@dataclass(slots=True)
class Score:
    """Claims that were right, wrong and missed."""

    right: int = 0
    wrong: list[tuple[str, Said]] = field(default_factory=list)
    missed: list[tuple[str, Said]] = field(default_factory=list)
    dates_right: int = 0
    dates: int = 0
    wrong_dates: list[tuple[str, Any, Any]] = field(default_factory=list)

    @property
    def precision(self) -> float:
        """The share of the claims found that are right."""
        return self.right / max(1, self.right + len(self.wrong))

    @property
    def recall(self) -> float:
        """The share of the labelled claims that are found."""
        return self.right / max(1, self.right + len(self.missed))


def claims_of(
    text: str, speaker: str = "", *, rules: Sequence[Rule] = (), **mentions: str
) -> list[Claim]:
    """Return the claims of a text in which these names stand, where nothing is known before.

    Without those that only say that there is a relative (``ties_without_name``).
    """
    found = every_claim_of(text, speaker, rules=rules, **mentions)
    return [claim for claim in found if not is_unnamed_tie(claim)]


def claims_with_names_found(
    text: str, *, is_assistant: bool = False, is_chat: bool = False
) -> list[Claim]:
    """Return the claims of a text whose names are looked for as well."""
    language = detect(text)
    found = extraction.extract(text, language=language, said_at=SAID_AT, extractors=())
    return find(
        text,
        mentions=found.mentions,
        times=found.times,
        language=language,
        said_at=SAID_AT,
        is_assistant=is_assistant,
        is_chat=is_chat,
    )


def ties_without_name(text: str, speaker: str = "", **mentions: str) -> list[Claim]:
    """Return the claims that only say that there is a relative: "my nan called"."""
    return [one for one in every_claim_of(text, speaker, **mentions) if is_unnamed_tie(one)]


def every_claim_of(
    text: str, speaker: str = "", *, rules: Sequence[Rule] = (), **mentions: str
) -> list[Claim]:
    """Return all claims of a text in which these names stand."""
    found = [
        Found(name, at, at + len(name), kind, 1.0, "given")
        for name, kind in mentions.items()
        if (at := text.find(name)) >= 0
    ]
    claims = find(
        text,
        mentions=found,
        times=find_times(text, now=SAID_AT, is_past=False),
        language=detect(text),
        said_at=SAID_AT,
        speaker=speaker,
        rules=rules,
    )
    return [claim for claim in claims if not claim.needs]


def labelled(*, held_out: bool) -> Iterator[Labelled]:
    """Yield the sentences of one part."""
    for line in FILE.read_text("utf-8").splitlines():
        sentence = Labelled(**json.loads(line))
        if sentence.held_out is held_out:
            yield sentence


def said(claim: Claim) -> Said:
    """Return what is compared of a claim."""
    thing = "me" if claim.object_is_owner else claim.object or claim.value
    predicate = "task" if claim.kind == "task" else claim.predicate
    return (claim.subject or "me", predicate, thing, claim.ends)


def score(*, held_out: bool) -> Score:
    """Compare what is found with what is labelled."""
    result = Score()
    for sentence in labelled(held_out=held_out):
        found = {said(claim): claim for claim in sentence.found()}
        wanted = {
            (row["subject"], row["predicate"], row["object"], row.get("ends", False)): row
            for row in sentence.claims
        }
        result.right += len(found.keys() & wanted.keys())
        result.wrong += [(sentence.text, key) for key in found.keys() - wanted.keys()]
        result.missed += [(sentence.text, key) for key in wanted.keys() - found.keys()]
        for key in found.keys() & wanted.keys():
            _compare_dates(sentence.text, found[key], wanted[key], result)
    return result


def _compare_dates(text: str, claim: Claim, row: dict[str, Any], result: Score) -> None:
    for name, value in (("from", claim.valid_from), ("due", claim.due_at)):
        if (wanted := row.get(name)) or value:
            day = value and value.astimezone(TOKYO).date().isoformat()
            result.dates += 1
            result.dates_right += day == wanted
            if day != wanted:
                result.wrong_dates.append((text, wanted, day))
