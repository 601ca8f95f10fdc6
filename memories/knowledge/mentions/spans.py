"""Text spans of a memory: validate them, and test for overlap."""

from dataclasses import dataclass

from core.errors import InvalidInput
from memories.models import Memory

MAX_SURFACE = 255
MAX_SPANS = 5


@dataclass(frozen=True, slots=True)
class TextSpan:
    """A span of a memory's text: ``surface`` at the character offset ``start``."""

    memory: Memory
    start: int
    surface: str

    @classmethod
    def of(cls, memory: Memory, start: int, surface: str) -> "TextSpan":
        """Return the span; raise InvalidInput if ``surface`` is not in the text at ``start``."""
        text = memory.raw_text
        if not surface.strip():
            raise InvalidInput("this may not be empty", field="surface", code="blank")
        if len(surface) > MAX_SURFACE:
            raise InvalidInput(
                f"at most {MAX_SURFACE} characters", field="surface", code="string_too_long"
            )
        if surface not in text:
            raise InvalidInput(
                f"“{surface}” is not in the text of this memory",
                field="surface",
                code="not_in_text",
            )
        if start < 0 or text[start : start + len(surface)] != surface:
            at = ", ".join(map(str, find_spans(text, surface)))
            raise InvalidInput(
                f"“{surface}” is not at {start}; it is at: {at}",
                field="start",
                code="not_there",
            )
        return cls(memory, start, surface)

    @property
    def end(self) -> int:
        """The offset after the last character."""
        return self.start + len(self.surface)

    def crosses(self, start: int | None, surface: str) -> bool:
        """Return True if another span overlaps this one."""
        return start is not None and start < self.end and self.start < start + len(surface)


def find_spans(text: str, surface: str, most: int = MAX_SPANS) -> list[int]:
    """Return the first offsets of ``surface`` in the text, at most ``most``."""
    found: list[int] = []
    at = text.find(surface)
    while at >= 0 and len(found) < most:
        found.append(at)
        at = text.find(surface, at + 1)
    return found
