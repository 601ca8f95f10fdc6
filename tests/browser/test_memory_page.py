"""Reading a memory, changing it, taking the change back, forgetting it."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from .conftest import Visit


def _new_memory(page: Page, text: str) -> None:
    page.goto(page.url.split("?")[0].rstrip("/") + "/save/")
    page.fill("#save-text", text)
    with page.expect_navigation():
        page.locator("main button", has_text="Remember").click()
    expect(page.locator(".memory-words")).to_have_text(text)


def test_edit_and_undo(visit: Callable[..., Visit]) -> None:
    page = visit().page
    _new_memory(page, "The meeting is on Tuesday.")
    page.keyboard.press("e")
    page.fill("#edit-text", "The meeting is on Wednesday.")
    page.fill("#edit-reason", "moved")
    page.locator("button", has_text="Store the change").click()
    expect(page.locator(".memory-words")).to_have_text("The meeting is on Wednesday.")
    # What the program derives from the new text is in the history as well.
    edits = page.locator(".revision", has=page.locator("del"))
    expect(edits.first.locator("del").first).to_have_text("Tuesday")
    expect(edits.first.locator("ins").first).to_have_text("Wednesday")
    page.locator(".toast").get_by_role("button", name="Undo").click()
    expect(page.locator(".memory-words")).to_have_text("The meeting is on Tuesday.")
    expect(edits).to_have_count(2)


def test_hide_restore_and_forget(visit: Callable[..., Visit]) -> None:
    page = visit().page
    _new_memory(page, "A thing to be forgotten.")
    page.locator("button", has_text="Hide").click()
    expect(page.locator(".notice")).to_contain_text("Hidden")
    page.locator(".memory-tools button", has_text="Restore").click()
    expect(page.locator(".notice")).to_have_count(0)
    address = page.url
    page.locator("a", has_text="Forget…").click()
    expect(page.locator("main")).to_contain_text("cannot be undone")
    page.locator("button", has_text="Forget for good").click()
    expect(page.locator(".toast")).to_contain_text("Forgotten")
    assert page.request.get(address).status == 404


def test_a_conversation_and_its_people(visit: Callable[..., Visit]) -> None:
    page = visit().open("/?q=田中")
    page.locator(".hit [data-open]").first.click()
    expect(page.locator(".neighbour")).to_have_count(2)
    page.locator(".aside .chip", has_text="田中太郎").click()
    expect(page.locator("h1")).to_have_text("田中太郎")
    expect(page.locator(".hit")).to_contain_text("冷凍倉庫")
