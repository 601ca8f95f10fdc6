"""Who and what a text names, in Japanese and English; pure, without a database."""

from nlp.types import ANNOTATIONS, ENTITY_TYPES, is_entity

from .extracting import extract
from .result import AboutRange, Extraction
from .times import about_range

__all__ = [
    "ANNOTATIONS",
    "ENTITY_TYPES",
    "AboutRange",
    "Extraction",
    "about_range",
    "extract",
    "is_entity",
]
