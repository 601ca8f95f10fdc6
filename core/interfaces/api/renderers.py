"""Writing JSON answers."""

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel
from rest_framework.renderers import JSONRenderer

INDENT = "indent="


class JsonRenderer(JSONRenderer):
    """Write `application/json`; results of services in one go, without a dictionary between."""

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        """Return the bytes of an answer, indented where the client asks for that."""
        if isinstance(data, BaseModel):
            if INDENT not in (accepted_media_type or ""):
                return data.model_dump_json(by_alias=True).encode()
            data = data.model_dump(mode="json", by_alias=True)
        return bytes(super().render(data, accepted_media_type, renderer_context))
