"""Everything by keys."""

from collections.abc import Callable

from playwright.sync_api import expect

from .conftest import Visit


def test_slash_j_enter_and_escape(visit: Callable[..., Visit]) -> None:
    page = visit().open("/timeline/")
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "q"
    page.keyboard.type("river")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(page.locator(".hit")).to_have_count(20)
    page.keyboard.press("Escape")
    expect(page.locator("#q")).to_have_value("")
    page.keyboard.press("Escape")
    # The list that follows the emptied box comes a moment later, and forgets which hit was current.
    page.wait_for_load_state("networkidle")
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("k")
    first = page.locator("[data-item]").first
    expect(first).to_have_attribute("aria-current", "true")
    text = first.locator(".words").inner_text()
    page.keyboard.press("Enter")
    expect(page.locator(".memory-words")).to_have_text(text)


def test_p_pins_and_takes_off(visit: Callable[..., Visit]) -> None:
    page = visit().open("/?q=numpy")
    page.keyboard.press("Escape")
    page.locator("#q").blur()
    page.goto(page.url.split("?")[0] + "?q=numpy")
    page.locator("#q").blur()
    page.keyboard.press("j")
    page.keyboard.press("p")
    pin = page.locator("[data-item][aria-current] [data-action=pin]")
    expect(pin).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".toast")).to_contain_text("Pinned")
    page.locator(".toast", has_text="Pinned").get_by_role("button", name="Undo").click()
    expect(page.locator(".toast", has_text="Undone")).to_be_visible()


def test_palette_goes_and_searches(visit: Callable[..., Visit]) -> None:
    page = visit().page
    page.keyboard.press("Control+k")
    page.keyboard.type("status")
    page.keyboard.press("ArrowDown")
    # The next keys are for the scripts of the new page, which come after its heading.
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Status")
    page.keyboard.press("Control+k")
    page.keyboard.type("numpy")
    page.keyboard.press("Enter")
    expect(page.locator(".hit").first).to_contain_text("numpy")


def test_n_opens_quick_add_and_saving_shows_in_the_timeline(visit: Callable[..., Visit]) -> None:
    page = visit().open("/timeline/")
    page.keyboard.press("n")
    expect(page.locator("dialog#dialog")).to_be_visible()
    page.keyboard.type("The spare key lies under the third pot.")
    page.fill("#save-tags", "home、key")
    page.locator("#dialog button", has_text="Remember").last.click()
    expect(page.locator("dialog#dialog")).to_be_hidden()
    expect(page.locator(".moment").first).to_contain_text("third pot")
    expect(page.locator(".moment").first).to_contain_text("#key")
    page.locator(".toast").get_by_role("button", name="Undo").click()
    expect(page.locator(".toast", has_text="Hidden")).to_be_visible()
    expect(page.locator(".moment").first).not_to_contain_text("third pot")
