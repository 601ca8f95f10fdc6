"""Load spaces at the start of a server, so that the first search does not."""

from django.db.models import Max

from memories import index
from memories.index.tables.vector_tables import active_model
from memories.models import Memory, SearchDocument

from .in_memory.facts import FACTS
from .in_memory.space_cache import spaces

MOST_SPACES = 8


def _is_outdated() -> bool:
    """Return whether the search documents are missing or of an older format."""
    row = SearchDocument.objects.filter(is_findable=True).first()
    if row is None:
        return Memory.objects.findable().exists()
    return len(row.facts) != FACTS.itemsize


def warm_spaces() -> None:
    """Load the most recently written spaces; rebuild the index if it is outdated."""
    if _is_outdated():
        index.rebuild()
    last = SearchDocument.objects.values("user_id").annotate(last=Max("change")).order_by("-last")
    spaces.views([row["user_id"] for row in last[:MOST_SPACES]], active_model())
