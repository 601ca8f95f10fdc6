"""``wasurena doctor``."""

from .running import doctor

__all__ = ["doctor"]
