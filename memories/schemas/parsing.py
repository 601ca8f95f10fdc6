"""From what a client sent to a validated input, or an error naming each field."""

from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from accounts.errors import InvalidInput, Problem

Input = TypeVar("Input", bound=BaseModel)


def parsed(schema: type[Input], data: Any, *, prefix: str = "") -> Input:
    """Validate ``data`` against ``schema``.

    Raises:
        InvalidInput: one problem per field, named by its path (``memories.3.text``).
    """
    if not isinstance(data, Mapping):
        raise InvalidInput("an object is expected", field=prefix, code="not_an_object")
    try:
        return schema.model_validate(data)
    except ValidationError as error:
        raise InvalidInput(problems_of(error, prefix=prefix)) from error


def problems_of(error: ValidationError, *, prefix: str = "") -> list[Problem]:
    """Return pydantic's findings as our problems, without echoing the input."""
    return [
        Problem(
            field=".".join(str(part) for part in ([prefix] if prefix else []) + list(found["loc"])),
            code=found["type"],
            detail=found["msg"],
        )
        for found in error.errors(include_input=False, include_url=False)
    ]
