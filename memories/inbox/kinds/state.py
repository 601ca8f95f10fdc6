"""Handle a claim whose confidence is too low to store it as a state."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated
from uuid import UUID

from django.utils.translation import gettext as _
from pydantic import AwareDatetime, Field

from core.caller import pack_of
from core.errors import Problem, did_you_mean
from entities.models import ValidationStatus
from graph.models import RelationScope
from graph.services import relation_types
from memories.inbox.preview import EditField, Effect, Preview
from memories.inbox.subjects import SubjectCache, SubjectIds
from memories.knowledge.states.create import create_state
from memories.models import ProposalKind, StateKind
from memories.schemas.states import Predicate, StateInput, Value

from .base import DecisionContext, Payload, ProposalHandler, set_validation_status

TIMES = ("valid_from", "valid_to", "due_at")


class StatePayload(Payload):
    """The subject, predicate, value and period of a state; no subject means the owner."""

    kind: StateKind = StateKind.FACT
    subject: UUID | None = None
    predicate: Predicate = ""
    value: Value = ""
    body: Annotated[Value, Field(max_length=10_000)] = ""
    valid_from: AwareDatetime | None = None
    valid_to: AwareDatetime | None = None
    due_at: AwareDatetime | None = None


class StateHandler(ProposalHandler[StatePayload]):
    """Accepting stores the state as validated by the user; rejecting stores nothing."""

    kind = ProposalKind.STATE
    payload = StatePayload
    conditions = ("kind", "predicate")

    def subject_ids(self, payload: StatePayload) -> SubjectIds:
        """Return the subject."""
        return SubjectIds(entities=(payload.subject,) if payload.subject else ())

    def key(self, payload: StatePayload) -> str:
        """Return the subject, predicate and value."""
        return f"{payload.subject or ''}|{payload.predicate}|{payload.value or payload.body}"

    def problems(
        self, payloads: Sequence[tuple[str, StatePayload]], base_user: str
    ) -> list[Problem]:
        """Return unknown relation types and empty values."""
        types = relation_types(RelationScope.ENTITIES, base_user)
        return [
            *(
                did_you_mean(f"{path}.predicate", payload.predicate, types, "relation type")
                for path, payload in payloads
                if payload.kind == StateKind.RELATION and payload.predicate not in types
            ),
            *(
                Problem(f"{path}.value", "blank", "a value or a body is needed")
                for path, payload in payloads
                if not (payload.value.strip() or payload.body.strip())
            ),
        ]

    def preview(self, payload: StatePayload, subjects: SubjectCache) -> Preview:
        """Ask whether the claim is correct."""
        named = {
            "who": subjects.entities[payload.subject].name if payload.subject else _("You"),
            "predicate": subjects.relation_label(payload.predicate).replace("_", " "),
            "what": payload.value or payload.body,
        }
        sentence = _("%(who)s – %(predicate)s – %(what)s") if payload.predicate else "%(what)s"
        times = {
            _("Since"): payload.valid_from,
            _("Until"): payload.valid_to,
            _("Due"): payload.due_at,
        }
        return Preview(
            question=_("Is this correct: %(claim)s?") % {"claim": sentence % named},
            accepting=_("It is saved as a fact; the fact it replaces keeps its dates."),
            rejecting=_("It is not saved, and not proposed again."),
            effects=tuple(Effect(name, "", _day(at)) for name, at in times.items() if at),
        )

    def fields(self, payload: StatePayload, subjects: SubjectCache) -> list[EditField]:
        """Offer the value and the period."""
        labels = {"valid_from": _("Since"), "valid_to": _("Until"), "due_at": _("Due")}
        shown = labels if payload.kind == StateKind.TASK else {**labels, "due_at": ""}
        said = "value" if payload.value or not payload.body else "body"
        return [
            EditField(said, _("What"), getattr(payload, said)),
            *(
                EditField(name, label, _moment(getattr(payload, name)), is_time=True)
                for name, label in shown.items()
                if label
            ),
        ]

    def accept(self, context: DecisionContext[StatePayload]) -> None:
        """Store the state with the proposal's evidence."""
        given = context.payload.model_dump(exclude_none=True)
        item = StateInput(
            **given,
            pack=pack_of(context.proposal.user_id),
            namespace=context.proposal.namespace or None,
            confidence=1.0,
            reason=context.reason,
        )
        made = create_state(context.caller, item, evidence=tuple(context.evidence), now=context.now)
        context.suggestions.extend(made.suggestions)
        if made.state is None or made.change_id is None:
            return
        change = context.change(made.change_id)
        set_validation_status(change, made.state, ValidationStatus.ACCEPTED)
        change.write()


def _day(at: datetime) -> str:
    return f"{at:%Y-%m-%d}"


def _moment(at: datetime | None) -> str:
    return at.isoformat() if at else ""
