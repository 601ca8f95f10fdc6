"""Read a file of labeled texts, one JSON object a line."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from core.errors import InvalidInput

T = TypeVar("T")


def read_lines(path: Path, made: Callable[[dict[str, Any]], T]) -> list[T]:
    """Return what ``made`` makes of each line.

    Raises:
        InvalidInput: a line is no such text.
        OSError: the file cannot be read.
    """
    return list(_made(path, made))


def _made(path: Path, made: Callable[[dict[str, Any]], T]) -> Iterator[T]:
    for at, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        try:
            yield made(json.loads(line))
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise InvalidInput(
                f"line {at} of {path.name} is no labelled text: {error}",
                field="data",
                code="format",
            ) from error
