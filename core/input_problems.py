"""What is wrong with an input, in short sentences of our own, by the types of pydantic's errors.

The sentences are translated when they are turned into an answer, in its language.
"""

import re
from collections.abc import Mapping
from typing import Any, get_args

from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from pydantic_core import ErrorDetails, PydanticCustomError
from pydantic_core.core_schema import ErrorType

from .errors import Problem

TEXT = _("a text is expected")
WHOLE = _("a whole number is expected")
NUMBER = _("a number is expected")
TRUTH = _("true or false is expected")
LIST = _("a list is expected")
OBJECT = _("an object is expected")
TIME = _("a time in ISO 8601 is expected, such as 2026-11-24T09:00")
DATE = _("a date is expected: YYYY-MM-DD, such as 2026-11-24")
UUID = _("an id is expected, such as 0b7e1f6c-2d1a-4c58-9a53-2f1f6f5d8e21")
CHOICE = _("one of these is expected: {choices}")
LARGE = _("a number is too large")
UNKNOWN = _("there is no such field")
NOT_TAKEN = _("this value cannot be taken")
# By pydantic's type of an error; `{…}` are the values of its context.
SENTENCES: Mapping[str, Any] = {
    "missing": _("this is required"),
    "extra_forbidden": UNKNOWN,
    "string_type": TEXT,
    "string_sub_type": TEXT,
    "string_unicode": _("the text is not valid Unicode"),
    "string_too_short": _("at least {min_length} characters are needed"),
    "string_too_long": _("at most {max_length} characters are taken"),
    "string_pattern_mismatch": _("this has not the form that is expected"),
    "too_short": _("at least {min_length} are needed"),
    "too_long": _("at most {max_length} are taken"),
    "int_type": WHOLE,
    "int_parsing": WHOLE,
    "int_from_float": WHOLE,
    "int_parsing_size": LARGE,
    "float_type": NUMBER,
    "float_parsing": NUMBER,
    "finite_number": LARGE,
    "bool_type": TRUTH,
    "bool_parsing": TRUTH,
    "list_type": LIST,
    "tuple_type": LIST,
    "set_type": LIST,
    "iterable_type": LIST,
    "dict_type": OBJECT,
    "model_type": OBJECT,
    "model_attributes_type": OBJECT,
    "mapping_type": OBJECT,
    "enum": CHOICE,
    "literal_error": CHOICE,
    "union_tag_invalid": CHOICE,
    "union_tag_not_found": _("its kind is missing"),
    "datetime_type": TIME,
    "datetime_parsing": TIME,
    "datetime_from_date_parsing": TIME,
    "datetime_object_invalid": TIME,
    "timezone_aware": _("a time zone is needed, such as Z or +09:00"),
    "date_type": DATE,
    "date_parsing": DATE,
    "date_from_datetime_parsing": DATE,
    "date_from_datetime_inexact": DATE,
    "uuid_type": UUID,
    "uuid_parsing": UUID,
    "uuid_version": UUID,
    "greater_than": _("more than {gt} is expected"),
    "greater_than_equal": _("at least {ge} is expected"),
    "less_than": _("less than {lt} is expected"),
    "less_than_equal": _("at most {le} is expected"),
    "none_required": _("this has to be empty"),
    "json_invalid": _("this is not JSON"),
}
NEAREST = _("there is no “{name}”; nearest: {known}")
TOO_LONG = _("at most {limit} characters; this has {length}")
_PYDANTIC = frozenset(get_args(ErrorType))
_QUOTED = re.compile(r"'((?:[^'\\]|\\.)*)'")


def problem_of(found: ErrorDetails, *, prefix: str = "") -> Problem:
    """Return an error of pydantic's as a problem, without the input."""
    field = ".".join(str(part) for part in ([prefix] if prefix else []) + list(found["loc"]))
    code = found["type"]
    # A text that passed another validator first has the code “too_long”, as lists have.
    if code in ("string_too_long", "too_long") and isinstance(found["input"], str):
        length, limit = len(found["input"]), int(found["ctx"]["max_length"])
        said = format_lazy(TOO_LONG, limit=f"{limit:,}", length=f"{length:,}")
        return Problem(field, code, said, length, limit)
    return Problem(field, code, sentence_of(found))


def sentence_of(found: ErrorDetails) -> str | Promise:
    """Return what an error of pydantic's says; those of our own validators say it themselves."""
    code, context = found["type"], found.get("ctx", {})
    if code == "value_error":
        return str(context["error"])
    if code == "extra_forbidden" and "known" in context:
        return format_lazy(NEAREST, **context)
    if "template" in context:
        return format_lazy(_(context["template"]), **context)
    if template := SENTENCES.get(code):
        return format_lazy(template, **context, choices=_choices(context))
    return NOT_TAKEN if code in _PYDANTIC else _(found["msg"])


def refusal(code: str, template: str, **values: Any) -> PydanticCustomError:
    """Return the error of a validator whose sentence has values."""
    context = {**values, "template": template}
    return PydanticCustomError(code, template, context)


def _choices(context: Mapping[str, Any]) -> str:
    """Return the words that a field takes, which pydantic lists as English."""
    listed = str(context.get("expected", context.get("expected_tags", "")))
    return ", ".join(_QUOTED.findall(listed)) or listed.replace(" or ", ", ")
