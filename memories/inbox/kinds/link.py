"""Handle a proposed link between two memories."""

from collections.abc import Sequence
from typing import Annotated, Self
from uuid import UUID

from django.db.models import Q
from django.utils.translation import gettext as _
from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from core.caller import Caller
from core.errors import Problem, did_you_mean
from core.schemas import Text
from entities.models import ValidationStatus
from graph.models import MemoryLink, RelationScope
from graph.services import relation_types
from memories.inbox.preview import EditField, Preview
from memories.inbox.subjects import SubjectCache, SubjectIds
from memories.models import ProposalKind
from memories.records.links import link_memories, link_type
from memories.schemas import LinkInput

from .base import DecisionContext, Payload, ProposalHandler, set_validation_status

# Link types by which one memory supersedes or contradicts the other.
OF_VERSIONS = frozenset({"supersedes", "contradicts", "contradiction", "conflicts"})


class LinkPayload(Payload):
    """The source, the target and the type of a link."""

    source: UUID
    target: UUID
    type: Annotated[Text, Field(max_length=64)]

    @model_validator(mode="after")
    def _joins_two(self) -> Self:
        if self.source == self.target:
            raise PydanticCustomError("self_link", "a memory cannot be linked to itself")
        return self


class LinkHandler(ProposalHandler[LinkPayload]):
    """Accepting links the memories; rejecting marks an existing link as wrong."""

    kind = ProposalKind.LINK
    payload = LinkPayload
    conditions = ("type",)

    def subject_ids(self, payload: LinkPayload) -> SubjectIds:
        """Return both memories."""
        return SubjectIds(memories=(payload.source, payload.target))

    def key(self, payload: LinkPayload) -> str:
        """Return both ends and the type."""
        return f"{payload.source}|{payload.type}|{payload.target}"

    def preview(self, payload: LinkPayload, subjects: SubjectCache) -> Preview:
        """Ask whether both memories are connected."""
        label = subjects.relation_label(payload.type)
        return Preview(
            question=_("Are these two connected: “%(type)s”?") % {"type": label},
            accepting=_("The first is linked to the second as “%(type)s”.") % {"type": label},
            rejecting=_("No link is added, and it is not proposed again."),
            compared=(payload.source, payload.target),
            versions=payload.type in OF_VERSIONS,
        )

    def problems(
        self, payloads: Sequence[tuple[str, LinkPayload]], base_user: str
    ) -> list[Problem]:
        """Return unknown types."""
        types = relation_types(RelationScope.MEMORIES, base_user)
        return [
            did_you_mean(f"{path}.type", payload.type, types, "link type")
            for path, payload in payloads
            if payload.type not in types
        ]

    def fields(self, payload: LinkPayload, subjects: SubjectCache) -> list[EditField]:
        """Offer the type."""
        types = relation_types(RelationScope.MEMORIES, subjects.person)
        options = sorted((name, row.label) for name, row in types.items())
        return [EditField("type", _("Type"), payload.type, options)]

    def accept(self, context: DecisionContext[LinkPayload]) -> None:
        """Link the memories as validated by the user."""
        payload = context.payload
        reason = context.reason or context.proposal.reason
        wanted = LinkInput(target_id=payload.target, type=payload.type, reason=reason)
        link, is_new = link_memories(context.caller, payload.source, wanted, now=context.now)
        change = context.joined_change()
        method = {"extraction_method": context.proposal.method} if is_new else {}
        set_validation_status(change, link, ValidationStatus.ACCEPTED, **method)
        change.write()

    def reject(self, context: DecisionContext[LinkPayload]) -> None:
        """Mark an existing link as rejected."""
        link = _stored(context.caller, context.payload)
        if link is None:
            return
        change = context.change()
        set_validation_status(change, link, ValidationStatus.REJECTED)
        change.write()


def _stored(caller: Caller, payload: LinkPayload) -> MemoryLink | None:
    kind = link_type(caller, payload.type)
    ends = Q(src_memory__uid=payload.source, dst_memory__uid=payload.target)
    if kind.is_symmetric:
        ends |= Q(src_memory__uid=payload.target, dst_memory__uid=payload.source)
    return MemoryLink.objects.filter(ends, relation_type=kind).first()
