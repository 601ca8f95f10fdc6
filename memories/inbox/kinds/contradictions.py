"""Handle contradictions of two states or two memories."""

from typing import Self
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext
from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from entities.models import ValidationStatus
from graph.link_types import CONTRADICTS, SUPERSEDES
from memories.inbox.preview import Choice, Effect, Preview, SubjectCache, SubjectIds
from memories.knowledge.states.edit import state_hide, state_supersede
from memories.knowledge.states.lookup import state_get
from memories.models import Memory, ProposalKind
from memories.records.links import link_memories
from memories.records.state_sentences import plain_sentence
from memories.schemas import LinkInput

from .base import DecisionContext, Payload, ProposalHandler, set_validation_status

KEEP_BOTH, NEWER, OLDER = "keep_both", "newer", "older"


class ContradictionPayload(Payload):
    """The older and the newer of two states or two memories."""

    states: list[UUID] = Field(default_factory=list, max_length=2)
    memories: list[UUID] = Field(default_factory=list, max_length=2)

    @model_validator(mode="after")
    def _are_two(self) -> Self:
        given = [pair for pair in (self.states, self.memories) if pair]
        if len(given) != 1 or len(set(given[0])) != 2:
            raise PydanticCustomError(
                "pair", gettext_noop("two states or two memories are expected")
            )
        return self


class ContradictionHandler(ProposalHandler[ContradictionPayload]):
    """Accepting resolves the contradiction by a choice; rejecting keeps both."""

    kind = ProposalKind.CONTRADICTION
    payload = ContradictionPayload
    # The choice without loss comes first.
    choices = (KEEP_BOTH, NEWER, OLDER)

    def subject_ids(self, payload: ContradictionPayload) -> SubjectIds:
        """Return both states or memories."""
        return SubjectIds(memories=tuple(payload.memories), states=tuple(payload.states))

    def key(self, payload: ContradictionPayload) -> str:
        """Return both ids, the same in either order."""
        return "|".join(sorted(str(uid) for uid in (*payload.states, *payload.memories)))

    def preview(self, payload: ContradictionPayload, subjects: SubjectCache) -> Preview:
        """Ask which one is correct."""
        is_states = bool(payload.states)
        return Preview(
            question=_("These two contradict each other. Which one is correct?"),
            accepting=_("Your choice is kept; nothing is deleted."),
            rejecting=_("They do not contradict each other; both are true."),
            choices=(
                Choice(KEEP_BOTH, _("Keep both, marked as contradicting")),
                Choice(NEWER, _("The newer one, from its date on")),
                Choice(OLDER, _("The older one; the newer is wrong")),
            ),
            effects=_lines(payload.states, subjects) if is_states else (),
            compared=tuple(payload.memories),
        )

    def accept(self, context: DecisionContext[ContradictionPayload]) -> None:
        """Resolve the contradiction by the user's choice."""
        if context.payload.states:
            _resolve_states(context, *context.payload.states)
        else:
            _link(context, *context.payload.memories)

    def reject(self, context: DecisionContext[ContradictionPayload]) -> None:
        """Confirm both states."""
        for uid in context.payload.states:
            _confirm(context, uid)


def _lines(uids: list[UUID], subjects: SubjectCache) -> tuple[Effect, ...]:
    zone = timezone.get_current_timezone()
    said = [
        plain_sentence(state, subjects.relation_label(state.predicate), zone=zone)
        for state in (subjects.states[uid] for uid in uids)
    ]
    labels = (pgettext("claim", "Older"), pgettext("claim", "Newer"))
    return tuple(Effect(label, one, one) for label, one in zip(labels, said, strict=True))


def _resolve_states(
    context: DecisionContext[ContradictionPayload], older: UUID, newer: UUID
) -> None:
    if context.choice == NEWER:
        state_supersede(context.caller, older, newer, reason=context.reason, now=context.now)
    elif context.choice == OLDER:
        state_hide(context.caller, newer, reason=context.reason, now=context.now)
        _confirm(context, older)
    else:
        for uid in (older, newer):
            _confirm(context, uid)
        ends = [_witness(context, uid) for uid in (older, newer)]
        if ends[0] and ends[1] and ends[0] != ends[1]:
            _link(context, ends[0], ends[1])


def _confirm(context: DecisionContext[ContradictionPayload], uid: UUID) -> None:
    change = context.change()
    set_validation_status(change, state_get(context.caller, uid), ValidationStatus.ACCEPTED)
    change.write()


def _witness(context: DecisionContext[ContradictionPayload], uid: UUID) -> UUID | None:
    """Return the latest memory in the evidence of a state."""
    rows = Memory.objects.of(context.caller).kept().filter(states__uid=uid).order_by("-created_at")
    return rows.values_list("uid", flat=True).first()


def _link(context: DecisionContext[ContradictionPayload], older: UUID, newer: UUID) -> None:
    """Link the memories by the user's choice; a superseded memory stays."""
    ways = {NEWER: (newer, older, SUPERSEDES), OLDER: (older, newer, SUPERSEDES)}
    source, target, name = ways.get(context.choice, (newer, older, CONTRADICTS))
    wanted = LinkInput(
        target_id=target, type=name, reason=context.reason or context.proposal.reason
    )
    link, _ = link_memories(context.caller, source, wanted, now=context.now)
    change = context.joined_change()
    set_validation_status(change, link, ValidationStatus.ACCEPTED)
    change.write()
