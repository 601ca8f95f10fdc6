"""JSON that is written once: where many values are stored often, and where they go on as text."""

import json
from typing import Any, Self

from pydantic_core import to_json


class JsonText(str):
    """JSON as text, which a field with ``CompactEncoder`` stores as it is."""

    __slots__ = ()

    @classmethod
    def of(cls, value: Any) -> Self:
        """Write a value without spaces; numbers that are none become null."""
        return cls(to_json(value, inf_nan_mode="null").decode())


class CompactEncoder(json.JSONEncoder):
    """Writes JSON without the spaces, which would be a sixth of many numbers, and fast."""

    def encode(self, o: Any) -> str:
        """Return a value as JSON."""
        return o if isinstance(o, JsonText) else JsonText.of(o)
