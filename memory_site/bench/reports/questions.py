"""The figures of what the inbox asks, as a table and as data."""

from pathlib import Path

from django.utils.translation import gettext as _

from memory_site.bench.extraction.questions import (
    QuestionCounts,
    measure_questions,
    read_messages,
)

from .tables import ReportSection, Steps, Table

QUESTIONS = "questions"


def questions_section(path: Path, half: str | None, steps: Steps) -> ReportSection:
    """Measure one file of messages.

    Raises:
        InvalidInput: it does not have this format.
        OSError: it cannot be read.
    """
    messages = read_messages(path)
    if half:
        messages = messages[half == "odd" :: 2]
    counts = measure_questions(messages, steps(QUESTIONS, len(messages)))
    data = {
        "messages": counts.messages,
        "questions": counts.questions,
        "per_thousand": counts.per_thousand,
        "names": counts.names,
        "divided": counts.divided,
    }
    return ReportSection(QUESTIONS, [_table(counts)], data)


def _table(counts: QuestionCounts) -> Table:
    rows = [(kind, str(number)) for kind, number in sorted(counts.questions.items())]
    rows += [
        (_("questions per 1,000 messages"), f"{counts.per_thousand:.1f}"),
        (_("names of people"), str(counts.names)),
        (_("names that several entities have, which nothing joins"), str(len(counts.divided))),
    ]
    title = _("Questions about {count} messages").format(count=counts.messages)
    return Table(title, (_("figure"), _("number")), rows)
