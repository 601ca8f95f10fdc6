"""Thumbs on what was found, and why it was found."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .conftest import PHONE, Visit


def test_thumbs_on_what_was_typed(visit: Callable[..., Visit]) -> None:
    page = visit().page
    page.locator("#q").press_sequentially("cold storage", delay=20)
    hit = page.locator(".hit", has_text="cold storage report").first
    hit.get_by_role("button", name="Useful", exact=True).click()
    up = page.locator(".hit").first.get_by_role("button", name="Useful", exact=True)
    expect(up).to_have_attribute("aria-pressed", "true")
    page.locator(".hit").first.get_by_role("button", name="4 of 5").click()
    rated = page.locator(".hit").first.get_by_role("button", name="4 of 5")
    expect(rated).to_have_attribute("aria-pressed", "true")
    up.click()
    expect(up).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#q")).to_have_value("cold storage")


def test_by_key(visit: Callable[..., Visit]) -> None:
    page = visit().open("/?q=numpy")
    page.locator("h1, .results-head").first.click()
    page.keyboard.press("j")
    page.keyboard.press("-")
    down = page.locator(".hit").first.get_by_role("button", name="Not useful")
    expect(down).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize(
    ("theme", "language", "why"),
    [
        pytest.param("light", "en-US", "Why these?", marks=pytest.mark.slow),
        ("dark", "ja-JP", "なぜ"),
    ],
)
def test_why_these(visit: Callable[..., Visit], theme: str, language: str, why: str) -> None:
    page = visit(theme=theme, language=language).open("/?q=along the river")
    page.get_by_role("link", name=re.compile(why)).click()
    expect(page.locator("h1")).to_have_text("along the river")
    first = page.locator(".candidates tbody tr").first
    expect(first).to_contain_text("along the river")
    first.locator(".candidate-steps summary").click()
    expect(first.locator(".candidate-steps dl")).to_be_visible()
    page.locator(".cut > summary").click()
    expect(page.locator(".cut .candidates")).to_be_visible()
    page.locator(".search-run-tools .judge button").first.click()
    expect(page.locator(".search-run-tools .judge-rating")).to_be_visible()


def test_a_phone_scrolls_the_table_and_not_the_page(visit: Callable[..., Visit]) -> None:
    page = visit(size=PHONE).open("/searches/why/?q=river")
    expect(page.locator(".candidates").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
