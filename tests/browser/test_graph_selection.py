"""What is selected in the explorer: a box, links of several to one, and a merge to its end."""

import re
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.live_server import LiveServer

from .conftest import Visit
from .small_graph import click_on, place_of, ready

Ids = dict[str, str]
PLACES = iter(("Tarnbrook", "Ellerby", "Hollowford", "Winsley", "Askrigg", "Muker"))
PEOPLE = ("Ida Vane", "Ida Mill", "Mrs Vane")


@pytest.fixture
def mill(product: LiveServer) -> Ids:
    """Tell bob's memories of a mill and three names of its miller, new in each test."""
    place = next(PLACES)
    with product.client(product.other_token) as client:
        rows = [
            {
                "text": f"{name} oiled the wheel of {place}.",
                "pack": "work",
                "entities": [
                    {"name": f"{name} {place}", "type": "Person"},
                    {"name": place, "type": "Location"},
                ],
            }
            for name in PEOPLE
        ]
        answer = client.post("/api/memories/batch/?wait=true", json={"memories": rows})
        assert answer.status_code == 201, answer.text
        ids = {f"m{at}": row["id"] for at, row in enumerate(answer.json()["results"])}
        found = client.get("/api/entities/", params={"q": place, "limit": 100}).json()
        return {"place": place} | ids | {row["name"]: row["id"] for row in found["results"]}


def open_mill(opened: Visit, mill: Ids) -> Page:
    return ready(opened.open(f"/graph/?focus=entity:{mill[mill['place']]}&depth=2&off=tag"))


NODE = """(label) => {
  const { node } = wasurenaGraph.model.nodes.find((one) => one.node.label === label);
  return [Math.round(node.x), Math.round(node.y), node.pinned];
}"""


def select(page: Page, labels: list[str]) -> None:
    """Select several nodes, each when the picture is still again."""
    for at, label in enumerate(labels, 1):
        click_on(page, label, with_shift=True)
        if at > 1:
            expect(page.locator(".selection-list li")).to_have_count(at)


def supporters(client: httpx.Client, memory: str) -> set[str]:
    links = client.get(f"/api/memories/{memory}/").json()["links"]
    return {one["source_id"] for one in links if one["type"] == "supports"}


def entity(product: LiveServer, uid: str) -> dict[str, Any]:
    with product.client(product.other_token) as client:
        found: dict[str, Any] = client.get(f"/api/entities/{uid}/").json()
        return found


def test_a_box_selects_what_lies_in_it(visit: Callable[..., Visit], mill: Ids) -> None:
    page = open_mill(visit(user="bob"), mill)
    page.wait_for_timeout(250)
    nodes = page.evaluate("wasurenaGraph.model.nodes.length")
    box = page.locator(".explorer-canvas").bounding_box()
    assert box and nodes >= 7
    page.keyboard.press("s")
    page.mouse.move(box["x"] + 4, box["y"] + box["height"] - 4)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 4, box["y"] + 4, steps=5)
    page.mouse.up()
    expect(page.locator("#graph-panel .selection-list li")).to_have_count(nodes)
    expect(page).to_have_url(re.compile("sel="))


def test_several_memories_are_linked_to_one_and_unlinked(
    visit: Callable[..., Visit], mill: Ids, product: LiveServer
) -> None:
    page = open_mill(visit(user="bob"), mill)
    select(page, [f"{name} oiled the wheel of {mill['place']}" for name in PEOPLE])
    expect(page.locator("#graph-panel")).to_contain_text("Link 3 memories to one of them")
    page.select_option("#link-target", label=f"{PEOPLE[1]} oiled the wheel of {mill['place']}")
    page.select_option("#link-type", "supports")
    page.locator("#graph-panel button", has_text="Link").click()
    toast = page.locator(".toast", has_text="Made 2 links.")
    expect(toast).to_be_visible()
    with product.client(product.other_token) as client:
        assert supporters(client, mill["m1"]) == {mill["m0"], mill["m2"]}
        toast.get_by_role("button", name="Undo").click()
        expect(page.locator(".toast", has_text="Undone.")).to_be_visible()
        assert supporters(client, mill["m1"]) == set()


def test_three_names_are_merged_and_come_back(
    visit: Callable[..., Visit], mill: Ids, product: LiveServer
) -> None:
    page = open_mill(visit(user="bob"), mill)
    names = [f"{name} {mill['place']}" for name in PEOPLE]
    select(page, names)
    page.locator("[data-merge]", has_text="Merge the 3").click()
    expect(page.locator("h1")).to_contain_text("2 others part of")
    going = page.locator(".chips li", has_text=names[2])
    if going.count() == 0:
        going = page.locator(".chips li", has_text=names[0])
    kept = going.inner_text().split("\n")[0].strip()
    going.get_by_role("link", name="Keep this one instead").click()
    expect(page.locator("h1")).to_contain_text(f"part of {kept}")
    page.get_by_role("button", name="Merge").click()
    expect(page.locator("h1")).to_have_text(kept)
    others = [mill[name] for name in names if name != kept]
    assert {entity(product, uid)["merged_into"] for uid in others} == {mill[kept]}
    page.locator(".toast", has_text="Merged.").get_by_role("button", name="Undo").click()
    expect(page.locator(".toast", has_text="Undone.")).to_be_visible()
    assert {entity(product, uid)["merged_into"] for uid in others} == {None}


def test_a_dragged_node_is_where_it_was_put_after_a_reload(
    visit: Callable[..., Visit], mill: Ids
) -> None:
    page = open_mill(visit(user="bob"), mill)
    page.wait_for_timeout(250)
    name = f"{PEOPLE[0]} {mill['place']}"
    begin = place_of(page, name)
    page.mouse.move(begin["x"], begin["y"])
    page.mouse.down()
    page.mouse.move(begin["x"] + 60, begin["y"] + 45, steps=5)
    with page.expect_response(lambda answer: "positions" in answer.url):
        page.mouse.up()
    put = page.evaluate(NODE, name)
    assert put[2]
    page.reload()
    ready(page)
    assert page.evaluate(NODE, name) == put
