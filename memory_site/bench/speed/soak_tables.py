"""Tables of a soak: what the processes held, minute by minute, and how much of it grew."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from django.utils.translation import gettext as _

from memory_site.bench.reports.tables import Table

from .clients import Timing
from .soak import MEGABYTE, Look, growth

# So many rows show the course; every look is in the JSON.
MAX_ROWS = 13


def shown(looks: Sequence[Look], figures: Sequence[Timing], *, since: float = 0.0) -> list[Table]:
    """Return the tables: the course, the growth after the warm-up, and the requests.

    Growth is measured from ``since`` seconds on, if that is later than the warm-up.
    """
    columns = [
        _("minute"), _("memory of all processes"), _("without pages of files"),
        _("memory of the server"), _("descriptors"), _("threads"), _("write-ahead log"),
    ]  # fmt: skip
    step = max(1, -(-len(looks) // MAX_ROWS))
    rows = [_row(look) for look in [*looks[::-1][::step]][::-1]]
    course = Table(_("What the processes held"), columns, rows)
    requests = [[_labels()[figure.key], figure.shown] for figure in figures]
    return [
        course,
        Table(_("Growth after the warm-up"), [_("what"), _("figure")], _growth_rows(looks, since)),
        Table(_("Requests meanwhile"), [_("what"), _("figure")], requests),
    ]


def as_data(
    looks: Sequence[Look],
    figures: Sequence[Timing],
    facts: Mapping[str, Any],
    *,
    since: float = 0.0,
) -> dict[str, Any]:
    """Return every figure for a file of JSON."""
    return {
        "setup": dict(facts),
        "looks": [asdict(look) for look in looks],
        "growth": growth(list(looks), since),
        "figures": {figure.key: dict(figure.values) for figure in figures},
    }


def _row(look: Look) -> list[str]:
    sizes = [f"{size / MEGABYTE:.1f} MB" for size in (look.together, look.anonymous, look.own)]
    counts = [str(look.descriptors), str(look.threads)]
    return [f"{look.at / 60:.0f}", *sizes, *counts, f"{look.log / MEGABYTE:.1f} MB"]


def _growth_rows(looks: Sequence[Look], since: float) -> list[list[str]]:
    slopes = growth(list(looks), since)
    if not slopes:
        return []
    rows = [
        [_("memory of all processes"), _("{n} MB an hour").format(n=f"{slopes['together']:+.1f}")],
        [
            _("without pages of files"),
            _("{n} MB an hour").format(n=f"{slopes['anonymous']:+.1f}"),
        ],
        [_("memory of the server"), _("{n} MB an hour").format(n=f"{slopes['own']:+.1f}")],
        [_("descriptors"), _("{n} an hour").format(n=f"{slopes['descriptors']:+.1f}")],
        [_("threads"), _("{n} an hour").format(n=f"{slopes['threads']:+.1f}")],
    ]
    return [*rows, [_("over the last minutes"), f"{slopes['minutes']:.0f}"]]


def _labels() -> dict[str, str]:
    return {
        "saves": _("saves over REST"),
        "searches": _("searches over REST"),
        "mcp": _("calls over MCP: search, context, save"),
        "pages": _("pages of a browser"),
    }
