"""Tell the author's own words from those of others that a message brings along."""

from .foreign import foreign_spans
from .material import brings_material, tells_change

__all__ = ["brings_material", "foreign_spans", "tells_change"]
