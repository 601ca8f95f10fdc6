"""Apps by OAuth in a real browser: registered, allowed on the page, and told where they answer."""

import base64
import hashlib
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import httpx
import pytest
from playwright.sync_api import Page, Request, expect

from tests.live_server import LiveServer

from .conftest import PHONE, Visit

VERIFIER = "v" * 50
CHALLENGE = base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).rstrip(b"=")
FITS = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"


@contextmanager
def program(host: str, onward: str = "") -> Iterator[tuple[str, list[str]]]:
    """Listen as an app does on this machine: its address, and what it is told there."""
    told: list[str] = []

    class App(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path.startswith("/callback"):
                told.append(self.path)
            is_onward = bool(onward) and self.path.startswith("/callback")
            self.send_response(302 if is_onward else 200)
            self.send_header("Content-Type", "text/html")
            if is_onward:
                self.send_header("Location", onward)
            self.end_headers()
            self.wfile.write(b"<link rel=icon href=data:,><p>You may go back to the editor.</p>")

        do_POST = do_GET

        def log_message(self, *_: Any) -> None:
            pass

    class Server(ThreadingHTTPServer):
        address_family = socket.AF_INET6 if ":" in host else socket.AF_INET

    with Server((host, 0), App) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        shown = f"[{host}]" if ":" in host else host
        yield f"http://{shown}:{server.server_address[1]}", told
        server.shutdown()


def register(server: LiveServer, redirect: str) -> str:
    about = {
        "client_name": "Test editor",
        "redirect_uris": [redirect],
        "token_endpoint_auth_method": "none",
    }
    answer = httpx.post(f"{server.base_url}/register", json=about)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["client_id"])


def question(client: str, redirect: str, **fields: str) -> str:
    asked = {
        "response_type": "code",
        "client_id": client,
        "redirect_uri": redirect,
        "state": "s1",
        "code_challenge": CHALLENGE.decode(),
        "code_challenge_method": "S256",
        "scope": "read write",
    }
    return f"/authorize?{urlencode(asked | fields)}"


def exchange(server: LiveServer, client: str, redirect: str, code: str) -> str:
    body = {
        "grant_type": "authorization_code",
        "code": code,
        "client_id": client,
        "redirect_uri": redirect,
        "code_verifier": VERIFIER,
    }
    answer = httpx.post(f"{server.base_url}/token", data=body)
    assert answer.status_code == 200, answer.text
    return str(answer.json()["access_token"])


def allow(page: Page, *packs: str) -> None:
    for pack in packs:
        page.get_by_label(pack, exact=True).check()
    page.get_by_role("button", name="Allow").click(no_wait_after=True)


@pytest.mark.parametrize("host", ["127.0.0.1", pytest.param("::1", marks=pytest.mark.slow)])
def test_a_program_of_this_machine_is_told(
    visit: Callable[..., Visit], product: LiveServer, host: str
) -> None:
    opened = visit()
    with program(host) as (address, told):
        opened.leads_to = (address,)
        redirect = f"{address}/callback"
        client = register(product, redirect)
        opened.page.context.clear_cookies()
        page = opened.open(question(client, redirect))
        page.fill("#id_username", "alice")
        page.fill("#id_password", "correct horse")
        page.press("#id_password", "Enter")
        expect(page.locator("h1")).to_contain_text("Test editor")
        expect(page.locator("main")).to_contain_text(urlsplit(address).netloc)
        allow(page, "Work")
        page.wait_for_url(f"{redirect}?**")
        expect(page.locator("p")).to_have_text("You may go back to the editor.")
    answer = dict(parse_qsl(urlsplit(told[0]).query))
    assert (answer["state"], answer["iss"]) == ("s1", product.base_url) and len(told) == 1
    token = exchange(product, client, redirect, answer["code"])
    tools = httpx.post(
        product.mcp_url,
        json={"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}},
        headers={
            "Authorization": f"Bearer {token}",
            "Accept": "application/json, text/event-stream",
        },
    )
    assert tools.status_code == 200


def test_an_app_may_lead_on_to_a_page_of_its_own(
    visit: Callable[..., Visit], product: LiveServer
) -> None:
    opened = visit()
    with (
        program("127.0.0.1") as (website, _),
        program("127.0.0.1", onward=f"{website}/thanks") as (address, told),
    ):
        opened.leads_to = (address, website)
        client = register(product, f"{address}/callback")
        page = opened.open(question(client, f"{address}/callback"))
        page.get_by_role("button", name="Refuse").click(no_wait_after=True)
        page.wait_for_url(f"{website}/thanks")
    assert "error=access_denied" in told[0]


def test_an_editor_with_an_address_of_its_own_is_opened(
    visit: Callable[..., Visit], product: LiveServer
) -> None:
    opened = visit()
    opened.leads_to = ("cursor:",)
    calls: list[str] = []

    def note(request: Request) -> None:
        if request.url.startswith("cursor:"):
            calls.append(request.url)

    opened.window.on("request", note)
    redirect = "cursor://editor.mcp/callback"
    client = register(product, redirect)
    page = opened.open(question(client, redirect))
    allow(page)
    # No program answers here; the page stays, and says how to go on.
    button = page.get_by_role("link", name="Back to the app")
    expect(button).to_be_visible()
    expect(page.locator("main")).to_contain_text("cursor:")
    page.wait_for_timeout(300)
    assert calls[0] == button.get_attribute("href")
    code = dict(parse_qsl(urlsplit(calls[0]).query))["code"]
    assert exchange(product, client, redirect, code)


def test_the_form_reaches_nobody_else(visit: Callable[..., Visit], product: LiveServer) -> None:
    opened = visit()
    with program("127.0.0.1") as (address, told):
        redirect = "http://127.0.0.1:1/callback"
        start = question(register(product, redirect), redirect)
        page = opened.open(start)
        page.evaluate("to => { document.querySelector('form').action = to }", f"{address}/callback")
        allow(page)
        page.wait_for_timeout(300)
        # A redirect of the answer is refused as well, also to the app itself.
        page = opened.open(start)
        page.evaluate(
            "to => { document.querySelector('form').action = to }",
            f"{product.base_url}/settings/theme/?x",
        )
        moved = {"Location": f"{address}/callback"}
        page.route("**/settings/theme/**", lambda route: route.fulfill(status=302, headers=moved))
        allow(page)
        page.wait_for_timeout(300)
    assert told == []
    refused = [one for one in opened.complaints if "form-action 'self'" in one]
    assert len(refused) == 2 == len(opened.complaints), opened.complaints
    opened.complaints.clear()


@pytest.mark.parametrize("language", ["en-US", pytest.param("ja-JP", marks=pytest.mark.slow)])
def test_it_fits_a_phone(visit: Callable[..., Visit], product: LiveServer, language: str) -> None:
    redirect = "vscode://a.very.long.name.of.an.extension.that.nobody.expects/did-authenticate"
    asked = question(register(product, redirect), redirect, scope="read write admin")
    page = visit(size=PHONE, language=language).open(asked)
    assert page.evaluate(FITS)
