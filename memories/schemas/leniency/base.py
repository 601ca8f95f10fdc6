"""Inputs that leave out what they cannot use and say so, instead of refusing the whole (ADR 0029).

Required fields and those in ``strict`` refuse as anywhere else.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, ClassVar, Self, get_args, get_origin

from django.utils.translation import override
from pydantic import (
    AfterValidator,
    BaseModel,
    ModelWrapValidatorHandler,
    PrivateAttr,
    TypeAdapter,
    ValidationError,
    ValidationInfo,
    model_validator,
)

from core.input_problems import sentence_of
from core.schemas import Input, Output
from nlp.privacy.private_parts import without_private

SEPARATORS = re.compile(r"[,、，;；\n]")
MOST_NOTES = 20
SHOWN = 60


def _writable(text: str) -> str:
    """Replace halves of characters: a note repeats what was given, and UTF-8 cannot hold those."""
    return text.encode("utf-8", "replace").decode()


class NoteOut(Output):
    """What a save took otherwise than it was given, or left out."""

    field: Annotated[str, AfterValidator(_writable)]
    detail: Annotated[str, AfterValidator(_writable)]


class PrivateNote(NoteOut):
    """A note of what was all marked as private: its writer wanted it left out."""


class LenientPart(Input):
    """A part of an input whose optional fields are left out where they cannot be taken.

    ``key_names`` are other names of fields, ``strict`` optional fields that still refuse,
    ``plain`` the field that a bare string stands for, and ``decisive`` optional fields without
    which an item of a list would say something else.
    """

    key_names: ClassVar[Mapping[str, str]] = {}
    strict: ClassVar[frozenset[str]] = frozenset()
    decisive: ClassVar[frozenset[str]] = frozenset()
    plain: ClassVar[str] = ""


class LenientInput(LenientPart):
    """An input that notes what was left out of it and of its parts."""

    _notes: list[NoteOut] = PrivateAttr(default_factory=list)

    @property
    def notes(self) -> list[NoteOut]:
        """What was left out while the input was read."""
        return self._notes

    @model_validator(mode="wrap")
    @classmethod
    def _take_what_can_be_taken(
        cls, data: Any, handler: ModelWrapValidatorHandler[Self], info: ValidationInfo
    ) -> Self:
        if not isinstance(data, Mapping):
            return handler(data)
        try:
            return handler(data)
        except ValidationError:
            reading = Reading(info.context)
            model = handler(reading.fields(cls, data))
            model._notes = reading.notes[:MOST_NOTES]
            return model


class Reading:
    """Takes the usable parts of an input, and notes the others."""

    def __init__(self, context: Any) -> None:
        self.notes: list[NoteOut] = []
        self._context = context

    def fields(self, model: type[LenientPart], data: Mapping[str, Any]) -> dict[str, Any]:
        """Return the fields that can be taken; what is required stays as it is."""
        taken: dict[str, Any] = {}
        for name, value in self._named(model, data):
            field = model.model_fields[name]
            if field.is_required() or name in model.strict:
                taken[name] = value
            elif value is not None:
                self._take(model, name, value, taken)
        return taken

    def _named(
        self, model: type[LenientPart], data: Mapping[str, Any]
    ) -> Iterator[tuple[str, Any]]:
        for key, value in data.items():
            name = key if key in model.model_fields else model.key_names.get(key, "")
            if name and (name == key or name not in data):
                yield name, value
            elif value is not None:
                known = ", ".join(model.model_fields)
                self._note(key, f"is no field; the fields are {known}")

    def _take(self, model: type[LenientPart], name: str, value: Any, taken: dict[str, Any]) -> None:
        if get_origin(model.model_fields[name].annotation) is list:
            taken[name] = self._items(model, name, _as_list(value))
            return
        try:
            taken[name] = _adapter(model, name).validate_python(value, context=self._context)
        except ValidationError as error:
            self._left_out(name, value, error)

    def _items(self, model: type[LenientPart], name: str, values: Sequence[Any]) -> list[Any]:
        field = model.model_fields[name]
        most = next((rule.max_length for rule in field.metadata if hasattr(rule, "max_length")), 0)
        taken = []
        for at, value in enumerate(values):
            found = self._item(model, name, value, f"{name}.{at}")
            taken += [found] if found is not None else []
        if most and len(taken) > most:
            self._note(name, f"only the first {most} of {len(taken)} were taken")
        return taken[:most] if most else taken

    def _item(self, model: type[LenientPart], name: str, value: Any, path: str) -> Any:
        (kind,) = get_args(model.model_fields[name].annotation)
        try:
            if isinstance(kind, type) and issubclass(kind, LenientPart):
                return self._inner(kind, value, path)
            return _item_adapter(model, name).validate_python(value, context=self._context)
        except ValidationError as error:
            if value not in (None, ""):
                self._left_out(path, value, error)
            return None

    def _inner(self, kind: type[LenientPart], value: Any, path: str) -> Any:
        if isinstance(value, kind):
            return value
        if isinstance(value, str) and kind.plain:
            value = {kind.plain: value}
        if not isinstance(value, Mapping):
            return kind.model_validate(value, context=self._context)
        reading = Reading(self._context)
        fields = reading.fields(kind, value)
        lost = next((n for n in kind.decisive if value.get(n) is not None and n not in fields), "")
        if lost:
            detail = next(note.detail for note in reading.notes if note.field == lost)
            self._note(path, f"was left out as a whole, since {lost} {detail}")
            return None
        made = kind.model_validate(fields, context=self._context)
        self.notes += [
            note.model_copy(update={"field": f"{path}.{note.field}"}) for note in reading.notes
        ]
        return made

    def _left_out(self, field: str, value: Any, error: ValidationError) -> None:
        found = error.errors(include_url=False, include_input=False)[0]
        with override("en"):
            said = str(sentence_of(found))
        kind = PrivateNote if found["type"] == "private" else NoteOut
        self._note(field, f"{_shown(value)} was left out: {said}", kind)

    def _note(self, field: str, detail: str, kind: type[NoteOut] = NoteOut) -> None:
        self.notes.append(kind(field=without_private(field)[:SHOWN], detail=detail))


def _as_list(value: Any) -> Sequence[Any]:
    """Return a list: of one object, of JSON in a string, or of words with commas between."""
    if isinstance(value, str):
        if value.lstrip()[:1] in ("[", "{"):
            try:
                return _as_list(json.loads(value))
            except (ValueError, RecursionError):
                pass
        return [part.strip() for part in SEPARATORS.split(value) if part.strip()]
    return value if isinstance(value, list | tuple) else [value]


@cache
def _adapter(model: type[BaseModel], name: str) -> TypeAdapter[Any]:
    field = model.model_fields[name]
    return TypeAdapter(_annotated(field.annotation, field.metadata))


@cache
def _item_adapter(model: type[BaseModel], name: str) -> TypeAdapter[Any]:
    (kind,) = get_args(model.model_fields[name].annotation)
    return TypeAdapter(kind)


def _annotated(annotation: Any, metadata: Sequence[Any]) -> Any:
    return Annotated[annotation, *metadata] if metadata else annotation


def _shown(value: Any) -> str:
    text = " ".join(without_private(str(value)).split())
    return f"“{text[:SHOWN]}…”" if len(text) > SHOWN else f"“{text}”"
