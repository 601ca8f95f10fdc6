"""Searching while one types."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from .conftest import Visit


def test_results_come_while_typing_without_a_load(visit: Callable[..., Visit]) -> None:
    opened = visit()
    page, loads = opened.page, len(opened.loads)
    page.locator("#q").press_sequentially("cold storage", delay=30)
    expect(page.locator(".hit").first).to_contain_text("cold storage report")
    expect(page.locator(".hit mark").first).to_have_text("cold")
    expect(page).to_have_url(re.compile("q=cold%20storage"))
    assert page.evaluate("document.activeElement.id") == "q"
    assert len(opened.loads) == loads


def test_two_japanese_characters_are_found(visit: Callable[..., Visit]) -> None:
    page = visit().page
    page.fill("#q", "会議")
    expect(page.locator(".hit").first).to_contain_text("田中さんと会議")
    expect(page.locator(".hit").first.locator("mark").first).to_have_text("会議")


def test_address_holds_the_whole_question(visit: Callable[..., Visit]) -> None:
    page = visit().open("/?q=report&pack=work&speaker=Maria")
    expect(page.locator(".chip-filter")).to_have_text("said by Maria")
    expect(page.locator(".hit")).to_have_count(1)
    page.locator("#q").press_sequentially("s")
    expect(page).to_have_url(holding("q=reports", "pack=work", "speaker=Maria"))
    page.locator(".chip-filter").click()
    expect(page.locator(".chip-filter")).to_have_count(0)


def test_back_returns_to_what_was_there(visit: Callable[..., Visit]) -> None:
    page = visit().page
    page.fill("#q", "numpy")
    expect(page.locator(".hit").first).to_contain_text("numpy")
    page.locator(".hit [data-open]").first.click()
    expect(page.locator(".memory-words")).to_contain_text("numpy 2")
    page.go_back()
    expect(page.locator("#q")).to_have_value("numpy")
    expect(page.locator(".hit").first).to_contain_text("numpy")
    page.go_back()
    expect(page.locator("#q")).to_have_value("")


def test_a_pack_narrows_without_a_load(visit: Callable[..., Visit]) -> None:
    opened = visit()
    page = opened.page
    page.fill("#q", "report")
    expect(page.locator(".hit").first).to_contain_text("report")
    loads = len(opened.loads)
    page.locator(".rail-pack", has_text="Development").click()
    expect(page.locator(".rail-pack", has_text="Development")).to_have_attribute(
        "aria-pressed", "true"
    )
    assert "pack=dev" in page.url and "q=report" in page.url
    assert len(opened.loads) == loads


def test_the_score_opens_into_its_parts(visit: Callable[..., Visit]) -> None:
    page = visit().open("/?q=numpy")
    page.locator(".score summary").first.click()
    parts = page.locator(".score-parts").first
    expect(parts).to_contain_text("Relevance")
    expect(parts).to_contain_text("Words")


def test_nothing_found_says_what_to_do(visit: Callable[..., Visit]) -> None:
    page = visit().open("/?q=zzqx&mode=keyword")
    expect(page.locator(".empty")).to_contain_text("Try other words")


def holding(*parts: str) -> "re.Pattern[str]":
    """Match an address that holds each of ``parts``, in any order."""
    return re.compile("".join(f"(?=.*{re.escape(part)})" for part in parts))
