"""Compare a new memory with earlier ones (docs/design/knowledge.md#duplicates)."""

from .statement import Blocker, Kind, Statement, Thresholds, Verdict
from .verdicts import compare

__all__ = ["Blocker", "Kind", "Statement", "Thresholds", "Verdict", "compare"]
