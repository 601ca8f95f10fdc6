"""Show what ``wasurena bench extraction --dataset relations`` measured."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from memory_site.bench.extraction.consistency import Figures, Kept, measured_relations
from memory_site.bench.extraction.names import Counts, ExtractionOutcome
from memory_site.bench.extraction.relations import Traps, read_related
from memory_site.bench.reports.tables import ReportSection, Steps

from .tables import Table

RELATIONS = "relations"


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


def relations_section(path: Path, half: str | None, steps: Steps) -> ReportSection:
    """Measure one file of texts with their relations."""
    texts = read_related(path)
    if half:
        texts = [each for each in texts if each.split == half]
    figures = measured_relations(texts, steps)
    name = RELATIONS if half is None else f"{RELATIONS}, {half}"
    return ReportSection(name, relation_tables(figures), relation_data(figures))
