"""What the pages of the browser show, read in a constant number of queries."""

from .days import timeline, year_of_weeks
from .home import filtered_memories, has_memories, memory_counts, start
from .one_entity import entity_page
from .one_memory import memory_page

__all__ = [
    "entity_page",
    "filtered_memories",
    "has_memories",
    "memory_counts",
    "memory_page",
    "start",
    "timeline",
    "year_of_weeks",
]
