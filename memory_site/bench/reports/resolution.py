"""The figures of ``wasurena bench duplicates`` and ``resolution`` as tables and as data."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from memory_site.bench.resolution import (
    NamePair,
    Outcome,
    Shares,
    confusion,
    merged,
    proposed,
    right_share,
)
from nlp.comparison import Kind

from .tables import Table

GROUPS = ("ja", "en", "mixed")


def duplicate_tables(outcomes: Sequence[Outcome]) -> list[Table]:
    """Return one confusion table per language and part, and what would be merged wrongly."""
    groups = _groups(outcomes)
    return [
        *(_confusion_table(name, group) for name, group in groups.items()),
        Table(
            "Without asking",
            (
                "pairs",
                "n",
                "right",
                "different, merged",
                "changed or contradicted, linked as added",
            ),
            [
                (
                    name,
                    str(len(group)),
                    f"{right_share(group):.3f}",
                    str(sum(outcome.is_lost for outcome in group)),
                    str(sum(outcome.is_linked_wrongly for outcome in group)),
                )
                for name, group in {**groups, "all": list(outcomes)}.items()
            ],
        ),
    ]


def _groups(outcomes: Sequence[Outcome]) -> dict[str, list[Outcome]]:
    groups: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        part = "held out" if outcome.pair.is_held_out else "tuned on"
        groups.setdefault(f"{outcome.pair.language}, {part}", []).append(outcome)
    return dict(sorted(groups.items()))


def _confusion_table(name: str, outcomes: Sequence[Outcome]) -> Table:
    counts = confusion(outcomes)
    rows = [
        (label.value, *(str(counts.get((label, verdict), 0)) for verdict in Kind)) for label in Kind
    ]
    return Table(f"Label by verdict: {name}", ("label", *(kind.value for kind in Kind)), rows)


def duplicate_data(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Return every figure, and the pairs that were judged otherwise than labelled."""
    return {
        "groups": {
            name: {
                "n": len(group),
                "right": right_share(group),
                "merged_wrongly": sum(outcome.is_lost for outcome in group),
                "linked_wrongly": sum(outcome.is_linked_wrongly for outcome in group),
            }
            for name, group in _groups(outcomes).items()
        },
        "otherwise": [
            {
                "label": outcome.pair.kind.value,
                "verdict": outcome.verdict.kind.value,
                "older": outcome.pair.older.text,
                "newer": outcome.pair.newer.text,
                "nearness": round(outcome.nearness, 3),
                "reasons": list(outcome.verdict.reasons),
            }
            for outcome in outcomes
            if not outcome.is_right
        ],
    }


def resolution_tables(pairs: Sequence[NamePair]) -> list[Table]:
    """Return how right automatic decisions and proposals are, in all and by part."""
    rows = [[name, *_shown(part)] for name, part in _parts(pairs).items() if part]
    columns = [
        _("pairs"), "n", _("same"), _("merged"), _("precision, %"), _("recall, %"),
        _("proposed"), _("precision, %"), _("found in all, %"),
    ]  # fmt: skip
    return [Table(_("Names taken for the same"), columns, rows)]


def resolution_data(pairs: Sequence[NamePair]) -> dict[str, Any]:
    """Return every figure."""
    return {name: _figures(part) for name, part in _parts(pairs).items() if part}


def _parts(pairs: Sequence[NamePair]) -> dict[str, list[NamePair]]:
    held_out = [pair for pair in pairs if pair.case.is_held_out]
    parts = {
        _("all"): list(pairs),
        _("held out"): held_out,
        _("tuned on"): [pair for pair in pairs if not pair.case.is_held_out],
    }
    parts |= {group: [p for p in pairs if p.case.group == group] for group in GROUPS}
    kinds = sorted({pair.case.wanted["type"] for pair in pairs})
    return parts | {kind: [p for p in pairs if p.case.wanted["type"] == kind] for kind in kinds}


def _figures(pairs: Sequence[NamePair]) -> dict[str, Any]:
    sure, asked = merged(pairs), proposed(pairs)
    return {
        "pairs": len(pairs),
        "same": sure.true,
        "merged": _data(sure),
        "proposed": _data(asked),
        "found": (sure.right + asked.right) / sure.true if sure.true else 1.0,
    }


def _data(shares: Shares) -> dict[str, float]:
    return {
        "called": shares.called,
        "right": shares.right,
        "precision": shares.precision,
        "recall": shares.recall,
    }


def _shown(pairs: Sequence[NamePair]) -> list[str]:
    sure, asked, figures = merged(pairs), proposed(pairs), _figures(pairs)
    return [
        str(len(pairs)), str(sure.true),
        str(sure.called), _percent(sure.precision), _percent(sure.recall),
        str(asked.called), _percent(asked.precision), _percent(figures["found"]),
    ]  # fmt: skip


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"
