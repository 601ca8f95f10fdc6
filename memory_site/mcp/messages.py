"""JSON-RPC messages as the bridge reads and makes them, and which of them it may repeat."""

import json
from typing import Any

Message = dict[str, Any]
# The server stores the same words once within a minute of one session
# (memories.records.idempotency.SAME_WORDS_WITHIN), so a save may be repeated well within it.
SAVE_REPEATED_WITHIN = 45.0
SAVES = ("save_memory", "save_memories")


def parsed_line(line: bytes) -> Message | None:
    """Return one line of input as a JSON object, None where it is none."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return message if isinstance(message, dict) else None


def error_answer(request_id: Any, code: int, text: str, data: Any = None) -> Message:
    """Return a JSON-RPC error."""
    error = {"code": code, "message": text} | ({"data": data} if data is not None else {})
    return {"jsonrpc": "2.0", "id": request_id, "error": error}


def as_object(value: Any) -> Message:
    """Return a JSON object as it is, and an empty one in place of anything else."""
    return value if isinstance(value, dict) else {}


class RepeatPolicy:
    """Tells repeatable messages from others, by the hints of the tools that the server lists."""

    def __init__(self) -> None:
        self._hints: dict[str, Message] = {}

    def learn(self, answer: Message) -> None:
        """Remember the hints in an answer to ``tools/list``."""
        tools = as_object(answer.get("result")).get("tools")
        for tool in tools if isinstance(tools, list) else []:
            if isinstance(tool, dict) and isinstance(tool.get("name"), str):
                self._hints[tool["name"]] = as_object(tool.get("annotations"))

    def is_known(self, message: Message) -> bool:
        """Tell whether the hints of the tool that a message calls have been learned."""
        return message.get("method") != "tools/call" or _tool_name(message) in self._hints

    def allows(self, message: Message, seconds: float) -> bool:
        """Tell whether a message may be sent again, so long after it was sent first.

        Only tools change anything. Those that only read, or that change the same thing to
        the same value, may be repeated; what destroys is left to the client.
        """
        if message.get("method") != "tools/call":
            return True
        hints = self._hints.get(_tool_name(message), {})
        if hints.get("readOnlyHint"):
            return True
        if hints.get("idempotentHint"):
            return not hints.get("destructiveHint")
        if _tool_name(message) not in SAVES:
            return False
        return seconds < SAVE_REPEATED_WITHIN or _has_own_ids(message)


def _tool_name(message: Message) -> str:
    return str(as_object(message.get("params")).get("name"))


def _has_own_ids(message: Message) -> bool:
    """Tell whether each memory of a save has an id of the client's, which is stored only once."""
    arguments = as_object(as_object(message.get("params")).get("arguments"))
    items: Any = arguments.get("memories", [arguments])
    return isinstance(items, list) and all(as_object(item).get("external_id") for item in items)
