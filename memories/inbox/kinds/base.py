"""The base of all handlers: validate a payload, preview it, apply and undo a decision."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, ClassVar, Generic, TypeVar
from uuid import UUID

from django.db.models import Model
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from core.caller import Caller
from core.errors import InvalidInput, Problem
from core.journal import Change, entries_of, revert, snapshot
from core.models import Action, Revision
from core.schemas import Input, parsed
from entities.models import ValidationStatus
from memories.inbox.preview import EditField, Effect, Preview, SubjectCache, SubjectIds
from memories.models import Proposal, ProposalKind
from memories.models.proposal import DECISION_TARGETS
from memories.schemas.inbox.proposals import Suggestion


class Payload(Input):
    """The subjects and values of a proposal."""


P = TypeVar("P", bound=Payload)


@dataclass(frozen=True, slots=True)
class DecisionContext(Generic[P]):
    """A decision to apply, inside its transaction."""

    caller: Caller
    proposal: Proposal
    payload: P
    now: datetime
    choice: str = ""
    reason: str = ""
    # Suggestions that follow from the decision, proposed when it is stored.
    suggestions: list[Suggestion] = field(default_factory=list)

    @property
    def evidence(self) -> list[int]:
        """The keys of the memories that are the proposal's evidence."""
        return list(self.proposal.evidence.values_list("pk", flat=True))

    def change(self, change_id: UUID | None = None) -> Change:
        """Return a change of this decision; with ``change_id`` its entries join that change."""
        change = Change(caller=self.caller, at=self.now, reason=self.reason)
        if change_id is not None:
            change.change_id = change_id
        return change

    def joined_change(self) -> Change:
        """Return a change whose entries join the change that a service has just written."""
        return self.change(latest_change_id(self.caller))


class ProposalHandler(Generic[P]):
    """Handles one kind of proposal; accept, reject and undo run inside a transaction."""

    kind: ClassVar[ProposalKind]
    payload: type[P]
    choices: ClassVar[tuple[str, ...]] = ()
    # The payload fields that a rule may compare: never text of a memory.
    conditions: ClassVar[tuple[str, ...]] = ()

    def parsed(self, values: Mapping[str, Any], *, prefix: str = "payload") -> P:
        """Return the validated payload; raise InvalidInput with paths below ``prefix``."""
        return parsed(self.payload, values, prefix=prefix)

    def subject_ids(self, payload: P) -> SubjectIds:
        """Return the ids of the rows that must exist to decide the proposal."""
        raise NotImplementedError

    def completed(self, payload: P, subjects: SubjectCache) -> P:
        """Return the payload with the values that follow from its subjects, which all exist."""
        return payload

    def problems(self, payloads: Sequence[tuple[str, P]], base_user: str) -> list[Problem]:
        """Return the problems of one user's payloads, given by path, whose fields are valid."""
        return []

    def key(self, payload: P) -> str:
        """Return a key that is equal for equal proposals, built from the ids of the payload."""
        raise NotImplementedError

    def preview(self, payload: P, subjects: SubjectCache) -> Preview:
        """Return the question and the effects of its answers; ``subjects`` has all subjects."""
        raise NotImplementedError

    def effects(self, caller: Caller, payload: P) -> tuple[Effect, ...]:
        """Return the effects of accepting that need queries for this proposal."""
        return ()

    def fields(self, payload: P, subjects: SubjectCache) -> list[EditField]:
        """Return the fields that a user may correct before accepting."""
        return []

    def edited(self, payload: P, values: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return a user's corrections with the payload values that follow from them."""
        return values

    def remembered(self, payload: P) -> P:
        """Return the payload to keep after a rejection, with data that the rejection deletes."""
        return payload

    def accept(self, context: DecisionContext[P]) -> None:
        """Apply the proposal; undo finds the written rows in the journal."""
        raise NotImplementedError

    def reject(self, context: DecisionContext[P]) -> None:
        """Apply a rejection; by default it changes nothing but the proposal."""

    def undo(self, caller: Caller, change_id: UUID, change: Change) -> None:
        """Undo an accepted or rejected proposal; entries go to ``change``."""
        # The caller reopens the proposal itself.
        revert(entries_of(caller, change_id, excluding=DECISION_TARGETS), change)

    def check_choice(self, choice: str) -> str:
        """Return the choice; raise InvalidInput if this kind does not have it."""
        if not self.choices and not choice:
            return ""
        if choice in self.choices:
            return choice
        known = ", ".join(self.choices) or "none"
        raise InvalidInput(
            [
                Problem(
                    "choice",
                    "unknown_choice",
                    format_lazy(_("choices of {kind}: {known}"), kind=self.kind, known=known),
                )
            ]
        )


def latest_change_id(caller: Caller) -> UUID:
    """Return the change of the caller's last journal entry.

    Inside a write transaction no other caller can have written since.
    """
    entries = Revision.objects.of(caller).exclude(target_type="proposal")
    return entries.order_by("-id").values_list("change_id", flat=True)[0]


def set_validation_status(
    change: Change, row: Model, status: ValidationStatus, **values: object
) -> None:
    """Set the validation status and other columns of a derived row, and journal it."""
    before = snapshot(row)
    said = {"validation_status": status, "validation_by": change.caller.actor, **values}
    for name, value in said.items():
        setattr(row, name, value)
    row.save(update_fields=list(said))
    action = Action.VALIDATE if status == ValidationStatus.ACCEPTED else Action.INVALIDATE
    change.note(action, row, before=before, after=snapshot(row))


# The handler of each kind; the package registers them.
HANDLERS: dict[str, ProposalHandler[Any]] = {}


def handler_for(name: str) -> ProposalHandler[Any]:
    """Return the handler of a kind of proposal."""
    return HANDLERS[ProposalKind(name)]


def subject_ids_of(proposal: Proposal) -> SubjectIds:
    """Return the ids of a stored proposal's subjects; none if its payload was erased."""
    if not proposal.payload:
        return SubjectIds()
    handler = handler_for(proposal.kind)
    return handler.subject_ids(handler.parsed(proposal.payload))
