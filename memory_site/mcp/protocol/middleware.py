"""What the protocol's own answers say to the person at hand: instructions, tools, capabilities."""

from collections.abc import Awaitable, Callable
from typing import Any

from django.db import close_old_connections
from django.utils import timezone

from accounts.callers import caller_of
from core.caller import Caller
from memory_site.mcp.compatibility import django_request_ctx
from memory_site.server import request_threads

from .scopes import needed_scopes

GREETINGS = ("initialize", "server/discover")
# The server has neither; their lists are empty for clients that ask all the same.
NOT_OFFERED = ("prompts", "resources")
CallNext = Callable[[Any], Awaitable[Any]]


async def personal(ctx: Any, call_next: CallNext) -> Any:
    """Say the date and zone in instructions, and list what the token may use."""
    result = await call_next(ctx)
    if not isinstance(result, dict):
        return result
    if ctx.method in GREETINGS:
        capabilities = result.get("capabilities", {})
        offered = {name: one for name, one in capabilities.items() if name not in NOT_OFFERED}
        said = await request_threads.run_at_once(_instructions, result.get("instructions"))
        return {**result, "capabilities": offered, "instructions": said}
    if ctx.method == "tools/list":
        tools = await request_threads.run_at_once(_offered, result["tools"])
        return {**result, "tools": tools}
    return result


def _instructions(said: str | None) -> str:
    """Add the date and the person's time zone to the instructions."""
    if (caller := _caller()) is None:
        return said or ""
    today = timezone.localtime(timezone=caller.zone)
    return f"{said or ''}\nToday is {today:%A, %Y-%m-%d}; the user’s time zone is {caller.time_zone}.\n"


def _offered(tools: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the tools that the scopes of who asks suffice for."""
    if (caller := _caller()) is None:
        return tools
    return [tool for tool in tools if needed_scopes(tool["name"]) <= caller.scopes]


def _caller() -> Caller | None:
    """Return who asks; None where the server runs without our tokens."""
    request = django_request_ctx.get(None)
    try:
        return caller_of(request) if request is not None else None
    finally:
        close_old_connections()
