"""The admin of what is remembered, one subject per module; Django finds them here."""

from . import derivation, journal, links, llm, memory, nodes, proposals, states, vectors

__all__ = [
    "derivation",
    "journal",
    "links",
    "llm",
    "memory",
    "nodes",
    "proposals",
    "states",
    "vectors",
]
