"""Find names in Japanese text by the dictionary's names and by rules."""

from .names import names_in

__all__ = ["names_in"]
