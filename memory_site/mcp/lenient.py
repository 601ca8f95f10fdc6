"""Take arguments as models send them: null for what is left out, one text for a list, any case.

What is meant has to be sure: everything else is left as it is for the validation to refuse.
"""

import json
import re
from collections.abc import Mapping
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

SEPARATORS = re.compile(r"[,、，\n]")
# Vocabularies whose words are in lower case, though no enum names them: packs add to them.
LOWER_CASE = frozenset({"pack", "packs", "memory_type"})


def lenient(model: type[BaseModel], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of a model in the form that it takes."""
    fields = {field.alias or name: field for name, field in model.model_fields.items()}
    return {
        name: _value(fields[name].annotation, value, name) if name in fields else value
        for name, value in given.items()
        if value is not None or name not in fields or fields[name].is_required()
    }


def _value(annotation: Any, value: Any, name: str) -> Any:
    kinds = list(_kinds(annotation))
    if isinstance(value, str):
        value = _from_text(kinds, value, name)
    if isinstance(value, str):
        return _cased(kinds, value, name)
    if isinstance(value, list):
        inner = [get_args(kind) for kind in kinds if get_origin(kind) is list]
        return [_value(inner[0][0], one, name) for one in value] if inner else value
    if isinstance(value, dict):
        models = [kind for kind in kinds if isinstance(kind, type) and issubclass(kind, BaseModel)]
        return lenient(models[0], value) if models else value
    return value


def _kinds(annotation: Any) -> list[Any]:
    """Return what a value may be: the branches of a union, without null and annotations."""
    if get_origin(annotation) is Annotated:
        return _kinds(get_args(annotation)[0])
    if get_origin(annotation) in (Union, UnionType):
        return [kind for branch in get_args(annotation) for kind in _kinds(branch)]
    return [] if annotation is NoneType else [annotation]


def _from_text(kinds: list[Any], text: str, name: str) -> Any:
    """Read a list or an object that came as a text: as JSON, or words with commas between them."""
    holds = {get_origin(kind) or kind for kind in kinds}
    if str in holds or not any(_is_nested(kind) for kind in holds):
        return text
    if text.lstrip()[:1] in ("[", "{"):
        decoded = _decoded(text)
        if list in holds and isinstance(decoded, dict):
            return [decoded]
        return decoded
    if list not in holds or any(_is_nested(one) for one in _members(kinds)):
        return text
    return [word.strip() for word in SEPARATORS.split(text) if word.strip()]


def _is_nested(kind: Any) -> bool:
    return kind in (list, dict) or (isinstance(kind, type) and issubclass(kind, BaseModel))


def _members(kinds: list[Any]) -> list[Any]:
    """Return what the lists among these kinds hold."""
    lists = [get_args(kind)[0] for kind in kinds if get_origin(kind) is list]
    return [get_origin(one) or one for inner in lists for one in _kinds(inner)]


def _decoded(text: str) -> Any:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return value if isinstance(value, (list, dict)) else text


def _cased(kinds: list[Any], text: str, name: str) -> str:
    """Return a word of a vocabulary as the vocabulary spells it."""
    words = [str(word) for kind in kinds for word in _words(kind)]
    key = _key(text)
    if name in LOWER_CASE:
        return text.strip().casefold()
    return next((word for word in words if _key(word) == key), text)


def _words(kind: Any) -> tuple[Any, ...]:
    if get_origin(kind) is Literal:
        return get_args(kind)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return tuple(member.value for member in kind)
    return ()


def _key(word: str) -> str:
    return word.strip().casefold().replace("-", "_").replace(" ", "_")


def parameter_names(model: type[BaseModel], listed: list[str]) -> list[str]:
    """Return the names of all parameters, the listed ones first."""
    fields: dict[str, FieldInfo] = model.model_fields
    return list(dict.fromkeys([*listed, *(field.alias or name for name, field in fields.items())]))
