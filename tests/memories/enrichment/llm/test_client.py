"""What is sent, and what becomes of every kind of answer, against a real HTTP server."""

import json
import socket

import pytest

from memories.enrichment.llm.client import Completion, request_completion
from memories.enrichment.llm.endpoint import (
    Endpoint,
    EndpointUnavailable,
    RequestFailed,
    UnusableAnswer,
)

from .conftest import TOKENS, LlmServer, Turn

MESSAGES = [{"role": "user", "content": "What does it say?"}]
SCHEMA = {"type": "object"}


def asked(llm: LlmServer, *, key: str = "", timeout: float = 5.0) -> Completion:
    where = Endpoint(url=llm.url, model="small", key=key, timeout=timeout)
    return request_completion(where, MESSAGES, SCHEMA, max_tokens=300)


def test_a_good_answer(llm: LlmServer) -> None:
    llm.answers(Turn('{"entities": []}'))
    assert asked(llm) == Completion('{"entities": []}', TOKENS)
    (request,) = llm.requests
    assert llm.paths == ["/v1/chat/completions"]
    assert (request["model"], request["max_tokens"], request["stream"]) == ("small", 300, False)
    assert request["response_format"]["json_schema"]["schema"] == SCHEMA
    assert "authorization" not in llm.headers[0]


def test_a_key_is_sent_where_there_is_one(llm: LlmServer) -> None:
    asked(llm, key="secret")
    assert llm.headers[0]["authorization"] == "Bearer secret"
    assert "secret" not in repr(Endpoint("http://x", "small", key="secret"))


def test_a_server_without_schemas_is_asked_otherwise_from_then_on(llm: LlmServer) -> None:
    def old(request: dict[str, object]) -> Turn:
        return Turn(status=400) if "response_format" in request else Turn("{}")

    llm.script = old
    asked(llm)
    asked(llm)
    forms = [request.get("response_format", {}).get("type") for request in llm.requests]
    assert forms == ["json_schema", "json_object", None, None]


def test_too_many_requests_are_tried_again(llm: LlmServer) -> None:
    llm.answers(Turn(status=429, headers={"Retry-After": "0"}), Turn(status=500), Turn("{}"))
    assert asked(llm).text == "{}"
    assert len(llm.requests) == 3


def test_too_many_for_ever_blames_no_text(llm: LlmServer) -> None:
    llm.answers(Turn(status=429))
    with pytest.raises(EndpointUnavailable, match="429"):
        asked(llm)


def test_500_for_ever_is_a_failure(llm: LlmServer) -> None:
    llm.answers(Turn(status=500))
    with pytest.raises(RequestFailed, match="500"):
        asked(llm)
    assert len(llm.requests) == 3


@pytest.mark.parametrize("status", [401, 403, 404, 307])
def test_refusals_and_redirections_are_not_tried_again(llm: LlmServer, status: int) -> None:
    llm.answers(Turn(status=status, headers={"Location": "http://192.0.2.1/"}))
    with pytest.raises(EndpointUnavailable, match=str(status)):
        asked(llm)
    assert len(llm.requests) == 1


def test_a_question_refused_in_every_form_is_unusable(llm: LlmServer) -> None:
    llm.answers(Turn(status=400))
    with pytest.raises(UnusableAnswer, match="400"):
        asked(llm)
    assert len(llm.requests) == 3


def test_a_slow_server_is_not_waited_for(llm: LlmServer) -> None:
    llm.answers(Turn("{}", wait=2.0))
    with pytest.raises(RequestFailed) as raised:
        asked(llm, timeout=0.2)
    assert raised.value.tokens > 0
    assert len(llm.requests) == 1


def test_a_server_that_trickles_is_not_waited_for(llm: LlmServer) -> None:
    llm.answers(Turn("{}", drip=0.1))
    # Waited for, it would be a whole answer.
    with pytest.raises(RequestFailed, match="no whole answer"):
        asked(llm, timeout=0.5)


def test_nobody_there(llm: LlmServer) -> None:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        where = Endpoint(f"http://127.0.0.1:{held.getsockname()[1]}/v1", "small", timeout=1.0)
        with pytest.raises(EndpointUnavailable):
            request_completion(where, MESSAGES, SCHEMA, max_tokens=300)


@pytest.mark.parametrize(
    "body",
    [b"", b"<html>", b"[]", b'{"choices": []}', b'{"choices": [{"message": {"content": [1]}}]}'],
)
def test_what_is_no_chat_completion_is_unusable(llm: LlmServer, body: bytes) -> None:
    llm.answers(Turn(body=body))
    with pytest.raises(UnusableAnswer):
        asked(llm)


def test_an_answer_that_was_cut_off_has_still_cost_its_tokens(llm: LlmServer) -> None:
    llm.answers(Turn('{"entities": [', finish_reason="length"))
    with pytest.raises(UnusableAnswer, match="cut off") as raised:
        asked(llm)
    assert raised.value.tokens == TOKENS


def test_tokens_are_counted_where_the_server_does_not_say(llm: LlmServer) -> None:
    llm.answers(Turn(json.dumps({"entities": []}), tokens=None))
    assert asked(llm).tokens > 5


@pytest.mark.parametrize(
    ("url", "is_private"),
    [
        ("http://127.0.0.1:11434/v1", True),
        ("http://localhost:8080/v1", True),
        ("http://[::1]:8080/v1", True),
        ("http://192.168.1.20:8000/v1", True),
        ("http://ollama:11434/v1", True),
        ("http://gpu.lan/v1", True),
        ("https://api.example.com/v1", False),
        ("http://8.8.8.8/v1", False),
        ("https://localhost.example.com/v1", False),
    ],
)
def test_which_hosts_are_ones_own(url: str, is_private: bool) -> None:
    assert Endpoint(url, "small").is_private is is_private
