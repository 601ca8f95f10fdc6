"""The Messages API, as Claude Code speaks it."""

import json
import re
from typing import Any

from .model_api import Body, event_stream
from .script import LAST_WORDS, Reading, Step, Tool

# The client names most tools only, one a line, and gives the model this tool to load them.
LOADER = "ToolSearch"
DEFERRED = re.compile(r"^mcp__\w+$", re.MULTILINE)
# How the ids of the calls of the script begin.
CALL = "toolu_call_"
USAGE = {"input_tokens": 1000, "output_tokens": 10}


class Messages:
    """Streams one content block: a ``tool_use`` or a text."""

    def is_turn(self, path: str) -> bool:
        return path.split("?")[0] == "/v1/messages"

    def read(self, body: Body) -> Reading:
        blocks = [block for message in body["messages"] for block in _blocks(message["content"])]
        texts = [
            block["text"]
            for block in [*_blocks(body.get("system", "")), *blocks]
            if _is_text(block)
        ]
        results = [_result(block) for block in blocks if _is_result(block)]
        return Reading(_tools(body, texts), results, texts)

    def answer(self, path: str, step: Step | None, place: int) -> tuple[str, str]:
        if step is None:
            block: Body = {"type": "text", "text": ""}
            delta = {"type": "text_delta", "text": LAST_WORDS}
        else:
            block, arguments = _tool_use(*step, place)
            delta = {"type": "input_json_delta", "partial_json": json.dumps(arguments)}
        return event_stream(_events(block, delta, "tool_use" if step else "end_turn"))


def _blocks(content: Any) -> list[Body]:
    """Return content as blocks: it is a text, or a list of blocks."""
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


def _is_text(block: Body) -> bool:
    return bool(block["type"] == "text")


def _is_result(block: Body) -> bool:
    """Tell whether a block is the result of a call of the script; loading a tool is none."""
    is_result: bool = block["type"] == "tool_result"
    return is_result and block["tool_use_id"].startswith(CALL)


def _result(block: Body) -> str:
    return "\n".join(part["text"] for part in _blocks(block["content"]) if _is_text(part))


def _tools(body: Body, texts: list[str]) -> list[Tool]:
    """Return the tools that are there in full, and those that are only named."""
    tools = [Tool(tool["name"], tool) for tool in body.get("tools", [])]
    known = {tool.name for tool in tools}
    if LOADER not in known:
        return tools
    named = [name for text in texts for name in DEFERRED.findall(text) if name not in known]
    return tools + [Tool(name, {}, is_deferred=True) for name in named]


def _tool_use(tool: Tool, arguments: Body, place: int) -> tuple[Body, Body]:
    """Return the block and the arguments that call a tool, or load it first."""
    if tool.is_deferred:
        wanted = {"query": f"select:{tool.name}", "max_results": 1}
        return _block(f"toolu_load_{place}", LOADER), wanted
    return _block(f"{CALL}{place}", tool.name), arguments


def _block(uid: str, name: str) -> Body:
    return {"type": "tool_use", "id": uid, "name": name, "input": {}}


def _events(block: Body, delta: Body, reason: str) -> list[Body]:
    message = {"id": "msg_1", "type": "message", "role": "assistant", "model": "stub"}
    empty: Body = {"content": [], "stop_reason": None, "stop_sequence": None, "usage": USAGE}
    stop = {"stop_reason": reason, "stop_sequence": None}
    return [
        {"type": "message_start", "message": message | empty},
        {"type": "content_block_start", "index": 0, "content_block": block},
        {"type": "content_block_delta", "index": 0, "delta": delta},
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": stop, "usage": USAGE},
        {"type": "message_stop"},
    ]
