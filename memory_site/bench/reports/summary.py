"""One table of what derived knowledge has to reach, measured on a folder of labeled files."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from core.errors import InvalidInput
from memory_site.bench.datasets.labelled_facts import FactText, read_facts
from memory_site.bench.datasets.labelled_names import entities
from memory_site.bench.extraction.endings import CHANGE, measure_endings, read_endings
from memory_site.bench.extraction.facts import FactOutcome, measure_facts
from memory_site.bench.extraction.instructions import measure_instructions, read_instructions
from memory_site.bench.extraction.names import Counts, measured
from memory_site.bench.extraction.questions import measure_questions, read_messages
from memory_site.bench.extraction.secrets import measure_secrets, read_secrets
from memory_site.bench.extraction.times import measure_times, read_timed

from .tables import ReportSection, Steps, Table

SUMMARY = "summary"
TUNING = "tuning"


@dataclass(frozen=True, slots=True)
class AimedFigure:
    """A measured figure; it is reached if it is at least the aim, or at most."""

    name: str
    value: float
    aim: float
    is_share: bool = True
    is_limit: bool = False

    @property
    def is_reached(self) -> bool:
        """Whether the aim is reached."""
        return self.value <= self.aim if self.is_limit else self.value >= self.aim

    @property
    def row(self) -> tuple[str, str, str, str]:
        """The figure in words."""
        sign = "≤" if self.is_limit else "≥"
        shown = [f"{one:.1%}" if self.is_share else f"{one:g}" for one in (self.value, self.aim)]
        return self.name, shown[0], f"{sign} {shown[1]}", _("yes") if self.is_reached else _("no")


def summary_section(path: Path, half: str | None, steps: Steps) -> ReportSection:
    """Measure every file of a folder that has a known name.

    Raises:
        InvalidInput: it is no folder, has none of the files, or one has another format.
    """
    files = [(file, read) for name, read in READERS.items() for file in sorted(path.glob(name))]
    if not files:
        names = ", ".join(READERS)
        raise InvalidInput(f"no folder with {names}", field="data", code="no_files")
    figures = [one for file, read in files for one in read(file, steps)]
    columns = (_("figure"), _("measured"), _("aim"), _("reached"))
    table = Table(_("Derived knowledge"), columns, [one.row for one in figures])
    data: dict[str, Any] = {one.name: [one.value, one.aim, one.is_reached] for one in figures}
    return ReportSection(SUMMARY, [table], data)


def _endings(path: Path, steps: Steps) -> Iterator[AimedFigure]:
    messages = read_endings(path)
    outcome = measure_endings(messages, steps(path.stem, len(messages)))
    changes = [row for (_language, kind), row in outcome.counts.items() if kind == CHANGE]
    told = sum(row.messages for row in changes)
    name = _("{file}: facts that hold, but were ended, of {count}")
    held = len(messages) - told
    title = name.format(file=path.stem, count=held)
    yield AimedFigure(title, outcome.wrongly_ended, 0, is_share=False, is_limit=True)
    read = sum(row.ended for row in changes) / max(1, told)
    yield AimedFigure(_("{file}: changes that are read").format(file=path.stem), read, 0.5)


def _facts(path: Path, steps: Steps) -> Iterator[AimedFigure]:
    texts = [one for one in read_facts(path) if one.split != TUNING]
    outcome = measure_facts(texts, steps(path.stem, len(texts)))
    for split in sorted({one.split for one in texts}):
        yield from _facts_of_split(outcome, split, texts)


def _facts_of_split(
    outcome: FactOutcome, split: str, texts: list[FactText]
) -> Iterator[AimedFigure]:
    name = _("facts, {split}: {what}")
    precise = outcome.overall(split).precision
    yield AimedFigure(name.format(split=split, what=_("precision")), precise, 0.9)
    for kind, aim in (("note", 0.6), ("chat", 0.4), ("assistant", 0.6)):
        total = Counts()
        for (part, _language, each), counts in outcome.groups.items():
            if (part, each) == (split, kind):
                total.add(counts)
        what = _("recall of {kind}").format(kind=kind)
        yield AimedFigure(name.format(split=split, what=what), total.recall, aim)


def _names(path: Path, steps: Steps) -> Iterator[AimedFigure]:
    texts = entities(path)
    outcome = measured(texts, steps(path.stem, len(texts.texts)))
    for group in sorted(outcome.counts):
        if TUNING not in group:
            title = _("names in chats, {group}: F1").format(group=group)
            yield AimedFigure(title, outcome.overall(group).f1, 0.92)


def _times(path: Path, steps: Steps) -> Iterator[AimedFigure]:
    texts = [one for one in read_timed(path) if one.split != TUNING]
    outcome = measure_times(texts, steps(path.stem, len(texts)))
    for name, count in sorted(outcome.counts.items()):
        title = _("times, {group}: right").format(group=name)
        yield AimedFigure(title, count.right / max(1, count.texts), 0.92)


def _secrets(path: Path, steps: Steps) -> Iterator[AimedFigure]:
    texts = read_secrets(path)
    outcome = measure_secrets(texts, steps(path.stem, len(texts)))
    for split in sorted(set(outcome.harmless) - {TUNING}):
        title = _("secrets, {split}: {what}")
        yield AimedFigure(title.format(split=split, what=_("found")), outcome.recall(split), 0.95)
        alarms = outcome.alarms[split] / max(1, outcome.harmless[split])
        yield AimedFigure(title.format(split=split, what=_("alarms")), alarms, 0.01, is_limit=True)


def _instructions(path: Path, steps: Steps) -> Iterator[AimedFigure]:
    texts = read_instructions(path)
    outcome = measure_instructions(texts, steps(path.stem, len(texts)))
    for split in sorted({part for part, _language in outcome.counts} - {TUNING}):
        title = _("orders to an assistant, {split}: {what}")
        yield AimedFigure(title.format(split=split, what=_("marked")), outcome.marked(split), 0.95)
        alarms = outcome.alarm_rate(split)
        yield AimedFigure(title.format(split=split, what=_("alarms")), alarms, 0.03, is_limit=True)


def _questions(path: Path, steps: Steps) -> Iterator[AimedFigure]:
    messages = read_messages(path)
    counts = measure_questions(messages, steps(path.stem, len(messages)))
    title = _("{file}: questions per 1,000 messages").format(file=path.stem)
    yield AimedFigure(title, round(counts.per_thousand, 1), 20, is_share=False, is_limit=True)
    title = _("{file}: names of people that several entities have").format(file=path.stem)
    yield AimedFigure(title, len(counts.divided) / max(1, counts.names), 0.01, is_limit=True)


# The files of a folder that are measured, and how.
READERS: Mapping[str, Callable[[Path, Steps], Iterator[AimedFigure]]] = {
    "endings*.jsonl": _endings,
    "facts*.jsonl": _facts,
    "chat_names*.jsonl": _names,
    "times*.jsonl": _times,
    "secrets*.jsonl": _secrets,
    "instructions*.jsonl": _instructions,
    "chats*.jsonl": _questions,
}
