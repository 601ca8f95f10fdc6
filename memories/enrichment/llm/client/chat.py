"""Request one JSON answer from an OpenAI-compatible endpoint (``POST …/chat/completions``)."""

import json
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from nlp.token_count import count_tokens

from .endpoint import Endpoint, EndpointUnavailable, RequestFailed, UnusableAnswer
from .http import HttpReply, post_json

logger = logging.getLogger(__name__)

Message = Mapping[str, str]
Json = dict[str, Any]

# Status codes of servers that do not support a response format, or refuse a long text.
NOT_SUPPORTED = frozenset({400, 415, 422, 501})
BUSY = frozenset({429, 502, 503, 504})
SERVER_ERROR, REDIRECTED = 500, 300
TOO_LARGE = 413
MAX_REASON = 200


class ResponseFormat(StrEnum):
    """Ways to request JSON, strictest first; servers support different ones."""

    SCHEMA = "json_schema"
    OBJECT = "json_object"
    BARE = "bare"


@dataclass(frozen=True, slots=True)
class Completion:
    """The text of the model, and the tokens of prompt and answer."""

    text: str
    tokens: int


# The format that each endpoint supports, used from then on.
_supported_formats: dict[tuple[str, str], ResponseFormat] = {}


def request_completion(
    endpoint: Endpoint, messages: Sequence[Message], schema: Json, *, max_tokens: int
) -> Completion:
    """Return the model's answer; its text should be JSON of ``schema``.

    Raises:
        EndpointUnavailable: no answer, or no access (key, model, limits).
        RequestFailed: the server failed or exceeded the endpoint's timeout.
        UnusableAnswer: every response format was refused, or the answer was cut off.
    """
    asked = count_tokens("\n".join(message["content"] for message in messages))
    known = (endpoint.url, endpoint.model)
    forms = list(ResponseFormat)
    for form in forms[forms.index(_supported_formats.get(known, ResponseFormat.SCHEMA)) :]:
        body = _body(endpoint, messages, schema, form, max_tokens)
        reply = post_json(endpoint, body, asked)
        if reply.status in NOT_SUPPORTED and form is not ResponseFormat.BARE:
            logger.info("%s does not take %s", endpoint.host, form)
            continue
        answer = _answer(reply, asked)
        _supported_formats[known] = form
        return answer
    raise AssertionError("the last form answers or raises")


def _body(
    endpoint: Endpoint,
    messages: Sequence[Message],
    schema: Json,
    form: ResponseFormat,
    max_tokens: int,
) -> Json:
    body: Json = {"model": endpoint.model, "messages": list(messages), "stream": False}
    if form is ResponseFormat.BARE:
        return body
    body |= {"temperature": 0, "max_tokens": max_tokens}
    if form is ResponseFormat.OBJECT:
        return body | {"response_format": {"type": "json_object"}}
    described = {"name": "reading", "strict": True, "schema": schema}
    return body | {"response_format": {"type": "json_schema", "json_schema": described}}


def _answer(reply: HttpReply, asked: int) -> Completion:
    _raise_for_status(reply)
    try:
        data = json.loads(reply.content)
        choice = data["choices"][0]
        text = choice["message"]["content"] or ""
    except (ValueError, KeyError, IndexError, TypeError, RecursionError) as error:
        raise UnusableAnswer("this is not a chat completion", tokens=asked) from error
    if not isinstance(text, str):
        raise UnusableAnswer("the answer is not a text", tokens=asked)
    tokens = _tokens(data) or asked + count_tokens(text)
    if choice.get("finish_reason") == "length":
        raise UnusableAnswer("the answer was cut off", tokens=tokens)
    return Completion(text, tokens)


def _raise_for_status(reply: HttpReply) -> None:
    status, words = reply.status, f"HTTP {reply.status}{_reason(reply)}"
    if status in BUSY:
        raise EndpointUnavailable(words)
    if status >= SERVER_ERROR:
        raise RequestFailed(words)
    if status in NOT_SUPPORTED or status == TOO_LARGE:
        raise UnusableAnswer(words)
    if status >= REDIRECTED:
        raise EndpointUnavailable(words)


def _reason(reply: HttpReply) -> str:
    """Return the server's error message, if it is in the usual place."""
    try:
        error = json.loads(reply.content)["error"]
        message = error["message"] if isinstance(error, dict) else error
    except (ValueError, KeyError, TypeError, RecursionError):
        return ""
    return f": {message}"[:MAX_REASON] if isinstance(message, str) else ""


def _tokens(data: Json) -> int:
    usage = data.get("usage")
    total = usage.get("total_tokens") if isinstance(usage, dict) else None
    return total if isinstance(total, int) and total > 0 else 0
