"""Parse a language model's answer: find its JSON, validate its fields, describe its schema."""

import json
import re
from datetime import datetime
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, ValidationError

from core.schemas import Input, Required
from memories.schemas.inputs import EntityInput, RelationInput, SaidState

from .endpoint import UnusableAnswer
from .prompt import Vocabulary

# Ways in which small models write a missing value.
NOTHING = frozenset({"", "null", "none", "unknown", "n/a", "不明", "なし"})
YEAR, MONTH = re.compile(r"\d{4}"), re.compile(r"\d{4}-\d{2}")
# Schema keywords that servers do not support; pydantic checks them.
UNENFORCED = frozenset(
    {"title", "description", "default", "format", "pattern", "minLength", "maxLength"}
    | {"minItems", "maxItems", "minimum", "maximum"}
)
MAX_PROBLEMS = 3
THINKS, THOUGHT = "<think>", "</think>"
FENCED = re.compile(r"```(?:json)?[^\S\n]*+\n(.*?)```", re.DOTALL | re.IGNORECASE)


def _start_of_period(value: Any) -> Any:
    """Replace a bare year or month by its first day."""
    if not isinstance(value, str):
        return value
    word = value.strip()
    if word.casefold() in NOTHING:
        return None
    if YEAR.fullmatch(word):
        return f"{word}-01-01"
    return f"{word}-01" if MONTH.fullmatch(word) else word


def _end_of_period(value: Any) -> Any:
    """Drop a bare year or month: its first day is not its end."""
    found = _start_of_period(value)
    return None if isinstance(value, str) and found != value.strip() else found


Start = Annotated[datetime | None, BeforeValidator(_start_of_period)]
End = Annotated[datetime | None, BeforeValidator(_end_of_period)]
# As written in the text, including line breaks.
Surface = Annotated[Required, Field(max_length=255)]


class ProposedRelation(RelationInput):
    """A relation between two of the entities; ``ends`` if it is over."""

    valid_from: Start = None
    valid_to: End = None
    ends: bool = False


class ProposedState(SaidState):
    """A state of the owner or of an entity; ``ends`` if it is over."""

    valid_from: Start = None
    valid_to: End = None
    due_at: End = None
    ends: bool = False


class ProposedTime(Input):
    """A time as written in the text, with its start and end."""

    surface: Surface
    start: Start = None
    end: End = None


class ModelAnswer(Input):
    """The complete answer of a model about one text."""

    entities: list[EntityInput] = Field(default_factory=list, max_length=100)
    relations: list[ProposedRelation] = Field(default_factory=list, max_length=100)
    states: list[ProposedState] = Field(default_factory=list, max_length=50)
    times: list[ProposedTime] = Field(default_factory=list, max_length=50)


def parse_answer(data: dict[str, Any], *, tokens: int = 0) -> ModelAnswer:
    """Validate a model's answer.

    Raises:
        UnusableAnswer: lists the invalid fields without their values.
    """
    try:
        return ModelAnswer.model_validate(data)
    except ValidationError as error:
        found = error.errors(include_input=False, include_url=False, include_context=False)
        fields = [f"{_place(one['loc'])}: {one['type']}" for one in found[:MAX_PROBLEMS]]
        raise UnusableAnswer(
            f"the answer does not fit: {'; '.join(fields)}", tokens=tokens
        ) from error


def _place(location: tuple[int | str, ...]) -> str:
    """Return the path of a problem; unknown field names are replaced by “?”."""
    known = {name for model in MODELS for name in model.model_fields}
    return ".".join(
        str(part) if isinstance(part, int) or part in known else "?" for part in location
    )


MODELS = (ModelAnswer, EntityInput, ProposedRelation, ProposedState, ProposedTime)


def answer_schema(vocabulary: Vocabulary) -> dict[str, Any]:
    """Return the JSON schema of an answer: all fields required, only the types of ``vocabulary``."""
    schema: dict[str, Any] = _strict(ModelAnswer.model_json_schema())
    models = schema["$defs"]
    models["EntityInput"]["properties"]["type"]["enum"] = sorted(vocabulary.entity_types)
    models["ProposedRelation"]["properties"]["type"]["enum"] = sorted(vocabulary.relation_types)
    models["ProposedState"]["properties"]["predicate"]["enum"] = sorted(vocabulary.predicates)
    return schema


def _strict(part: Any) -> Any:
    if isinstance(part, list):
        return [_strict(one) for one in part]
    if not isinstance(part, dict):
        return part
    kept = {
        key: {name: _strict(one) for name, one in value.items()}
        if key in ("properties", "$defs")
        else _strict(value)
        for key, value in part.items()
        if key not in UNENFORCED
    }
    if "properties" in kept:
        kept |= {"required": list(kept["properties"]), "additionalProperties": False}
    return kept


def parse_json_object(text: str) -> dict[str, Any]:
    """Return the first JSON object in an answer.

    Raises:
        UnusableAnswer: the answer contains no JSON object.
    """
    said = _without_thoughts(text).strip()
    for piece in (said, *FENCED.findall(said), said[said.find("{") :]):
        if (found := _object(piece.strip())) is not None:
            return found
    raise UnusableAnswer("the answer holds no JSON object")


def _without_thoughts(text: str) -> str:
    """Return an answer without what stands between the tags of thoughts; in linear time."""
    kept, at = [], 0
    while (start := text.find(THINKS, at)) >= 0 and (end := text.find(THOUGHT, start)) >= 0:
        kept.append(text[at:start])
        at = end + len(THOUGHT)
    return "".join([*kept, text[at:]])


def _object(piece: str) -> dict[str, Any] | None:
    try:
        found, _ = json.JSONDecoder().raw_decode(piece)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None
