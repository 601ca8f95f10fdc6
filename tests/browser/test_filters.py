"""The filters beside the search: every field is in reach, and each one narrows at once."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .conftest import DESKTOP, PHONE, Visit


@pytest.mark.parametrize(
    "size",
    [pytest.param(DESKTOP, marks=pytest.mark.slow), PHONE],
    ids=["desktop", "phone"],
)
def test_a_field_narrows_without_a_load(visit: Callable[..., Visit], size: dict[str, int]) -> None:
    opened = visit(size=size)
    page = opened.page
    page.fill("#q", "report")
    expect(page.locator(".hit").first).to_contain_text("report")
    loads = len(opened.loads)
    page.locator("#refine summary").click()
    box = page.locator("#refine .popover").bounding_box()
    assert box and box["x"] >= 0 and box["x"] + box["width"] <= size["width"]
    assert box["y"] + box["height"] <= size["height"]
    assert page.evaluate(
        "(p => p.scrollWidth <= p.clientWidth)(document.querySelector('.popover'))"
    )
    page.select_option("#sort", "oldest")
    expect(page).to_have_url(re.compile("sort=oldest"))
    page.fill("#held", "2000-01-01")
    page.locator("#held").blur()
    expect(page.locator(".chip-filter")).to_have_text("true on 2000-01-01")
    expect(page.locator(".hit")).to_have_count(0)
    expect(page).to_have_url(re.compile("held=2000-01-01"))
    assert "sort=oldest" in page.url
    assert len(opened.loads) == loads
