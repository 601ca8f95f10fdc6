"""Snapshots of the graph that begin with the hits of a search."""

from core.caller import Caller
from graph.network.schemas import Snapshot, SnapshotInput
from memories.schemas import SearchInput
from memories.selectors.network.snapshot import snapshot
from memories.services.search import recall

# The hits of a search that a picture begins with.
MOST_HITS = 12


def graph_snapshot(caller: Caller, item: SnapshotInput, *, record: bool = True) -> Snapshot:
    """Return the nodes and edges around ``focus``, or around the hits of ``query``.

    The search is logged as use unless ``record`` is False: a picture that is only moved through
    time asks again and again.

    Raises:
        NotFound: the caller does not see a node of the focus.
        InvalidInput, Forbidden: a pack is unknown, or not the token's.
    """
    if not item.query:
        return snapshot(caller, item)
    packs = {"filters": {"pack": item.pack}} if item.pack else {}
    found = recall(caller, SearchInput(query=item.query, limit=MOST_HITS, **packs), record=record)
    hits = [f"memory:{hit.memory.id}" for hit in found.results]
    if not hits and not item.focus:
        return Snapshot(
            focus=[], nodes=[], edges=[], total_nodes=0, first=None, last=None, notes=found.notes
        )
    return snapshot(caller, item.model_copy(update={"focus": [*item.focus, *hits]}))
