"""A dated claim that is not sure enough to be stored by itself."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated
from uuid import UUID

from django.utils.translation import gettext as _
from pydantic import AwareDatetime, Field

from core.caller import pack_of
from core.errors import Problem
from core.nearest import unknown
from entities.models import ValidationStatus
from graph.models import RelationScope
from graph.services import relation_types
from memories.inbox.preview import EditField, Effect, Preview
from memories.inbox.subjects import Concerned, Scene
from memories.knowledge.states.create import create_state
from memories.models import ProposalKind, StateKind
from memories.schemas.states import Predicate, StateInput, Value

from .base import Deed, Kind, Payload, judge

TIMES = ("valid_from", "valid_to", "due_at")


class StatePayload(Payload):
    """Of whom, what, and when it held; no subject means the owner."""

    kind: StateKind = StateKind.FACT
    subject: UUID | None = None
    predicate: Predicate = ""
    value: Value = ""
    body: Annotated[Value, Field(max_length=10_000)] = ""
    valid_from: AwareDatetime | None = None
    valid_to: AwareDatetime | None = None
    due_at: AwareDatetime | None = None


class StateKindOfProposal(Kind[StatePayload]):
    """Accepting states it, on this person's word; rejecting states nothing."""

    kind = ProposalKind.STATE
    payload = StatePayload
    conditions = ("kind", "predicate")

    def concerned(self, payload: StatePayload) -> Concerned:
        """Return the subject."""
        return Concerned(entities=(payload.subject,) if payload.subject else ())

    def key(self, payload: StatePayload) -> str:
        """Return what is claimed of whom."""
        return f"{payload.subject or ''}|{payload.predicate}|{payload.value or payload.body}"

    def problems(
        self, payloads: Sequence[tuple[str, StatePayload]], base_user: str
    ) -> list[Problem]:
        """Name unknown relation types, and claims that say nothing."""
        types = relation_types(RelationScope.ENTITIES, base_user)
        return [
            *(
                unknown(f"{path}.predicate", payload.predicate, types, "relation type")
                for path, payload in payloads
                if payload.kind == StateKind.RELATION and payload.predicate not in types
            ),
            *(
                Problem(f"{path}.value", "blank", "a value or a body is needed")
                for path, payload in payloads
                if not (payload.value.strip() or payload.body.strip())
            ),
        ]

    def preview(self, payload: StatePayload, scene: Scene) -> Preview:
        """Ask whether it is so."""
        named = {
            "who": scene.entities[payload.subject].name if payload.subject else _("You"),
            "predicate": scene.relation_label(payload.predicate).replace("_", " "),
            "what": payload.value or payload.body,
        }
        sentence = _("%(who)s – %(predicate)s – %(what)s") if payload.predicate else "%(what)s"
        times = {
            _("Since"): payload.valid_from,
            _("Until"): payload.valid_to,
            _("Due"): payload.due_at,
        }
        return Preview(
            question=_("Is this so: %(claim)s?") % {"claim": sentence % named},
            accepting=_("It counts as known from then on; what it replaces keeps its dates."),
            rejecting=_("It is not kept, and not proposed again."),
            effects=tuple(Effect(name, "", _day(at)) for name, at in times.items() if at),
        )

    def fields(self, payload: StatePayload, scene: Scene) -> list[EditField]:
        """Offer what is said, and when it holds."""
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

    def accept(self, deed: Deed[StatePayload]) -> None:
        """State it, with the memories that it rests on."""
        given = deed.payload.model_dump(exclude_none=True)
        item = StateInput(
            **given,
            pack=pack_of(deed.proposal.user_id),
            namespace=deed.proposal.namespace or None,
            confidence=1.0,
            reason=deed.reason,
        )
        made = create_state(deed.caller, item, evidence=tuple(deed.evidence), now=deed.now)
        deed.suggestions.extend(made.suggestions)
        if made.state is None or made.change_id is None:
            return
        change = deed.change(made.change_id)
        judge(change, made.state, ValidationStatus.ACCEPTED)
        change.write()


def _day(at: datetime) -> str:
    return f"{at:%Y-%m-%d}"


def _moment(at: datetime | None) -> str:
    return at.isoformat() if at else ""
