"""The Responses API, as Codex CLI speaks it."""

import json
from typing import Any

from .model_api import Body, event_stream
from .script import LAST_WORDS, Reading, Step, Tool

USAGE = {
    "input_tokens": 1000,
    "input_tokens_details": {"cached_tokens": 0},
    "output_tokens": 10,
    "output_tokens_details": {"reasoning_tokens": 0},
    "total_tokens": 1010,
}


class Responses:
    """Streams one output item: a ``function_call`` or a message."""

    def is_turn(self, path: str) -> bool:
        return path.split("?")[0].endswith("/responses")

    def read(self, body: Body) -> Reading:
        sent, items = body.get("tools", []), body["input"]
        tools = [found for tool in sent for found in _tools(tool)]
        results = [
            _text(item["output"]) for item in items if item["type"] == "function_call_output"
        ]
        said = [_text(item["content"]) for item in items if item["type"] == "message"]
        about = [tool["description"] for tool in sent if tool["type"] == "namespace"]
        return Reading(tools, results, [body.get("instructions") or "", *about, *said])

    def answer(self, path: str, step: Step | None, place: int) -> tuple[str, str]:
        response: Body = {"id": f"resp_{place}", "object": "response"}
        item = _function_call(*step, place) if step else _message(place)
        whole = response | {"output": [item], "usage": USAGE}
        return event_stream(
            [
                {"type": "response.created", "response": response},
                {"type": "response.output_item.added", "output_index": 0, "item": item},
                {"type": "response.output_item.done", "output_index": 0, "item": item},
                {"type": "response.completed", "response": whole},
            ]
        )


def _tools(tool: Body) -> list[Tool]:
    """Return a tool, or those of a namespace, which Codex makes of each MCP server."""
    if tool["type"] == "namespace":
        return [Tool(inner["name"], inner, tool["name"]) for inner in tool["tools"]]
    return [Tool(tool["name"], tool)] if "name" in tool else []


def _text(content: Any) -> str:
    if isinstance(content, str):
        return content
    return "\n".join(part.get("text", "") for part in content)


def _message(place: int) -> Body:
    text = {"type": "output_text", "text": LAST_WORDS, "annotations": []}
    return {"type": "message", "id": f"msg_{place}", "role": "assistant", "content": [text]}


def _function_call(tool: Tool, arguments: Body, place: int) -> Body:
    item = {
        "type": "function_call",
        "id": f"fc_{place}",
        "call_id": f"call_{place}",
        "name": tool.name,
        "arguments": json.dumps(arguments),
    }
    return item | ({"namespace": tool.namespace} if tool.namespace else {})
