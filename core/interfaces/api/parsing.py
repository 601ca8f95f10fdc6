"""Parse REST requests: bodies and query parameters into validated inputs."""

from collections.abc import Collection, Mapping
from typing import Any, get_args, get_origin
from uuid import UUID

from rest_framework.request import Request

from core.errors import InvalidInput, NotFound, Problem, suggestion
from core.schemas import Model, parsed

TRUE = frozenset({"1", "true", "yes"})
FALSE = frozenset({"0", "false", "no", ""})
# The renderer, which DRF accepts at any address.
EVERYWHERE = frozenset({"format"})
# The largest id of SQLite has 19 digits.
MOST_DIGITS = 19


def body(request: Request) -> Mapping[str, Any]:
    """Return the JSON object of a request.

    Raises:
        InvalidInput: the body is JSON, but not an object.
    """
    data = request.data
    if not isinstance(data, Mapping):
        raise InvalidInput("a JSON object is expected", code="not_an_object")
    return data


def uid(text: str, *, field: str = "id") -> UUID:
    """Return an id from a path; NotFound for text that is not a UUID."""
    try:
        return UUID(text)
    except ValueError as error:
        raise NotFound(f"there is nothing with the id “{text}”", field=field) from error


def number(text: str, *, field: str = "id") -> int:
    """Return a number from a path; NotFound for other text, or a number too large for SQLite."""
    if text.isascii() and text.isdigit() and len(text) < MOST_DIGITS:
        return int(text)
    raise NotFound(f"there is nothing with the id “{text}”", field=field)


def flag(request: Request, name: str) -> bool:
    """Return a yes/no query parameter."""
    word = request.query_params.get(name, "").strip().lower()
    if word not in TRUE | FALSE:
        raise InvalidInput("use true or false", field=name, code="not_a_flag")
    return word in TRUE


def refuse_unknown_parameters(request: Request, known: Collection[str]) -> None:
    """Refuse unknown query parameters, such as typos, which would be ignored otherwise.

    Raises:
        InvalidInput: lists the unknown parameters with suggestions.
    """
    problems = [
        Problem(name, "unknown_parameter", f"there is no parameter “{name}”; {suggestion(name, known)}")
        for name in request.query_params
        if name not in known and name not in EVERYWHERE
    ]  # fmt: skip
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
