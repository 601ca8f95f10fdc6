"""Dashboards in a real browser: charts drawn from their tables, under the real policy."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from .conftest import PHONE, Visit

HEIGHT = "document.documentElement.scrollHeight"
FILL = "(nodes) => nodes.map((node) => node.getAttribute('fill'))"


def open_dashboards(opened: Visit, query: str = "") -> Page:
    page = opened.open(f"/dashboards/{query}")
    expect(page.locator("#chart-news svg")).to_be_visible()
    return page


def bars(page: Page, chart: str) -> list[str]:
    """Return the fills of a chart's drawn shapes."""
    found: list[str] = page.locator(f"#chart-{chart} svg path").evaluate_all(FILL)
    return [fill for fill in found if fill and fill not in ("none", "transparent")]


def test_charts_are_drawn_and_follow_the_theme(visit: Callable[..., Visit]) -> None:
    page = open_dashboards(visit(theme="light"))
    figures = page.locator("[data-chart]:has(tbody tr)")
    height = page.evaluate(HEIGHT)
    for at in range(figures.count()):
        figure = figures.nth(at)
        figure.scroll_into_view_if_needed()
        expect(figure.locator("svg").first).to_be_visible()
        expect(figure.locator("table")).to_be_hidden()
    assert figures.count() > 15
    assert page.evaluate(HEIGHT) == height
    before = bars(page, "news")
    page.emulate_media(color_scheme="dark")
    page.wait_for_function(
        "(fill) => ![...document.querySelectorAll('#chart-news svg path')]"
        ".some((path) => path.getAttribute('fill') === fill)",
        arg=before[-1],
    )
    assert bars(page, "news")


def test_a_chart_is_also_a_table(visit: Callable[..., Visit]) -> None:
    page = open_dashboards(visit())
    figure = page.locator("#chart-types")
    figure.scroll_into_view_if_needed()
    figure.get_by_role("button", name="As a table").click()
    expect(figure.get_by_role("table")).to_be_visible()
    expect(figure.locator("svg")).to_be_hidden()
    row = figure.get_by_role("row", name="Decision")
    expect(row.get_by_role("cell")).to_have_text("1")
    row.get_by_role("link").click()
    expect(page.locator(".hit")).to_have_count(1)
    expect(page.locator(".chip-filter").first).to_contain_text("Decision")


def test_a_bar_leads_to_its_memories_of_the_pack_and_period(visit: Callable[..., Visit]) -> None:
    page = open_dashboards(visit(), "?days=7")
    page.locator(".rail-pack", has_text="Work").click()
    page.wait_for_url("**pack=work**")
    assert "days=7" in page.url
    expect(page.locator("#chart-news .legend li")).to_have_text(["Work"])
    page.locator("#chart-packs").scroll_into_view_if_needed()
    drawing = page.locator("#chart-packs .chart-drawing")
    expect(drawing.locator("svg")).to_be_visible()
    box = drawing.bounding_box()
    assert box is not None
    # Both wait until the drawing stands still, which a point of the page would not.
    drawing.hover(position={"x": box["width"] / 2, "y": 18})
    expect(drawing.locator(".chart-tip")).to_contain_text("Memories")
    drawing.click(position={"x": box["width"] / 2, "y": 18})
    page.wait_for_url("**/dashboards/memories/**")
    assert "pack=work" in page.url
    expect(page.locator(".hit")).to_have_count(2)


def test_a_phone_shows_all_of_it(visit: Callable[..., Visit]) -> None:
    page = open_dashboards(visit(size=PHONE, reduced_motion="reduce"), "?days=all")
    page.locator("#chart-calendar").scroll_into_view_if_needed()
    expect(page.locator("#chart-calendar svg")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_without_a_script_there_are_tables(visit: Callable[..., Visit]) -> None:
    page = visit(java_script_enabled=False).open("/dashboards/")
    expect(page.locator("#chart-news table")).to_be_visible()
    expect(page.locator("#chart-news .chart-switch")).to_be_hidden()
    page.locator("#chart-types").get_by_role("link", name="Decision").click()
    expect(page.locator(".hit")).to_have_count(1)
