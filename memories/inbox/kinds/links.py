"""Handle proposed links between memories and relations between entities."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, Self
from uuid import UUID

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from pydantic import AwareDatetime, Field, model_validator
from pydantic_core import PydanticCustomError

from core.caller import Caller, pack_of
from core.errors import InvalidInput, Problem
from core.journal import snapshot
from core.models import Action
from core.schemas import Text
from entities.models import Entity, ValidationStatus
from entities.selectors import entity_get
from graph.link_types import CONTRADICTS, SUPERSEDES
from graph.models import EntityRelation, MemoryLink, RelationScope, RelationType
from graph.services import entity_relation_save, relation_types
from memories.inbox.preview import EditField, Preview, SubjectCache, SubjectIds
from memories.models import ProposalKind
from memories.records.annotations.types import labels_of, unknown_type
from memories.records.links import link_memories, link_type
from memories.schemas import LinkInput
from packs.spec import SHARED

from .base import DecisionContext, Payload, ProposalHandler, set_validation_status

# Link types by which one memory supersedes or contradicts the other.
OF_VERSIONS = frozenset({SUPERSEDES, CONTRADICTS, "contradiction", "conflicts"})


class LinkPayload(Payload):
    """The source, the target and the type of a link; ``parts`` are those of an inferred score."""

    source: UUID
    target: UUID
    type: Annotated[Text, Field(max_length=64)]
    parts: dict[str, float] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _joins_two(self) -> Self:
        if self.source == self.target:
            raise PydanticCustomError(
                "self_link", gettext_noop("a memory cannot be linked to itself")
            )
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
            unknown_type(f"{path}.type", payload.type, "link type", labels_of(types))
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
        link = _stored_link(context.caller, context.payload)
        if link is None:
            return
        change = context.change()
        set_validation_status(change, link, ValidationStatus.REJECTED)
        change.write()


def _stored_link(caller: Caller, payload: LinkPayload) -> MemoryLink | None:
    kind = link_type(caller, payload.type)
    ends = Q(src_memory__uid=payload.source, dst_memory__uid=payload.target)
    if kind.is_symmetric:
        ends |= Q(src_memory__uid=payload.target, dst_memory__uid=payload.source)
    return MemoryLink.objects.filter(ends, relation_type=kind).first()


class RelationPayload(Payload):
    """The source, the target, the type and the period; ``parts`` are those of an inferred score."""

    source: UUID
    target: UUID
    type: Annotated[Text, Field(max_length=64)]
    valid_from: AwareDatetime | None = None
    valid_to: AwareDatetime | None = None
    parts: dict[str, float] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _makes_sense(self) -> Self:
        if self.source == self.target:
            raise PydanticCustomError("self_relation", gettext_noop("this is related to itself"))
        if self.valid_from and self.valid_to and self.valid_to < self.valid_from:
            raise PydanticCustomError("order", gettext_noop("valid_to is before valid_from"))
        return self


class RelationHandler(ProposalHandler[RelationPayload]):
    """Accepting stores the relation with its evidence; rejecting marks an existing one as wrong."""

    kind = ProposalKind.RELATION
    payload = RelationPayload
    conditions = ("type",)

    def subject_ids(self, payload: RelationPayload) -> SubjectIds:
        """Return both entities."""
        return SubjectIds(entities=(payload.source, payload.target))

    def key(self, payload: RelationPayload) -> str:
        """Return both ends and the type."""
        return f"{payload.source}|{payload.type}|{payload.target}"

    def preview(self, payload: RelationPayload, subjects: SubjectCache) -> Preview:
        """Ask whether the relation is correct."""
        names = {
            "source": subjects.entities[payload.source].name,
            "target": subjects.entities[payload.target].name,
            "type": subjects.relation_label(payload.type),
        }
        return Preview(
            question=_("%(source)s – %(type)s – %(target)s: is that correct?") % names,
            accepting=_("The relation is saved with its evidence."),
            rejecting=_("It is not saved, and not proposed again."),
        )

    def problems(
        self, payloads: Sequence[tuple[str, RelationPayload]], base_user: str
    ) -> list[Problem]:
        """Return unknown types."""
        types = relation_types(RelationScope.ENTITIES, base_user)
        return [
            unknown_type(f"{path}.type", payload.type, "relation type", labels_of(types))
            for path, payload in payloads
            if payload.type not in types
        ]

    def fields(self, payload: RelationPayload, subjects: SubjectCache) -> list[EditField]:
        """Offer the type and the period."""
        types = relation_types(RelationScope.ENTITIES, subjects.person)
        options = sorted((name, row.label) for name, row in types.items())
        return [
            EditField("type", _("Type"), payload.type, options),
            EditField("valid_from", _("Since"), _moment(payload.valid_from), is_time=True),
            EditField("valid_to", _("Until"), _moment(payload.valid_to), is_time=True),
        ]

    def accept(self, context: DecisionContext[RelationPayload]) -> None:
        """Store the relation as validated by the user."""
        source, target, kind = _ends(context)
        known = _stored_relation(source, target, kind)
        before = _described(known) if known else None
        evidence, reason = _told(context, source, target)
        relation, is_new = entity_relation_save(
            source,
            target,
            kind,
            evidence=evidence,
            reason=reason,
            method=context.proposal.method,
            now=context.now,
        )
        relation.refresh_from_db()
        change = context.change()
        action = Action.CREATE if is_new else Action.UPDATE
        change.note(action, relation, before=before, after=_described(relation))
        set_validation_status(
            change, relation, ValidationStatus.ACCEPTED, **_dates(context.payload)
        )
        change.write()

    def reject(self, context: DecisionContext[RelationPayload]) -> None:
        """Mark an existing relation as rejected."""
        relation = _stored_relation(*_ends(context))
        if relation is None:
            return
        change = context.change()
        set_validation_status(change, relation, ValidationStatus.REJECTED)
        change.write()


def _ends(context: DecisionContext[RelationPayload]) -> tuple[Entity, Entity, RelationType]:
    payload = context.payload
    types = relation_types(RelationScope.ENTITIES, context.caller.base_user)
    if payload.type not in types:
        labels = labels_of(types)
        raise InvalidInput([unknown_type("payload.type", payload.type, "relation type", labels)])
    source, target = (entity_get(context.caller, end) for end in (payload.source, payload.target))
    kind = types[payload.type]
    return (
        (target, source, kind)
        if kind.is_symmetric and source.pk > target.pk
        else (source, target, kind)
    )


def _told(
    context: DecisionContext[RelationPayload], source: Entity, target: Entity
) -> tuple[list[int], str]:
    """Return the evidence and the reason, as readers of the pack of both ends may see them.

    Of what several packs tell, only the memories of this pack.
    """
    proposal = context.proposal
    if pack_of(proposal.user_id) != SHARED or source.user_id != target.user_id:
        return context.evidence, proposal.reason
    within = proposal.evidence.filter(user_id=source.user_id)
    return list(within.values_list("pk", flat=True)), ""


def _stored_relation(source: Entity, target: Entity, kind: RelationType) -> EntityRelation | None:
    rows = EntityRelation.objects.filter(source=source, target=target, relation_type=kind)
    return rows.filter(superseded_at=None).first()


def _described(relation: EntityRelation) -> dict[str, Any]:
    evidence = relation.evidence.order_by("pk").values_list("pk", flat=True)
    return {**snapshot(relation), "evidence": list(evidence)}


def _dates(payload: RelationPayload) -> dict[str, datetime]:
    given = {"valid_from": payload.valid_from, "valid_to": payload.valid_to}
    return {name: at for name, at in given.items() if at is not None}


def _moment(at: datetime | None) -> str:
    return at.isoformat() if at else ""
