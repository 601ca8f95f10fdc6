"""Count what the inbox asks about the messages of one person, and who lies in several packs.

A line of JSON has a ``text``; ``speaker`` and ``session`` are optional. All messages are one
person's, in order, without a pack.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.db.models import Count

from core.caller import Caller
from entities.models import Entity
from graph.same_as import same_as_seen, same_entities
from memories.enrichment import queue
from memories.models import Proposal, ProposalStatus
from memories.schemas import MemoryInput
from memories.services.save import remember
from memory_site.bench.datasets.labelled_lines import read_lines
from nlp.readers import PERSON

ASKER = Caller(base_user="asked")


@dataclass(frozen=True, slots=True)
class SentMessage:
    """A message of a conversation."""

    text: str
    speaker: str
    session: str


@dataclass(slots=True)
class QuestionCounts:
    """The number of messages, of open questions by kind, and of names of people.

    ``divided`` are names that several entities have, which nothing joins.
    """

    messages: int = 0
    questions: dict[str, int] = field(default_factory=dict)
    names: int = 0
    divided: list[str] = field(default_factory=list)

    @property
    def per_thousand(self) -> float:
        """The number of questions per 1,000 messages."""
        return 1_000 * sum(self.questions.values()) / max(1, self.messages)


def read_messages(path: Path) -> list[SentMessage]:
    """Read a file of messages; lines without a text, such as questions, are left out.

    Raises:
        InvalidInput: a line is no such message.
        OSError: the file cannot be read.
    """
    return [one for one in read_lines(path, _message) if one.text]


def _message(row: dict[str, Any]) -> SentMessage:
    session = f"{row.get('scope', '')} {row.get('session', '')}".strip()
    return SentMessage(row.get("text", ""), row.get("speaker", ""), session)


def measure_questions(
    messages: Sequence[SentMessage], step: Callable[[int], None]
) -> QuestionCounts:
    """Save the messages as one person's, and count the questions that are open then."""
    for message in messages:
        item = MemoryInput(
            text=message.text, speaker=message.speaker, session_id=message.session or None
        )
        remember(ASKER, item)
        step(1)
    while queue.drain():
        pass
    rows = Proposal.objects.of(ASKER).filter(status=ProposalStatus.OPEN).order_by()
    counts = QuestionCounts(len(messages), dict(rows.values_list("kind").annotate(n=Count("pk"))))
    _count_names(counts)
    return counts


def _count_names(counts: QuestionCounts) -> None:
    bearers: dict[str, list[Entity]] = defaultdict(list)
    rows = Entity.objects.of(ASKER).filter(merged_into=None, entity_type=PERSON)
    for row in rows:
        bearers[row.name_key].append(row)
    joined = same_entities(same_as_seen(ASKER), [row.entity_id for row in rows])
    counts.names = len(bearers)
    counts.divided = [
        name
        for name, people in bearers.items()
        if len({joined[row.entity_id] for row in people}) > 1
    ]
