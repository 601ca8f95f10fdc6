"""What every kind of proposal has: a checked payload, a preview, and how it is carried out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, ClassVar, Generic, TypeVar
from uuid import UUID

from django.db.models import Model

from core.caller import Caller
from core.errors import InvalidInput, Problem
from core.journal import Change, entries_of, revert, snapshot
from core.schemas import Input, parsed
from entities.models import ValidationStatus
from memories.inbox.preview import EditField, Effect, Preview
from memories.inbox.subjects import Concerned, Scene
from memories.models import Action, Proposal, ProposalKind, Revision
from memories.models.proposal import DECISION_TARGETS
from memories.schemas.inbox import Suggestion


class Payload(Input):
    """What a proposal is about: public ids and values."""


P = TypeVar("P", bound=Payload)


@dataclass(frozen=True, slots=True)
class Deed(Generic[P]):
    """One decision that is being carried out, inside its transaction."""

    caller: Caller
    proposal: Proposal
    payload: P
    now: datetime
    choice: str = ""
    reason: str = ""
    # What carrying it out brings up: proposed when the decision is stored.
    suggestions: list[Suggestion] = field(default_factory=list)

    @property
    def evidence(self) -> list[int]:
        """The memories that the proposal rests on."""
        return list(self.proposal.evidence.values_list("pk", flat=True))

    def change(self, change_id: UUID | None = None) -> Change:
        """Return a change of this decision; with ``change_id`` its entries join that one's."""
        change = Change(caller=self.caller, at=self.now, reason=self.reason)
        if change_id is not None:
            change.change_id = change_id
        return change

    def following(self) -> Change:
        """Return a change whose entries join those that a service has just written."""
        return self.change(latest_change(self.caller))


class Kind(Generic[P]):
    """One kind of proposal. Its methods run inside the transaction of the decision."""

    kind: ClassVar[ProposalKind]
    payload: type[P]
    choices: ClassVar[tuple[str, ...]] = ()
    # What a rule may compare: never text that a memory could be recognised by.
    conditions: ClassVar[tuple[str, ...]] = ()

    def parsed(self, values: Mapping[str, Any], *, prefix: str = "payload") -> P:
        """Return the checked payload; InvalidInput names each field below ``prefix``."""
        return parsed(self.payload, values, prefix=prefix)

    def concerned(self, payload: P) -> Concerned:
        """Return the rows that have to be there for it to be decided."""
        raise NotImplementedError

    def problems(self, payloads: Sequence[tuple[str, P]], base_user: str) -> list[Problem]:
        """Return what is wrong with one person's payloads, of which each field is right, by path."""
        return []

    def key(self, payload: P) -> str:
        """Return what names the same thing each time, from the ids of the payload."""
        raise NotImplementedError

    def preview(self, payload: P, scene: Scene) -> Preview:
        """Say what is asked and what the answers do; everything concerned is in ``scene``."""
        raise NotImplementedError

    def effects(self, caller: Caller, payload: P) -> tuple[Effect, ...]:
        """Return what accepting changes, where that has to be looked up for this one."""
        return ()

    def fields(self, payload: P, scene: Scene) -> list[EditField]:
        """Return what may be corrected before accepting."""
        return []

    def edited(self, payload: P, values: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return what a person's corrections change, with what follows from them."""
        return values

    def remembered(self, payload: P) -> P:
        """Return the payload that a rejection keeps: with what cannot be looked up afterwards."""
        return payload

    def accept(self, deed: Deed[P]) -> None:
        """Carry it out; what it writes is found in the journal by whoever undoes it."""
        raise NotImplementedError

    def reject(self, deed: Deed[P]) -> None:
        """Do what a rejection does beside being remembered."""

    def undo(self, caller: Caller, change_id: UUID, change: Change) -> None:
        """Take back what accepting or rejecting did; entries go to ``change``."""
        # The decision itself is reopened by whoever undoes it.
        revert(entries_of(caller, change_id, excluding=DECISION_TARGETS), change)

    def check_choice(self, choice: str) -> str:
        """Return how it is accepted; InvalidInput where the choice is none of this kind's."""
        if not self.choices and not choice:
            return ""
        if choice in self.choices:
            return choice
        known = ", ".join(self.choices) or "none"
        raise InvalidInput(
            [Problem("choice", "unknown_choice", f"choices of {self.kind}: {known}")]
        )


def latest_change(caller: Caller) -> UUID:
    """Return the change that the caller's last journal entry belongs to.

    Within a write transaction nobody else can have written since.
    """
    entries = Revision.objects.of(caller).exclude(target_type="proposal")
    return entries.order_by("-id").values_list("change_id", flat=True)[0]


def judge(change: Change, row: Model, status: ValidationStatus, **values: object) -> None:
    """Set what a person said about a derived row, with further columns, and note it."""
    before = snapshot(row)
    said = {"validation_status": status, "validation_by": change.caller.actor, **values}
    for name, value in said.items():
        setattr(row, name, value)
    row.save(update_fields=list(said))
    action = Action.VALIDATE if status == ValidationStatus.ACCEPTED else Action.INVALIDATE
    change.note(action, row, before=before, after=snapshot(row))
