"""What holds for every address of the site: policy, nothing from other hosts, no dead end."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client

from accounts.services.tokens import token_create
from accounts.services.users import user_create
from core.caller import Caller
from tests.addresses import every_address

IN_CSS = re.compile(r"""url\(\s*["']?([^"')]+)|@import\s+["']([^"']+)""")
LOADING = {
    ("script", "src"), ("link", "href"), ("img", "src"), ("iframe", "src"), ("source", "src"),
    ("img", "srcset"), ("use", "href"), ("image", "href"), ("object", "data"), ("embed", "src"),
    ("video", "src"), ("audio", "src"), ("form", "action"),
}  # fmt: skip


class Loads(HTMLParser):
    """Collect what a page loads, and whether scripts stand inside it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.inline: list[str] = []
        self._is_script = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.addresses += [value for name, value in attrs if value and (tag, name) in LOADING]
        self.addresses += _of_css(given.get("style") or "")
        self.inline += [name for name in given if name.startswith("on")]
        self._is_script = tag == "script" and given.get("type", "") != "application/json"

    def handle_endtag(self, tag: str) -> None:
        self._is_script = False

    def handle_data(self, data: str) -> None:
        self.addresses += _of_css(data)
        if self._is_script and data.strip():
            self.inline.append(data.strip()[:60])


def _of_css(text: str) -> list[str]:
    return [first or second for first, second in IN_CSS.findall(text)]


def _foreign(addresses: list[str]) -> list[str]:
    return [where for where in addresses if urlsplit(where).netloc not in ("", "testserver")]


@pytest.fixture
def people(owner: Caller) -> dict[str, Client]:
    """Nobody, alice, and who runs the server; each keeps an error as an answer."""
    user_create(name="root", is_owner=True)
    token_create(user_name="alice", name="laptop")
    clients = {name: Client(raise_request_exception=False) for name in ("", "alice", "root")}
    for name in ("alice", "root"):
        clients[name].force_login(User.objects.get(username=name))
    return clients


def _answers(client: Client) -> Iterator[tuple[str, HttpResponse]]:
    for address in [*every_address(), "/nowhere/", "/api/nowhere/", "/admin/nowhere/"]:
        # Logging out would change what the rest is answered.
        if address not in ("/logout/", "/admin/logout/"):
            yield address, client.get(address)


def _text(answer: HttpResponse) -> str:
    return b"".join(answer).decode("utf-8", "replace") if answer.streaming else answer.text


# Who runs the server sees what everybody sees, and the admin.
@pytest.mark.parametrize("name", ["", pytest.param("alice", marks=pytest.mark.slow), "root"])
def test_every_answer_has_the_policy_and_loads_nothing_foreign(
    people: dict[str, Client], name: str
) -> None:
    assets: set[str] = set()
    for address, answer in _answers(people[name]):
        assert answer.status_code < 500, address
        policy = answer.headers.get("Content-Security-Policy", "")
        assert "default-src 'self'" in policy and "frame-ancestors 'none'" in policy, address
        assert "://" not in policy and "'unsafe-inline'" not in policy.split("style-src")[0]
        cached = answer.headers.get("Cache-Control", "")
        assert "private" in cached or "no-cache" in cached, (address, cached)
        if address.startswith("/api/") and not address.startswith(("/api/docs", "/api/redoc")):
            assert "no-store" in cached, (address, cached)
        if "text/html" in answer.headers.get("Content-Type", ""):
            loads = Loads(_text(answer))
            assert _foreign(loads.addresses) == [] and loads.inline == [], address
            assets |= {urlsplit(where).path for where in loads.addresses}
    for asset in assets:
        if asset.startswith(settings.STATIC_URL) and asset.endswith(".css"):
            styles = people[""].get(asset)
            assert styles.status_code == 200 and _foreign(_of_css(_text(styles))) == [], asset
    assert any(asset.endswith(".css") for asset in assets)


def test_an_address_that_only_takes_post_leads_to_its_page(people: dict[str, Client]) -> None:
    lost = set()
    for address in every_address():
        if address.startswith("/api/") or "logout" in address:
            continue
        allowed = people["root"].generic("PROPFIND", address).headers.get("Allow", "GET")
        if "GET" not in allowed:
            lost.add(address)
            answer = people["root"].get(address)
            assert answer.status_code == 302, address
            page = people["root"].get(answer["Location"])
            # The page of a thing that does not exist is not there either.
            assert page.status_code in (200, 302, 404), address
            assert page.headers.get("Allow") is None
    assert {"/demo/", "/inbox/many/", "/settings/theme/", "/packs/work/switch/"} <= lost


def test_logging_out_by_an_address_leads_home(people: dict[str, Client]) -> None:
    assert people["alice"].get("/logout/")["Location"] == "/"
    assert people["alice"].get("/settings/").status_code == 200


def test_rest_names_the_methods_of_an_address(people: dict[str, Client]) -> None:
    for address in every_address():
        answer = people["alice"].get(address) if address.startswith("/api/") else None
        if answer is not None and answer.status_code == 405:
            assert "POST" in answer.headers["Allow"], address


def test_error_pages_have_the_policy(people: dict[str, Client]) -> None:
    strict = Client(enforce_csrf_checks=True, raise_request_exception=False)
    refused = strict.post("/login/", {"username": "alice", "password": "x"})
    wrong_host = people[""].get("/", headers={"host": "evil.example"})
    for answer, status in ((refused, 403), (wrong_host, 400)):
        assert answer.status_code == status
        assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
