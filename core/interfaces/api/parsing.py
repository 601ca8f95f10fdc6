"""Parse and render REST bodies, and validate bodies and query parameters."""

import json
from collections.abc import Collection, Mapping
from typing import IO, Any, NoReturn, get_args, get_origin
from uuid import UUID

from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from pydantic import BaseModel
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from core.errors import InvalidInput, NotFound, Problem, TooLarge, nearest
from core.schemas import JsonObject, Model, Output, parsed

# 1,000 memories of 100,000 characters are 300 MB of Japanese. Django's limit for forms stays low:
# a body is read here only once its sender is known.
MAX_BODY = 512 * 1024 * 1024
INDENT = "indent="
TRUE = frozenset({"1", "true", "yes"})
FALSE = frozenset({"0", "false", "no", ""})
# The renderer, which DRF accepts at any address.
EVERYWHERE = frozenset({"format"})
# The largest id of SQLite has 19 digits.
MOST_DIGITS = 19


def answer(out: Output, status: int = 200) -> Response:
    """Return one result; the renderer writes it as JSON."""
    return Response(out, status=status)


def as_json(out: Output) -> dict[str, Any]:
    """Return a result as JSON values."""
    return out.model_dump(mode="json")


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
            raise TooLarge(
                format_lazy(_("at most {max_body} bytes"), max_body=f"{MAX_BODY:,}"),
                field="body",
                code="too_many_bytes",
            )
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


def body(request: Request) -> Mapping[str, Any]:
    """Return the JSON object of a request.

    Raises:
        InvalidInput: the body is JSON, but not an object.
    """
    data = request.data
    if not isinstance(data, Mapping):
        raise InvalidInput(_("a JSON object is expected"), code="not_an_object")
    return data


def uid(text: str, *, field: str = "id") -> UUID:
    """Return an id from a path; NotFound for text that is not a UUID."""
    try:
        return UUID(text)
    except ValueError as error:
        raise NotFound(
            format_lazy(_("there is nothing with the id “{text}”"), text=text), field=field
        ) from error


def number(text: str, *, field: str = "id") -> int:
    """Return a number from a path; NotFound for other text, or a number too large for SQLite."""
    if text.isascii() and text.isdigit() and len(text) < MOST_DIGITS:
        return int(text)
    raise NotFound(format_lazy(_("there is nothing with the id “{text}”"), text=text), field=field)


def flag(request: Request, name: str) -> bool:
    """Return a yes/no query parameter."""
    word = request.query_params.get(name, "").strip().lower()
    if word not in TRUE | FALSE:
        raise InvalidInput(_("use true or false"), field=name, code="not_a_flag")
    return word in TRUE


def _told_unknown(name: str, known: Collection[str]) -> Promise:
    if not known:
        return format_lazy(_("there is no parameter “{name}”, and no other one"), name=name)
    told = _("there is no parameter “{name}”; nearest: {known}")
    return format_lazy(told, name=name, known=", ".join(nearest(name, known)))


def refuse_unknown_parameters(request: Request, known: Collection[str]) -> None:
    """Refuse unknown query parameters, such as typos, which would be ignored otherwise.

    Raises:
        InvalidInput: lists the unknown parameters with suggestions.
    """
    problems = [
        Problem(name, "unknown_parameter", _told_unknown(name, known))
        for name in request.query_params
        if name not in known and name not in EVERYWHERE
    ]
    if problems:
        raise InvalidInput(problems)


def query(request: Request, schema: type[Model], *, without: Collection[str] = ()) -> Model:
    """Return the query parameters that ``schema`` names, validated."""
    given: dict[str, Any] = {}
    for field, info in schema.model_fields.items():
        name = info.alias or field
        values = request.query_params.getlist(name)
        if values and name not in without:
            given[name] = values if takes_list(info.annotation) else values[-1]
    return parsed(schema, given)


def takes_list(annotation: Any) -> bool:
    """Whether a field may be given several times."""
    return get_origin(annotation) is list or any(takes_list(part) for part in get_args(annotation))
