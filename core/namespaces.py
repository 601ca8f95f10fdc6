"""Which namespaces are accepted: paths such as ``team/a`` inside a space.

Rows and tokens that are stored already keep theirs: only new ones are checked.
"""

import re
from typing import Annotated

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from .errors import InvalidInput
from .schemas import Text

MAX_LENGTH = 255
# Whitespace, “#” (it parts person and pack), backslashes, control and invisible characters.
_REFUSED = (
    r"\s#/\\\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff"
)
_PART = rf"(?!\.\.?(?:/|$))[^{_REFUSED}]+"
PATTERN = rf"^(?:/?{_PART}(?:/{_PART})*/?)?$"
EXPECTED = "a path such as team/a is expected: without “.”, “..”, empty parts, spaces, “#” and “\\”"
_ACCEPTED = re.compile(PATTERN.removesuffix("$") + r"\Z")


def _check(text: str) -> str:
    if not _ACCEPTED.match(text):
        raise PydanticCustomError("namespace", EXPECTED)
    return text


def checked_namespace(text: str, field: str = "namespace") -> str:
    """Return a namespace without slashes around it.

    Raises:
        InvalidInput: it is no path, or too long.
    """
    if not _ACCEPTED.match(text):
        raise InvalidInput(EXPECTED, field=field, code="namespace")
    if len(text) > MAX_LENGTH:
        raise InvalidInput(f"at most {MAX_LENGTH} characters", field=field, code="string_too_long")
    return text.strip("/")


Namespace = Annotated[
    Text,
    Field(max_length=MAX_LENGTH, json_schema_extra={"pattern": PATTERN}),
    AfterValidator(_check),
]
