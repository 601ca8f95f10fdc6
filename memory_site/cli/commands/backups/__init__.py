"""``wasurena backup`` and ``wasurena restore``."""

from .making import backup
from .restoring import restore

__all__ = ["backup", "restore"]
