"""More decisions than a page shows: progress without a reload, and one undo."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.live_server import LiveServer

from .conftest import Visit

COUNT = 60
ALL_DECIDED = re.compile(r"\b(\d+) of \1 decided")
ALL_UNDONE = re.compile(r"\b(\d+) of \1 undone")


def _let_wait(product: LiveServer) -> None:
    """Let bob's inbox hold more sensitive texts than are decided at once."""
    with product.client(product.other_token) as client:
        texts = [{"text": f"The heron of day {at}.", "pack": "work"} for at in range(COUNT)]
        saved = client.post("/api/memories/batch/", json={"memories": texts}).json()["results"]
        proposals = [{"kind": "sensitive", "payload": {"memory": one["id"]}} for one in saved]
        answered = client.post("/api/inbox/", json={"proposals": proposals})
        assert answered.status_code == 201, answered.text


def _reject_all(page: Page) -> None:
    page.locator("#reject-all").click()
    page.locator("#confirm").click()
    expect(page.locator(".bulk-line").first).to_have_text(ALL_DECIDED, timeout=60_000)


def test_progress_is_followed_to_the_end_and_taken_back(
    visit: Callable[..., Visit], product: LiveServer
) -> None:
    _let_wait(product)
    opened = visit(user="bob")
    page = opened.open("/inbox/?kind=sensitive")
    loads = len(opened.loads)
    _reject_all(page)
    expect(page.locator("[aria-live] .bulk-line").first).to_be_visible()
    page.get_by_role("button", name="Undo all of them").first.click()
    expect(page.locator(".bulk-line").first).to_have_text(ALL_UNDONE, timeout=60_000)
    page.get_by_role("link", name="Show what waits now").first.click()
    expect(page.locator("#queue")).to_be_visible()
    assert len(opened.loads) == loads, "parts are swapped, the page stays"
    page = opened.open("/inbox/?kind=sensitive")
    _reject_all(page)
