"""Fold duplicates into one memory, and unfold them."""

from memories.records.duplicates import fold, unfold

__all__ = ["fold", "unfold"]
