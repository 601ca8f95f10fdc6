"""Measure whether a known fact ends when its owner says so, and only then.

A line of JSON is a message and a fact that was known before it: ``language``, ``kind`` (why the
message looks like a change, or ``change``), ``known`` as ``[predicate, value]``, ``text``, and
``ends``; if it ends, ``now`` is the new value, or empty. Each line has a person of its own.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import Any

from core.caller import Caller
from memories.enrichment import queue
from memories.models import Proposal, State
from memories.schemas import MemoryInput
from memories.schemas.inputs import SaidState
from memories.services.save import remember
from memory_site.bench.datasets.labelled_lines import read_lines
from memory_site.bench.datasets.labelled_names import SAID_AT
from memory_site.bench.quality.answers import PACK

CHANGE = "change"
# Predicates whose value is an entity.
# Several files are measured in one database.
PEOPLE = count()
RELATIONS = frozenset({"lives_in", "works_for", "married_to"})
BEFORE = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Message:
    """A message, the fact that was known before it, and whether the message ends it."""

    language: str
    kind: str
    predicate: str
    value: str
    text: str
    ends: bool
    now: str = ""


@dataclass(slots=True)
class Endings:
    """The number of messages of a kind, and of facts that ended, are asked about, or changed."""

    messages: int = 0
    ended: int = 0
    # It holds, and the inbox asks about something that the message said.
    asked: int = 0
    # The new value is known as well.
    changed: int = 0
    right: int = 0


@dataclass(slots=True)
class EndingOutcome:
    """Endings by language and kind, and the messages that were read wrongly."""

    counts: dict[tuple[str, str], Endings] = field(default_factory=lambda: defaultdict(Endings))
    faults: list[dict[str, Any]] = field(default_factory=list)

    @property
    def wrongly_ended(self) -> int:
        """The number of facts that still hold, but were ended."""
        return sum(row.ended for (_, kind), row in self.counts.items() if kind != CHANGE)


def read_endings(path: Path) -> list[Message]:
    """Read a file of messages.

    Raises:
        InvalidInput: a line is no such message.
        OSError: the file cannot be read.
    """
    return read_lines(path, _message)


def _message(row: dict[str, Any]) -> Message:
    predicate, value = row.pop("known")
    return Message(predicate=predicate, value=value, **row)


def measure_endings(messages: Sequence[Message], step: Callable[[int], None]) -> EndingOutcome:
    """Save each message after its fact, and compare what holds then with the label."""
    outcome = EndingOutcome()
    for message in messages:
        caller = Caller(base_user=f"changing{next(PEOPLE)}")
        holds = _values(caller, _save(caller, message))
        ended = not any(_is_same(message.value, value) for value in holds)
        changed = bool(message.now) and any(_is_same(message.now, value) for value in holds)
        count = outcome.counts[message.language, message.kind]
        count.messages += 1
        count.ended += ended
        count.asked += not ended and Proposal.objects.of(caller).exists()
        count.changed += changed
        count.right += ended == message.ends
        if ended != message.ends:
            outcome.faults.append({"text": message.text, "kind": message.kind, "holds": holds})
        step(1)
    return outcome


def _save(caller: Caller, message: Message) -> str:
    """Save the fact and the message; return the predicate under which the fact is stored."""
    kind = "relation" if message.predicate in RELATIONS else "fact"
    known = SaidState(kind=kind, predicate=message.predicate, value=message.value)
    text = f"{message.predicate}: {message.value}"
    before = MemoryInput(text=text, states=[known], pack=PACK, created_at=SAID_AT - BEFORE)
    remember(caller, before)
    stored = State.objects.of(caller).order_by("pk").values_list("predicate", "value")
    predicate = next(name for name, value in stored if _is_same(message.value, value))
    remember(caller, MemoryInput(text=message.text, pack=PACK, created_at=SAID_AT))
    queue.drain()
    return predicate


def _values(caller: Caller, predicate: str) -> list[str]:
    rows = State.objects.of(caller).findable().filter(predicate=predicate, valid_to=None)
    return list(rows.order_by("pk").values_list("value", flat=True))


def _is_same(label: str, value: str) -> bool:
    """Return whether a stored value is the labeled one, with or without further words."""
    return label.casefold() in value.casefold()
