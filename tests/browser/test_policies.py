"""Pages of other makers (admin, Swagger UI, Redoc) work under our policy, and load nothing else.

Violations are errors of the console and requests to other hosts are noted: ``visit`` refuses both.
"""

import re
import subprocess
import sys
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.depth import depth
from tests.live_server import LiveServer
from tests.prepared import ROOT, environment

from .conftest import Visit

# These pages render all operations at once, on a machine that may be busy.
PATIENCE_MS = 120_000
MAKE_OPERATOR = """
import django
django.setup()
from accounts.services.users import user_create
user_create(name="root", password="correct horse", is_owner=True)
"""


@pytest.fixture(scope="module")
def operator(product: LiveServer) -> str:
    """Somebody who may see the whole admin."""
    subprocess.run(
        [sys.executable, "-c", MAKE_OPERATOR],
        cwd=ROOT,
        env=environment(product.data_dir),
        check=True,
    )
    return "root"


def test_swagger_works(visit: Callable[..., Visit]) -> None:
    page = visit().open("/api/docs/")
    expect(page.locator(".opblock").first).to_be_visible(timeout=PATIENCE_MS)
    page.locator(".opblock-summary-control").first.click(timeout=PATIENCE_MS)
    expect(page.locator(".opblock-body").first).to_be_visible(timeout=PATIENCE_MS)


# It draws every operation at once; that it answers with our policy is tested with all addresses.
@pytest.mark.slow
def test_redoc_works(visit: Callable[..., Visit]) -> None:
    page = visit().open("/api/redoc/")
    expect(page.locator("h1", has_text="Wasurena").first).to_be_visible(timeout=PATIENCE_MS)
    expect(page.locator("[role=search] input")).to_be_visible()
    page.locator("[role=search] input").fill("memories")
    results = page.locator("[data-role='search:results'] li")
    expect(results.first).to_be_visible(timeout=PATIENCE_MS)
    page.wait_for_load_state("networkidle")


@pytest.mark.deep
def test_the_admin_works(visit: Callable[..., Visit], operator: str) -> None:
    opened = visit(user=operator)
    page = opened.open("/admin/")
    links = page.locator("#nav-sidebar-apps a, nav a, aside a").evaluate_all(
        "nodes => nodes.map(node => node.getAttribute('href'))"
    )
    lists = sorted({link for link in links if link and re.match(r"/admin/\w+/\w+/$", link)})
    assert len(lists) > 20
    for address in lists[:: depth(4, 1)]:
        opened.open(address)
    page.wait_for_load_state("networkidle")
    page.goto(f"{opened.base_url}/admin/memories/memory/")
    page.locator("#result_list tbody th a").first.click()
    page.wait_for_load_state("networkidle")
    for address in ("auth/user/add", "accounts/apitoken/add", "password_change"):
        opened.open(f"/admin/{address}/")
        page.wait_for_load_state("networkidle")


def test_the_admin_shows_its_commands(visit: Callable[..., Visit], operator: str) -> None:
    page = visit(user=operator).open("/admin/")
    page.keyboard.press("Control+k")
    expect(page.locator("input[name=s]").last).to_be_visible()
    page.goto(page.url + "logout/")


def test_pages_of_errors_are_whole(visit: Callable[..., Visit]) -> None:
    opened = visit()
    page = opened.open("/nowhere/")
    expect(page.locator("h1")).to_have_text("There is nothing here.")
    # That the address itself was not found is what was to be seen.
    opened.complaints[:] = [one for one in opened.complaints if "404" not in one]
