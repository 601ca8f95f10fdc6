"""The graph in numbers in a real browser: drawn charts, and a community that opens."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.live_server import LiveServer

from .conftest import PHONE, Visit
from .small_graph import labels_in, ready


def test_charts_are_drawn_and_a_community_opens(
    visit: Callable[..., Visit], told: dict[str, str], product: LiveServer
) -> None:
    people = [{"name": name, "type": "Person"} for name in ("Ada Lorn", "Bo Lorn")]
    texts = [f"Ada Lorn rows with Bo Lorn, lap {at}." for at in range(4)]
    with product.client(product.other_token) as client:
        memories = [{"text": text, "pack": "lifelog", "entities": people} for text in texts]
        answer = client.post("/api/memories/batch/?wait=true", json={"memories": memories})
        assert answer.status_code == 201, answer.text
    page = visit(user="bob").open("/dashboards/")
    page.locator("#important").get_by_role("link", name="The graph in numbers").click()
    expect(page.locator("h1")).to_have_text("The graph in numbers")
    expect(page.locator(".rail-item[aria-current]")).to_have_text("Graph")
    page.locator("#chart-degrees").scroll_into_view_if_needed()
    expect(page.locator("#chart-degrees svg")).to_be_visible()
    page.get_by_role("button", name="Compute again").click()
    expect(page.locator(".toast", has_text="Computed again.")).to_be_visible()
    link = page.locator("#communities tbody a").first
    name = link.inner_text().split(" · ")[0]
    link.click()
    expect(page).to_have_url(re.compile(r"\?community=entity"))
    assert name in labels_in(ready(page))


def test_on_a_phone(visit: Callable[..., Visit], told: dict[str, str]) -> None:
    page = visit(user="bob", size=PHONE, has_touch=True).open("/graph/statistics/")
    expect(page.locator("#structure")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
