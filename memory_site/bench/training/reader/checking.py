"""Count how many values of held-back texts the written network finds, and how many rightly."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from memory_site.bench.datasets.labelled_facts import OWNER, FactText
from nlp.trained.findings import Finding, ReadText, alike
from nlp.trained.network import Network

from .labels import places_of

CHANCES = (0.5, 0.7, 0.8, 0.9, 0.95)


@dataclass(slots=True)
class CheckedValues:
    """Counts of what is found with at least a chance: values, their predicates and their subjects."""

    least: float
    right: int = 0
    wrong: int = 0
    missed: int = 0


def check(texts: Sequence[FactText], folder: Path) -> Iterator[CheckedValues]:
    """Yield the counts for each of several least chances."""
    network = Network(folder)
    read = [
        (text, ReadText(network, text.text, is_assistant=text.speaker == "assistant"))
        for text in texts
    ]
    for least in CHANCES:
        counts = CheckedValues(least)
        for text, found in read:
            _count(text, list(found.findings(least)), counts)
        yield counts


def _count(text: FactText, found: Sequence[Finding], counts: CheckedValues) -> None:
    left = [fact for fact in text.facts if not fact.ended]
    for one in found:
        words = text.text[one.start : one.end].casefold()
        label = next(
            (
                fact
                for fact in left
                if fact.predicate in alike(one.predicate)
                and fact.value.casefold() in words
                and _is_of(text, one, fact.subject)
            ),
            None,
        )
        if label is None:
            counts.wrong += 1
        else:
            counts.right += 1
            left.remove(label)
    counts.missed += len(left)


def _is_of(text: FactText, found: Finding, subject: str) -> bool:
    if found.subject is None or subject == OWNER:
        return found.subject is None and subject == OWNER
    named = places_of(text.text, subject)
    return any(start <= found.subject[0] < end for start, end in named)
