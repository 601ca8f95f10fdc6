"""Stretches of a memory's text: that they stand there, and which of them cross."""

from dataclasses import dataclass

from core.errors import InvalidInput
from memories.models import Memory

MAX_SURFACE = 255
MAX_SPANS = 5


@dataclass(frozen=True, slots=True)
class TextSpan:
    """A stretch of a memory's text: ``surface``, from character ``start`` on."""

    memory: Memory
    start: int
    surface: str

    @classmethod
    def of(cls, memory: Memory, start: int, surface: str) -> "TextSpan":
        """Return the place; InvalidInput names ``surface`` or ``start`` where it is none."""
        text = memory.raw_text
        if not surface.strip():
            raise InvalidInput("this may not be empty", field="surface", code="blank")
        if len(surface) > MAX_SURFACE:
            raise InvalidInput(
                f"at most {MAX_SURFACE} characters", field="surface", code="string_too_long"
            )
        if surface not in text:
            raise InvalidInput(
                f"“{surface}” does not stand in the text of this memory",
                field="surface",
                code="not_in_text",
            )
        if start < 0 or text[start : start + len(surface)] != surface:
            at = ", ".join(map(str, find_spans(text, surface)))
            raise InvalidInput(
                f"“{surface}” does not stand at {start}; it stands at: {at}",
                field="start",
                code="not_there",
            )
        return cls(memory, start, surface)

    @property
    def end(self) -> int:
        """The character after the last one."""
        return self.start + len(self.surface)

    def crosses(self, start: int | None, surface: str) -> bool:
        """Whether another stretch shares a character with this one."""
        return start is not None and start < self.end and self.start < start + len(surface)


def find_spans(text: str, surface: str, most: int = MAX_SPANS) -> list[int]:
    """Return where ``surface`` stands, the first places only."""
    found: list[int] = []
    at = text.find(surface)
    while at >= 0 and len(found) < most:
        found.append(at)
        at = text.find(surface, at + 1)
    return found
