"""Base models and field types of the schemas of every app, and validation of input."""

import math
import re
from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, ClassVar, Self, TypeVar

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetJsonSchemaHandler,
    TypeAdapter,
    ValidationError,
    ValidationInfo,
    ValidatorFunctionWrapHandler,
    WrapValidator,
    field_validator,
    model_validator,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, ErrorDetails, PydanticCustomError

from nlp.privacy.private_parts import TAG, without_private

from .errors import InvalidInput, Problem
from .input_problems import OBJECT, problem_of

MAX_REASON = 2_000
# Deeper JSON can be stored, but not written out again.
MAX_DEPTH = 64
BLANK = gettext_noop("this may not be empty")
BROKEN_UNICODE = gettext_noop("the text is not valid Unicode")
# Control characters and line ends, which labels may not contain.
CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


def check_storable(text: str) -> None:
    """Refuse what SQLite or JSON would damage: NUL, lone surrogates."""
    if "\x00" in text:
        raise PydanticCustomError("nul_character", gettext_noop("the text holds a NUL character"))
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise PydanticCustomError("broken_unicode", BROKEN_UNICODE) from error


def _storable(text: str) -> str:
    """Leave out private parts; refuse what would be damaged."""
    check_storable(text)
    return without_private(text)


def check_filled(text: str) -> str:
    """Return a text that is taken as it is; refuse an empty one."""
    if not text.strip():
        raise PydanticCustomError("blank", BLANK)
    return text


def _not_blank(given: Any, read: ValidatorFunctionWrapHandler) -> str:
    text: str = read(given)
    if text.strip():
        return text
    if isinstance(given, str) and TAG.search(given):
        raise PydanticCustomError(
            "private", gettext_noop("all of it is marked as private: there is nothing to store")
        )
    raise PydanticCustomError("blank", BLANK)


def _on_one_line(text: str) -> str:
    """Join the lines of a label, such as a pasted title."""
    return " ".join(CONTROLS.sub(" ", text).split()) if CONTROLS.search(text) else text


def _storable_json(value: Any, depth: int = 0) -> Any:
    """Check every text and number inside a JSON value, and its depth; leave out private parts."""
    if depth > MAX_DEPTH:
        raise PydanticCustomError("too_deep", gettext_noop("this is nested too deeply"))
    if isinstance(value, str):
        return _storable(value)
    if isinstance(value, float) and not math.isfinite(value):
        raise PydanticCustomError("not_finite", gettext_noop("a number is too large"))
    if isinstance(value, dict):
        return {
            _storable(str(key)): _storable_json(inner, depth + 1) for key, inner in value.items()
        }
    if isinstance(value, list):
        return [_storable_json(inner, depth + 1) for inner in value]
    return value


def _storable_object(value: dict[str, Any]) -> Any:
    return _storable_json(value)


def _parse_moment(value: Any) -> Any:
    """Parse a time in ISO 8601; refuse numbers, which pydantic would count from 1970."""
    if isinstance(value, bool | int | float) or (
        isinstance(value, str) and NUMBER.fullmatch(value)
    ):
        raise PydanticCustomError("datetime_type", gettext_noop("a time in ISO 8601 is expected"))
    return MOMENT.validate_python(value) if isinstance(value, str) else value


NUMBER = re.compile(
    r"\s*+[+-]?[0-9_]*+(?:\.[0-9_]*+)?(?:e[+-]?[0-9]++)?\s*+|\s*+[+-]?(?:inf(?:inity)?|nan)\s*+",
    re.I,
)
MOMENT = TypeAdapter(datetime)
# JSON Schema of a text that may not be blank.
NOT_BLANK: dict[str, Any] = {"minLength": 1, "pattern": r"\S"}
# JSON Schema of a label, which loses its control characters.
VISIBLE = {"minLength": 1, "pattern": r"[^\s\x00-\x1f\x7f-\x9f]"}

Text = Annotated[str, AfterValidator(_storable)]
Required = Annotated[Text, WrapValidator(_not_blank), Field(json_schema_extra=NOT_BLANK)]
Line = Annotated[Text, AfterValidator(_on_one_line)]
Label = Annotated[Line, WrapValidator(_not_blank), Field(json_schema_extra=VISIBLE)]
Moment = Annotated[datetime, BeforeValidator(_parse_moment, json_schema_input_type=datetime)]
Name = Annotated[Label, Field(max_length=255)]
Reason = Annotated[Text, Field(max_length=MAX_REASON)]
Json = Annotated[dict[str, Any], AfterValidator(_storable_object)]
Score = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
# Namespaces are paths such as ``team/a`` inside a space. Whitespace, “#” (the separator of person
# and pack), backslashes, control and invisible characters are refused; stored rows are not checked.
NAMESPACE_LENGTH = 255
_REFUSED = (
    r"\s#/\\\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff"
)
_PART = rf"(?!\.\.?(?:/|$))[^{_REFUSED}]+"
NAMESPACE_PATTERN = rf"^(?:/?{_PART}(?:/{_PART})*/?)?$"
NAMESPACE_EXPECTED = gettext_noop(
    "a path such as team/a is expected: without “.”, “..”, empty parts, spaces, “#” and “\\”"
)
_NAMESPACE = re.compile(NAMESPACE_PATTERN.removesuffix("$") + r"\Z")


def _check_namespace(text: str) -> str:
    if not _NAMESPACE.match(text):
        raise PydanticCustomError("namespace", NAMESPACE_EXPECTED)
    return text


def checked_namespace(text: str, field: str = "namespace") -> str:
    """Return a namespace without leading and trailing slashes.

    Raises:
        InvalidInput: the text is not a path, or too long.
    """
    if not _NAMESPACE.match(text):
        raise InvalidInput(_(NAMESPACE_EXPECTED), field=field, code="namespace")
    if len(text) > NAMESPACE_LENGTH:
        detail = format_lazy(_("at most {limit} characters"), limit=NAMESPACE_LENGTH)
        raise InvalidInput(detail, field=field, code="string_too_long")
    return text.strip("/")


Namespace = Annotated[
    Text,
    Field(max_length=NAMESPACE_LENGTH, json_schema_extra={"pattern": NAMESPACE_PATTERN}),
    AfterValidator(_check_namespace),
]


class Input(BaseModel):
    """Base of all inputs: unknown fields are errors, and values are frozen."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Patch(Input):
    """Base of all changes: absent fields stay, and at least one field must be given."""

    # Fields that are not changes by themselves.
    not_a_change: ClassVar[frozenset[str]] = frozenset({"reason"})
    # Fields that may be absent, but not null.
    not_null: ClassVar[frozenset[str]] = frozenset()

    @field_validator("*", mode="before")
    @classmethod
    def _is_not_null(cls, value: Any, info: ValidationInfo) -> Any:
        if value is None and info.field_name in cls.not_null:
            raise PydanticCustomError("null", gettext_noop("this may not be null"))
        return value

    @model_validator(mode="after")
    def _changes_something(self) -> Self:
        if not self.model_fields_set - self.not_a_change:
            raise PydanticCustomError("no_change", gettext_noop("nothing to change was given"))
        return self

    @classmethod
    def __get_pydantic_json_schema__(
        cls, core_schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        """Add to the JSON Schema which fields may not be null, and that one is required."""
        schema = handler(core_schema)
        whole = handler.resolve_ref_schema(schema)
        # A subclass may list fewer fields than it takes.
        for name in cls.not_null & whole["properties"].keys():
            whole["properties"][name] = _without_null(whole["properties"][name])
        changing = (name for name in whole["properties"] if name not in cls.not_a_change)
        whole["anyOf"] = [{"required": [name]} for name in changing]
        return schema


def _without_null(part: dict[str, Any]) -> dict[str, Any]:
    options = [option for option in part["anyOf"] if option.get("type") != "null"]
    rest = {key: value for key, value in part.items() if key not in {"anyOf", "default"}}
    return {**rest, **options[0]} if len(options) == 1 else {**rest, "anyOf": options}


class Output(BaseModel):
    """Base of all results."""

    model_config = ConfigDict(frozen=True)


class JsonObject(dict[str, Any]):
    """A JSON object of a request, with its bytes.

    ``parsed`` validates such an object strictly: 0 is not false, "5" is not 5.
    """

    def __init__(self, values: Mapping[str, Any], raw: bytes) -> None:
        super().__init__(values)
        self.raw = raw


Model = TypeVar("Model", bound=BaseModel)


def parsed(
    schema: type[Model], data: Any, *, prefix: str = "", context: Mapping[str, Any] | None = None
) -> Model:
    """Validate ``data`` against ``schema``; validators see ``context`` as ``info.context``.

    Raises:
        InvalidInput: one problem per field, named by its path (``memories.3.text``).
    """
    if not isinstance(data, Mapping):
        raise InvalidInput(OBJECT, field=prefix, code="not_an_object")
    try:
        model = schema.model_validate(data, context=dict(context) if context else None)
        if isinstance(data, JsonObject):
            _check_types(schema, data.raw)
        return model
    except ValidationError as error:
        raise InvalidInput(problems_of(error, prefix=prefix)) from error


def _check_types(schema: type[BaseModel], raw: bytes) -> None:
    """Refuse JSON values of another type than documented; 5.0 is a whole number in JSON Schema."""
    try:
        schema.model_validate_json(raw, strict=True)
    except ValidationError as error:
        if any(not _is_taken(one) for one in error.errors(include_url=False)):
            raise


def _is_taken(found: ErrorDetails) -> bool:
    """Return whether a value is of the documented type all the same.

    What pydantic calls no JSON is too deep for its parser, and was left out with a note before.
    """
    if found["type"] == "json_invalid":
        return True
    return found["type"] == "int_type" and isinstance(found["input"], float)


def problems_of(error: ValidationError, *, prefix: str = "") -> list[Problem]:
    """Return pydantic's errors as problems, without the input."""
    return [problem_of(found, prefix=prefix) for found in error.errors(include_url=False)]
