"""The figures of ``wasurena bench speed`` as tables and as data."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from django.utils.translation import gettext as _

from memory_site.bench.speed.contents import Contents
from memory_site.bench.speed.timing import Timing

from .setup import setup_table
from .tables import Table


def tables(contents: Contents, figures: Sequence[Timing], facts: Mapping[str, str]) -> list[Table]:
    """Return the figures, and what they were measured with."""
    rows = [[figure.label, figure.shown] for figure in figures]
    return [Table(_title(contents), [_("what"), _("figure")], rows), setup_table(facts)]


def _title(contents: Contents) -> str:
    if contents.vectors == "model":
        origin = _("every vector made by the model")
    else:
        origin = _("the model's vectors of 20,000 texts, the others resampled from them with noise")
    return _("{memories} invented memories in {packs} spaces; {origin}").format(
        memories=f"{contents.memories:,}", packs=contents.packs, origin=origin
    )


def as_data(
    contents: Contents, figures: Sequence[Timing], facts: Mapping[str, str]
) -> dict[str, Any]:
    """Return everything for programs."""
    return {
        "contents": asdict(contents),
        "setup": dict(facts),
        "figures": {figure.key: dict(figure.values) for figure in figures},
    }
