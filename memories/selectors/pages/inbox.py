"""The inbox in the browser: one decision, and what waits behind it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from core.caller import Caller, pack_of
from memories.inbox.preview import Preview
from memories.inbox.stale import withdraw
from memories.inbox.subjects import Scene
from memories.models import InboxRule, Proposal, ProposalKind
from memories.selectors.inbox import (
    Asked,
    decided_since,
    midnight,
    open_counts,
    preview_of,
    proposal_list,
    rule_list,
    scene_of,
)

from .inbox_card import Card, card_of

QUEUE_LENGTH = 60


@dataclass(frozen=True, slots=True)
class Waiting:
    """One line of the queue."""

    proposal: Proposal
    question: str
    pack: str
    is_current: bool
    is_selected: bool


@dataclass(frozen=True, slots=True)
class KindChip:
    """A kind of proposal, and how many wait."""

    kind: str
    label: str
    count: int
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class InboxPage:
    """Everything that the page shows."""

    card: Card | None
    queue: list[Waiting]
    kinds: list[KindChip]
    kind: str
    waiting: int
    open_total: int
    decided_today: int
    rules: list[InboxRule] = field(default_factory=list)

    @property
    def selected(self) -> int:
        """How many of the queue are selected."""
        return sum(row.is_selected for row in self.queue)

    @property
    def beyond(self) -> int:
        """How many wait that the queue does not show."""
        return max(self.waiting - len(self.queue), 0)

    @property
    def share(self) -> float:
        """How much of today's work is done, 0 to 1."""
        whole = self.decided_today + self.open_total
        return self.decided_today / whole if whole else 1.0

    @property
    def kind_label(self) -> str:
        """What the chosen kind is called; empty for all."""
        return str(ProposalKind(self.kind).label) if self.kind else ""

    @property
    def following(self) -> UUID | None:
        """The proposal after the current one."""
        return self._beside(1)

    @property
    def preceding(self) -> UUID | None:
        """The proposal before the current one."""
        return self._beside(-1)

    @property
    def next_open(self) -> UUID | None:
        """Where to go on when the current one is decided."""
        return self.following or self.preceding

    def _beside(self, step: int) -> UUID | None:
        at = next((at for at, row in enumerate(self.queue) if row.is_current), None)
        if at is None or not 0 <= at + step < len(self.queue):
            return None
        return self.queue[at + step].proposal.uid


def inbox_page(
    caller: Caller,
    *,
    now: datetime,
    kind: str = "",
    packs: Sequence[str] = (),
    current: UUID | None = None,
    selected: frozenset[UUID] = frozenset(),
) -> InboxPage:
    """Return the page of a kind, or of all, with ``current`` (or the first one) to be decided.

    What can no longer be decided is found on the way and becomes obsolete.
    """
    asked = Asked(kinds=(kind,) if kind else (), packs=tuple(packs))
    rows = _rows(caller, asked, current)
    scene = scene_of(rows)
    found = {row.pk: preview_of(row, scene) for row in rows}
    previews = {pk: preview for pk, preview in found.items() if preview is not None}
    if gone := [row for row in rows if row.pk not in previews]:
        withdraw(gone, now=now)
    rows = [row for row in rows if row.pk in previews]
    chosen = next((row for row in rows if row.uid == current), rows[0] if rows else None)
    counts = open_counts(caller, packs)
    return InboxPage(
        card=_card(caller, chosen, previews, scene),
        queue=[
            Waiting(
                row, previews[row.pk].question, pack_of(row.user_id), row == chosen, row.uid in selected
            )
            for row in rows
        ],
        kinds=_chips(counts, kind),
        kind=kind,
        waiting=counts.get(kind, 0) if kind else sum(counts.values()),
        open_total=sum(counts.values()),
        decided_today=decided_since(caller, midnight()),
        rules=list(rule_list(caller)[:QUEUE_LENGTH]),
    )  # fmt: skip


def _rows(caller: Caller, asked: Asked, current: UUID | None) -> list[Proposal]:
    """Return the surest proposals, and the current one also where it stands further back."""
    waiting = proposal_list(caller, asked)
    rows = list(waiting.order_by("-confidence", "id")[:QUEUE_LENGTH])
    if current is None or any(row.uid == current for row in rows):
        return rows
    return [*waiting.filter(uid=current), *rows]


def _card(
    caller: Caller, chosen: Proposal | None, previews: dict[int, Preview], scene: Scene
) -> Card | None:
    return card_of(caller, chosen, previews[chosen.pk], scene) if chosen else None


def _chips(counts: dict[str, int], chosen: str) -> list[KindChip]:
    return [
        KindChip(kind, str(ProposalKind(kind).label), counts.get(kind, 0), kind == chosen)
        for kind in ProposalKind.values
        if kind in counts or kind == chosen
    ]
