"""What a person with an empty memory sees, and how an assistant is connected."""

from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import expect

from tests.live_server import LiveServer
from tests.prepared import run_code

from .conftest import Visit

ADD_NEWCOMER = """
import django
django.setup()
from accounts.services.users import user_create
user_create(name="carol", password="correct horse")
"""


@pytest.fixture
def newcomer(product: LiveServer) -> str:
    """The name of a person who has just been added, and has no memory."""
    run_code(ADD_NEWCOMER, product.data_dir)
    return "carol"


def test_first_run_and_the_live_light(
    visit: Callable[..., Visit], product: LiveServer, newcomer: str
) -> None:
    page = visit(user=newcomer).page
    expect(page.locator(".step")).to_have_count(3)
    page.goto(page.url + "tokens/")
    page.fill("#token-name", "laptop")
    page.locator("button", has_text="Make a token").click()
    secret = page.locator("#secret").inner_text()
    assert secret.startswith("wsr_")
    for name in ("Claude Desktop", "Claude Code", "Cursor", "VS Code"):
        expect(page.locator(".configuration", has_text=name)).to_have_count(1)
    assert secret in page.locator("#cursor-configuration").text_content()
    headers = {"Authorization": f"Bearer {secret}"}
    assert httpx.get(f"{product.base_url}/api/memories/", headers=headers).status_code == 200
    expect(page.locator("#live")).to_have_text("an assistant has called", timeout=10_000)
    page.goto(f"{product.base_url}/tokens/")
    laptop = page.locator("tr", has=page.get_by_text("laptop", exact=True))
    laptop.locator("a", has_text="Revoke").click()
    page.locator("main button", has_text="Revoke").click()
    expect(laptop).to_have_class("token-ended")
    assert httpx.get(f"{product.base_url}/api/memories/", headers=headers).status_code == 401


def test_copying(visit: Callable[..., Visit]) -> None:
    opened = visit(user="bob", permissions=["clipboard-read", "clipboard-write"])
    page = opened.open("/tokens/")
    page.fill("#token-name", "copied")
    with page.expect_navigation():
        page.locator("button", has_text="Make a token").click()
    page.locator(".secret button").click()
    expect(page.locator(".toast")).to_have_text("Copied.")
    assert page.evaluate("navigator.clipboard.readText()").startswith("wsr_")


def test_everything_works_without_a_script(visit: Callable[..., Visit]) -> None:
    opened = visit(java_script_enabled=False)
    page = opened.page
    page.fill("#q", "numpy")
    page.press("#q", "Enter")
    expect(page.locator(".hit").first).to_contain_text("numpy")
    page.locator(".hit [data-open]").first.click()
    page.locator(".memory-tools button", has_text="Pin").click()
    expect(page.locator(".meta-pin").first).to_be_visible()
    page.locator(".toast button", has_text="Undo").click()
    expect(page.locator(".meta-pin")).to_have_count(0)
    opened.open("/timeline/").locator("a", has_text="Older").click()
    assert "cursor=" in page.url
    expect(page.locator(".moment").first).to_be_visible()


def test_older_days_come_by_scrolling(visit: Callable[..., Visit]) -> None:
    page = visit().open("/timeline/")
    expect(page.locator(".moment")).to_have_count(40)
    page.locator("#older").scroll_into_view_if_needed()
    expect(page.locator(".moment").nth(45)).to_be_attached()
