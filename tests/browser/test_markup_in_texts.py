"""Markup in every text field stays text on every page: no script runs, no policy is broken."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page

from tests.attacks.hostile import fill
from tests.attacks.site import routes
from tests.live_server import LiveServer, live_server

from .conftest import DESKTOP, Visit, _log_in

SHORT = "\"'><img src=x onerror=alert(1)>"
LONG = (
    f"{SHORT}</script><script>alert(2)</script></textarea></title><svg onload=alert(3)>"
    "[x](javascript:alert(4)) ${alert(5)} {{constructor.constructor('alert(6)')()}}"
    " javascript:alert(7) <a href=javascript:alert(8)>y</a>"
)
LINK = "javascript:alert(9)"
FORBIDDEN = """() => [...document.querySelectorAll('*')].flatMap(
    (one) => [...one.attributes].filter(
        (its) => its.name.startsWith('on') || /^\\s*javascript:/i.test(its.value)
            && ['href', 'src', 'action', 'formaction', 'hx-get', 'hx-post'].includes(its.name)
    ).map((its) => `${one.tagName} ${its.name}=${its.value}`)
).concat(document.querySelector('img[src="x"]') ? ['img'] : [])"""
# Pages that end the session, files, and what answers no page.
NOT_OPENED = ("logout/", "login/", "entities/types.css", "health", "cli")


@pytest.fixture(scope="module")
def marked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[LiveServer, list[str]]]:
    """The product with markup in every field, and the addresses of what was made."""
    with live_server(tmp_path_factory.mktemp("markup")) as running, running.client() as client:

        def post(path: str, body: dict[str, Any], method: str = "POST") -> Any:
            answer = client.request(method, f"/api/{path}", json=body)
            assert answer.status_code < 300, (path, answer.text)
            return answer.json()

        yield running, fill(post, SHORT, LONG, LINK)


@pytest.fixture
def browser_page(
    chromium: Browser, marked: tuple[LiveServer, list[str]]
) -> Iterator[tuple[Page, list[str], Visit]]:
    """Alice's window; dialogs and broken policies are complaints."""
    context = chromium.new_context(locale="en-US", viewport=DESKTOP)
    context.set_default_timeout(10_000)
    opened = Visit(context.new_page(), marked[0].base_url)
    ran: list[str] = []

    def dialog(shown: Any) -> None:
        ran.append(shown.message)
        shown.dismiss()

    opened.window.on("dialog", dialog)
    opened.window.on("console", opened.note_console)
    opened.window.on("pageerror", lambda error: opened.complaints.append(str(error)))
    opened.window.on("request", opened.note_request)
    _log_in(opened, "alice")
    yield opened.page, ran, opened
    context.close()


def _found(opened: Visit, ran: list[str], paths: list[str]) -> list[str]:
    """Return what is wrong with the pages at these addresses."""
    found: list[str] = []
    for path in paths:
        opened.complaints.clear()
        opened.page.goto(f"{opened.base_url}{path}", wait_until="networkidle")
        wrong = [*opened.page.evaluate(FORBIDDEN), *ran]
        # The page of an error is one of them, and says so.
        wrong += [one for one in opened.complaints if "the server responded with" not in one]
        found += [f"{path}: {wrong}"] if wrong else []
        ran.clear()
    return found


def test_pages_of_what_was_saved_show_markup_as_text(browser_page: Any, marked: Any) -> None:
    page, ran, opened = browser_page
    assert _found(opened, ran, marked[1]) == []
    page.goto(f"{opened.base_url}{marked[1][0]}")
    assert page.inner_text("main").count("<img src=x onerror=alert(1)>") > 5


@pytest.mark.slow
def test_every_page_shows_markup_as_text(browser_page: Any, marked: Any) -> None:
    _, ran, opened = browser_page
    plain = [f"/{route}" for route, kinds in routes() if not kinds and route not in NOT_OPENED]
    typed = quote(LONG)
    asked = [
        f"/?q={typed}", f"/entities/?q={typed}", f"/searches/?q={typed}", f"/graph/?query={typed}",
        f"/graph/find/?q={typed}", f"/timeline/?day={typed}", f"/history/?q={typed}",
        f"/states/?kind={typed}", f"/inbox/?kind={typed}", f"/context/?message={typed}",
        f"/nowhere/{typed}", f"/login/?next={quote(LINK)}", f"/graph/files/?format={typed}",
        f"/dashboards/memories/?{typed}={typed}",
    ]  # fmt: skip
    assert _found(opened, ran, [*plain, *asked]) == []


@pytest.mark.slow
def test_every_page_of_the_admin_shows_markup_as_text(browser_page: Any) -> None:
    page, ran, opened = browser_page
    opened.open("/admin/")
    everywhere = "() => [...document.querySelectorAll('a')].map((one) => one.getAttribute('href'))"
    lists = {path for path in page.evaluate(everywhere) if path and path.startswith("/admin/")}
    lists -= {"/admin/logout/"}
    rows: list[str] = []
    found = _found(opened, ran, sorted(lists))
    for path in sorted(lists):
        opened.open(path)
        rows += [one for one in page.evaluate(everywhere) if one and one.endswith("/change/")][:2]
    found += _found(opened, ran, sorted(set(rows)))
    assert len(rows) > 10 and found == []
