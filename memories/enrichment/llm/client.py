"""Request one JSON answer from the configured OpenAI-compatible endpoint."""

import json
import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from tenacity import (
    RetryCallState,
    Retrying,
    retry_if_exception_type,
    retry_if_result,
    stop_after_attempt,
    wait_chain,
    wait_fixed,
)

from nlp.token_count import count_tokens

from .endpoint import Endpoint, EndpointUnavailable, RequestFailed, UnusableAnswer

if TYPE_CHECKING:
    import httpx

# Seconds before each retry; a Retry-After header counts up to MAX_RETRY_SECONDS.
RETRY_SECONDS = (1.0, 4.0)
MAX_RETRY_SECONDS = 30.0
CONNECT_SECONDS = 10.0
MAX_ANSWER_BYTES = 2 * 1024 * 1024
TOO_MANY, SERVER_ERROR, NOT_IMPLEMENTED = 429, 500, 501
# Status codes of servers that do not support a response format, or refuse a long text.
NOT_SUPPORTED = frozenset({400, 415, 422, 501})
BUSY = frozenset({429, 502, 503, 504})
REDIRECTED, TOO_LARGE = 300, 413
MAX_REASON = 200
logger = logging.getLogger(__name__)


Message = Mapping[str, str]
Json = dict[str, Any]


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


@dataclass(frozen=True, slots=True)
class HttpReply:
    """An HTTP reply; ``pause`` is its Retry-After header in seconds."""

    status: int
    content: bytes
    pause: float | None = None

    @property
    def is_retryable(self) -> bool:
        """Whether a retry of the same request may succeed."""
        is_broken = self.status >= SERVER_ERROR and self.status != NOT_IMPLEMENTED
        return self.status == TOO_MANY or is_broken


def post_json(endpoint: Endpoint, body: dict[str, Any], asked: int) -> HttpReply:
    """Send a request and return the reply; retry on 429, 5xx and lost connections.

    ``asked`` is the token count of the prompt, which a server that times out has spent.

    Raises:
        EndpointUnavailable: no connection.
        RequestFailed: no complete answer in time.
        UnusableAnswer: the answer is too large.
    """
    # Not at the start: it brings 4 MB along, and most installations name no endpoint.
    import httpx

    # A private host is not behind a proxy.
    with httpx.Client(
        timeout=httpx.Timeout(endpoint.timeout, connect=min(CONNECT_SECONDS, endpoint.timeout)),
        headers={"Authorization": f"Bearer {endpoint.key}"} if endpoint.key else {},
        trust_env=not endpoint.is_private,
    ) as client:
        tries = Retrying(
            retry=retry_if_exception_type(EndpointUnavailable)
            | retry_if_result(lambda r: r.is_retryable),
            wait=_seconds_before_next,
            stop=stop_after_attempt(1 + len(RETRY_SECONDS)),
            retry_error_callback=_outcome,
        )
        return tries(_post_once, client, endpoint, body, asked)


def _seconds_before_next(state: RetryCallState) -> float:
    if state.outcome and not state.outcome.failed and (named := _outcome(state).pause) is not None:
        return min(named, MAX_RETRY_SECONDS)
    return wait_chain(*map(wait_fixed, RETRY_SECONDS))(state)


def _outcome(state: RetryCallState) -> HttpReply:
    """Return the last reply, or raise the error of the last attempt."""
    assert state.outcome is not None
    reply: HttpReply = state.outcome.result()
    return reply


def _post_once(
    client: "httpx.Client", endpoint: Endpoint, body: dict[str, Any], asked: int
) -> HttpReply:
    import httpx

    end_of_day = time.monotonic() + endpoint.timeout
    content = bytearray()
    try:
        with client.stream("POST", f"{endpoint.url}/chat/completions", json=body) as response:
            for piece in response.iter_bytes():
                content += piece
                if len(content) > MAX_ANSWER_BYTES:
                    raise UnusableAnswer("the answer has no end", tokens=asked)
                if time.monotonic() > end_of_day:
                    raise RequestFailed(f"no whole answer in {endpoint.timeout:g} s", tokens=asked)
            return HttpReply(response.status_code, bytes(content), _pause(response))
    except (httpx.ConnectTimeout, httpx.PoolTimeout) as error:
        raise EndpointUnavailable(f"{endpoint.host} does not answer") from error
    except httpx.TimeoutException as error:
        raise RequestFailed(f"no answer in {endpoint.timeout:g} s", tokens=asked) from error
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise EndpointUnavailable(f"{endpoint.host}: {type(error).__name__}") from error


def _pause(response: "httpx.Response") -> float | None:
    try:
        return max(0.0, float(response.headers["retry-after"]))
    except (KeyError, ValueError):
        return None


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
