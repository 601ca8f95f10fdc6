"""Names in English text, by capitals, lists and the words around them; no model."""

from .names import names_in

__all__ = ["names_in"]
