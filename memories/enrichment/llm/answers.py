"""The JSON in an answer: alone, in a fenced block, or among other words."""

import json
import re
from typing import Any

from .errors import Unusable

THOUGHT = re.compile(r"<think>.*?</think>", re.DOTALL)
FENCED = re.compile(r"```(?:json)?\s*\n(.*?)```", re.DOTALL | re.IGNORECASE)


def object_in(text: str) -> dict[str, Any]:
    """Return the JSON object that an answer holds; of several, the first.

    Raises:
        Unusable: there is none.
    """
    said = THOUGHT.sub("", text).strip()
    for piece in (said, *FENCED.findall(said), said[said.find("{") :]):
        if (found := _object(piece.strip())) is not None:
            return found
    raise Unusable("the answer holds no JSON object")


def _object(piece: str) -> dict[str, Any] | None:
    try:
        found, _ = json.JSONDecoder().raw_decode(piece)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None
