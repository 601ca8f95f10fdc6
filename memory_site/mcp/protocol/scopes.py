"""Which tools a token may call.

An app of OAuth that calls another is told over HTTP, so that it can ask its person.
"""

import json
from collections.abc import Iterable
from typing import Any

from starlette.types import Message

from accounts.models import ApiToken
from core.caller import Scope
from memory_site.mcp.compatibility import global_mcp_server


def needed_scopes(name: str) -> frozenset[Scope]:
    """Return the scopes without which no call of a tool succeeds."""
    declaration = global_mcp_server._tool_manager._tools[name].declaration
    if declaration.writes_only:
        return frozenset({Scope.WRITE})
    return frozenset({Scope.READ} if declaration.reads_only else {Scope.READ, Scope.WRITE})


def is_beyond_scopes(token: Any, messages: Iterable[Message]) -> bool:
    """Return whether an app that may only read calls a tool that writes.

    Other tokens are answered by the tool itself: nobody can give them more on the way.
    """
    if not isinstance(token, ApiToken) or token.app_id is None or Scope.WRITE in token.scopes:
        return False
    try:
        asked = json.loads(b"".join(message.get("body", b"") for message in messages))
        tool = global_mcp_server._tool_manager._tools.get(asked["params"]["name"])
    except (ValueError, RecursionError, LookupError, TypeError):
        return False
    return asked.get("method") == "tools/call" and tool is not None and not _only_reads(tool)


def _only_reads(tool: Any) -> bool:
    return bool(tool.annotations and tool.annotations.read_only_hint)
