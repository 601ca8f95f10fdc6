"""Inbox page: the current proposal, the queue, kinds, rules."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from core.caller import Caller, pack_of
from memories.inbox.preview import Preview, SubjectCache
from memories.models import InboxRule, Proposal, ProposalKind, ProposalStatus
from memories.schemas.inbox.bulk import BulkOut
from memories.schemas.inbox.decisions import Decision
from memories.selectors.bulk import bulks_shown
from memories.selectors.inbox import (
    QUEUE_LENGTH,
    QUEUE_ORDER,
    ProposalQuery,
    changes_of_decision,
    decided_since,
    latest_decision,
    load_subjects,
    midnight,
    open_counts,
    preview_of,
    proposal_list,
    repeated,
    rule_list,
    settled_by,
    settled_by_latest,
    settled_list,
    settled_outs,
    title_of,
)

from .inbox_card import Card, card_of

SETTLED_LENGTH = 200
# An answer that was given so often is offered as a rule.
LEAST_REPEATED = 2


@dataclass(frozen=True, slots=True)
class QueueRow:
    """One line of the queue."""

    proposal: Proposal
    title: str
    pack: str
    is_current: bool
    is_selected: bool


@dataclass(frozen=True, slots=True)
class KindChip:
    """A kind of proposal, and the number of open ones."""

    kind: str
    label: str
    count: int
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class LearnedAnswer:
    """An answer about a pack that was given several times for the same words."""

    proposal: Proposal
    decision: Decision
    count: int


@dataclass(frozen=True, slots=True)
class InboxPage:
    """The data of the inbox page."""

    card: Card | None
    queue: list[QueueRow]
    kinds: list[KindChip]
    kind: str
    waiting: int
    open_total: int
    decided_today: int
    rules: list[InboxRule] = field(default_factory=list)
    bulks: list[BulkOut] = field(default_factory=list)
    # Questions that are no longer needed: by the last decision, and of late.
    settled_now: int = 0
    settled_total: int = 0
    learned: LearnedAnswer | None = None

    @property
    def selected(self) -> int:
        """The number of selected rows."""
        return sum(row.is_selected for row in self.queue)

    @property
    def beyond(self) -> int:
        """The number of open proposals beyond the queue."""
        return max(self.waiting - len(self.queue), 0)

    @property
    def share(self) -> float:
        """The share of decided proposals today, 0 to 1."""
        whole = self.decided_today + self.open_total
        return self.decided_today / whole if whole else 1.0

    @property
    def kind_label(self) -> str:
        """The label of the chosen kind; "" for all kinds."""
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
    def after_deciding(self) -> UUID | None:
        """The proposal to show when the current one is decided."""
        return self.following or self.preceding

    def _beside(self, step: int) -> UUID | None:
        at = next((at for at, row in enumerate(self.queue) if row.is_current), None)
        if at is None or not 0 <= at + step < len(self.queue):
            return None
        return self.queue[at + step].proposal.uid


def inbox_page(
    caller: Caller,
    *,
    kind: str = "",
    packs: Sequence[str] = (),
    current: UUID | None = None,
    selected: frozenset[UUID] = frozenset(),
) -> InboxPage:
    """Return the page of a kind, or of all kinds, with the card of ``current`` or of the first row.

    Open proposals whose subject is gone are neither shown nor counted; deciding one of them
    marks it obsolete.
    """
    asked = ProposalQuery(kinds=(kind,) if kind else (), packs=tuple(packs))
    rows = _rows(caller, asked, current)
    counts = Counter(open_counts(caller, packs)) - Counter(row.kind for row in rows.hidden)
    chosen = next((row for row in rows.shown if row.uid == current), None)
    if chosen is None and rows.shown:
        chosen = rows.shown[0]
    latest = latest_decision(caller)
    return InboxPage(
        card=card_of(caller, chosen, rows.previews[chosen.pk], rows.scene) if chosen else None,
        queue=[
            QueueRow(
                proposal=row,
                title=title_of(row, rows.scene),
                pack=pack_of(row.user_id),
                is_current=row == chosen,
                is_selected=row.uid in selected,
            )
            for row in rows.shown
        ],
        kinds=_chips(counts, kind),
        kind=kind,
        waiting=counts.get(kind, 0) if kind else sum(counts.values()),
        open_total=sum(counts.values()),
        decided_today=decided_since(caller, midnight()),
        rules=list(rule_list(caller)[:QUEUE_LENGTH]),
        bulks=bulks_shown(caller),
        settled_now=_settled_now(caller, latest),
        settled_total=settled_list(caller).count(),
        learned=_learned(caller, latest),
    )


def _settled_now(caller: Caller, latest: Proposal | None) -> int:
    if latest is None:
        return 0
    return settled_by(caller, changes_of_decision(caller, latest)).count()


def _learned(caller: Caller, latest: Proposal | None) -> LearnedAnswer | None:
    count = repeated(caller, latest) if latest else 0
    if latest is None or count < LEAST_REPEATED:
        return None
    accepts = latest.status == ProposalStatus.ACCEPTED
    return LearnedAnswer(latest, Decision.ACCEPT if accepts else Decision.REJECT, count)


@dataclass(frozen=True, slots=True)
class SettledRow:
    """A proposal that is no longer needed, with the reason."""

    proposal: Proposal
    title: str
    reason: str
    is_by_latest: bool

    @property
    def pack(self) -> str:
        """The pack of the proposal's space."""
        return pack_of(self.proposal.user_id)


def settled_rows(caller: Caller) -> list[SettledRow]:
    """Return what became needless of late, the latest first."""
    rows = list(settled_list(caller)[:SETTLED_LENGTH])
    latest = set(settled_by_latest(caller).values_list("pk", flat=True))
    outs = settled_outs(rows)
    return [
        SettledRow(row, out.title, out.reason, row.pk in latest)
        for row, out in zip(rows, outs, strict=True)
    ]


def open_total(caller: Caller) -> int:
    """Return how many proposals wait."""
    return sum(open_counts(caller).values())


@dataclass(frozen=True, slots=True)
class _Rows:
    """Open proposals that can be decided, with their previews, and those whose subject is gone."""

    shown: list[Proposal]
    hidden: list[Proposal]
    previews: dict[int, Preview]
    scene: SubjectCache


def _rows(caller: Caller, asked: ProposalQuery, current: UUID | None) -> _Rows:
    """Read proposals in the order of the queue, until the queue is full; ``current`` is included."""
    waiting = proposal_list(caller, asked)
    ordered = waiting.order_by(*QUEUE_ORDER)
    batch = list(ordered[:QUEUE_LENGTH])
    read = len(batch)
    if current is not None and all(row.uid != current for row in batch):
        batch = [*waiting.filter(uid=current), *batch]
    found = _preview(batch)
    while found.hidden and len(found.shown) < QUEUE_LENGTH:
        more = list(ordered[read : read + QUEUE_LENGTH])
        if not more:
            break
        read += len(more)
        known = {row.pk for row in batch}
        batch += [row for row in more if row.pk not in known]
        found = _preview(batch)
    return found


def _preview(rows: list[Proposal]) -> _Rows:
    scene = load_subjects(rows)
    found = {row.pk: preview_of(row, scene) for row in rows}
    previews = {pk: preview for pk, preview in found.items() if preview is not None}
    return _Rows(
        shown=[row for row in rows if row.pk in previews],
        hidden=[row for row in rows if row.pk not in previews],
        previews=previews,
        scene=scene,
    )


def _chips(counts: Mapping[str, int], chosen: str) -> list[KindChip]:
    return [
        KindChip(kind, str(ProposalKind(kind).label), counts.get(kind, 0), kind == chosen)
        for kind in ProposalKind.values
        if kind in counts or kind == chosen
    ]
