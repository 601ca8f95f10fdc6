"""Template tags of the pages about searches."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django import template

from memory_site.web import relative_time, search_labels

register = template.Library()


@register.simple_tag(takes_context=True)
def recorded_run(context: template.Context) -> UUID | str:
    """Return the run of the results shown; search as you type has none."""
    return "" if context.get("part") else context["found"].run_id


@register.filter
def judgement_of(judged: Mapping[UUID | None, Any] | str, memory_id: UUID | str) -> Any:
    """Return the judgment of a hit, or of the whole search if no hit is named."""
    return judged.get(memory_id or None) if isinstance(judged, Mapping) else None  # type: ignore[arg-type]


@register.filter
def blend_part_name(key: str) -> str:
    """Return what a part of the blend is called."""
    return search_labels.part(key)


@register.filter
def feature_name(key: str) -> str:
    """Return what a single feature is called."""
    return search_labels.feature(key)


@register.simple_tag
def fate_name(candidate: Any) -> str:
    """Return where a candidate was left."""
    return search_labels.fate(candidate.fate, candidate.place)


@register.filter
def missed_name(key: str) -> str:
    """Return why a route did not bring a candidate."""
    return search_labels.missed(key)


@register.filter
def signed(number: float) -> str:
    """Write a share with its sign and two places; a tenth may matter, a thousandth does not."""
    return f"{number:+.2f}".replace("-", "−")


@register.filter
def times(factor: float) -> str:
    """Write a factor."""
    return f"×{factor:.2f}"


@register.filter
def time_span(time: Any) -> str:
    """Write the time that was understood in a query, in its zone."""
    return relative_time.span(time.start, time.end)
