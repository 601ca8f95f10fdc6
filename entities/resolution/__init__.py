"""Name resolution: which entity a name in a memory means (名寄せ)."""

from nlp.names.context import Context
from nlp.names.scoring import Decision

from .resolver import Resolution, Resolver, Rival, Wanted, surroundings

__all__ = ["Context", "Decision", "Resolution", "Resolver", "Rival", "Wanted", "surroundings"]
