"""What a text names: underlined, put right by mouse and by keys, undone."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from entities.styling import BUILT_IN
from tests.live_server import LiveServer

from .conftest import PHONE, Visit

TEXT = "🌸 Hanako Mori met the Fukui team\r\nin plot nine. 森さんも来た。"
SELECT = """words => {
  const text = document.querySelector(".memory-words");
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  let node;
  while ((node = walker.nextNode())) {
    const at = node.data.indexOf(words);
    if (at < 0) continue;
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + words.length);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    return;
  }
}"""

RECOLOUR = """async color => {
  const { "X-CSRFToken": token } = JSON.parse(document.body.getAttribute("hx-headers"));
  const headers = { "X-CSRFToken": token, "Content-Type": "application/json" };
  const body = JSON.stringify({ color });
  return (await fetch("/api/entity-types/Person/", { method: "PATCH", headers, body })).status;
}"""


@pytest.fixture
def address(product: LiveServer) -> Iterator[str]:
    """The page of a memory whose first two words name a person."""
    given = [{"name": "Hanako Mori", "type": "Person"}]
    with product.client() as client:
        saved = client.post(
            "/api/memories/?wait=true", json={"text": TEXT, "pack": "work", "entities": given}
        ).json()
        yield f"/memories/{saved['id']}/"
        client.post("/api/memories/forget/", json={"ids": [saved["id"]], "confirm": True})


def test_the_text_is_kept_character_by_character(visit: Callable[..., Visit], address: str) -> None:
    page = visit().open(address)
    assert page.locator(".memory-words").evaluate("e => e.textContent") == TEXT


def test_a_name_is_opened_changed_and_undone_by_keys(
    visit: Callable[..., Visit], address: str
) -> None:
    opened = visit()
    page = opened.open(address)
    name = page.locator(".mention", has_text="Hanako Mori")
    name.focus()
    expect(name.locator(".mention-icon")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("#dialog-title")).to_have_text("What does “Hanako Mori” name?")
    expect(page.locator("#mention-name")).to_be_focused()
    # At the pace of hands: the dialog takes a moment to listen.
    page.keyboard.type("lindq", delay=60)
    choice = page.locator(".mention-choice", has_text="Maria Lindqvist")
    expect(page.locator(".mention-choice")).to_have_count(1)
    page.keyboard.press("Tab")
    expect(choice).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".toast")).to_contain_text("“Hanako Mori” is Maria Lindqvist here now.")
    expect(name).to_have_class(r"mention kind kind-person mention-said")
    page.locator(".toast").get_by_role("button", name="Undo").click()
    expect(page.locator(".toast")).to_contain_text("Undone")
    expect(name).to_have_attribute("aria-label", "Hanako Mori (Person: Hanako Mori)")


def test_selected_words_are_offered(visit: Callable[..., Visit], address: str) -> None:
    page = visit().open(address)
    offer = page.locator(".mention-offer")
    expect(offer).to_be_hidden()
    # Behind an emoji and a carriage return, which browsers and servers count differently.
    page.evaluate(SELECT, "plot nine")
    offer.click()
    page.fill("#mention-new-name", "plot nine")
    page.select_option("#mention-new-type", "Location")
    page.locator(".mention-new button").click()
    expect(page.locator(".toast")).to_contain_text("“plot nine” is plot nine here now.")
    named = page.locator(".mention", has_text="plot nine")
    expect(named).to_have_attribute("data-tip", "Place · plot nine")
    expect(named).to_be_focused()
    page.keyboard.press("Enter")
    page.locator("button", has_text="It names nothing").click()
    expect(page.locator(".mention", has_text="plot nine")).to_have_count(0)


@pytest.mark.parametrize("theme", [pytest.param("light", marks=pytest.mark.slow), "dark"])
def test_it_fits_a_phone_in_japanese(visit: Callable[..., Visit], address: str, theme: str) -> None:
    page = visit(size=PHONE, language="ja-JP", theme=theme).open(address)
    page.locator(".mention").first.click()
    expect(page.locator("#dialog")).to_be_visible()
    widths = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert widths[0] <= widths[1]


def test_a_colour_that_is_set_is_seen_at_once(visit: Callable[..., Visit], address: str) -> None:
    page = visit().open(address)
    before = colour_of(page)
    recolour(page, "#aa2200")
    page.reload()
    after = colour_of(page)
    recolour(page, BUILT_IN["Person"][1])
    page.reload()
    assert colour_of(page) == before != after


def colour_of(page: Page) -> str:
    drawn: str = page.locator(".mention").first.evaluate(
        "e => getComputedStyle(e).textDecorationColor"
    )
    return drawn


def recolour(page: Page, colour: str) -> None:
    """Change the colour of people as the admin does, in this person's own session."""
    status = page.evaluate(RECOLOUR, colour)
    assert status == 200
