"""What happened, as a person sees it: a change is found there and taken back from there."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from .conftest import PHONE, Visit

BEFORE, AFTER = "The ferry leaves at nine.", "The ferry leaves at ten."


def _changed_memory(page: Page, base_url: str) -> str:
    """Save a memory, correct it, and return its address."""
    page.goto(f"{base_url}/save/")
    page.fill("#save-text", BEFORE)
    with page.expect_navigation():
        page.locator("main button", has_text="Remember").click()
    expect(page.locator(".memory-words")).to_have_text(BEFORE)
    page.keyboard.press("e")
    page.fill("#edit-text", AFTER)
    page.fill("#edit-reason", "the new timetable")
    page.locator("button", has_text="Store the change").click()
    expect(page.locator(".memory-words")).to_have_text(AFTER)
    return page.url


def test_a_change_is_found_and_undone(visit: Callable[..., Visit]) -> None:
    opened = visit()
    address = _changed_memory(opened.page, opened.base_url)
    page = opened.open("/history/")
    page.select_option("#kind", "memory")
    page.select_option("#by", "owner")
    with page.expect_navigation():
        page.locator("main button", has_text="Show").click()
    change = page.locator(".revision", has_text="the new timetable")
    expect(change.locator("del")).to_have_text("nine")
    expect(change.locator("ins")).to_have_text("ten")
    with page.expect_navigation():
        change.get_by_role("button", name="Undo").click()
    expect(page).to_have_url(f"{opened.base_url}/history/?kind=memory&by=owner")
    expect(page.locator(".toast")).to_contain_text("Undone.")
    expect(change.locator(".revision-head")).to_contain_text("undone")
    expect(change.get_by_role("button", name="Undo")).to_have_count(0)
    page.goto(address)
    expect(page.locator(".memory-words")).to_have_text(BEFORE)


def test_on_a_phone_it_fits_in_both_languages(visit: Callable[..., Visit]) -> None:
    for language in ("en-US", "ja-JP"):
        page = visit(size=PHONE, language=language).open("/history/")
        expect(page.locator(".revision").first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
