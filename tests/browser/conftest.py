"""A real browser on the running product; what it complains about fails the test."""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    sync_playwright,
)

from tests.live_server import LiveServer, live_server

from .small_graph import tell

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SESSION_COOKIE = "wasurena_session"
DESKTOP, PHONE = {"width": 1280, "height": 860}, {"width": 360, "height": 740}
MEMORIES: list[dict[str, Any]] = [
    {
        "text": "田中さんと会議。冷凍倉庫の温度を5分ごとに送ると決めた。",
        "pack": "work",
        "memory_type": "decision",
        "tags": ["会議", "温度"],
        "context": "Project Aozora",
        "session_id": "kick-off",
        "entities": [{"name": "田中太郎", "type": "Person", "aliases": ["田中"]}],
    },
    {
        "text": "Maria will review the cold storage report before Friday.",
        "pack": "work",
        "speaker": "Maria",
        "session_id": "kick-off",
        "entities": [{"name": "Maria Lindqvist", "type": "Person", "aliases": ["Maria"]}],
    },
    {"text": "The build failed: numpy 2 has no numpy.float_.", "pack": "dev"},
    {"text": "朝ごはんは納豆と味噌汁。よく眠れた。", "pack": "lifelog", "memory_type": "meal"},
    *({"text": f"Ran {km} km along the river.", "pack": "lifelog"} for km in range(3, 60)),
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark everything here, and say in one line what is missing where it is."""
    here = [item for item in items if "tests/browser/" in str(item.path)]
    for item in here:
        item.add_marker(pytest.mark.browser)
        if CHROMIUM is None:
            item.add_marker(pytest.mark.skip(reason="needs Debian's package chromium"))


# Of the whole session: workers come and go between packages, and each time it would start anew.
@pytest.fixture(scope="session")
def product(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """The product with a few memories of alice's; tests give bob some."""
    with live_server(
        tmp_path_factory.mktemp("browser"),
        application="tests.browser.asking_site:application",
        WASURENA_OAUTH="on",
    ) as running:
        with running.client() as client:
            answer = client.post("/api/memories/batch/?wait=true", json={"memories": MEMORIES})
            assert answer.status_code == 201, answer.text
        yield running


@pytest.fixture(scope="session")
def told(product: LiveServer) -> dict[str, str]:
    """The ids of a small graph that bob has from here on."""
    return tell(product)


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """The browser; it ends with this package, since its event loop bars Django's ORM."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@dataclass
class Visit:
    """One person's browser window, with what went wrong in it."""

    window: Page
    base_url: str
    complaints: list[str] = field(default_factory=list)
    loads: list[str] = field(default_factory=list)
    # Where a test leads to beside the product itself.
    leads_to: tuple[str, ...] = ()

    @property
    def page(self) -> Page:
        """The page that is shown; the first one where none has been opened yet."""
        return self.open("/") if self.window.url == "about:blank" else self.window

    def open(self, path: str) -> Page:
        """Go to a page of the product."""
        self.window.goto(f"{self.base_url}{path}")
        return self.window

    def note_console(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self.complaints.append(f"{message.type}: {message.text}")

    def note_request(self, request: Request) -> None:
        known = (self.base_url, f"blob:{self.base_url}", "data:", *self.leads_to)
        if not request.url.startswith(known):
            self.complaints.append(f"left the host: {request.url}")
        if request.resource_type == "document":
            self.loads.append(request.url)


@pytest.fixture(scope="session")
def log_ins(product: LiveServer) -> dict[str, list[Any]]:
    """The cookies of each person who has logged in: checking a password takes long on purpose."""
    return {}


@pytest.fixture
def visit(
    chromium: Browser, product: LiveServer, log_ins: dict[str, list[Any]]
) -> Iterator[Callable[..., Visit]]:
    """Open a window: ``visit(theme="dark", language="ja-JP", size=PHONE, user="bob")``."""
    visits: list[Visit] = []

    def _visit(
        *,
        theme: str = "light",
        language: str = "en-US",
        size: dict[str, int] = DESKTOP,
        user: str = "alice",
        is_new_log_in: bool = False,
        **options: Any,
    ) -> Visit:
        context = chromium.new_context(
            color_scheme=theme, locale=language, viewport=size, **options
        )
        context.set_default_timeout(8_000)
        opened = Visit(context.new_page(), product.base_url)
        opened.window.on("console", opened.note_console)
        opened.window.on("pageerror", lambda error: opened.complaints.append(str(error)))
        opened.window.on("request", opened.note_request)
        visits.append(opened)
        if is_new_log_in or not _is_logged_in(context, product.base_url, log_ins.get(user, [])):
            log_ins[user] = _log_in(opened, user)
        return opened

    yield _visit
    complaints = [complaint for opened in visits for complaint in opened.complaints]
    for opened in visits:
        opened.window.context.close()
    assert complaints == []


@pytest.fixture
def chooser(visit: Callable[..., Visit]) -> Iterator[Callable[..., Visit]]:
    """Open a window like ``visit``; theme and language chosen there are taken back afterwards.

    They are kept with the person, whose windows in other tests would show them.
    """
    choosers: list[Visit] = []

    def _visit(**options: Any) -> Visit:
        choosers.append(visit(**options))
        return choosers[-1]

    yield _visit
    for opened in choosers:
        page = opened.open("/settings/")
        page.locator("main [data-theme-form] button[value=system]").click()
        page.wait_for_load_state("networkidle")
        page.select_option("#language", "")
        with page.expect_navigation():
            page.locator("main form:has(#language) button").click()


def _is_logged_in(context: BrowserContext, base_url: str, cookies: list[Any]) -> bool:
    """Take a log-in over from an earlier test; return whether it still counts."""
    context.add_cookies(cookies)
    answer = context.request.get(f"{base_url}/settings/", max_redirects=0) if cookies else None
    return answer is not None and answer.ok


def _log_in(opened: Visit, user: str) -> list[Any]:
    """Log in as a person does; return the cookie of it."""
    page = opened.open("/login/")
    page.fill("#id_username", user)
    page.fill("#id_password", "correct horse")
    page.press("#id_password", "Enter")
    page.wait_for_url(f"{opened.base_url}/")
    return [one for one in page.context.cookies() if one["name"] == SESSION_COOKIE]
