"""One JSON-RPC message over HTTP to the daemon, and what to say when that fails.

Messages are passed on as they are. Only the headers are derived from them: the
2026 revision repeats version, method and name there, the older ones want the
version that ``initialize`` agreed on.
"""

import json
from typing import Any

import httpx
from mcp.shared.inbound import (
    MCP_METHOD_HEADER,
    MCP_NAME_HEADER,
    MCP_PROTOCOL_VERSION_HEADER,
    NAME_BEARING_METHODS,
    encode_header_value,
)
from mcp_types import INTERNAL_ERROR, PROTOCOL_VERSION_META_KEY

Message = dict[str, Any]

UNREACHABLE = "Wasurena does not answer at {url}. Start it with “wasurena up” and try again."


class Relay:
    """Pass messages to the daemon and its answers back; remembers the agreed version."""

    def __init__(self, client: httpx.AsyncClient, url: str) -> None:
        self._client = client
        self._url = url
        self._agreed_version: str | None = None

    async def answer_to(self, message: Message) -> Message | None:
        """Return the answer to one message; None where the protocol has none."""
        request_id = message.get("id")
        try:
            response = await self._client.post(
                self._url, json=message, headers=self._headers(message)
            )
        except httpx.HTTPError:
            answer: Message | None = error_answer(
                request_id, INTERNAL_ERROR, UNREACHABLE.format(url=self._url)
            )
        else:
            answer = _answer_in(response, request_id)
            if message.get("method") == "initialize" and answer:
                self._learn_version(answer)
        # Notifications, and answers to a server that never asks, are owed nothing.
        return answer if "id" in message and "method" in message else None

    def _headers(self, message: Message) -> dict[str, str]:
        method = str(message.get("method"))
        params = _object(message.get("params"))
        version = _object(params.get("_meta")).get(PROTOCOL_VERSION_META_KEY)
        headers = {"Accept": "application/json"}
        if isinstance(version, str):
            headers[MCP_PROTOCOL_VERSION_HEADER] = encode_header_value(version)
            headers[MCP_METHOD_HEADER] = encode_header_value(method)
            name = params.get(NAME_BEARING_METHODS.get(method, ""))
            if isinstance(name, str):
                headers[MCP_NAME_HEADER] = encode_header_value(name)
        elif self._agreed_version and method != "initialize":
            headers[MCP_PROTOCOL_VERSION_HEADER] = self._agreed_version
        return headers

    def _learn_version(self, answer: Message) -> None:
        version = _object(answer.get("result")).get("protocolVersion")
        if isinstance(version, str):
            self._agreed_version = version


def parsed_line(line: bytes) -> Message | None:
    """Return one line of input as a JSON object, None where it is none."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return message if isinstance(message, dict) else None


def error_answer(request_id: Any, code: int, text: str, data: Any = None) -> Message:
    """Return a JSON-RPC error."""
    error = {"code": code, "message": text} | ({"data": data} if data is not None else {})
    return {"jsonrpc": "2.0", "id": request_id, "error": error}


def _object(value: Any) -> Message:
    return value if isinstance(value, dict) else {}


def _answer_in(response: httpx.Response, request_id: Any) -> Message | None:
    """Return the JSON-RPC answer that a response carries, or an error made from it."""
    if response.status_code == httpx.codes.ACCEPTED:
        return None
    try:
        body = response.json()
    except ValueError:
        body = None
    if isinstance(body, dict) and body.get("jsonrpc") == "2.0":
        return body if body.get("id") is not None else {**body, "id": request_id}
    return error_answer(request_id, INTERNAL_ERROR, _explained(response, body), body)


def _explained(response: httpx.Response, problem: Any) -> str:
    if not isinstance(problem, dict) or "title" not in problem:
        return f"Wasurena answered with HTTP {response.status_code}."
    details = [str(error.get("detail", "")) for error in problem.get("errors", [])]
    return " ".join([str(problem["title"]), "; ".join(details)]).strip()
