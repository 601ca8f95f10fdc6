"""Find names in Japanese text by the dictionary's names and by rules."""

from .again import again
from .names import names_in

__all__ = ["again", "names_in"]
