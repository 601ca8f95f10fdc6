"""The Gemini API, as Gemini CLI speaks it."""

import json

from .model_api import Body
from .script import LAST_WORDS, Reading, Step, Tool

USAGE = {"promptTokenCount": 1000, "candidatesTokenCount": 10, "totalTokenCount": 1010}


class GenerateContent:
    """Answers with one part: a ``functionCall`` or a text; streamed where that is asked for."""

    def is_turn(self, path: str) -> bool:
        return path.split("?")[0].endswith((":generateContent", ":streamGenerateContent"))

    def read(self, body: Body) -> Reading:
        sets = [tool.get("functionDeclarations", []) for tool in body.get("tools", [])]
        tools = [Tool(sent["name"], sent) for declarations in sets for sent in declarations]
        parts = [part for content in body["contents"] for part in content.get("parts", [])]
        asked = body.get("systemInstruction", {}).get("parts", [])
        results = [
            _result(part["functionResponse"]) for part in parts if "functionResponse" in part
        ]
        return Reading(
            tools, results, [part["text"] for part in [*asked, *parts] if "text" in part]
        )

    def answer(self, path: str, step: Step | None, place: int) -> tuple[str, str]:
        part: Body = {"text": LAST_WORDS}
        if step:
            part = {"functionCall": {"name": step[0].name, "args": step[1]}}
        content = {"role": "model", "parts": [part]}
        candidate = {"content": content, "finishReason": "STOP", "index": 0}
        text = json.dumps({"candidates": [candidate], "usageMetadata": USAGE})
        if "streamGenerateContent" in path:
            return "text/event-stream", f"data: {text}\n\n"
        return "application/json", text


def _result(answered: Body) -> str:
    """Return what the model reads of a function's response: a lone text as it is, else JSON."""
    response = answered["response"]
    lone = next(iter(response.values())) if len(response) == 1 else None
    return lone if isinstance(lone, str) else json.dumps(response, ensure_ascii=False)
