"""Measure which durable facts are read from what people and assistants write.

Each text has a person of its own.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from core.caller import Caller
from memories.enrichment import queue
from memories.enrichment.llm import jobs as llm
from memories.models import State, StateKind
from memories.schemas import MemoryInput
from memories.services.save import remember
from memory_site.bench.datasets.labelled_facts import OWNER, Fact, FactText, Group
from memory_site.bench.datasets.labelled_names import SAID_AT
from nlp.predicates import KIN_TIES, MARRIED, NAME, PERSONAL_TIES
from nlp.roles import SPOUSES, role_of_word

from .names import Counts

# Several files are measured in one database.
PEOPLE = count()
# Both sides of these may stand as subject or value, and names with or without a title.
# A preference is a taste, whatever verb says it.
TASTES = {"prefers": "likes"}
# A stored value may have more words than the label, but not a whole sentence more.
MOST_WORDS, MORE_CHARACTERS = 2, 24
UNNAMED = re.compile(r"(?P<role>[\w -]+) of person\d+|person\d+の(?P<ja>\w+)")


@dataclass(slots=True)
class FactOutcome:
    """Counts by group and by predicate, and what was read wrongly or missed."""

    groups: dict[Group, Counts] = field(default_factory=lambda: defaultdict(Counts))
    predicates: dict[str, Counts] = field(default_factory=lambda: defaultdict(Counts))
    faults: list[dict[str, Any]] = field(default_factory=list)

    def overall(self, split: str) -> Counts:
        """Return the counts of one split."""
        total = Counts()
        for group, counts in self.groups.items():
            if group[0] == split:
                total.add(counts)
        return total


def measure_facts(
    texts: Sequence[FactText], step: Callable[[int], None], *, asks_model: bool = False
) -> FactOutcome:
    """Save each text as its speaker, and compare the stored states with the labels.

    ``asks_model``: the configured language model reads each text beside the rules.
    """
    outcome = FactOutcome()
    for text in texts:
        caller = Caller(base_user=f"person{next(PEOPLE)}")
        remember(caller, MemoryInput(text=text.text, speaker=text.speaker, created_at=SAID_AT))
        queue.drain()
        if asks_model and llm.drain():
            queue.drain()
        count_facts(text, _stored(caller), outcome)
        step(1)
    return outcome


def _stored(caller: Caller) -> list[Fact]:
    """Return the facts that are known of and by a person, without tasks."""
    rows = State.objects.of(caller).findable().exclude(kind=StateKind.TASK)
    return [
        Fact(
            _role_in(state.subject.name) if state.subject else OWNER,
            state.predicate,
            OWNER if state.value == OWNER else _role_in(state.value),
            state.valid_to is not None,
        )
        for state in rows.select_related("subject").order_by("pk")
    ]


def _role_in(name: str) -> str:
    """Return the relation of a person without a name: "mother of person7", person7の母."""
    found = UNNAMED.fullmatch(name)
    return (found["role"] or found["ja"]) if found else name


def count_facts(text: FactText, stored: Sequence[Fact], outcome: FactOutcome) -> None:
    """Compare the facts that are stored of a text with its labels, and count them."""
    left = list(text.facts)
    wrong = []
    for fact in stored:
        label = next((one for one in left if matches(one, fact)), None)
        if label is None:
            wrong.append(fact)
            continue
        left.remove(label)
        outcome.groups[text.group].right += 1
        outcome.predicates[label.predicate].right += 1
    wrong = [one for one in wrong if not _is_implied(one, text.facts)]
    for one in wrong:
        outcome.groups[text.group].wrong += 1
        outcome.predicates[one.predicate].wrong += 1
    for one in left:
        outcome.groups[text.group].missed += 1
        outcome.predicates[one.predicate].missed += 1
    if wrong or left:
        outcome.faults.append(
            {"text": text.text, "wrong": [*map(str, wrong)], "missed": [*map(str, left)]}
        )


def matches(label: Fact, found: Fact) -> bool:
    """Return whether a stored fact is the labeled one, in either direction of a tie."""
    if _kind(label) != _kind(found) or label.ended != found.ended:
        return False
    if _is_value(label, found.value) and _is_subject(label.subject, found.subject):
        return True
    is_tie = label.predicate in PERSONAL_TIES
    return is_tie and _is_value(label, found.subject) and _is_subject(label.subject, found.value)


def _kind(fact: Fact) -> str:
    if fact.predicate in KIN_TIES and _folded(fact.value) in SPOUSES:
        return MARRIED
    return TASTES.get(fact.predicate, fact.predicate)


def _is_implied(fact: Fact, labels: Sequence[Fact]) -> bool:
    """Return whether a tie to a relative without a name follows from what is said of them."""
    is_unnamed = fact.predicate in KIN_TIES and role_of_word(fact.value) is not None
    return is_unnamed and any(_is_subject(label.subject, fact.value) for label in labels)


def _is_subject(label: str, found: str) -> bool:
    one, other = _folded(label), _folded(found)
    if OWNER in {one, other} or _are_roles(one, other):
        return one == other
    return one in other or other in one


def _is_value(label: Fact, found: str) -> bool:
    one, other = _folded(label.value), _folded(found)
    if _are_roles(one, other):
        return one == other
    if one in other and len(other) <= MOST_WORDS * len(one) + MORE_CHARACTERS:
        return True
    return label.predicate in PERSONAL_TIES | {NAME} and len(other) > 1 and other in one


def _are_roles(one: str, other: str) -> bool:
    """Return whether both are relations: "mother" is no part of "grandmother"."""
    return role_of_word(one) is not None and role_of_word(other) is not None


def _folded(text: str) -> str:
    words = unicodedata.normalize("NFKC", text).casefold().replace("’", "'").strip()
    return role_of_word(words) or words
