"""The legend hides, folds and fades whole types; the panel does it with one node."""

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from .conftest import PHONE, Visit
from .small_graph import BRIDGE, NORA, click_on, labels_in, open_graph, ready

FADED_NODES = """[...new Set(
  wasurenaGraph.model.nodes.filter((one) => one.isFaded).map((one) => one.node.legend))]"""
FADED_LINES = """wasurenaGraph.model.pairs.filter((one) => one.isFaded)
  .flatMap((one) => one.edges.map((edge) => edge.type))"""


def _switch(page: Page, entry: str, does: str) -> Locator:
    return page.locator(f"#graph-legend .legend-row:has([{entry}]) [data-legend-do={does}]")


def test_one_node_is_faded_and_folded(visit: Callable[..., Visit], told: dict[str, str]) -> None:
    page = open_graph(visit(user="bob"), told, "&depth=2")
    whole = labels_in(page)
    click_on(page, "Nora Aalto drew")
    page.locator("#graph-panel [data-node-do=fade]").click()
    assert page.evaluate(FADED_NODES) == ["memory"]
    expect(page.locator("#graph-hidden")).to_contain_text("1 hidden")
    page.locator("#graph-panel [data-node-do=fold]").click()
    assert not {"plan", BRIDGE} & labels_in(page)
    page.reload()
    assert not {"plan", BRIDGE} & labels_in(ready(page))
    assert page.evaluate(FADED_NODES) == ["memory"]
    page.locator("#graph-hidden button").click()
    page.wait_for_function("() => wasurenaGraph.model.hidden === 0")
    assert labels_in(page) == whole and page.evaluate(FADED_NODES) == []


def test_a_type_of_nodes_is_faded_and_folded(
    visit: Callable[..., Visit], told: dict[str, str]
) -> None:
    page = open_graph(visit(user="bob"), told, "&depth=2")
    whole = labels_in(page)
    page.locator("#graph-legend [data-group=tag]").hover()
    page.get_by_role("button", name="Fade all: Tags").click()
    assert page.evaluate(FADED_NODES) == ["tag"]
    page.locator("#graph-legend [data-group=memory]").hover()
    fold = page.get_by_role("button", name="Fold all: Memories")
    fold.click()
    expect(fold).to_have_attribute("aria-pressed", "true")
    assert not {"plan", "cables"} & labels_in(page), "tags hang on memories alone"
    assert NORA in labels_in(page), "what is in the middle stays"
    assert page.evaluate("wasurenaGraph.model.nodes.some((one) => one.node.kind === 'memory')")
    page.keyboard.press("Control+z")
    page.wait_for_function("() => wasurenaGraph.model.hidden === 0")
    expect(fold).to_have_attribute("aria-pressed", "false")
    assert labels_in(page) == whole and page.evaluate(FADED_NODES) == ["tag"]


def test_a_type_of_lines_is_faded_and_folded(
    visit: Callable[..., Visit], told: dict[str, str]
) -> None:
    page = open_graph(visit(user="bob"), told, "&depth=2")
    page.locator("#graph-legend [data-edge-type=tagged]").hover()
    _switch(page, "data-edge-type=tagged", "fade").click()
    assert set(page.evaluate(FADED_LINES)) == {"tagged"}
    _switch(page, "data-edge-type=tagged", "fold").click()
    assert not {"plan", "cables"} & labels_in(page)
    assert BRIDGE in labels_in(page)
    # A saved view keeps what is faded and folded.
    page.locator("summary[title='Saved views']").click()
    page.fill("#view-name", "Without tags")
    page.locator("#graph-views button", has_text="Keep").click()
    expect(page.locator(".toast", has_text="The view is saved.")).to_be_visible()
    page.goto(page.url.split("?")[0])
    page.locator(".graph-views a", has_text="Without tags").click()
    assert not {"plan", "cables"} & labels_in(ready(page))
    expect(_switch(page, "data-edge-type=tagged", "fade")).to_have_attribute("aria-pressed", "true")


def test_fingers_reach_the_switches(visit: Callable[..., Visit], told: dict[str, str]) -> None:
    opened = visit(user="bob", size=PHONE, has_touch=True, is_mobile=True)
    page = open_graph(opened, told, "&depth=2")
    page.locator("#graph-legend summary").tap()
    _switch(page, "data-group=tag", "fade").tap()
    assert page.evaluate(FADED_NODES) == ["tag"]
    page.get_by_role("toolbar", name="Graph").get_by_role("button", name="Undo").tap()
    page.wait_for_function(f"() => {FADED_NODES}.length === 0")
