"""Places of nodes: the same every time, kept when the picture grows, and none over another."""

from hypothesis import given, settings
from hypothesis import strategies as st

from graph.network.layout import ROOM, place
from graph.network.pictures import shortened

NAMES = [f"entity:{at}" for at in range(40)]
EDGES = st.lists(
    st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES), st.floats(0, 1)).filter(
        lambda edge: edge[0] != edge[1]
    ),
    max_size=80,
)


@settings(max_examples=20)
@given(edges=EDGES, known=st.integers(0, 40))
def test_known_places_stay_and_all_are_placed_the_same_again(
    edges: list[tuple[str, str, float]], known: int
) -> None:
    first = place(NAMES[:known], edges, {})
    grown = place(NAMES, edges, first)
    assert {name: grown[name] for name in first} == first
    assert set(grown) == set(NAMES)
    assert place(NAMES, edges, first) == grown


def test_labels_have_room() -> None:
    star = [(NAMES[0], other, 0.5) for other in NAMES[1:]]
    at = list(place(NAMES, star, {}).values())
    close = [
        (one, other)
        for turn, one in enumerate(at)
        for other in at[:turn]
        if abs(one[0] - other[0]) < ROOM[0] - 4 and abs(one[1] - other[1]) < ROOM[1] - 4
    ]
    assert close == []


def test_nothing_and_one() -> None:
    assert place([], [], {}) == {}
    assert place(["memory:1"], [], {}) == {"memory:1": (0.0, 0.0)}


def test_labels_are_cut_by_width() -> None:
    assert shortened("冷凍倉庫の温度を送る") == "冷凍倉庫の温度を…"
    assert shortened("Cold storage") == "Cold storage"
