"""Another person, and bound tokens, call every MCP tool with alice's ids and names."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from django.http import HttpRequest
from mcp.server.mcpserver.tools import Tool

from accounts.models import ApiToken
from accounts.services.tokens import token_create
from memory_site.mcp.compatibility import django_request_ctx, global_mcp_server
from memory_site.mcp.protocol.scopes import needed_scopes
from memory_site.mcp.registry import product_server

from .attempts import changed, fingerprint, rolled_back
from .bodies import examples, queries, tool_arguments
from .openapi import Generator, Harvest
from .test_isolation_rest import BESIDE, OF_THE_PERSON
from .victim import Victim, fill_inside

Calls = dict[str, list[dict[str, Any]]]


def tools() -> list[Tool]:
    """Return every tool of the product."""
    product_server()
    listed: list[Tool] = global_mcp_server._tool_manager.list_tools()
    return listed


@pytest.fixture(scope="module")
def calls(lasting_victim: Victim) -> Calls:
    """Return the arguments of calls of every tool, with ids and names of alice."""
    with rolled_back():
        harvest = Harvest(lasting_victim.api)
    generator = Generator(harvest, examples(harvest), queries(harvest))
    given = tool_arguments(harvest)
    return {
        tool.name: [*given.get(tool.name, []), *generator.arguments(tool.parameters)]
        for tool in tools()
    }


def called_tool(token: ApiToken, name: str, arguments: dict[str, Any]) -> Any:
    """Return the answer of a tool, called in this thread, whose transaction is rolled back."""
    tool = next(one for one in tools() if one.name == name)
    request = HttpRequest()
    request.auth, request.user = token, token.user  # type: ignore[attr-defined]
    mark = django_request_ctx.set(request)
    try:
        answer = tool.answered(arguments, None)  # type: ignore[attr-defined]
    finally:
        django_request_ctx.reset(mark)
    assert "a reason inside" not in str(answer.content), (name, arguments)
    return answer


def called(token: ApiToken, name: str, arguments: dict[str, Any]) -> tuple[bool, str]:
    """Return whether a call is refused, and all that it answers, in text and in structure."""
    answer = called_tool(token, name, arguments)
    return answer.is_error, str(answer.model_dump(mode="json"))


def token_of(name: str, **limits: Any) -> ApiToken:
    limits.setdefault("scopes", ["read", "write", "admin"])
    return token_create(user_name=name, **limits)[0]


def test_every_tool_is_met_by_a_call_that_works(victim: Victim, calls: Calls) -> None:
    token = token_of("alice")
    unmet = []
    for name, ones in calls.items():
        for arguments in ones:
            with rolled_back():
                is_refused, _ = called(token, name, arguments)
            if not is_refused:
                break
        else:
            unmet.append(name)
    assert unmet == []


def _leaks(victim: Victim, token: ApiToken, calls: Calls, seen: set[str]) -> Iterator[str]:
    before = fingerprint("alice")
    for name, ones in calls.items():
        for arguments in ones:
            with rolled_back():
                _, text = called(token, name, arguments)
                touched = changed(before, fingerprint("alice"), but=BESIDE)
            leaked = set(victim.marks.leaked(text, str(arguments))) - seen
            if leaked or (token.user.username == "bob" and touched):
                yield f"{name} {arguments}: {leaked} {touched} {text[:500]}"


def test_another_person_learns_nothing_and_changes_nothing(victim: Victim, calls: Calls) -> None:
    found = list(_leaks(victim, token_of("bob"), calls, set()))
    assert not found, "\n".join(found)


@pytest.mark.parametrize("limits", [{"packs": ["dev"]}, {"namespace": "inside"}], ids=str)
def test_bound_tokens_learn_nothing_of_other_places(
    victim: Victim, calls: Calls, limits: dict[str, Any]
) -> None:
    with rolled_back():
        fill_inside(victim)
        found = list(_leaks(victim, token_of("alice", **limits), calls, OF_THE_PERSON))
    assert not found, "\n".join(found)


def test_there_are_no_other_doors(victim: Victim) -> None:
    """Resources and prompts would need attacks of their own: so far there are none."""
    product_server()
    listed = [
        asyncio.run(global_mcp_server.list_resources()),
        asyncio.run(global_mcp_server.list_resource_templates()),
        asyncio.run(global_mcp_server.list_prompts()),
    ]
    assert listed == [[], [], []]


@pytest.mark.parametrize(
    ("scopes", "expected"),
    [
        (["read"], lambda tool: tool.declaration.reads_only),
        (["write"], lambda tool: tool.name in ("save_memory", "save_memories")),
        (["read", "write"], lambda tool: True),
        (["read", "write", "admin"], lambda tool: True),
        (["admin"], lambda tool: False),
    ],
    ids=["read", "write", "read-write", "all", "admin"],
)
def test_a_token_is_shown_what_its_scopes_can_call(
    victim: Victim, calls: Calls, scopes: list[str], expected: Any
) -> None:
    token, _secret = token_create(user_name="alice", scopes=scopes)
    offered = {tool.name for tool in tools() if needed_scopes(tool.name) <= token.granted}
    assert offered == {tool.name for tool in tools() if expected(tool)}
    for name, given in calls.items():
        with rolled_back():
            answers = [called(token, name, one) for one in given[:3]]
        if name in offered:
            assert not all("lacks the scope" in text for _is_refused, text in answers), name
        else:
            assert all(is_refused for is_refused, _text in answers), name
