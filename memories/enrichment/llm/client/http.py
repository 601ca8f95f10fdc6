"""One request on its way: sent again where that may help, and never waited for without end."""

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

# Seconds before each further try; a server that names a time is given it, up to LONGEST_PAUSE.
RETRY_SECONDS = (1.0, 4.0)
MAX_RETRY_SECONDS = 30.0
CONNECT_SECONDS = 10.0
MAX_ANSWER_BYTES = 2 * 1024 * 1024
TOO_MANY, SERVER_ERROR, NOT_IMPLEMENTED = 429, 500, 501


@dataclass(frozen=True, slots=True)
class HttpReply:
    """What came back over HTTP; ``pause`` in seconds, where the server named one."""

    status: int
    content: bytes
    pause: float | None = None

    @property
    def is_retryable(self) -> bool:
        """Whether the same request may fare better a little later."""
        is_broken = self.status >= SERVER_ERROR and self.status != NOT_IMPLEMENTED
        return self.status == TOO_MANY or is_broken


def post_json(endpoint: Endpoint, body: dict[str, Any], asked: int) -> HttpReply:
    """Send a request and return the reply; 429, 5xx and lost connections are tried again.

    ``asked`` are the tokens of the question: a server that takes too long has read it.

    Raises:
        Unavailable: no connection. Failed: no whole answer in time. Unusable: it has no end.
    """
    # A host of one's own is not behind a proxy.
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
    """Return the last reply, or raise why there is none."""
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
