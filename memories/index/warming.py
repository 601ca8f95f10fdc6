"""What a server does at its start, so that the first search need not."""

from django.db.models import Max

from memories import index
from memories.index.tables.vector_tables import active_model
from memories.models import Memory, SearchDocument

from .in_memory.facts import FACTS
from .in_memory.space_cache import spaces

MOST_SPACES = 8


def _is_outdated() -> bool:
    """Whether the database was filled by a version that had no such rows, or other ones."""
    row = SearchDocument.objects.filter(is_findable=True).first()
    if row is None:
        return Memory.objects.findable().exists()
    return len(row.facts) != FACTS.itemsize


def warm_spaces() -> None:
    """Read the spaces that were written last; make the rows they are read from where they lack."""
    if _is_outdated():
        index.rebuild()
    last = SearchDocument.objects.values("user_id").annotate(last=Max("change")).order_by("-last")
    spaces.views([row["user_id"] for row in last[:MOST_SPACES]], active_model())
