"""The graph explorer in a real browser: find, expand, filter, go back in time, change, come back."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.live_server import LiveServer

from .conftest import PHONE, Visit
from .small_graph import (
    BRIDGE,
    KENJI,
    LAB,
    NORA,
    SAID,
    TYPES,
    click_on,
    labels_in,
    open_graph,
    place_of,
    ready,
)


def test_one_begins_by_typing(visit: Callable[..., Visit], told: dict[str, str]) -> None:
    page = visit(user="bob").open("/graph/")
    expect(page.locator(".rail-item[aria-current]")).to_have_text("Graph")
    page.fill("#words", "nora")
    expect(page.locator("#graph-found .entity-card")).to_have_count(1)
    expect(page.locator("#graph-found .hit").first).to_contain_text("Nora")
    page.locator("#graph-found .entity-card").click()
    ready(page)
    assert {NORA, SAID[1][0][:-1]} <= labels_in(page)
    expect(page.locator("#graph-legend")).to_contain_text("Memories")


def test_expand_filter_hide_and_come_back(
    visit: Callable[..., Visit], told: dict[str, str]
) -> None:
    page = open_graph(visit(user="bob"), told, "&depth=2")
    assert KENJI not in labels_in(page)
    before = page.evaluate(
        "wasurenaGraph.model.nodes.map((one) => [one.id, one.node.x, one.node.y])"
    )
    click_on(page, BRIDGE, is_double=True)
    expect(page).to_have_url(re.compile("open=entity"))
    page.wait_for_function(
        "() => wasurenaGraph.model.nodes.some((one) => one.node.label.startsWith('Kenji'))"
    )
    kept = page.evaluate("wasurenaGraph.model.nodes.map((one) => [one.id, one.node.x, one.node.y])")
    assert [row for row in before if row not in kept] == [], "what was there stays where it was"
    page.locator("#graph-legend [data-group=tag]").click()
    assert "cables" not in labels_in(page)
    expect(page.locator("#graph-hidden")).to_contain_text("hidden")
    page.locator("#graph-panel [data-node-do=hide]").click()
    assert BRIDGE not in labels_in(page)
    shown = labels_in(page)
    page.reload()
    assert labels_in(ready(page)) == shown, "the address holds the whole state"
    page.go_back()
    page.go_back()
    page.wait_for_function("() => wasurenaGraph.model.hidden === 0")
    assert "cables" in labels_in(page)


def test_find_in_the_picture_and_keys(visit: Callable[..., Visit], told: dict[str, str]) -> None:
    page = open_graph(visit(user="bob"), told, "&depth=4")
    page.keyboard.press("/")
    page.keyboard.type("kenji")
    expect(page.locator("#graph-hits li").first).to_contain_text(KENJI)
    page.keyboard.press("Enter")
    expect(page.locator("#graph-panel h2")).to_have_text(KENJI)
    page.locator("#graph-stage").focus()
    page.keyboard.press("p")
    expect(page.locator("#graph-said")).to_have_text("Pinned: it stays here.")
    page.keyboard.press("Escape")
    expect(page.locator("#graph-panel")).to_be_hidden()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("h")
    assert page.evaluate("wasurenaGraph.model.hidden") == 1
    page.keyboard.press("?")
    expect(page.locator("#graph-keys")).to_be_visible()
    page.keyboard.press("Escape")
    page.fill("#graph-words", "a lighthouse that is not here")
    expect(page.locator("#graph-hits li")).to_contain_text("Search everything")
    page.keyboard.press("Enter")
    page.wait_for_url("**/graph/?q=a+lighthouse+that+is+not+here")


def test_an_edge_says_why_and_opens_its_memory(
    visit: Callable[..., Visit], told: dict[str, str]
) -> None:
    page = open_graph(visit(user="bob"), told)
    page.wait_for_timeout(250)
    one, other = place_of(page, NORA), place_of(page, "Nora Aalto asked")
    page.mouse.move((one["x"] + other["x"]) / 2, (one["y"] + other["y"]) / 2)
    expect(page.locator("#graph-tip")).to_contain_text("Nora Aalto")
    page.mouse.click((one["x"] + other["x"]) / 2, (one["y"] + other["y"]) / 2)
    page.locator(".edge-panel [data-panel-open]").first.click()
    expect(page.locator(".memory-words")).to_have_text(SAID[1][0])


def test_path_in_words_and_picture(visit: Callable[..., Visit], told: dict[str, str]) -> None:
    page = open_graph(visit(user="bob"), told)
    page.keyboard.press("t")
    page.fill("#path-source", NORA)
    page.fill("#path-target", LAB)
    page.locator("#graph-panel button", has_text="Find the path").click()
    expect(page.locator(".path-steps a").first).to_have_text(NORA)
    expect(page.locator(".path-steps a").last).to_have_text(LAB)
    expect(page.locator(".path-reasons li").first).not_to_be_empty()
    expect(page).to_have_url(re.compile("trail="))
    page.locator("[data-path-show]").first.click()
    expect(page).to_have_url(re.compile("depth=0"))
    shows_path = """(name) => wasurenaGraph.model.nodes.length <= 5
      && wasurenaGraph.model.nodes.some((one) => one.node.label === name)"""
    page.wait_for_function(shows_path, arg=LAB)
    assert {NORA, LAB} <= labels_in(page)


def test_the_slider_shows_what_held_then(visit: Callable[..., Visit], told: dict[str, str]) -> None:
    page = open_graph(visit(user="bob"), told)
    expect(page.locator("#graph-day-shown")).to_have_text("now")
    held = "() => document.querySelector('[data-edge-type=works_for]') !== null"
    page.evaluate(
        """() => { const range = document.getElementById("graph-day"); range.value = 200;
          range.dispatchEvent(new Event("input", { bubbles: true })); }"""
    )
    expect(page).to_have_url(re.compile("held=2023-0"))
    page.wait_for_function(held)
    assert LAB in labels_in(page)
    page.locator("[data-time=known]").click()
    expect(page).to_have_url(re.compile("known=2023-0"))
    page.wait_for_function("() => wasurenaGraph.model.pairs.length === 0")
    page.locator("[data-graph=now]").click()
    page.wait_for_function("() => wasurenaGraph.model.pairs.length > 0")
    assert "known=" not in page.url


def test_link_tag_and_undo(
    visit: Callable[..., Visit], told: dict[str, str], product: LiveServer
) -> None:
    page = open_graph(visit(user="bob"), told)
    click_on(page, "Nora Aalto drew", with_shift=True)
    click_on(page, "Nora Aalto asked", with_shift=True)
    expect(page.locator(".selection-list li")).to_have_count(2)
    page.select_option("#link-type", "extends")
    page.fill("#link-reason", "the cables carry it")
    page.locator("#graph-panel button", has_text="Link").click()
    expect(page.locator(".toast", has_text="Linked.")).to_be_visible()
    page.wait_for_function("() => document.querySelector('[data-edge-type=extends]') !== null")
    page.locator(".toast", has_text="Linked.").get_by_role("button", name="Undo").click()
    expect(page.locator(".toast", has_text="Undone.")).to_be_visible()
    assert page.locator("[data-edge-type=extends]").count() == 0
    # Undone where it was done: the two are selected still.
    ready(page)
    page.fill("#graph-tag", "steel")
    page.locator("#graph-panel button", has_text="Add the tag").click()
    expect(page.locator(".toast", has_text="Tagged 2 memories.")).to_be_visible()
    with product.client(product.other_token) as client:
        assert "steel" in client.get(f"/api/memories/{told['m0']}/").json()["tags"]


def test_two_entities_lead_to_the_merge_page(
    visit: Callable[..., Visit], told: dict[str, str]
) -> None:
    page = open_graph(visit(user="bob"), told, "&depth=4")
    for label in (KENJI, NORA):
        click_on(page, label, with_shift=True)
    page.locator("[data-merge]").click()
    expect(page.locator("h1")).to_contain_text(NORA)


def test_what_is_closest_is_told_and_opened(
    visit: Callable[..., Visit], told: dict[str, str]
) -> None:
    opened = visit(user="bob")
    page = open_graph(opened, told, "&depth=2")
    click_on(page, NORA)
    closest = page.locator("#graph-panel [data-closest]")
    expect(closest.get_by_role("link", name=BRIDGE)).to_be_visible()
    expect(closest).to_contain_text("computed")
    closest.get_by_role("link", name=BRIDGE).click()
    expect(page).to_have_url(re.compile(f"focus=entity%3A{told[BRIDGE]}"))
    page = opened.open(f"/entities/{told[NORA]}/")
    page.locator("[data-closest] a", has_text=BRIDGE).click()
    expect(page.locator("h1")).to_have_text(BRIDGE)


def test_views_are_kept_and_opened(visit: Callable[..., Visit], told: dict[str, str]) -> None:
    page = open_graph(visit(user="bob"), told, "&depth=2&off=tag")
    page.locator("summary[title='Saved views']").click()
    page.fill("#view-name", "The bridge")
    page.locator("#graph-views button", has_text="Keep").click()
    expect(page.locator(".toast", has_text="The view is saved.")).to_be_visible()
    page.goto(page.url.split("?")[0])
    page.locator(".graph-views a", has_text="The bridge").click()
    ready(page)
    assert "off=tag" in page.url and "cables" not in labels_in(page)
    with page.expect_download() as saved:
        page.locator("summary[title='Export']").click()
        page.locator("[data-export=svg]").click()
    assert NORA in saved.value.path().read_text("utf-8")
    with page.expect_download() as saved:
        page.locator("summary[title='Export']").click()
        page.locator("[data-export=png]").click()
    assert saved.value.path().read_bytes().startswith(b"\x89PNG")
    with page.expect_download() as saved:
        page.locator("summary[title='Export']").click()
        page.locator("[data-export=json]").click()
    held = json.loads(saved.value.path().read_text("utf-8"))
    assert {node["label"] for node in held["nodes"]} == set(labels_in(page)), "what is shown"


@pytest.mark.parametrize("has_script", [True, False])
def test_the_same_as_a_list(
    visit: Callable[..., Visit], told: dict[str, str], *, has_script: bool
) -> None:
    opened = visit(user="bob", java_script_enabled=has_script)
    page = opened.open(f"/graph/?focus=entity:{told[NORA]}&as=list")
    expect(page.locator(".listed-node").first).to_contain_text(NORA)
    expect(page.locator(".explorer-stage")).to_be_hidden()
    page.locator(".listed-node [data-open]", has_text="stronger cables").click()
    expect(page.locator(".memory-words")).to_have_text(SAID[1][0])


def test_on_a_phone(visit: Callable[..., Visit], told: dict[str, str]) -> None:
    for theme in ("light", "dark"):
        opened = visit(user="bob", size=PHONE, has_touch=True, theme=theme)
        page = open_graph(opened, told, "&depth=2")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        at = place_of(page, BRIDGE)
        page.touchscreen.tap(at["x"], at["y"])
        expect(page.locator("#graph-panel h2")).to_have_text(BRIDGE)
        box = page.locator("#graph-panel").bounding_box()
        assert box and box["width"] == PHONE["width"] and box["y"] > 200


def test_two_fingers_bring_it_closer(visit: Callable[..., Visit], told: dict[str, str]) -> None:
    page = open_graph(visit(user="bob", size=PHONE, has_touch=True), told, "&depth=2")
    fingers = page.context.new_cdp_session(page)
    box = page.locator("#graph-stage").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 3
    before = page.evaluate("wasurenaGraph.camera.k")

    def touch(kind: str, *gaps: float) -> None:
        points = [{"x": x + gap, "y": y, "id": at} for at, gap in enumerate(gaps)]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", -30, 30)
    for gap in (40, 55, 70, 90):
        touch("touchMove", -gap, gap)
    touch("touchEnd")
    assert page.evaluate("wasurenaGraph.camera.k") > 2 * before


def test_without_webgl_and_with_many_nodes(
    visit: Callable[..., Visit], told: dict[str, str]
) -> None:
    """Dots of a large picture are drawn by WebGL, or by the canvas where there is none."""
    opened = visit(user="bob")
    page = open_graph(opened, told)
    data = json.dumps({"snapshot": _many(600), "overview": None, "span": []})
    show = f"wasurenaGraph.show({data})"
    assert page.locator("#graph-stage").get_attribute("data-renderer") == "canvas"
    # Here WebGL is imitated by software, which the page would not use; it does not get to know.
    page.evaluate("() => { WebGL2RenderingContext.prototype.getExtension = () => null; }")
    page.evaluate(show)
    expect(page.locator("#graph-stage")).to_have_attribute("data-renderer", "webgl")
    page.evaluate(
        """() => { const original = HTMLCanvasElement.prototype.getContext;
          HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
            return kind === "webgl2" ? null : original.call(this, kind, ...more); }; }"""
    )
    page.evaluate(show)
    expect(page.locator("#graph-stage")).to_have_attribute("data-renderer", "canvas")
    # Software that stands in for a graphics card says that it is slow.
    opened.complaints[:] = [one for one in opened.complaints if "GL Driver Message" not in one]


def test_the_overview_opens_a_community(
    visit: Callable[..., Visit], told: dict[str, str], product: LiveServer
) -> None:
    with product.client(product.other_token) as client:
        assert client.post("/api/graph/statistics/", json={}).status_code in (200, 202)
    page = ready(visit(user="bob").open("/graph/?view=all"))
    legend = page.locator("#graph-legend-body")
    expect(legend).to_contain_text("A bubble is what is much connected")
    name = next(label for label in labels_in(page) if label.startswith(tuple(TYPES)))
    click_on(page, name)
    page.locator("#graph-panel [data-panel-open]").click()
    expect(page).to_have_url(re.compile(r"\?community=entity"))
    ready(page)
    assert name.split(" · ")[0] in labels_in(page)
    legend.get_by_role("link", name="All communities").click()
    expect(page).to_have_url(re.compile(r"\?view=all"))


def _many(count: int) -> dict[str, Any]:
    nodes = [
        {
            "id": f"entity:{at}", "kind": "entity", "label": f"node {at}", "group": "Person",
            "title": "", "pack": "work", "value": 1, "depth": 1, "more": 0, "is_hub": False,
            "x": 40 * (at % 25), "y": 40 * (at // 25), "community": at % 7, "date": None,
        }
        for at in range(count)
    ]  # fmt: skip
    edges = [
        {
            "id": f"relation:{at}", "kind": "relation", "from": f"entity:{at}", "label": "knows",
            "to": f"entity:{at + 1}", "type": "knows", "arrows": "", "value": 0.5, "title": "",
            "evidence": [], "date": None, "valid_to": None, "superseded_at": None,
        }
        for at in range(count - 1)
    ]  # fmt: skip
    return {"focus": [], "nodes": nodes, "edges": edges}


def test_small_pictures_on_other_pages(visit: Callable[..., Visit], told: dict[str, str]) -> None:
    opened = visit(user="bob")
    page = opened.open(f"/entities/{told[NORA]}/")
    expect(page.locator(".small-graph circle").first).to_be_visible()
    page.locator(".small-graph a", has_text="Open in the graph").click()
    ready(page)
    page = opened.open(f"/memories/{told['m0']}/")
    expect(page.locator(".small-graph .is-focus")).to_have_count(1)
    page = opened.open("/?q=cables")
    page.locator(".results-graph").scroll_into_view_if_needed()
    expect(page.locator(".results-graph circle").first).to_be_visible()
