"""Tell the author's own words from those of others that a message brings along."""

from .foreign import foreign_spans, material_spans
from .material import brings_material, tells_change
from .memory_notes import mark_noted_owner
from .named_owner import introduced_name, is_card_of_owner, mark_owner

__all__ = [
    "brings_material",
    "foreign_spans",
    "introduced_name",
    "is_card_of_owner",
    "mark_noted_owner",
    "mark_owner",
    "material_spans",
    "tells_change",
]
