"""Handle uncertain claims, finished tasks, and facts that may have ended."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pydantic import AwareDatetime, Field

from core.caller import pack_of
from core.errors import Problem
from entities.models import ValidationStatus
from graph.models import RelationScope
from graph.services import relation_types
from memories.inbox.preview import EditField, Effect, Preview, SubjectCache, SubjectIds
from memories.knowledge.states.create import create_state
from memories.knowledge.states.edit import state_close, state_complete
from memories.models import Memory, ProposalKind, StateKind
from memories.records.annotations.types import labels_of, unknown_type
from memories.records.state_sentences import plain_sentence
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
    # The open task that is done by it, or the fact that has ended; then nothing new is stored.
    completes: UUID | None = None
    ends: UUID | None = None

    @property
    def known(self) -> UUID | None:
        """The state that is done or has ended, if nothing new is stored."""
        return self.completes or self.ends


class StateHandler(ProposalHandler[StatePayload]):
    """Accepting stores the state as validated by the user; rejecting stores nothing."""

    kind = ProposalKind.STATE
    payload = StatePayload
    conditions = ("kind", "predicate")

    def subject_ids(self, payload: StatePayload) -> SubjectIds:
        """Return the subject, and the state that is done or has ended."""
        return SubjectIds(
            entities=(payload.subject,) if payload.subject else (),
            states=(payload.known,) if payload.known else (),
            is_about_end=payload.ends is not None,
        )

    def key(self, payload: StatePayload) -> str:
        """Return the subject, predicate and value; of a state that is done or has ended its id."""
        if payload.known:
            return f"{'done' if payload.completes else 'ends'}|{payload.known}"
        return f"{payload.subject or ''}|{payload.predicate}|{payload.value or payload.body}"

    def problems(
        self, payloads: Sequence[tuple[str, StatePayload]], base_user: str
    ) -> list[Problem]:
        """Return unknown relation types and empty values."""
        types = relation_types(RelationScope.ENTITIES, base_user)
        return [
            *(
                unknown_type(
                    f"{path}.predicate", payload.predicate, "relation type", labels_of(types)
                )
                for path, payload in payloads
                if payload.kind == StateKind.RELATION and payload.predicate not in types
            ),
            *(
                Problem(f"{path}.value", "blank", gettext_lazy("a value or a body is needed"))
                for path, payload in payloads
                if not (payload.value.strip() or payload.body.strip())
            ),
        ]

    def preview(self, payload: StatePayload, subjects: SubjectCache) -> Preview:
        """Ask whether the claim is correct, the task done, or the fact at its end."""
        if payload.completes:
            return _done_preview(payload)
        if payload.ends:
            return _ended_preview(payload, subjects)
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
        """Offer the value and the period; of a state that is done or has ended nothing."""
        if payload.known:
            return []
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
        """Store the state with the proposal's evidence, mark the task as done, or end the fact."""
        if context.payload.known:
            (_complete if context.payload.completes else _end)(context, context.payload.known)
            return
        given = context.payload.model_dump(exclude_none=True, exclude={"completes", "ends"})
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


def _done_preview(payload: StatePayload) -> Preview:
    return Preview(
        question=_("Is this task done: %(task)s?") % {"task": payload.value},
        accepting=_("It is marked as done."),
        rejecting=_("It stays open, and is not asked about for these words again."),
    )


def _ended_preview(payload: StatePayload, subjects: SubjectCache) -> Preview:
    assert payload.ends is not None
    state = subjects.states[payload.ends]
    label = subjects.relation_label(state.predicate)
    sentence = plain_sentence(state, label, zone=timezone.get_current_timezone())
    return Preview(
        question=_("Is this no longer true: %(claim)s?") % {"claim": sentence},
        accepting=_("It ends on the day of the message, and stays readable as past."),
        rejecting=_("It still holds, and is not asked about for these words again."),
    )


def _complete(context: DecisionContext[StatePayload], uid: UUID) -> None:
    state_complete(
        context.caller,
        uid,
        _said_at(context),
        reason=context.reason,
        because=context.evidence,
        now=context.now,
    )


def _end(context: DecisionContext[StatePayload], uid: UUID) -> None:
    state_close(
        context.caller,
        uid,
        _said_at(context),
        context.reason,
        because=context.evidence,
        now=context.now,
    )


def _said_at(context: DecisionContext[StatePayload]) -> datetime | None:
    """Return when the latest memory said so."""
    said = Memory.objects.filter(pk__in=context.evidence).order_by("-created_at")
    return said.values_list("created_at", flat=True).first()


def _day(at: datetime) -> str:
    return f"{at:%Y-%m-%d}"


def _moment(at: datetime | None) -> str:
    return at.isoformat() if at else ""
