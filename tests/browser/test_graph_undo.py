"""What was hidden, folded, faded, expanded or moved in the explorer comes back."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.live_server import LiveServer

from .conftest import Visit
from .small_graph import BRIDGE, KENJI, NORA, SAID, click_on, labels_in, open_graph, place_of, ready

FADED = "() => wasurenaGraph.model.nodes.filter((one) => one.isFaded).length"


def _undo_button(page: Page) -> Any:
    return page.get_by_role("toolbar", name="Graph").get_by_role("button", name="Undo")


def _wait(page: Page, condition: str) -> None:
    page.wait_for_function(f"() => {{ const {{ model }} = wasurenaGraph; return {condition}; }}")


def test_hide_fold_and_fade_are_undone(visit: Callable[..., Visit], told: dict[str, str]) -> None:
    page = open_graph(visit(user="bob"), told, "&depth=2")
    whole = labels_in(page)
    expect(_undo_button(page)).to_be_disabled()
    click_on(page, "Nora Aalto asked")
    page.keyboard.press("d")
    _wait(page, "model.nodes.some((one) => one.isFaded)")
    click_on(page, "Nora Aalto drew")
    page.keyboard.press("c")
    folded = labels_in(page)
    assert not {BRIDGE, "plan"} & folded, "what hangs on this memory alone"
    page.keyboard.press("h")
    has_memory = f"model.byId.has('memory:{told['m0']}')"
    _wait(page, f"!{has_memory}")
    expect(page.locator("#graph-panel")).to_be_hidden()
    page.keyboard.press("Control+z")
    _wait(page, has_memory)
    expect(page.locator("#graph-panel .node-words")).to_have_text(SAID[0][0])
    assert labels_in(page) == folded
    page.go_back()
    _wait(page, "model.hidden === 0")
    assert labels_in(page) == whole and page.evaluate(FADED) == 1
    deep = page.url
    _undo_button(page).click()
    expect(page.locator("#graph-said")).to_have_text("Undone.")
    assert page.evaluate(FADED) == 0 and labels_in(page) == whole
    expect(_undo_button(page)).to_be_disabled()
    assert "fade=" not in page.url and "depth=2" in page.url
    page.goto(deep)
    ready(page)
    assert page.evaluate(FADED) == 1, "a sent link shows the same"
    expect(_undo_button(page)).to_be_disabled()


def test_show_all_again_is_undone(visit: Callable[..., Visit], told: dict[str, str]) -> None:
    page = open_graph(visit(user="bob"), told, "&depth=2&off=tag&fade=entity:" + told[BRIDGE])
    hidden = page.evaluate("wasurenaGraph.model.hidden")
    page.locator("#graph-hidden button").click()
    _wait(page, "model.hidden === 0")
    # A field of text has an undo of its own.
    page.locator("#graph-words").focus()
    page.keyboard.press("Control+z")
    assert page.evaluate("wasurenaGraph.model.hidden") == 0
    page.locator("#graph-stage").focus()
    page.keyboard.press("Control+z")
    _wait(page, f"model.hidden === {hidden}")
    assert page.evaluate(FADED) == 1


def test_expanding_is_undone(visit: Callable[..., Visit], told: dict[str, str]) -> None:
    page = open_graph(visit(user="bob"), told, "&depth=2")
    before = labels_in(page)
    assert KENJI not in before
    click_on(page, BRIDGE, is_double=True)
    _wait(page, "model.nodes.some((one) => one.node.label.startsWith('Kenji'))")
    page.reload()
    ready(page)
    expect(page).to_have_url(re.compile("open=entity"))
    page.keyboard.press("Control+z")
    _wait(page, "!model.nodes.some((one) => one.node.label.startsWith('Kenji'))")
    assert "open=" not in page.url and labels_in(page) == before


def test_pins_and_drags_are_undone(
    visit: Callable[..., Visit], told: dict[str, str], product: LiveServer
) -> None:
    page = open_graph(visit(user="bob"), told)
    focus = f"entity:{told[NORA]}"
    memory = "Nora Aalto asked"

    def pinned() -> list[str]:
        with product.client(product.other_token) as client:
            answer = client.get("/api/graph/positions/", params={"focus": focus})
            names: list[str] = answer.json()["pinned"]
            return names

    was = pinned()
    page.wait_for_timeout(250)
    begin = place_of(page, memory)
    page.mouse.move(begin["x"], begin["y"])
    page.mouse.down()
    page.mouse.move(begin["x"] + 40, begin["y"] + 30, steps=4)
    with page.expect_response(re.compile("positions")):
        page.mouse.up()
    expect(page.locator("#graph-said")).to_have_text("Pinned: it stays here.")
    assert set(pinned()) - set(was) == {f"memory:{told['m1']}"}
    # Hiding and showing it again leaves it where it was put.
    page.keyboard.press("ArrowRight")
    page.keyboard.press("h")
    page.keyboard.press("Control+z")
    _wait(page, "model.hidden === 0")
    moved = place_of(page, memory)
    assert abs(moved["x"] - begin["x"]) > 20
    with page.expect_response(re.compile("positions")):
        page.keyboard.press("Control+z")
    _wait(page, "!model.nodes.some((one) => one.node.pinned && one.id.startsWith('memory'))")
    expect(page.locator("#graph-said")).to_have_text("Undone.")
    assert pinned() == was
    back = place_of(page, memory)
    assert abs(back["x"] - begin["x"]) < 3 and abs(back["y"] - begin["y"]) < 3
    with page.expect_response(re.compile("positions")):
        page.go_forward()
    _wait(page, "model.nodes.some((one) => one.node.pinned && one.id.startsWith('memory'))")
    with page.expect_response(re.compile("positions")):
        page.go_back()
