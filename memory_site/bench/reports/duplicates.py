"""The figures of ``wasurena bench duplicates`` as tables and as data."""

from collections.abc import Sequence
from typing import Any

from memory_site.bench.resolution.duplicates import Outcome, confusion, right_share
from nlp.comparison import Kind

from .tables import Table


def tables(outcomes: Sequence[Outcome]) -> list[Table]:
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


def as_data(outcomes: Sequence[Outcome]) -> dict[str, Any]:
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
