"""Asking a client's own model what a text says that it has just saved (``sampling/createMessage``).

Only revision 2026-07-28 can do it without a session: the question goes out as the answer to
the call, which the client sends again with what its model said. The memory is stored before.
"""

import json
from typing import Any
from uuid import UUID

from django.conf import settings
from mcp_types import (
    CallToolResult,
    CreateMessageRequest,
    CreateMessageRequestParams,
    CreateMessageResult,
    InputRequiredResult,
    SamplingMessage,
    TextContent,
)
from mcp_types.version import is_version_at_least

from core.caller import Caller
from memories.schemas.ids import IdKind
from memories.selectors.ids import resolved_id
from memories.services.knowledge import sampling_messages, store_sampled_answer

TOOL = "save_memory"
KEY = "reading"
# The first revision in which a question may be the answer to a call.
SINCE = "2026-07-28"
MOST_TOKENS = 4_000


def asked(
    caller: Caller, tool: str, context: Any, answer: CallToolResult
) -> InputRequiredResult | None:
    """Return the question to the client's model, with the answer of the call kept; mostly None."""
    if not settings.LLM_SAMPLING or tool != TOOL or not _lends_its_model(context):
        return None
    uid = (answer.structured_content or {}).get("id")
    memory_id = resolved_id(caller, IdKind.MEMORY, uid) if uid else None
    messages = sampling_messages(caller, memory_id) if memory_id else ()
    if not messages:
        return None
    system, note = (message["content"] for message in messages)
    question = CreateMessageRequestParams(
        system_prompt=system,
        messages=[SamplingMessage(role="user", content=TextContent(type="text", text=note))],
        max_tokens=MOST_TOKENS,
        temperature=0,
    )
    state = {
        "id": str(memory_id),
        "answer": answer.model_dump(mode="json", by_alias=True, exclude_none=True),
    }
    return InputRequiredResult(
        input_requests={KEY: CreateMessageRequest(params=question)},
        request_state=json.dumps(state),
    )


def resumed(caller: Caller, tool: str, context: Any) -> CallToolResult | None:
    """Take what the client's model said, and return the answer of the call; None for a new call.

    The SDK has sealed the state: it is what :func:`asked` has made.
    """
    if tool != TOOL or not getattr(context, "request_state", None):
        return None
    state = json.loads(context.request_state)
    said = (context.input_responses or {}).get(KEY)
    if isinstance(said, CreateMessageResult) and isinstance(said.content, TextContent):
        store_sampled_answer(caller, UUID(state["id"]), said.content.text, model=said.model)
    return CallToolResult.model_validate(state["answer"])


def _lends_its_model(context: Any) -> bool:
    version = getattr(context, "protocol_version", None)
    if version is None or not is_version_at_least(version, SINCE):
        return False
    capabilities = context.client_capabilities
    return capabilities is not None and capabilities.sampling is not None
