"""Answer snapshots that start from the hits of a search."""

from django.utils.translation import gettext as _

from core.caller import Caller
from core.schemas import parsed
from graph.network.schemas import Snapshot, SnapshotInput
from memories.schemas import SearchInput
from memories.selectors.network.snapshot import snapshot
from memories.services.search import recall

MOST_HITS = 8


def found_snapshot(caller: Caller, item: SnapshotInput) -> Snapshot:
    """Return a snapshot; one that asks for words starts from the memories that a search finds.

    The search is not recorded as use: nobody reads the hits here.

    Raises:
        NotFound: there is no such node.
        InvalidInput: a filter names something unknown.
    """
    if not item.query or item.focus:
        return snapshot(caller, item)
    asked = parsed(SearchInput, {"query": item.query, "limit": MOST_HITS, "packs": item.pack})
    hits = recall(caller, asked, record=False).results
    if not hits:
        return _nothing()
    return snapshot(
        caller, item.model_copy(update={"focus": [f"memory:{hit.memory.id}" for hit in hits]})
    )


def _nothing() -> Snapshot:
    notes = [_("No memory fits these words.")]
    return Snapshot(focus=[], nodes=[], edges=[], total_nodes=0, first=None, last=None, notes=notes)
