"""The HTTP side of ``/mcp``: tokens, origins, hosts, methods, revisions, broken messages."""

import json
from typing import Any

import httpx
import pytest
from mcp.shared.inbound import encode_header_value

from tests.live_server import LiveServer

ACCEPT = {"Accept": "application/json, text/event-stream"}
MODERN = "2026-07-28"
META = {
    "io.modelcontextprotocol/protocolVersion": MODERN,
    "io.modelcontextprotocol/clientCapabilities": {},
}


def post(server: LiveServer, message: Any, **options: Any) -> httpx.Response:
    """Send one message as bytes or as JSON, with alice's token unless told otherwise."""
    headers = ACCEPT | {"Content-Type": "application/json"} | options.pop("headers", {})
    content = message if isinstance(message, bytes) else json.dumps(message).encode()
    with server.client(options.pop("token", None)) as client:
        return client.post("/mcp", content=content, headers=headers, **options)


def request(method: str, **params: Any) -> dict[str, Any]:
    """Return a JSON-RPC request."""
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}


def initialize(version: str) -> dict[str, Any]:
    """Return the handshake of the older revisions."""
    return request(
        "initialize",
        protocolVersion=version,
        capabilities={},
        clientInfo={"name": "test", "version": "0"},
    )


@pytest.mark.parametrize("version", ["2025-06-18", "2025-11-25"])
def test_the_handshake_agrees_on_the_revision_asked_for(server: LiveServer, version: str) -> None:
    answer = post(server, initialize(version))
    result = answer.json()["result"]
    assert result["protocolVersion"] == version
    assert result["serverInfo"]["name"] == "wasurena"
    assert "build_context" in result["instructions"]
    listed = post(server, request("tools/list"), headers={"MCP-Protocol-Version": version}).json()
    assert "save_memory" in {tool["name"] for tool in listed["result"]["tools"]}


def test_the_modern_revision_needs_no_handshake(server: LiveServer) -> None:
    headers = {"MCP-Protocol-Version": MODERN, "Mcp-Method": "server/discover"}
    answer = post(server, request("server/discover", _meta=META), headers=headers)
    assert answer.status_code == 200, answer.text
    assert MODERN in answer.json()["result"]["supportedVersions"]


def test_an_unknown_revision_is_refused(server: LiveServer) -> None:
    answer = post(server, request("tools/list"), headers={"MCP-Protocol-Version": "1999-01-01"})
    assert answer.status_code == 400


@pytest.mark.parametrize(
    "authorization", [None, "", "Bearer", "Bearer wrong", "Basic YTpi", "Bearer \u00e9"]
)
def test_without_a_valid_token_there_is_a_401(
    server: LiveServer, authorization: str | None
) -> None:
    headers = {} if authorization is None else {"Authorization": authorization.encode("latin-1")}
    answer = httpx.post(server.mcp_url, json=request("tools/list"), headers=ACCEPT | headers)
    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")
    problem = answer.json()
    assert problem["status"] == 401
    assert problem["errors"][0]["field"] == "Authorization"


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://localhost.evil.example", "file://"]
)
def test_a_foreign_origin_is_refused(server: LiveServer, origin: str) -> None:
    answer = post(server, initialize("2025-11-25"), headers={"Origin": origin})
    assert answer.status_code == 403
    assert answer.json()["code"] == "wrong_origin"


@pytest.mark.parametrize("origin", ["http://localhost:6274", "http://127.0.0.1", "http://[::1]:1"])
def test_a_loopback_origin_is_let_in(server: LiveServer, origin: str) -> None:
    assert post(server, initialize("2025-11-25"), headers={"Origin": origin}).status_code == 200


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8377", "127.0.0.1.evil.example"])
def test_a_foreign_host_is_refused(server: LiveServer, host: str) -> None:
    answer = post(server, initialize("2025-11-25"), headers={"Host": host})
    assert answer.status_code == 421
    assert answer.json()["errors"][0]["field"] == "Host"


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:1", "[::1]:8377"])
def test_a_loopback_host_is_let_in_on_any_port(server: LiveServer, host: str) -> None:
    assert post(server, initialize("2025-11-25"), headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("path", ["/mcp", "/mcp/"])
@pytest.mark.parametrize("method", ["GET", "DELETE", "HEAD", "PUT", "OPTIONS"])
@pytest.mark.parametrize("accept", ["text/event-stream", ACCEPT["Accept"], "*/*"])
def test_no_other_method_hangs(server: LiveServer, method: str, path: str, accept: str) -> None:
    headers = {"Accept": accept, "Mcp-Session-Id": "x", "Last-Event-ID": "1"}
    with server.client() as client:
        answer = client.request(method, path, headers=headers, timeout=5)
    assert answer.status_code == 405
    assert answer.headers["Allow"] == "POST"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", -32700),
        (b"{", -32700),
        (b"\xff\xfe", -32700),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"x": "\\ud800"}}', None),
        (b"[]", None),
        (b"7", None),
        (b'{"id": 1, "method": "tools/list"}', None),
        (b'{"jsonrpc": "2.0", "id": 1}', None),
        (b'{"jsonrpc": "2.0", "id": 1, "method": 5}', None),
        (b'[{"jsonrpc": "2.0", "id": 1, "method": "ping"}]', None),
        (b"[" * 100_000, -32700),
    ],
)
@pytest.mark.parametrize("version", ["2025-06-18", "2025-11-25", MODERN])
def test_a_broken_message_is_a_json_rpc_error(
    server: LiveServer, body: bytes, code: int | None, version: str
) -> None:
    headers = {"MCP-Protocol-Version": version, "Mcp-Method": "tools/list"}
    answer = post(server, body, headers=headers)
    assert 400 <= answer.status_code < 500, answer.text
    error = answer.json()["error"]
    assert code is None or error["code"] == code
    assert "Traceback" not in answer.text


def test_wrong_parameters_of_a_method_are_a_json_rpc_error(server: LiveServer) -> None:
    answer = post(server, request("tools/call", arguments={}))
    assert answer.json()["error"]["code"] == -32602


@pytest.mark.parametrize(
    "message",
    [
        request("tools/call", name="no_such_tool", arguments={}),
        request("tools/call", name="no\nsuch\x1btool"),
        request("prompts/get", name="no_such_prompt"),
        request("resources/read", uri="wasurena://no/such"),
    ],
)
@pytest.mark.parametrize("version", ["2025-06-18", "2025-11-25", MODERN])
def test_what_is_not_there_is_a_wrong_parameter(
    server: LiveServer, message: dict[str, Any], version: str
) -> None:
    params = message["params"]
    headers = {"MCP-Protocol-Version": version}
    if version == MODERN:
        message = {**message, "params": {**params, "_meta": META}}
        name = encode_header_value(params.get("name") or params["uri"])
        headers |= {"Mcp-Method": message["method"], "Mcp-Name": name}
    answer = post(server, message, headers=headers).json()
    assert answer["error"]["code"] == -32602, answer


def test_an_unknown_method_is_a_json_rpc_error(server: LiveServer) -> None:
    assert post(server, request("no/such/method")).json()["error"]["code"] == -32601


def test_a_body_beyond_every_batch_is_refused(server: LiveServer) -> None:
    assert post(server, b" " * (33 * 1024 * 1024)).status_code == 413


def test_django_answers_everything_else(server: LiveServer) -> None:
    assert httpx.get(f"{server.base_url}/health").status_code == 200
    assert httpx.get(f"{server.base_url}/mcp/sse").status_code == 404


def test_no_answer_may_be_kept(server: LiveServer) -> None:
    for token in (None, "wsr_wrong"):
        answer = post(server, request("tools/list"), token=token)
        assert answer.headers["Cache-Control"] == "no-store"
