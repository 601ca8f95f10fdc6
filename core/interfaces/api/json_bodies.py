"""Parse and render JSON bodies: UTF-8, no NaN, and room for the largest batch."""

import json
from collections.abc import Mapping
from typing import IO, Any, NoReturn

from pydantic import BaseModel
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser
from rest_framework.renderers import JSONRenderer

from core.errors import TooLarge
from core.schemas import JsonObject

# 1,000 memories of 100,000 characters are 300 MB of Japanese. Django's limit for forms stays low:
# a body is read here only once its sender is known.
MAX_BODY = 512 * 1024 * 1024
INDENT = "indent="


class JsonParser(BaseParser):
    """Parse `application/json`."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """Return the value of a body.

        Raises:
            TooLarge: the body is larger than any batch.
            ParseError: it is not UTF-8, or not JSON.
        """
        raw = stream.read(MAX_BODY + 1)
        if len(raw) > MAX_BODY:
            raise TooLarge(f"at most {MAX_BODY:,} bytes", field="body", code="too_many_bytes")
        try:
            text = raw.decode("utf-8-sig")
            value = json.loads(text, parse_constant=_refuse)
        except ValueError as error:
            raise ParseError(f"this is not JSON: {error}") from error
        return JsonObject(value, text.encode()) if isinstance(value, dict) else value


def _refuse(word: str) -> NoReturn:
    raise ValueError(f"{word} is not a value of JSON")


class JsonRenderer(JSONRenderer):
    """Render `application/json`; results of services directly, without a dictionary."""

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        """Return the bytes of a response, indented if the client asks for it."""
        if isinstance(data, BaseModel):
            if INDENT not in (accepted_media_type or ""):
                return data.model_dump_json(by_alias=True).encode()
            data = data.model_dump(mode="json", by_alias=True)
        return bytes(super().render(data, accepted_media_type, renderer_context))
