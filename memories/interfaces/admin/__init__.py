"""The admin site of memories, one subject per module; Django finds the modules here.

It may import services, selectors, schemas and models.
"""

from . import inbox, inbox_bulk, jobs, journal, memory, nodes, states

__all__ = [
    "inbox",
    "inbox_bulk",
    "jobs",
    "journal",
    "links",
    "memory",
    "nodes",
    "searches",
    "states",
]
