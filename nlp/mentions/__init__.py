"""Find the people, places, things and times that a text names, without a database."""

from nlp.readers import ANNOTATIONS, ENTITY_TYPES, is_entity

from .extraction import Extraction, extract
from .times import AboutRange, about_range

__all__ = [
    "ANNOTATIONS",
    "ENTITY_TYPES",
    "AboutRange",
    "Extraction",
    "about_range",
    "extract",
    "is_entity",
]
