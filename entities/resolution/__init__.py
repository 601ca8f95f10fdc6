"""Name resolution: which entity a name in a memory means (名寄せ)."""

from .resolver import Resolution, Resolver, Rival, Wanted, surroundings
from .surroundings import Context
from .weighing import Decision

__all__ = ["Context", "Decision", "Resolution", "Resolver", "Rival", "Wanted", "surroundings"]
