"""Remote clients log in by OAuth: the SDK's own client against the running product."""

import json
import re
import ssl
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import anyio
import httpx
import httpx2
import pytest
from mcp import Client
from mcp.client.auth.oauth2 import AuthorizationCodeResult, OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import OAuthClientInformationFull, OAuthClientMetadata, OAuthToken
from mcp_types import CallToolResult

from tests.certificates import certificate
from tests.live_server import LiveServer, live_server

REDIRECT = "http://127.0.0.1:53682/callback"
OF_MCP = "/.well-known/oauth-protected-resource/mcp"


@pytest.fixture(scope="module")
def remote(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    with live_server(tmp_path_factory.mktemp("oauth"), WASURENA_OAUTH="on") as running:
        yield running


class Storage:
    """What a client keeps on its disk."""

    def __init__(self) -> None:
        self.tokens: OAuthToken | None = None
        self.client: OAuthClientInformationFull | None = None

    async def get_tokens(self) -> OAuthToken | None:
        return self.tokens

    async def set_tokens(self, tokens: OAuthToken) -> None:
        self.tokens = tokens

    async def get_client_info(self) -> OAuthClientInformationFull | None:
        return self.client

    async def set_client_info(self, client_info: OAuthClientInformationFull) -> None:
        self.client = client_info


class Person:
    """A browser in which alice logs in and answers the consent page."""

    def __init__(self, server: LiveServer, **choice: Any) -> None:
        self.http = httpx.Client(base_url=server.base_url, follow_redirects=True, timeout=30)
        self.choice = {"allow": "yes", "may": ["read", "write"], **choice}
        self.landed = ""
        self.seen = ""

    async def open(self, address: str) -> None:
        page = await anyio.to_thread.run_sync(self.http.get, address)
        if "/login/" in str(page.url):
            page = self._send(page, username="alice", password="correct horse", next=_next(page))
        self.seen = page.text
        answer = self.http.post(
            str(page.url),
            data={"csrfmiddlewaretoken": _csrf(page), **self.choice},
            follow_redirects=False,
        )
        assert answer.status_code == 200, answer.text
        self.landed = answer.headers["refresh"].partition("url=")[2]

    def _send(self, page: httpx.Response, **fields: str) -> httpx.Response:
        return self.http.post(str(page.url), data={"csrfmiddlewaretoken": _csrf(page), **fields})

    async def answer(self) -> AuthorizationCodeResult:
        given = parse_qs(urlsplit(self.landed).query)
        return AuthorizationCodeResult(
            code=given["code"][0], state=given["state"][0], iss=given["iss"][0]
        )


def _csrf(page: httpx.Response) -> str:
    found = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page.text)
    assert found, page.text
    return found.group(1)


def _next(page: httpx.Response) -> str:
    return parse_qs(urlsplit(str(page.url)).query)["next"][0]


def call(
    server: LiveServer, person: Person, tool: str, *, storage: Storage, era: str = "auto",
    described_at: str | None = None, **arguments: Any,
) -> CallToolResult:  # fmt: skip
    """Call one tool as a client that finds everything out by itself."""
    about = OAuthClientMetadata(
        client_name="Test editor", redirect_uris=[REDIRECT], token_endpoint_auth_method="none"
    )  # type: ignore[arg-type]

    async def once() -> CallToolResult:
        provider = OAuthClientProvider(
            server.mcp_url, about, storage, person.open, person.answer, described_at
        )
        async with (
            httpx2.AsyncClient(auth=provider, timeout=60) as http,
            Client(streamable_http_client(server.mcp_url, http_client=http), mode=era) as client,
        ):
            return await client.call_tool(tool, arguments)

    return anyio.run(once)


# Both eras are refused and let in by the same code; without OAuth each is used in test_tools.
@pytest.mark.parametrize("era", [pytest.param("legacy", marks=pytest.mark.slow), "auto"])
def test_a_client_registers_and_acts_within_what_was_allowed(remote: LiveServer, era: str) -> None:
    person, storage = Person(remote, pack=["work"], root="team/a"), Storage()
    saved = call(
        remote, person, "save_memory", storage=storage, era=era, text=f"OAuth works in {era}."
    )
    assert not saved.is_error, saved
    assert "Test editor" in person.seen and "127.0.0.1:53682" in person.seen
    assert storage.tokens and storage.tokens.scope == "read write"
    found = remote.client().post("/api/memories/search/", json={"query": f"OAuth works in {era}"})
    hits = [hit for hit in found.json()["results"] if hit["kind"] == "memory"]
    memory = next(hit["memory"] for hit in hits if f"works in {era}" in str(hit["memory"]))
    assert (memory["pack"], memory["namespace"]) == ("work", "team/a")

    other = call(remote, person, "search_memories", storage=storage, query="OAuth", packs=["dev"])
    assert other.is_error and other.meta["wasurena/problem"]["errors"][0]["code"] == "pack"

    listed = remote.client().get("/api/tokens/")
    assert listed.status_code == 403, "a token without “admin” lists none"


def test_an_app_that_may_only_read_asks_again_to_write(remote: LiveServer) -> None:
    person, storage = Person(remote, may=["read"]), Storage()
    call(remote, person, "search_memories", storage=storage, query="x")
    assert storage.tokens and storage.tokens.scope == "read"
    body = {"name": "save_memory", "arguments": {"text": "The app may write now."}}
    refused = mcp(remote, storage.tokens.access_token, method="tools/call", params=body)
    challenge = refused.headers["WWW-Authenticate"]
    assert refused.status_code == 403 and 'error="insufficient_scope"' in challenge
    assert 'scope="read write"' in challenge and "resource_metadata=" in challenge

    person.choice["may"] = ["read", "write"]
    saved = call(remote, person, "save_memory", storage=storage, text="The app may write now.")
    assert not saved.is_error, saved
    assert storage.tokens.scope == "read write"


def test_an_expired_access_token_is_renewed_and_a_used_refresh_token_ends_all(
    remote: LiveServer,
) -> None:
    person, storage = Person(remote), Storage()
    call(remote, person, "search_memories", storage=storage, query="x")
    first = storage.tokens
    assert first and first.refresh_token and storage.client
    asked = {
        "grant_type": "refresh_token",
        "client_id": storage.client.client_id,
        "refresh_token": first.refresh_token,
        "resource": remote.mcp_url,
        "scope": "read",
    }
    renewed = httpx.post(f"{remote.base_url}/token", data=asked).json()
    assert renewed["scope"] == "read" and renewed["refresh_token"] != first.refresh_token
    assert mcp(remote, first.access_token).status_code == 401
    assert mcp(remote, renewed["access_token"]).status_code == 200

    again = httpx.post(f"{remote.base_url}/token", data=asked)
    assert again.status_code == 400 and again.json()["error"] == "invalid_grant"
    assert mcp(remote, renewed["access_token"]).status_code == 401, "somebody had a copy"


def test_a_client_that_gives_its_token_back_is_out(remote: LiveServer) -> None:
    person, storage = Person(remote), Storage()
    call(remote, person, "search_memories", storage=storage, query="x")
    assert storage.tokens and storage.client
    body = {"token": storage.tokens.refresh_token, "client_id": storage.client.client_id}
    assert httpx.post(f"{remote.base_url}/revoke", data=body).status_code == 200
    assert mcp(remote, storage.tokens.access_token).status_code == 401


def mcp(
    server: LiveServer,
    token: str,
    *,
    method: str = "tools/list",
    params: dict[str, Any] | None = None,
    **headers: str,
) -> httpx.Response:
    """Ask for the tools, or anything else."""
    return httpx.post(
        server.mcp_url,
        json={"jsonrpc": "2.0", "id": 1, "method": method, "params": params or {}},
        headers={
            "Authorization": f"Bearer {token}",
            "Accept": "application/json, text/event-stream",
            "MCP-Protocol-Version": "2025-11-25",
            **headers,
        },
    )


def test_an_access_token_counts_at_its_address_only(remote: LiveServer) -> None:
    person, storage = Person(remote), Storage()
    call(remote, person, "search_memories", storage=storage, query="x")
    assert storage.tokens
    token = storage.tokens.access_token
    port = urlsplit(remote.base_url).port
    other = mcp(remote, token, Host=f"localhost:{port}")
    assert other.status_code == 401 and other.json()["errors"][0]["code"] == "wrong_audience"
    assert 'error="invalid_token"' in other.headers["www-authenticate"]
    assert remote.client(token).get("/api/me/").status_code == 401


def test_the_metadata_leads_from_a_refusal_to_the_log_in(remote: LiveServer) -> None:
    refused = httpx.post(remote.mcp_url, json={})
    assert refused.status_code == 401
    challenge = refused.headers["www-authenticate"]
    assert f'resource_metadata="{remote.base_url}{OF_MCP}"' in challenge
    assert 'scope="read write"' in challenge
    for path in (OF_MCP, "/.well-known/oauth-protected-resource"):
        described = httpx.get(f"{remote.base_url}{path}")
        assert described.headers["access-control-allow-origin"] == "*"
        assert described.json()["resource"] == remote.mcp_url
        assert described.json()["authorization_servers"] == [remote.base_url]
    served = httpx.get(f"{remote.base_url}/.well-known/oauth-authorization-server").json()
    assert served["issuer"] == remote.base_url
    assert served["code_challenge_methods_supported"] == ["S256"]
    assert served["client_id_metadata_document_supported"] is True
    assert served["authorization_response_iss_parameter_supported"] is True
    assert served["registration_endpoint"] == f"{remote.base_url}/register"
    lost = httpx.get(f"{remote.base_url}/.well-known/openid-configuration")
    assert lost.status_code == 404 and "oauth-authorization-server" in lost.text


@pytest.mark.parametrize(
    "path", [OF_MCP, "/.well-known/oauth-authorization-server", "/register", "/token", "/revoke"]
)
def test_pages_of_other_sites_may_ask(remote: LiveServer, path: str) -> None:
    asking = {"Origin": "https://inspector.example", "Access-Control-Request-Method": "POST"}
    answer = httpx.options(f"{remote.base_url}{path}", headers=asking)
    assert answer.status_code == 204
    assert answer.headers["access-control-allow-origin"] == "*"
    assert "Authorization" in answer.headers["access-control-allow-headers"]
    assert "access-control-allow-credentials" not in answer.headers


# --- clients that describe themselves at an address -------------------------------------------


@pytest.fixture
def described(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """The address of a client's document, and the certificate of its server."""

    class Document(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            address = f"https://localhost:{self.server.server_address[1]}/client.json"
            about = {
                "client_id": address,
                "client_name": "Described editor",
                "redirect_uris": [REDIRECT],
                "token_endpoint_auth_method": "none",
                "grant_types": ["authorization_code", "refresh_token"],
                "response_types": ["code"],
            }
            body = json.dumps(about).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            pass

    file = certificate(tmp_path)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    with ThreadingHTTPServer(("127.0.0.1", 0), Document) as server:
        server.socket = context.wrap_socket(server.socket, server_side=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"https://localhost:{server.server_address[1]}/client.json", file
        server.shutdown()


def test_a_client_may_describe_itself_at_an_address(
    described: tuple[str, Path], tmp_path_factory: pytest.TempPathFactory
) -> None:
    address, file = described
    with live_server(
        tmp_path_factory.mktemp("cimd"),
        application="tests.mcp.cimd_site:application",
        WASURENA_OAUTH="on",
        SSL_CERT_FILE=str(file),
    ) as server:
        person, storage = Person(server), Storage()
        answer = call(
            server, person, "search_memories", storage=storage, described_at=address, query="x"
        )
        assert not answer.is_error
        assert "Described editor" in person.seen and address in person.seen
        assert storage.client and storage.client.client_id == address
