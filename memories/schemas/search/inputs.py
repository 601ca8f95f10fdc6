"""Input of a search: query, filters and order."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Annotated, Any

from django.utils.translation import gettext_noop
from pydantic import (
    BeforeValidator,
    Field,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)
from pydantic_core import InitErrorDetails, PydanticCustomError

from core.errors import nearest
from core.schemas import Input, Json, Moment, Required, Score, Text
from packs.schemas import PackId

MAX_QUERY = 10_000
MAX_LIMIT = 100
# A condition becomes one SQL expression, whose depth and number of values SQLite limits.
MAX_WORDS = 200
MAX_NAMESPACES = 20
MAX_METADATA = 50
MAX_NEGATIONS = 5
# Half of the way around the earth: everything is as near as that.
MAX_RADIUS_KM = 20_038


class SearchMode(StrEnum):
    """The search mode."""

    HYBRID = "hybrid"
    SEMANTIC_ONLY = "semantic_only"
    KEYWORD = "keyword"
    GRAPH_ONLY = "graph_only"
    TEMPORAL = "temporal"
    ENTITY_FOCUSED = "entity_focused"


class Kind(StrEnum):
    """The kind of result: a memory, or a state."""

    MEMORY = "memory"
    STATE = "state"


class Validity(StrEnum):
    """Whether something still holds: neither replaced nor ended, replaced, or either."""

    CURRENT = "current"
    SUPERSEDED = "superseded"
    ANY = "any"


class Sort(StrEnum):
    """By what an answer is ordered."""

    RELEVANCE = "relevance"
    TIME = "time"
    IMPORTANCE = "importance"


class Order(StrEnum):
    """From the newest or most important down, or the other way."""

    DESCENDING = "desc"
    ASCENDING = "asc"


class Suggesting(Input):
    """Base of inputs whose unknown fields are answered with the nearest known ones."""

    @model_validator(mode="wrap")
    @classmethod
    def _suggest(cls, data: Any, validate: Callable[[Any], Any]) -> Any:
        try:
            return validate(data)
        except ValidationError as error:
            raise ValidationError.from_exception_data(
                cls.__name__, [_suggested(cls, found) for found in error.errors()]
            ) from error


def _suggested(schema: type[Input], found: Any) -> InitErrorDetails:
    """Return pydantic's finding again; an unknown field with the nearest names."""
    loc = found["loc"]
    if found["type"] == "extra_forbidden" and len(loc) == 1:
        names = [field.alias or name for name, field in schema.model_fields.items()]
        detail = "there is no “{name}”; nearest: {known}"
        known = ", ".join(nearest(str(loc[0]), names))
        problem = PydanticCustomError(
            "extra_forbidden", detail, {"name": str(loc[0]), "known": known}
        )
        return InitErrorDetails(type=problem, loc=loc, input=found["input"])
    # The text is there already; as a template it would be filled in once more.
    context = {**found.get("ctx", {}), "text": found["msg"]}
    kept = PydanticCustomError(found["type"], "{text}", context)
    return InitErrorDetails(type=kept, loc=loc, input=found["input"])


def _as_list(value: Any) -> Any:
    """Wrap one word in a list, so that errors name the field and not a branch of a union."""
    return [value] if isinstance(value, str) else value


def _as_place(value: Any) -> Any:
    """Parse ``35.01,135.77,5``, the form of a place in URLs and on the command line."""
    if not isinstance(value, str):
        return value
    parts = [part.strip() for part in value.split(",")]
    if len(parts) != len(Near.model_fields):
        raise PydanticCustomError(
            "place", gettext_noop("latitude, longitude and km are needed: 35.01,135.77,5")
        )
    return dict(zip(Near.model_fields, map(_as_number, parts), strict=True))


def _as_number(text: str) -> float | str:
    """Parse a number; return other text unchanged, so that the error names its field."""
    try:
        return float(text)
    except ValueError:
        return text


class Near(Suggesting):
    """A circle on the earth."""

    latitude: Annotated[float, Field(ge=-90, le=90, allow_inf_nan=False)]
    longitude: Annotated[float, Field(ge=-180, le=180, allow_inf_nan=False)]
    radius_km: Annotated[float, Field(gt=0, le=MAX_RADIUS_KM, allow_inf_nan=False)]

    def __str__(self) -> str:
        return f"{self.latitude:g},{self.longitude:g},{self.radius_km:g}"


Packs = Annotated[list[PackId], Field(max_length=100)]
Word = Annotated[Required, Field(max_length=255)]
OneOrMore = BeforeValidator(_as_list, json_schema_input_type=list[Word] | Word)
Words = Annotated[list[Word], Field(max_length=MAX_WORDS), OneOrMore]
Namespaces = Annotated[list[Word], Field(max_length=MAX_NAMESPACES), OneOrMore]
Kinds = Annotated[list[Kind], Field(max_length=MAX_WORDS), BeforeValidator(_as_list)]
# The same bounds as Near, as far as a pattern can say it.
PLACE = (
    r"^ *[+-]?(?:90(?:\.0*)?|[1-8]?[0-9](?:\.[0-9]*)?) *"
    r", *[+-]?(?:180(?:\.0*)?|(?:1[0-7][0-9]|[1-9]?[0-9])(?:\.[0-9]*)?) *"
    r", *(?:[1-9][0-9]{0,3}|1[0-9]{4})(?:\.[0-9]*)? *$"
)
PlaceText = Annotated[str, Field(pattern=PLACE)]
Place = Annotated[Near, BeforeValidator(_as_place, json_schema_input_type=PlaceText | Near)]


class SearchFilters(Suggesting):
    """Conditions: keys are ANDed, lists ORed, ``not`` negates its own keys.

    An empty list is no condition. For states, pack, namespace, entities, times, confidence and
    extra data are compared with the state; all other conditions with its evidence.
    """

    kind: Kinds | None = Field(default=None, description="memory, state, or both.")
    pack: Words | None = None
    namespace: Namespaces | None = None
    memory_type: Words | None = None
    category: Words | None = None
    tags: Words | None = None
    context: Words | None = None
    entity: Words | None = Field(default=None, description="Names, aliases or ids of entities.")
    speaker: Words | None = None
    session_id: Words | None = None
    thread: Words | None = None
    device_id: Words | None = None
    source: Words | None = None
    external_id: Words | None = None
    language: Words | None = None
    created_after: Moment | None = Field(default=None, description="Said at or after.")
    created_before: Moment | None = Field(default=None, description="Said before.")
    recorded_after: Moment | None = Field(default=None, description="Stored at or after.")
    recorded_before: Moment | None = Field(default=None, description="Stored before.")
    about_after: Moment | None = Field(default=None, description="Tells of then or later.")
    about_before: Moment | None = Field(default=None, description="Tells of a time before.")
    as_of: Moment | None = Field(default=None, description="Recorded by then, replaced or not.")
    held_at: Moment | None = Field(default=None, description="What was true at that time.")
    known_at: Moment | None = Field(
        default=None, description="What was known, and not yet replaced, at that time."
    )
    validity: Validity | None = Field(
        default=None, description="current: neither replaced nor ended; superseded: replaced; any."
    )
    min_importance: Score | None = None
    min_confidence: Score | None = None
    pinned: bool | None = None
    near: Place | None = Field(
        default=None,
        description="At most radius_km from a place; “35.01,135.77,5” says the same.",
    )
    metadata: Annotated[Json, Field(max_length=MAX_METADATA)] | None = Field(
        default=None, description="Keys of extra_data and their values."
    )
    not_: SearchFilters | None = Field(default=None, alias="not")

    @field_validator("not_")
    @classmethod
    def _is_not_too_deep(cls, inner: SearchFilters | None) -> SearchFilters | None:
        depth, at = 0, inner
        while at is not None:
            depth, at = depth + 1, at.not_
        if depth > MAX_NEGATIONS:
            raise PydanticCustomError("too_deep", gettext_noop("this is nested too deeply"))
        return inner

    @property
    def is_empty(self) -> bool:
        """Whether no condition is given: nothing, empty lists, or the negation of nothing."""
        given = [getattr(self, name) for name in type(self).model_fields if name != "not_"]
        return not any(value is not None and value not in ([], {}) for value in given) and (
            self.not_ is None or self.not_.is_empty
        )


class SearchInput(Suggesting):
    """A question to the memory, or conditions alone."""

    filters: SearchFilters = Field(default_factory=SearchFilters)
    query: Annotated[Text, Field(max_length=MAX_QUERY, validate_default=True)] = ""
    mode: SearchMode = SearchMode.HYBRID
    sort: Sort = Field(
        default=Sort.RELEVANCE, description="relevance, time or importance of what is found."
    )
    order: Order = Field(
        default=Order.DESCENDING, description="desc: newest or most important first; or asc."
    )
    limit: Annotated[int, Field(ge=1, le=MAX_LIMIT)] = 10
    packs: Packs | None = None
    read_time: bool = Field(
        default=True,
        description="false: do not limit the answer to a time that the query names.",
    )
    explain: bool = False
    floor: Score | None = Field(
        default=None,
        description="How sure an answer must be, 0–1, before results count as more than weak; 0: give all.",
    )

    @field_validator("query")
    @classmethod
    def _asks_something(cls, query: str, info: ValidationInfo) -> str:
        filters: SearchFilters | None = info.data.get("filters")
        if not query.strip() and filters is not None and filters.is_empty:
            raise PydanticCustomError("blank", gettext_noop("a query or a filter is needed"))
        return query

    @field_validator("order")
    @classmethod
    def _orders_something(cls, order: Order, info: ValidationInfo) -> Order:
        if order is Order.ASCENDING and info.data.get("sort") is Sort.RELEVANCE:
            raise PydanticCustomError(
                "order", gettext_noop("asc needs a sort by time or importance")
            )
        return order
