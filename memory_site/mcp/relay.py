"""Relay one JSON-RPC message over HTTP, repeat it if that is safe, and report failures.

Messages are passed on as they are. Only the headers are derived from them: the
2026 revision repeats version, method and name there, the older ones want the
version that ``initialize`` agreed on.
"""

import json
import time
from typing import Any

import httpx
from mcp.shared.inbound import (
    MCP_METHOD_HEADER,
    MCP_NAME_HEADER,
    MCP_PROTOCOL_VERSION_HEADER,
    NAME_BEARING_METHODS,
    encode_header_value,
)
from mcp_types import CONNECTION_CLOSED, INTERNAL_ERROR, PROTOCOL_VERSION_META_KEY

from .connection import Connection, Connector, NotConnected

Message = dict[str, Any]
# The server stores the same words once within a minute of one session
# (``memories.records.build``), so a save may be repeated well within it.
SAVE_REPEATED_WITHIN = 45.0
SAVES = ("save_memory", "save_memories")
NOT_DONE = "Nothing was done: call again."
MAYBE_DONE = (
    "The server was lost before it answered, so this may have been done or not. Look first"
    " (search_memories, get_memory), then call again if it was not."
)
TIMED_OUT = "Wasurena has not answered for {seconds} s; this may still be under way."


def parsed_line(line: bytes) -> Message | None:
    """Return one line of input as a JSON object; None if it is not one."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return message if isinstance(message, dict) else None


def error_answer(request_id: Any, code: int, text: str, data: Any = None) -> Message:
    """Return a JSON-RPC error."""
    error = {"code": code, "message": text} | ({"data": data} if data is not None else {})
    return {"jsonrpc": "2.0", "id": request_id, "error": error}


def as_object(value: Any) -> Message:
    """Return a JSON object as it is, and an empty one in place of anything else."""
    return value if isinstance(value, dict) else {}


class RepeatPolicy:
    """Tells repeatable messages from others, by the hints of the tools that the server lists."""

    def __init__(self) -> None:
        self._hints: dict[str, Message] = {}

    def learn(self, answer: Message) -> None:
        """Remember the hints in an answer to ``tools/list``."""
        tools = as_object(answer.get("result")).get("tools")
        for tool in tools if isinstance(tools, list) else []:
            if isinstance(tool, dict) and isinstance(tool.get("name"), str):
                self._hints[tool["name"]] = as_object(tool.get("annotations"))

    def is_known(self, message: Message) -> bool:
        """Tell whether the hints of the tool that a message calls have been learned."""
        return message.get("method") != "tools/call" or _tool_name(message) in self._hints

    def allows(self, message: Message, seconds: float) -> bool:
        """Tell whether a message may be sent again, so long after it was sent first.

        Only tools change anything. Those that only read, or that change the same thing to
        the same value, may be repeated; what destroys is left to the client.
        """
        if message.get("method") != "tools/call":
            return True
        hints = self._hints.get(_tool_name(message), {})
        if hints.get("readOnlyHint"):
            return True
        if hints.get("idempotentHint"):
            return not hints.get("destructiveHint")
        if _tool_name(message) not in SAVES:
            return False
        return seconds < SAVE_REPEATED_WITHIN or _has_own_ids(message)


def _tool_name(message: Message) -> str:
    return str(as_object(message.get("params")).get("name"))


def _has_own_ids(message: Message) -> bool:
    """Tell whether each memory of a save has an id of the client's, which is stored only once."""
    arguments = as_object(as_object(message.get("params")).get("arguments"))
    items: Any = arguments.get("memories", [arguments])
    return isinstance(items, list) and all(as_object(item).get("external_id") for item in items)


class ServerLost(Exception):
    """The server did not answer; ``was_sent`` tells whether it may have had the message."""

    def __init__(self, *, was_sent: bool, answer: Message | None = None) -> None:
        super().__init__()
        self.was_sent = was_sent
        # To give if the connection is as it was.
        self.answer = answer


class Relay:
    """Pass messages to the server and its answers back; remembers the agreed version."""

    def __init__(self, client: httpx.AsyncClient, connector: Connector) -> None:
        self._client = client
        self._connector = connector
        self._agreed_version: str | None = None
        self._repeatable = RepeatPolicy()

    async def answer_to(self, message: Message) -> Message | None:
        """Return the answer to one message; None if the protocol has none."""
        answer = await self._answer(message)
        # Notifications, and answers to a server that never asks, are owed nothing.
        return answer if "id" in message and "method" in message else None

    async def _answer(self, message: Message) -> Message | None:
        """Pass a message on; if the server is lost, find or start it, and repeat what may be."""
        began, connection = time.monotonic(), self._connector.current
        try:
            return await self._passed_on(message, connection)
        except ServerLost as lost:
            try:
                again = await self._connector.again_after(connection)
                if again == connection and lost.answer is not None:
                    return lost.answer
                if lost.was_sent and not await self._may_repeat(message, again, began):
                    return _lost_answer(message, was_sent=True)
                return await self._passed_on(message, again)
            except NotConnected as error:
                reason = str(error)
                return lost.answer or _lost_answer(message, was_sent=lost.was_sent, reason=reason)
            except ServerLost as twice:
                return twice.answer or _lost_answer(
                    message, was_sent=lost.was_sent or twice.was_sent
                )

    async def _may_repeat(self, message: Message, connection: Connection, began: float) -> bool:
        if not self._repeatable.is_known(message):
            meta = as_object(message.get("params")).get("_meta")
            asking = {"jsonrpc": "2.0", "id": "bridge", "method": "tools/list"}
            await self._passed_on(asking | {"params": {"_meta": meta} if meta else {}}, connection)
        return self._repeatable.allows(message, time.monotonic() - began)

    async def _passed_on(self, message: Message, connection: Connection) -> Message | None:
        """Return the server's answer.

        Raises:
            ServerLost: there is none, or it refuses the token, which may be an earlier server's.
        """
        request_id = message.get("id")
        headers = {"Authorization": f"Bearer {connection.token}", **self._headers(message)}
        try:
            response = await self._client.post(connection.url, json=message, headers=headers)
        except (httpx.ConnectError, httpx.ConnectTimeout) as error:
            raise ServerLost(was_sent=False) from error
        except httpx.ReadTimeout:
            text = TIMED_OUT.format(seconds=int(self._client.timeout.read or 0))
            return error_answer(request_id, INTERNAL_ERROR, text)
        except httpx.HTTPError as error:
            raise ServerLost(was_sent=True) from error
        answer = _answer_in(response, request_id)
        if response.status_code == httpx.codes.UNAUTHORIZED:
            raise ServerLost(was_sent=False, answer=answer)
        self._learn(message, answer)
        return answer

    def _learn(self, message: Message, answer: Message | None) -> None:
        method = message.get("method")
        if answer and method == "initialize":
            self._learn_version(answer)
        elif answer and method == "tools/list":
            self._repeatable.learn(answer)

    def _headers(self, message: Message) -> dict[str, str]:
        method = str(message.get("method"))
        params = as_object(message.get("params"))
        version = as_object(params.get("_meta")).get(PROTOCOL_VERSION_META_KEY)
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
        version = as_object(answer.get("result")).get("protocolVersion")
        if isinstance(version, str):
            self._agreed_version = version


def _lost_answer(message: Message, *, was_sent: bool, reason: str = "") -> Message:
    """Return the error for a call without an answer; the client may send it again."""
    text = " ".join(filter(None, [reason, MAYBE_DONE if was_sent else NOT_DONE]))
    data = {"retryable": True, "may_be_done": was_sent}
    return error_answer(message.get("id"), CONNECTION_CLOSED, text, data)


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
