"""Names in Japanese text, by the words of a dictionary where there is one, and by rules."""

from .names import names_in

__all__ = ["names_in"]
