"""JSON-RPC messages as the bridge reads and makes them."""

import json
from typing import Any

Message = dict[str, Any]


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
