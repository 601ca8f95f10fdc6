"""Convert form fields to service inputs, and problems to messages at their fields."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from core.errors import WasurenaError
from core.interfaces.pages import sentence
from memories.schemas import MemoryInput, MemoryOut, MemoryPatch, parsed

# Messages for people by problem code, in place of the service's detail.
SENTENCES: dict[str, Promise] = {
    "fixed_pack": _("A memory stays in its pack; save it again in the other one."),
}


@dataclass(frozen=True, slots=True)
class FormState:
    """Typed values, and problems by field."""

    values: Mapping[str, Any] = field(default_factory=dict)
    problems: Mapping[str, str] = field(default_factory=dict)


def refused(post: QueryDict, error: WasurenaError) -> FormState:
    """Return the submitted form with each problem at its field."""
    by_field = {
        problem.field.split(".")[0]: sentence(problem, SENTENCES) for problem in error.problems
    }
    return FormState(post.dict(), by_field)


def memory_input(post: QueryDict) -> MemoryInput:
    """Read the form of a new memory.

    Raises:
        InvalidInput: with the field of each problem.
    """
    fields: dict[str, Any] = {"text": _text(post, "text"), "tags": _tags(post)}
    for name in ("pack", "memory_type", "context", "speaker"):
        if value := post.get(name, "").strip():
            fields[name] = value
    return parsed(MemoryInput, fields)


def edit_values(memory: MemoryOut) -> dict[str, Any]:
    """Return the form values of a memory."""
    return {
        "text": memory.text,
        "title": memory.title,
        "speaker": memory.speaker,
        "pack": memory.pack,
        "memory_type": memory.memory_type,
        "category": memory.category,
        "context": memory.context or "",
        "tags": ", ".join(memory.tags),
        "importance": memory.importance,
    }


def memory_patch(post: QueryDict, memory: MemoryOut) -> MemoryPatch | None:
    """Read the form of an existing memory; None if nothing changed.

    Raises:
        InvalidInput: with the field of each problem.
    """
    before = edit_values(memory)
    typed = {name: _text(post, name) for name in before if name in post}
    changed: dict[str, Any] = {
        name: value for name, value in typed.items() if value != str(before[name])
    }
    if not changed:
        return None
    if "tags" in changed:
        changed["tags"] = _tags(post)
    return parsed(MemoryPatch, {**changed, "reason": _text(post, "reason")})


def _text(post: QueryDict, name: str) -> str:
    # Browsers send CRLF for each line end.
    return post.get(name, "").replace("\r\n", "\n")


def _tags(post: QueryDict) -> list[str]:
    parts = post.get("tags", "").replace("、", ",").replace("，", ",").split(",")
    return [part.strip().lstrip("#") for part in parts if part.strip().lstrip("#")]
