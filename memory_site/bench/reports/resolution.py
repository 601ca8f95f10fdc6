"""The figures of ``wasurena bench resolution`` as tables and as data."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from memory_site.bench.resolution.names import NamePair, Shares, merged, proposed

from .tables import Table

GROUPS = ("ja", "en", "mixed")


def tables(pairs: Sequence[NamePair]) -> list[Table]:
    """Return how right automatic decisions and proposals are, in all and by part."""
    rows = [[name, *_shown(part)] for name, part in _parts(pairs).items() if part]
    columns = [
        _("pairs"), "n", _("same"), _("merged"), _("precision, %"), _("recall, %"),
        _("proposed"), _("precision, %"), _("found in all, %"),
    ]  # fmt: skip
    return [Table(_("Names taken for the same"), columns, rows)]


def as_data(pairs: Sequence[NamePair]) -> dict[str, Any]:
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
