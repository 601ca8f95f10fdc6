"""What a person arranges in the graph: pinned nodes and saved views, and who sees them."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from accounts.services.users import user_create
from core.caller import Caller, Scope
from core.errors import Forbidden, InvalidInput, NotFound
from core.schemas import parsed
from entities.models import Entity
from graph.models import GraphLayout, SavedView
from graph.network.arrangements import PinsInput, ViewInput
from graph.network.pictures import listed, small_graph
from graph.network.schemas import Snapshot, SnapshotInput
from memories.models import Memory
from memories.schemas import SavedOut
from memories.selectors.network.explorer.views import view_get, view_list
from memories.selectors.pages.graph_nodes import edge_panel, node_address, node_panel
from memories.services.forget import forget
from memories.services.history import undo
from memories.services.network.layouts import explored, pin, pins, placed_snapshot
from memories.services.network.tagging import add_tag
from memories.services.network.views import delete_view, keep_view

Save = Callable[..., SavedOut]
pytestmark = pytest.mark.django_db


@pytest.fixture
def rowan(owner: Caller, save: Save) -> str:
    """Rowan is mentioned twice; the name of the node."""
    for text in ("Rowan planted the pear tree.", "Rowan fixed the gate."):
        save(owner, text, pack="lifelog", entities=[{"name": "Rowan", "type": "Person"}])
    return f"entity:{Entity.objects.get(name='Rowan').entity_id}"


def around(caller: Caller, name: str) -> Snapshot:
    return explored(caller, SnapshotInput(focus=[name]))


def places(found: Snapshot) -> dict[str, tuple[float, float]]:
    return {node.id: (node.x, node.y) for node in found.nodes}


def test_places_are_the_same_next_time_and_pins_stay(owner: Caller, save: Save, rowan: str) -> None:
    first = places(around(owner, rowan))
    moved = next(name for name in first if name.startswith("memory:"))
    pin(owner, PinsInput(focus=rowan, pin={moved: (500.0, -40.0)}))
    save(owner, "Rowan sings.", pack="lifelog", entities=[{"name": "Rowan", "type": "Person"}])
    found = around(owner, rowan)
    after = places(found)
    assert after[moved] == (500.0, -40.0)
    assert {node.id for node in found.nodes if node.pinned} == {moved}
    kept = first.keys() - {moved}
    assert {name: after[name] for name in kept} == {name: first[name] for name in kept}
    assert len(after) == len(first) + 1
    assert pins(owner, rowan).pinned == [moved]
    assert pin(owner, PinsInput(focus=rowan, unpin=[moved])).pinned == []


def test_only_who_sees_and_writes_everything_stores_places(owner: Caller, rowan: str) -> None:
    reader = replace(owner, scopes=frozenset({Scope.READ}))
    bound = replace(owner, packs=frozenset({"lifelog"}))
    for caller in (reader, bound):
        assert places(around(caller, rowan))
    asked = placed_snapshot(owner, SnapshotInput(focus=[rowan]))
    assert not GraphLayout.objects.exists()
    assert places(around(owner, rowan)) == places(asked)
    for caller in (reader, bound):
        with pytest.raises(Forbidden):
            pin(caller, PinsInput(focus=rowan, pin={rowan: (1.0, 1.0)}))


def test_unknown_nodes_are_refused(owner: Caller, rowan: str) -> None:
    with pytest.raises(InvalidInput, match="nothing of this name"):
        pin(owner, PinsInput(focus=rowan, pin={rowan: (0.0, 0.0)}))
    around(owner, rowan)
    with pytest.raises(InvalidInput, match="Nobody"):
        pin(owner, PinsInput(focus=rowan, pin={"entity:Nobody": (0.0, 0.0)}))
    with pytest.raises(InvalidInput):
        parsed(PinsInput, {"pin": {rowan: [float("nan"), 0]}})


def test_views_are_kept_replaced_and_deleted(owner: Caller, rowan: str) -> None:
    kept, is_new = keep_view(owner, ViewInput(name="Garden", state={"focus": [rowan]}))
    assert is_new and kept.address.startswith("/graph/?focus=entity")
    again, is_new = keep_view(owner, ViewInput(name="Garden", state={"q": ["pear"]}))
    assert (again.id, is_new, again.state) == (kept.id, False, {"q": ["pear"]})
    user_create(name="other", password="correct horse")
    other = replace(owner, base_user="other")
    assert list(view_list(other)) == []
    with pytest.raises(NotFound):
        view_get(other, kept.id)
    with pytest.raises(Forbidden):
        view_list(replace(owner, packs=frozenset({"work"})))
    delete_view(owner, kept.id)
    assert not SavedView.objects.exists()


def test_forgetting_takes_places_and_views_along(owner: Caller, save: Save, rowan: str) -> None:
    save(owner, "The sea was cold.", pack="lifelog", tags=["sea"])
    around(owner, rowan)
    around(owner, "tag:sea")
    keep_view(owner, ViewInput(name="All about ROWAN", state={"q": ["gate"]}))
    keep_view(owner, ViewInput(name="Garden", state={"focus": [rowan]}))
    keep_view(owner, ViewInput(name="Sea", state={"focus": ["tag:sea"]}))
    told = Memory.objects.filter(raw_text__startswith="Rowan")
    forget(owner, [memory.uid for memory in told], confirm=True, erase_names=True)
    assert [view.name for view in SavedView.objects.all()] == ["Sea"]
    stored = str(list(GraphLayout.objects.values()))
    assert rowan not in stored and "tag:sea" in stored


def test_one_tag_for_several_memories_is_one_change(owner: Caller, rowan: str) -> None:
    uids = list(Memory.objects.values_list("uid", flat=True))
    change = add_tag(owner, uids, "garden")
    assert change and {
        tag.name for memory in Memory.objects.all() for tag in memory.tags.all()
    } == {"garden"}
    assert add_tag(owner, uids, "garden") is None
    undo(owner, change)
    assert not Memory.objects.filter(tags__name="garden").exists()
    for names in ([], uids * 101):
        with pytest.raises(InvalidInput):
            add_tag(owner, names, "garden")
    with pytest.raises(InvalidInput):
        add_tag(owner, uids, "  ")


def test_panels_say_what_connects_and_who_said_so(owner: Caller, rowan: str) -> None:
    panel = node_panel(owner, rowan)
    assert panel.entity and {one.other.kind for one in panel.connections} >= {"memory"}
    memory = panel.connections[0].other.id
    told = edge_panel(owner, rowan, memory, "")
    assert [row.text for _edge, rows in told.said for row in rows] != []
    assert node_address(owner, memory).startswith("/memories/")
    for name in ("entity:7", "memory:x", "nothing", "thread:x", "tag"):
        with pytest.raises(NotFound):
            node_address(owner, name)
    stranger = replace(owner, base_user="stranger")
    for name in (rowan, memory):
        with pytest.raises(NotFound):
            node_address(stranger, name)
        with pytest.raises(NotFound):
            node_panel(stranger, name)


def test_pictures_and_lists_of_a_snapshot(owner: Caller, rowan: str) -> None:
    found = around(owner, rowan)
    small = small_graph(found)
    assert small and small.focus == rowan and len(small.nodes) == len(found.nodes)
    assert all(0 <= one.x <= small.width and 0 <= one.y <= small.height for one in small.nodes)
    assert listed(found)[0].node.id == rowan
    alone = found.model_copy(update={"nodes": found.nodes[:1], "edges": []})
    assert small_graph(alone) is None
