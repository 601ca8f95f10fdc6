"""Pack entries into the token budget; cut long memories to their relevant sentences."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from uuid import UUID

from nlp.token_count import TOKEN

from .layout import Layout
from .parts import Chain, Conclusion, Entry, Item, Part, Sections

SENTENCES = re.compile(r".+?(?:[.!?](?=\s)|[。！？!?]+|\n|$)\s*", re.DOTALL)
LEFT_OUT = "…"
MOST_TRIED = 60
# How much of the room each section may take before the relevant memories have had theirs.
SHARES = {
    Part.STANDING: 0.20,
    Part.PINNED: 0.25,
    Part.STATES: 0.15,
    Part.SESSION: 0.20,
    Part.CONCLUSIONS: 0.20,
    Part.EVIDENCE: 0.10,
}
BEFORE = (Part.STANDING, Part.PINNED, Part.STATES)
# The first line of these may take more than the share: without it they would say nothing.
SPEAKING = (Part.STANDING, Part.PINNED, Part.SESSION)
MOST_FOR_FIRST = 0.35
AFTER = (Part.CONCLUSIONS, Part.EVIDENCE, Part.SESSION)
# A long memory takes at most this share of the room. Only long ones are cut to fit, and only
# the foremost; a short one rather waits, for another short one fits whole.
LONGEST = 0.6
LONG = 150 * TOKEN
CUT_PLACES = 5
SHORTEST_CUT = 60 * TOKEN


def cut(text: str, words: Sequence[str], fits: Callable[[str], bool]) -> str:
    """Return the sentences that hold most of ``words``, in their order, as many as fit.

    ``fits`` says whether a text is short enough. Omissions show as “…”; if not one
    sentence fits, return the beginning of the best one, or an empty text.
    """
    sentences = SENTENCES.findall(text)
    asked = [word.casefold() for word in words]
    ranking = sorted(range(len(sentences)), key=lambda at: (-_held(sentences[at], asked), at))
    kept: list[int] = []
    for at in ranking[:MOST_TRIED]:
        if fits(_joined(sentences, [*kept, at])):
            kept.append(at)
    if kept:
        return _joined(sentences, kept)
    return _beginning(sentences[ranking[0]], fits) if ranking else ""


def _held(sentence: str, asked: Sequence[str]) -> int:
    folded = sentence.casefold()
    return sum(word in folded for word in asked)


def _joined(sentences: Sequence[str], kept: Sequence[int]) -> str:
    told, before = [], -1
    for at in sorted(kept):
        if at != before + 1:
            told.append(LEFT_OUT)
        told.append(sentences[at].strip())
        before = at
    if before < len(sentences) - 1:
        told.append(LEFT_OUT)
    return " ".join(told)


def _beginning(sentence: str, fits: Callable[[str], bool]) -> str:
    shortest, longest = 0, len(sentence)
    while shortest < longest:
        middle = (shortest + longest + 1) // 2
        if fits(sentence[:middle] + LEFT_OUT):
            shortest = middle
        else:
            longest = middle - 1
    return sentence[:shortest].rstrip() + LEFT_OUT if shortest else ""


def packed(layout: Layout, candidates: Mapping[Part, Sequence[Item]], budget: int) -> Sections:
    """Return the items that fit into ``budget`` tokens, at most one entry for each id.

    ``candidates`` are the sections' items, the most important first.
    """
    room = budget * TOKEN - layout.frame()
    box = _Box(layout, room, {part: list(items) for part, items in candidates.items()})
    for part in BEFORE:
        box.fill(part, box.share(part))
    reserved = {part: min(box.share(part), box.need(part)) for part in AFTER}
    box.fill(Part.RELEVANT, box.left - sum(reserved.values()))
    for part in AFTER:
        box.fill(part, box.share(part))
    for part in (Part.RELEVANT, *BEFORE, *AFTER):
        box.fill(part, box.left)
    return box.kept


@dataclass(slots=True)
class _Box:
    """Packed entries, waiting entries, and the remaining budget in hundredths of a token."""

    layout: Layout
    room: int
    waiting: dict[Part, list[Item]]
    kept: Sections = field(default_factory=dict)
    ids: set[UUID] = field(default_factory=set)
    days: set[tuple[Part, str]] = field(default_factory=set)
    spent: int = 0

    @property
    def left(self) -> int:
        return self.room - self.spent

    def share(self, part: Part) -> int:
        """Return what a section may take before the relevant memories have had theirs."""
        share, waiting = self.room * SHARES[part], self.waiting.get(part)
        if part in SPEAKING and waiting:
            first = self._cost(part, waiting[0], fresh=True)
            share = max(share, min(first, self.room * MOST_FOR_FIRST))
        return int(share)

    def need(self, part: Part) -> int:
        """Return what all waiting items of a section would cost at most."""
        waiting = self.waiting.get(part, ())
        return sum(self._cost(part, item, fresh=True) for item in waiting)

    def fill(self, part: Part, allowance: int) -> None:
        """Take items in their order, as far as the allowance and the room go."""
        ceiling = self.spent + min(allowance, self.left)
        still = []
        for place, item in enumerate(self.waiting.get(part, [])):
            if not self._belongs(item):
                still.append(item)
                continue
            fitting = self._fitting(part, item, ceiling - self.spent, may_cut=place < CUT_PLACES)
            if fitting is None:
                still.append(item)
            else:
                self._take(part, fitting)
        self.waiting[part] = still

    def _belongs(self, item: Item) -> bool:
        """Whether an entry is new here, or a connection starts at a memory that is in."""
        if isinstance(item, Entry):
            return item.id not in self.ids
        return not self.ids.isdisjoint(_members(item))

    def _fitting(self, part: Part, item: Item, left: int, *, may_cut: bool) -> Item | None:
        if not isinstance(item, Entry):
            return item if self._cost(part, item) <= left else None
        cost = self._cost(part, item)
        most = left if cost <= LONG else min(left, int(self.room * LONGEST))
        if cost <= most:
            return item
        if cost <= LONG or not may_cut or most < SHORTEST_CUT:
            return None
        return self._shortened(part, item, most)

    def _shortened(self, part: Part, entry: Entry, most: int) -> Entry | None:
        def fits(text: str) -> bool:
            return self._cost(part, replace(entry, text=text, is_cut=True)) <= most

        text = cut(entry.text, entry.words, fits)
        return replace(entry, text=text, is_cut=True) if text else None

    def _cost(self, part: Part, item: Item, *, fresh: bool = False) -> int:
        """Return what an item adds: itself, and the heading and day that it is the first of."""
        cost = self.layout.item(part, item)
        if fresh or not self.kept.get(part):
            cost += self.layout.heading(part)
        day = self.layout.day(part, item)
        return cost if (part, day) in self.days else cost + self.layout.day_cost(day)

    def _take(self, part: Part, item: Item) -> None:
        self.spent += self._cost(part, item)
        self.days.add((part, self.layout.day(part, item)))
        self.kept.setdefault(part, []).append(item)
        if isinstance(item, Entry):
            self.ids.add(item.id)


def _members(item: Conclusion | Chain) -> Iterable[UUID]:
    if isinstance(item, Chain):
        return (item.steps[0].id,)
    grounds = (*item.evidence, *item.conflicts)
    return (item.step.id, *(ground.step.id for ground in grounds))
