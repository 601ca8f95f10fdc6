"""Match the rules of a language against a sentence."""

from .rivals import matches

__all__ = ["matches"]
