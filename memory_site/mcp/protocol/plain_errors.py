"""Rewrite the SDK's answers to broken messages, which quote the libraries that refused them."""

import json
from typing import Any

from starlette.types import Message, Send

PARSE_ERROR = -32700
# How the SDK begins; what follows are words of its libraries.
PLAIN = {
    "Parse error": "Parse error: the body has to be one JSON-RPC message in UTF-8.",
    "Validation error": "Invalid request: the body has to be one JSON-RPC 2.0 message.",
    "Error handling POST request": "The request cannot be handled.",
}


def with_plain_errors(send: Send) -> Send:
    """Return what sends answers on, the text of JSON-RPC errors with an error status made plain."""
    held: list[Message] = []

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start" and message["status"] >= 400:
            held.append(message)
        elif held and message["type"] == "http.response.body":
            held.append(message)
            if not message.get("more_body"):
                await _send_plain(held, send)
        else:
            await send(message)

    return sent


async def _send_plain(held: list[Message], send: Send) -> None:
    start, *parts = held
    body = plain_body(b"".join(part.get("body", b"") for part in parts))
    headers = [(name, value) for name, value in start["headers"] if name != b"content-length"]
    headers.append((b"content-length", str(len(body)).encode()))
    await send({**start, "headers": headers})
    await send({"type": "http.response.body", "body": body})
    held.clear()


def plain_body(body: bytes) -> bytes:
    """Return the body of an error without words of libraries; any other body as it is."""
    try:
        answer: Any = json.loads(body)
        said = answer["error"]["message"]
    except (ValueError, TypeError, KeyError):
        return body
    plain = next((text for begin, text in PLAIN.items() if str(said).startswith(begin)), None)
    if plain is None:
        return body
    answer["error"] = {"code": answer["error"]["code"], "message": plain}
    return json.dumps(answer).encode()
