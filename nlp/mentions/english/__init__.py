"""Find names in English text by capitals, word lists and the words around them."""

from .letters import signatures
from .names import names_in

__all__ = ["names_in", "signatures"]
