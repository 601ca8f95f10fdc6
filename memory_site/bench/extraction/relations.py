"""Measure the extraction of relations: precision and recall on labeled texts.

A line of JSON is a text of our own: ``marked`` names as in `extraction.MARKED`, ``split``,
``who`` is meant by names that differ (a key, the same for every name of one thing),
``relations`` that the text says, ``also`` those that it suggests, which are neither asked for
nor wrong; and ``trap``, where it says none, why it looks as if. A relation is
``[subject, type, object]`` in the direction of its type, ``I`` is who speaks, and
``works_for|member_of`` takes either.
"""

import json
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from core.caller import Caller
from core.errors import InvalidInput
from graph.models import RelationScope
from graph.services import relation_types
from memories.schemas.mentions import ClaimOut, ExtractInput
from memories.services.saving.preview import extract_preview
from memory_site.bench.datasets.labelled_names import SAID_AT, LabelledText, unmarked
from nlp.facts.rules import FACTS
from nlp.text.sentences import is_owner

from .names import Counts, ExtractionOutcome

SPEAKER = "I"
Triple = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Expected:
    """A relation between two things, by their keys; each of ``types`` is right."""

    source: str
    types: tuple[str, ...]
    target: str


@dataclass(frozen=True, slots=True)
class RelatedText:
    """A text with its names, their entities, and their relations."""

    names: LabelledText
    kind: str
    split: str
    who: Mapping[str, str]
    relations: Sequence[Expected]
    also: Sequence[Expected] = ()
    trap: str = ""

    def key(self, name: str | None) -> str:
        """Return the key of the entity with a name; None is the speaker."""
        return SPEAKER if name is None else _key(name, self.who)


@dataclass(frozen=True, slots=True)
class Traps:
    """Texts that say no relation, and those of them in which one was found."""

    texts: int
    caught: int


@dataclass(slots=True)
class Related:
    """Counts by group, relation type and kind of trap, with wrong and missed relations."""

    outcome: ExtractionOutcome = field(default_factory=ExtractionOutcome)
    traps: dict[str, dict[str, Traps]] = field(default_factory=lambda: defaultdict(dict))
    faults: list[dict[str, Any]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Directions:
    """Normalize relations: symmetric types, and types of the inverse direction."""

    symmetric: frozenset[str]
    inverse: Mapping[str, str]

    def one_way(self, source: str, kind: str, target: str) -> Triple:
        """Return a relation as everybody writes it."""
        other = self.inverse.get(kind, "")
        if kind in self.symmetric:
            source, target = sorted((source, target))
        elif other and other < kind:
            source, kind, target = target, other, source
        return source, kind, target


def read_related(path: Path) -> list[RelatedText]:
    """Read labelled texts, one a line.

    Raises:
        InvalidInput: a line is something else.
        OSError: it cannot be read.
    """
    lines = path.read_text("utf-8").splitlines()
    try:
        texts = [_text(json.loads(line)) for line in lines if line.strip()]
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        reason = f"{type(error).__name__}: {error}"
        raise InvalidInput(f"{path} is no relations file: {reason}", field="--data") from error
    if not any(text.relations for text in texts):
        raise InvalidInput(f"{path} labels no relations", field="--data")
    return texts


def _text(row: Mapping[str, Any]) -> RelatedText:
    names, who = unmarked(row["marked"], row["split"]), row.get("who", {})
    return RelatedText(
        names=names,
        kind=row["kind"],
        split=row["split"],
        who=who,
        relations=_expected(row["relations"], who),
        also=_expected(row.get("also", ()), who),
        trap=row.get("trap", ""),
    )


def _expected(rows: Iterable[Sequence[str]], who: Mapping[str, str]) -> list[Expected]:
    return [
        Expected(_key(source, who), tuple(types.split("|")), _key(target, who))
        for source, types, target in rows
    ]


def _key(name: str, who: Mapping[str, str]) -> str:
    if name == SPEAKER:
        return name
    # A full stop may be the sentence's or that of "Inc.": who is meant is the same.
    return who.get(name) or who.get(name.rstrip("."), name.rstrip(".").casefold())


def directions() -> Directions:
    """Return how the relation types between entities run."""
    types = relation_types(RelationScope.ENTITIES, "").values()
    return Directions(
        symmetric=frozenset(each.type_name for each in types if each.is_symmetric),
        inverse={each.type_name: each.inverse_type for each in types if each.inverse_type},
    )


def related(
    texts: Sequence[RelatedText], caller: Caller, pack: str, progress: Callable[[int], None]
) -> Related:
    """Extract relations as `POST /api/extract/` would, and count the right ones.

    Facts of a type that no text labels are not counted: the labels leave them out.
    """
    result, ways = Related(), directions()
    labelled = {type_ for each in texts for one in each.relations for type_ in one.types}
    known = frozenset(relation_types(RelationScope.ENTITIES, "")) - (FACTS - labelled)
    for each in texts:
        started = time.perf_counter()
        item = ExtractInput(text=each.names.text, pack=pack, created_at=SAID_AT)
        claims = extract_preview(caller, item).relations
        took = time.perf_counter() - started
        result.outcome.seconds.setdefault(each.names.group, []).append(took)
        found = {_found(each, claim, ways) for claim in claims if _holds(claim, known, SAID_AT)}
        _count(each, found, ways, result)
        progress(1)
    return result


def _holds(claim: ClaimOut, known: frozenset[str], at: datetime) -> bool:
    """Whether something claims a relation that has not ended."""
    is_past = claim.ends or (claim.valid_to is not None and claim.valid_to <= at)
    return claim.predicate in known and not is_past


def _found(text: RelatedText, claim: ClaimOut, ways: Directions) -> Triple:
    target = SPEAKER if is_owner(claim.object) else text.key(claim.object)
    return ways.one_way(text.key(claim.subject), claim.predicate, target)


def _count(text: RelatedText, found: set[Triple], ways: Directions, result: Related) -> None:
    counts = result.outcome.counts.setdefault(text.names.group, {})
    allowed = {triple for one in (*text.relations, *text.also) for triple in _ways(one, ways)}
    wrong = sorted(found - allowed)
    missed = [one for one in text.relations if not _ways(one, ways) & found]
    for one in text.relations:
        figures = counts.setdefault(one.types[0], Counts())
        figures.add(Counts(missed=1) if one in missed else Counts(right=1))
    for _source, kind, _target in wrong:
        counts.setdefault(kind, Counts()).wrong += 1
    if wrong or missed:
        lost = [[one.source, "|".join(one.types), one.target] for one in missed]
        result.faults.append({"text": text.names.text, "wrong": wrong, "missed": lost})
    if text.trap:
        traps = result.traps[text.names.group]
        before = traps.get(text.trap, Traps(0, 0))
        traps[text.trap] = Traps(before.texts + 1, before.caught + bool(wrong))


def _ways(one: Expected, ways: Directions) -> set[Triple]:
    return {ways.one_way(one.source, kind, one.target) for kind in one.types}
