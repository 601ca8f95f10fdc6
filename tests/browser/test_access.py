"""Who gets in, in a real browser: log-ins ended, apps revoked, tokens that end."""

from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.live_server import LiveServer

from .conftest import PHONE, Visit
from .test_consent import allow, exchange, program, question, register

FITS = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"


def section(page: Page, title: str) -> Locator:
    return page.locator("section").filter(has=page.get_by_role("heading", name=title, exact=True))


def test_another_log_in_is_ended(visit: Callable[..., Visit]) -> None:
    other, ours = (visit(user="bob", is_new_log_in=True) for _ in range(2))
    page = ours.open("/settings/access/")
    rows = section(page, "Browsers").locator("tbody tr")
    expect(rows.filter(has_text="this browser")).to_have_count(1)
    # Tests before may have left log-ins of their own.
    held = rows.count()
    assert held >= 2
    for left in range(held - 1, 0, -1):
        rows.get_by_role("button", name="Log out").first.click()
        expect(page.locator(".toast")).to_contain_text("has to log in again")
        expect(rows).to_have_count(left)
    expect(other.open("/timeline/")).to_have_url(f"{other.base_url}/login/?next=/timeline/")


def test_an_app_is_revoked(visit: Callable[..., Visit], product: LiveServer) -> None:
    opened = visit(user="bob")
    with program("127.0.0.1") as (address, _):
        opened.leads_to = (address,)
        redirect = f"{address}/callback"
        client = register(product, redirect)
        page = opened.open(question(client, redirect))
        allow(page)
        page.wait_for_url(f"{redirect}?**")
        code = dict(httpx.URL(page.url).params)["code"]
    token = exchange(product, client, redirect, code)
    asked = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    headers = {
        "Authorization": f"Bearer {token}",
        "Accept": "application/json, text/event-stream",
    }
    assert httpx.post(product.mcp_url, headers=headers, json=asked).status_code == 200
    page = opened.open("/settings/access/")
    section(page, "Apps").get_by_role("link", name="Revoke").click()
    page.get_by_role("button", name="Revoke").click()
    expect(page.locator(".toast")).to_contain_text("can no longer connect")
    assert httpx.post(product.mcp_url, headers=headers, json=asked).status_code == 401
    expect(section(opened.open("/settings/access/"), "Apps")).to_contain_text("revoked")


def test_a_token_that_ends(visit: Callable[..., Visit], product: LiveServer) -> None:
    opened = visit(user="bob")
    page = opened.open("/tokens/")
    page.fill("#token-name", "summer laptop")
    page.select_option("#token-days", "30")
    page.get_by_role("button", name="Make a token").click()
    secret = page.locator("#secret").inner_text()
    with product.client(secret) as client:
        assert client.get("/api/me/").status_code == 200
    page.reload()
    expect(page.locator("#secret")).to_have_count(0)
    row = section(opened.open("/settings/access/"), "Tokens").locator("tr", has_text="summer")
    expect(row).not_to_contain_text("no end")
    expect(row).to_contain_text("just now")


@pytest.mark.parametrize("language", [pytest.param("en-US", marks=pytest.mark.slow), "ja-JP"])
def test_everything_fits_a_phone(visit: Callable[..., Visit], language: str) -> None:
    opened = visit(size=PHONE, language=language)
    for path in ("/settings/access/", "/history/access/", "/tokens/", "/privacy/", "/packs/"):
        page = opened.open(path)
        assert page.evaluate(FITS), path
        for button in page.locator("main .table .button").all():
            box = button.bounding_box()
            assert box and box["height"] < 40, "the words of a button stay on one line"
