"""Send one HTTP request with retries, a deadline and a size limit."""

import time
from dataclasses import dataclass
from typing import Any

import httpx
from tenacity import (
    RetryCallState,
    Retrying,
    retry_if_exception_type,
    retry_if_result,
    stop_after_attempt,
    wait_chain,
    wait_fixed,
)

from .endpoint import Endpoint, EndpointUnavailable, RequestFailed, UnusableAnswer

# Seconds before each retry; a Retry-After header counts up to MAX_RETRY_SECONDS.
RETRY_SECONDS = (1.0, 4.0)
MAX_RETRY_SECONDS = 30.0
CONNECT_SECONDS = 10.0
MAX_ANSWER_BYTES = 2 * 1024 * 1024
TOO_MANY, SERVER_ERROR, NOT_IMPLEMENTED = 429, 500, 501


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
    client: httpx.Client, endpoint: Endpoint, body: dict[str, Any], asked: int
) -> HttpReply:
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


def _pause(response: httpx.Response) -> float | None:
    try:
        return max(0.0, float(response.headers["retry-after"]))
    except (KeyError, ValueError):
        return None
