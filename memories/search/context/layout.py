"""Write a context, and compute the cost of each part in hundredths of a token.

Both layouts add up: the whole text costs its frame, its sections' headings, the days
and the items that were opened.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Protocol
from uuid import UUID
from zoneinfo import ZoneInfo

from memories.schemas import ContextOrder, ContextSections
from memories.schemas.recalled_text import CLOSING, OPENING, json_text, one_line, quoted
from nlp.token_count import count_hundredths

from .parts import (
    Chain,
    Conclusion,
    Entry,
    Ground,
    Item,
    Part,
    Sections,
    Step,
    in_order,
    item_out,
    sections_out,
)

HEADINGS = {
    Part.STANDING: "Standing preferences",
    Part.PINNED: "Pinned",
    Part.STATES: "What holds now",
    Part.RELEVANT: "Relevant",
    Part.CONCLUSIONS: "Conclusions",
    Part.EVIDENCE: "Connections",
    Part.SESSION: "This conversation so far",
}
# Writes an id: whole, or its beginning.
Name = Callable[[UUID], str]
# What a text costs in hundredths of a token.
Cost = Callable[[str], int]
# Many lines of one day: the day is written once, above them.
BY_DAY = frozenset({Part.RELEVANT, Part.SESSION})


class Layout(Protocol):
    """One way to write a context."""

    def frame(self) -> int:
        """Return what a context without any section costs."""

    def heading(self, part: Part) -> int:
        """Return what opening a section costs."""

    def day(self, part: Part, item: Item) -> str:
        """Return the line of the item's day; empty if items carry their own dates."""

    def day_cost(self, day: str) -> int:
        """Return what the line of a day costs."""

    def item(self, part: Part, item: Item) -> int:
        """Return what one item costs, without its day."""

    def text(self, sections: Sections) -> str:
        """Return the whole, its items ordered."""


class Markdown:
    """Lines below headings, between the marks of a fence."""

    def __init__(
        self,
        zone: ZoneInfo,
        order: ContextOrder,
        *,
        name: Name = str,
        cost: Cost = count_hundredths,
    ) -> None:
        self._zone = zone
        self._order = order
        self._name = name
        self._cost = cost

    def frame(self) -> int:
        """Return what the fence costs."""
        return self._cost(OPENING + CLOSING)

    def heading(self, part: Part) -> int:
        """Return what a heading costs."""
        return self._cost(f"## {HEADINGS[part]}\n")

    def day(self, part: Part, item: Item) -> str:
        """Return the line above the items of one day."""
        if not isinstance(item, Entry) or not self._is_by_day(part):
            return ""
        return f"{_date(item.at, self._zone)}\n"

    def day_cost(self, day: str) -> int:
        """Return what the line of a day costs."""
        return self._cost(day)

    def item(self, part: Part, item: Item) -> int:
        """Return what the line of an item costs."""
        return self._cost(self._line(part, item))

    def text(self, sections: Sections) -> str:
        """Return the fenced Markdown."""
        blocks = [self._block(part, items) for part, items in in_order(sections).items()]
        return "".join([OPENING, *blocks, CLOSING])

    def _is_by_day(self, part: Part) -> bool:
        return self._order is ContextOrder.TIME and part in BY_DAY

    def _block(self, part: Part, items: Sequence[Item]) -> str:
        lines, above = [f"## {HEADINGS[part]}\n"], ""
        for item in ordered(items, self._order):
            if (day := self.day(part, item)) != above:
                lines.append(day)
                above = day
            lines.append(self._line(part, item))
        return "".join(lines)

    def _line(self, part: Part, item: Item) -> str:
        if isinstance(item, Entry):
            return self._entry(part, item)
        if isinstance(item, Chain):
            return _chain(item, self._name)
        return self._conclusion(item)

    def _entry(self, part: Part, entry: Entry) -> str:
        at = entry.at.astimezone(self._zone)
        time = f"{at:%H:%M}" if self._is_by_day(part) else f"{at:%Y-%m-%d %H:%M}"
        if entry.is_state:
            time = f"{at:%Y-%m-%d}"
        # A state says what it is in a sentence of its own.
        is_told = entry.type not in ("", "note") and not entry.is_state
        kind = f"({one_line(entry.type)}) " if is_told else ""
        said = f"{one_line(entry.speaker)}: " if entry.speaker else ""
        cut = " (cut)" if entry.is_cut else ""
        warning = f"({entry.warning}) " if entry.warning else ""
        return (
            f"- {time} {warning}{kind}{said}{one_line(entry.text)}{cut} [{self._name(entry.id)}]\n"
        )

    def _conclusion(self, conclusion: Conclusion) -> str:
        date = _date(conclusion.at, self._zone)
        lines = [f"- Conclusion: {date} {_step(conclusion.step, self._name)}"]
        if conclusion.evidence:
            lines.append(f"Evidence: {_grounds(conclusion.evidence, self._name)}")
        lines.append(f"Confidence: {conclusion.confidence:.2f}")
        if conclusion.conflicts:
            lines.append(f"Conflicts: {_grounds(conclusion.conflicts, self._name)}")
        return "\n  ".join(lines) + "\n"


class Json:
    """The sections as one JSON object, without spaces."""

    def __init__(self, zone: ZoneInfo, order: ContextOrder) -> None:
        self._zone = zone
        self._order = order

    def frame(self) -> int:
        """Return what an object of empty sections costs."""
        return count_hundredths(json_text(ContextSections().model_dump(mode="json")))

    def heading(self, part: Part) -> int:
        """Return nothing: every section is named, also the empty ones."""
        return 0

    def day(self, part: Part, item: Item) -> str:
        """Return nothing: every item has its date."""
        return ""

    def day_cost(self, day: str) -> int:
        """Return nothing: no line stands above items."""
        return 0

    def item(self, part: Part, item: Item) -> int:
        """Return what an item costs, with the comma before the next one."""
        return count_hundredths(json_text(item_out(item, self._zone).model_dump(mode="json")) + ",")

    def text(self, sections: Sections) -> str:
        """Return the JSON."""
        return json_text(self.sections(sections).model_dump(mode="json"))

    def sections(self, sections: Sections) -> ContextSections:
        """Return the sections, their items ordered."""
        listed = {part: ordered(items, self._order) for part, items in sections.items()}
        return sections_out(listed, self._zone)


def ordered(items: Sequence[Item], order: ContextOrder) -> list[Item]:
    """Return entries by time; everything by relevance where that is asked. Chains have no time."""
    by_time = order is ContextOrder.TIME and all(isinstance(item, Entry) for item in items)
    key: Callable[[Any], Any] = (lambda item: item.at) if by_time else (lambda item: -item.score)
    return sorted(items, key=key)


def _date(at: datetime, zone: ZoneInfo) -> str:
    return f"{at.astimezone(zone):%Y-%m-%d}"


def _step(step: Step, name: Name) -> str:
    return f"{quoted(step.title)} [{name(step.id)}]"


def _grounds(grounds: Sequence[Ground], name: Name) -> str:
    return " ".join(
        f"{place}) {quoted(ground.step.title)} ({_because(ground)}weight {ground.weight:.2f}, "
        f"{name(ground.step.id)})"
        for place, ground in enumerate(grounds, start=1)
    )


def _because(ground: Ground) -> str:
    return f"{quoted(ground.reason)}, " if ground.reason else ""


def _chain(chain: Chain, name: Name) -> str:
    told = [_step(chain.steps[0], name)]
    for hop, step in zip(chain.hops, chain.steps[1:], strict=True):
        because = f": {quoted(hop.reason)}" if hop.reason else ""
        label = f"{one_line(hop.type)} {hop.weight:.2f}{because}"
        told.append(f"—{label}→" if hop.is_forward else f"←{label}—")
        told.append(_step(step, name))
    return f"- {chain.score:.2f} {' '.join(told)}\n"
