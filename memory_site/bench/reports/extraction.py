"""Run ``wasurena bench extraction`` from a file to its tables."""

import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from memory_site.bench.datasets.labelled_names import LabelledTexts, halved, read
from memory_site.bench.extraction.consistency import Figures, Kept, measured_relations
from memory_site.bench.extraction.names import Counts, ExtractionOutcome, measured
from memory_site.bench.extraction.relations import Traps, read_related
from memory_site.bench.reports.tables import ReportSection, Steps

from .endings import ENDINGS, endings_section
from .facts import FACTS, facts_section
from .holding import HOLDING, holding_section
from .judged_texts import INSTRUCTIONS, PACKS, instructions_section, packs_section
from .questions import QUESTIONS, questions_section
from .secrets import SECRETS, secrets_section
from .summary import SUMMARY, summary_section
from .tables import Table
from .times import TIMES, times_section

RELATIONS = "relations"
ALL = "all"


def relation_tables(figures: Figures) -> list[Table]:
    """Return a table for names, relations, their types, texts without relations, and stored rows."""
    return [
        Table(_("Names"), _columns(_("texts")), _by_group(figures.names)),
        Table(_("Relations"), _columns(_("texts")), _by_group(figures.related.outcome)),
        *_by_type(figures.related.outcome),
        _traps(figures),
        _stored(figures),
    ]


def relation_data(figures: Figures) -> dict[str, Any]:
    """Return every figure, and each text with its wrong and missed relations."""
    related = figures.related
    return {
        "names": _data(figures.names),
        "relations": _data(related.outcome),
        "traps": {
            group: {trap: [count.texts, count.caught] for trap, count in traps.items()}
            for group, traps in related.traps.items()
        },
        "stored": {part: _kept_data(kept) for part, kept in figures.kept.items()},
        "faults": related.faults,
    }


def _columns(first: str) -> Sequence[str]:
    return (first, _("labelled"), _("precision"), _("recall"), "F1")


def _by_group(outcome: ExtractionOutcome) -> list[Sequence[str]]:
    groups = sorted(outcome.counts)
    rows = [(group, outcome.overall(group)) for group in groups]
    splits = sorted({group.partition(" ")[2] for group in groups})
    rows += [(split, _sum(outcome, split)) for split in splits]
    return [_relation_row(name, counts) for name, counts in rows]


def _sum(outcome: ExtractionOutcome, split: str) -> Counts:
    total = Counts()
    for group in outcome.counts:
        if group.endswith(f" {split}"):
            total.add(outcome.overall(group))
    return total


def _relation_row(name: str, counts: Counts) -> Sequence[str]:
    has_found = counts.right + counts.wrong > 0
    return (
        name,
        str(counts.right + counts.missed),
        f"{counts.precision:.3f}" if has_found else "–",
        f"{counts.recall:.3f}",
        f"{counts.f1:.3f}",
    )


def _by_type(outcome: ExtractionOutcome) -> list[Table]:
    splits = sorted({group.partition(" ")[2] for group in outcome.counts})
    return [
        Table(
            _("Relations by type, {split}").format(split=split),
            _columns(_("type")),
            [
                _relation_row(name, counts)
                for name, counts in sorted(_types(outcome, split).items())
            ],
        )
        for split in splits
    ]


def _types(outcome: ExtractionOutcome, split: str) -> dict[str, Counts]:
    types: dict[str, Counts] = {}
    for group, counts in outcome.counts.items():
        if group.endswith(f" {split}"):
            for name, each in counts.items():
                types.setdefault(name, Counts()).add(each)
    return types


def _traps(figures: Figures) -> Table:
    traps = figures.related.traps
    groups = sorted(traps)
    kinds = sorted({kind for found in traps.values() for kind in found})
    rows = [
        (kind, *(_caught(traps[group].get(kind, Traps(0, 0))) for group in groups))
        for kind in kinds
    ]
    title = _("Texts that say no relation: how many, and in how many one was found all the same")
    return Table(title, (_("why it looks like one"), *groups), rows)


def _caught(traps: Traps) -> str:
    return f"{traps.texts}: {traps.caught}" if traps.texts else "–"


def _stored(figures: Figures) -> Table:
    parts = list(figures.kept)
    rows = [(label, *values) for label, values in _stored_rows(figures.kept.values())]
    return Table(_("What is stored of all texts"), (_("figure"), *parts), rows)


def _stored_rows(kept: Iterable[Kept]) -> list[tuple[str, list[str]]]:
    all_kept = list(kept)
    named = [each.things for each in all_kept]
    agreed = [each.agreement for each in all_kept]
    return [
        (_("people and things that are named"), [str(one.things) for one in named]),
        (_("entities of them"), [str(one.entities) for one in named]),
        (_("entities that mix several"), [str(one.mixed) for one in named]),
        (_("uniqueness"), [f"{one.uniqueness:.3f}" for one in named]),
        (
            _("uniqueness once the inbox is answered"),
            [f"{one.uniqueness_by_inbox:.3f}" for one in named],
        ),
        (_("relations and links"), [str(one.relations) for one in agreed]),
        (_("symmetric ones stored both ways"), [str(one.both_ways) for one in agreed]),
        (_("symmetric ones out of order"), [str(one.out_of_order) for one in agreed]),
        (_("pairs that contradict each other"), [str(one.contradicting) for one in agreed]),
    ]


def _data(outcome: ExtractionOutcome) -> dict[str, Any]:
    return {
        group: {name: _count_data(counts) for name, counts in outcome.counts[group].items()}
        | {"all": _count_data(outcome.overall(group))}
        for group in outcome.counts
    }


def _count_data(counts: Counts) -> dict[str, float]:
    return {
        "right": counts.right,
        "wrong": counts.wrong,
        "missed": counts.missed,
        "precision": counts.precision,
        "recall": counts.recall,
        "f1": counts.f1,
    }


def _kept_data(kept: Kept) -> dict[str, float]:
    return {
        "things": kept.things.things,
        "entities": kept.things.entities,
        "mixed": kept.things.mixed,
        "entity_uniqueness": kept.things.uniqueness,
        "uniqueness_by_inbox": kept.things.uniqueness_by_inbox,
        "relations": kept.agreement.relations,
        "symmetric_violations": kept.agreement.violations,
        "relation_symmetry": kept.agreement.violations / max(1, kept.agreement.relations),
    }


def _relations(path: Path, half: str | None, steps: Steps) -> ReportSection:
    texts = read_related(path)
    if half:
        texts = [each for each in texts if each.split == half]
    figures = measured_relations(texts, steps)
    name = RELATIONS if half is None else f"{RELATIONS}, {half}"
    return ReportSection(name, relation_tables(figures), relation_data(figures))


SECTIONS: Mapping[str, Callable[[Path, str | None, Steps], ReportSection]] = {
    RELATIONS: _relations,
    ENDINGS: endings_section,
    HOLDING: holding_section,
    INSTRUCTIONS: instructions_section,
    PACKS: packs_section,
    QUESTIONS: questions_section,
    SECRETS: secrets_section,
    SUMMARY: summary_section,
    TIMES: times_section,
}


def section(
    dataset: str, path: Path, half: str | None, steps: Steps, *, asks_model: bool = False
) -> ReportSection:
    """Measure one file; ``asks_model`` has the language model read the texts of facts too.

    Raises:
        InvalidInput: it does not have this format.
        OSError: it cannot be read.
    """
    if dataset == FACTS:
        return facts_section(path, half, steps, asks_model=asks_model)
    if reader := SECTIONS.get(dataset):
        return reader(path, half, steps)
    texts = read(dataset, path)
    if half:
        texts = halved(texts, half)
    outcome = measured(texts, steps(texts.name, len(texts.texts)))
    return ReportSection(
        texts.name,
        extraction_tables(texts, outcome),
        extraction_data(outcome),
    )


def extraction_tables(given: LabelledTexts, outcome: ExtractionOutcome) -> list[Table]:
    """Return two tables for each group: by type, and by how sure the names are."""
    return [
        table
        for group in outcome.counts
        for table in (_table(given, outcome, group), _reliability(outcome, group))
    ]


def _reliability(outcome: ExtractionOutcome, group: str) -> Table:
    bands = sorted(outcome.reliability.get(group, {}).items())
    rows = [
        (
            band,
            str(len(names)),
            f"{statistics.mean(sure for sure, _right in names):.3f}",
            f"{statistics.mean(is_right for _sure, is_right in names):.3f}",
        )
        for band, names in bands
    ]
    title = _("{group}: how sure, and how often right").format(group=group)
    return Table(title, (_("found by, from"), _("names"), _("confidence"), _("right")), rows)


def _table(given: LabelledTexts, outcome: ExtractionOutcome, group: str) -> Table:
    title = _("{name}, {group}: {count} texts, {time:.2f} ms each (median)").format(
        name=given.name,
        group=group,
        count=len(outcome.seconds[group]),
        time=1_000 * statistics.median(outcome.seconds[group]),
    )
    columns = (_("type"), _("labelled"), _("precision"), _("recall"), "F1")
    return Table(title, columns, [_row(name, counts) for name, counts in _counted(outcome, group)])


def _row(name: str, counts: Counts) -> Sequence[str]:
    figures = (counts.precision, counts.recall, counts.f1)
    return (name, str(counts.right + counts.missed), *(f"{figure:.3f}" for figure in figures))


def _counted(outcome: ExtractionOutcome, group: str) -> list[tuple[str, Counts]]:
    return [*sorted(outcome.counts[group].items()), (ALL, outcome.overall(group))]


def extraction_data(outcome: ExtractionOutcome) -> dict[str, Any]:
    """Return every figure, by group and type."""
    return {
        group: {
            name: {
                "right": counts.right,
                "wrong": counts.wrong,
                "missed": counts.missed,
                "precision": counts.precision,
                "recall": counts.recall,
                "f1": counts.f1,
            }
            for name, counts in _counted(outcome, group)
        }
        | {"milliseconds": 1_000 * statistics.median(outcome.seconds[group])}
        | {
            "reliability": {
                band: [
                    len(names),
                    statistics.mean(sure for sure, _right in names),
                    statistics.mean(is_right for _sure, is_right in names),
                ]
                for band, names in outcome.reliability.get(group, {}).items()
            }
        }
        for group in outcome.counts
    }
