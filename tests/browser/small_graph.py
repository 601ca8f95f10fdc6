"""A small graph of bob's, and where its nodes are on the screen."""

from typing import TYPE_CHECKING, Any

from playwright.sync_api import Page, expect

from tests.live_server import LiveServer

if TYPE_CHECKING:
    from .conftest import Visit

NORA, KENJI, BRIDGE, LAB = "Nora Aalto", "Kenji Ito", "Harbour Bridge", "Tern Lab"
TYPES = {NORA: "Person", KENJI: "Person", BRIDGE: "Project", LAB: "Organization"}
SAID = [
    ("Nora Aalto drew the first plan of the Harbour Bridge.", [NORA, BRIDGE], ["plan"]),
    ("Nora Aalto asked for stronger cables.", [NORA], ["cables"]),
    ("Kenji Ito weighed the cables of the Harbour Bridge.", [KENJI, BRIDGE], ["cables"]),
    ("Kenji Ito moved to Tern Lab.", [KENJI, LAB], []),
    ("Tern Lab lent a sensor.", [LAB], ["sensor"]),
]


def tell(product: LiveServer) -> dict[str, str]:
    """Store bob's memories of two people; Nora worked at the lab until the end of 2024."""
    with product.client(product.other_token) as client:
        memories = [
            {
                "text": text,
                "pack": "work",
                "tags": tags,
                "entities": [{"name": name, "type": TYPES[name]} for name in names],
            }
            for text, names, tags in SAID
        ]
        answer = client.post("/api/memories/batch/?wait=true", json={"memories": memories})
        assert answer.status_code == 201, answer.text
        ids = {f"m{at}": row["id"] for at, row in enumerate(answer.json()["results"])}
        found = client.get("/api/entities/?pack=work&limit=100").json()["results"]
        ids |= {row["name"]: row["id"] for row in found}
        state: dict[str, Any] = {
            "kind": "relation", "pack": "work", "subject": ids[NORA], "predicate": "works_for",
            "object": ids[LAB], "valid_from": "2023-01-01T00:00:00Z",
            "valid_to": "2024-12-31T00:00:00Z",
        }  # fmt: skip
        assert client.post("/api/states/", json=state).status_code == 201
        return ids


def open_graph(opened: "Visit", ids: dict[str, str], query: str = "") -> Page:
    """Open the graph round Nora and wait for the picture."""
    page = opened.open(f"/graph/?focus=entity:{ids[NORA]}{query}")
    return ready(page)


def ready(page: Page) -> Page:
    """Wait until the picture is drawn."""
    expect(page.locator("#graph-stage[data-ready]")).to_be_attached()
    return page


def labels_in(page: Page) -> set[str]:
    """Return the labels of the nodes in the picture."""
    shown: list[str] = page.evaluate("wasurenaGraph.model.nodes.map((one) => one.node.label)")
    return set(shown)


def place_of(page: Page, label: str) -> dict[str, float]:
    """Return where a node is on the screen."""
    place: dict[str, float] = page.evaluate(
        """(label) => {
          const { camera, model } = wasurenaGraph;
          const box = document.querySelector(".explorer-canvas").getBoundingClientRect();
          const { node } = model.nodes.find((one) => one.node.label === label)
            ?? model.nodes.find((one) => one.node.label.startsWith(label));
          return { x: (node.x - camera.x) * camera.k + camera.width / 2 + box.left,
                   y: (node.y - camera.y) * camera.k + camera.height / 2 + box.top };
        }""",
        label,
    )
    return place


def click_on(page: Page, label: str, *, is_double: bool = False, with_shift: bool = False) -> None:
    """Click a node, or double-click it."""
    # The picture moves for less than a fifth of a second, and places are read after that.
    page.wait_for_timeout(250)
    at = place_of(page, label)
    if with_shift:
        page.keyboard.down("Shift")
    (page.mouse.dblclick if is_double else page.mouse.click)(at["x"], at["y"])
    if with_shift:
        page.keyboard.up("Shift")
