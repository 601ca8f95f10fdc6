"""Refuse texts that no save stores: NUL characters, and halves of characters."""

import re
from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _
from pydantic_core import PydanticCustomError

from core.schemas import check_storable

from .refusals import refuse
from .values import Line

# A line without these bytes has no such text, and is not searched.
SUSPICIOUS = re.compile(rb"\\u(?:0000|[dD][89a-fA-F])|\xed[\xa0-\xbf]")


def check_texts(raw: bytes, line: Line, member: str, number: int) -> None:
    """Refuse a line with a text that cannot be stored.

    Raises:
        InvalidInput: there is one; its member and line are named.
    """
    if not SUSPICIOUS.search(raw):
        return
    for field, value in line.items():
        for text in _texts(value):
            try:
                check_storable(text)
            except PydanticCustomError as error:
                said = f"“{field}”: {_(error.message_template)}"
                raise refuse(said, error.type, member=member, line=number) from error


def _texts(value: Any) -> Iterator[str]:
    """Yield every text inside of a JSON value."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            yield one
        elif isinstance(one, dict):
            waiting += [*one.keys(), *one.values()]
        elif isinstance(one, list):
            waiting += one
