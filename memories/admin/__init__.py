"""The admin of what is remembered, one subject per module; Django finds them here."""

from . import journal, links, memory, nodes, states, vectors

__all__ = ["journal", "links", "memory", "nodes", "states", "vectors"]
