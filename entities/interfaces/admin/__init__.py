"""Admin of entities and entity types. Imports entities, accounts, packs and core."""

from . import entities, types

__all__ = ["entities", "types"]
