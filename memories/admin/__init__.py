"""The admin of what is remembered, one subject per module; Django finds them here."""

from . import journal, links, llm, memory, nodes, proposals, states, vectors

__all__ = ["journal", "links", "llm", "memory", "nodes", "proposals", "states", "vectors"]
