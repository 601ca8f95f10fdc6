"""Rules of links and relations, and the conditions of the rows that break them."""

from dataclasses import dataclass
from enum import StrEnum
from functools import reduce
from operator import or_

from django.db.models import F, Q

LEAST_WEIGHT, MOST_WEIGHT = 0.0, 1.0
# An edge below this confidence says next to nothing.
LEAST_CONFIDENCE = 0.1


class Severity(StrEnum):
    """How bad it is to break a rule; the database refuses errors and warnings."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


@dataclass(frozen=True, slots=True)
class EdgeRule:
    """A rule of edges: its key, its severity, and the condition of rows that break it.

    ``links`` is for links between memories, ``relations`` for relations between entities.
    """

    key: str
    severity: Severity
    links: Q
    relations: Q


def _out_of_range(*columns: str) -> Q:
    parts = (
        Q(**{f"{name}__lt": LEAST_WEIGHT}) | Q(**{f"{name}__gt": MOST_WEIGHT}) for name in columns
    )
    return reduce(or_, parts)


LOW_CONFIDENCE = Q(confidence_score__lt=LEAST_CONFIDENCE)
EDGE_RULES = (
    EdgeRule(
        "self_loop",
        Severity.ERROR,
        links=Q(src_memory=F("dst_memory")),
        relations=Q(source=F("target")),
    ),
    EdgeRule(
        "weight_range",
        Severity.WARNING,
        links=_out_of_range("weight", "confidence_score"),
        relations=_out_of_range("weight", "confidence_score"),
    ),
    EdgeRule("low_confidence", Severity.INFO, links=LOW_CONFIDENCE, relations=LOW_CONFIDENCE),
)
