"""Store the relation between the subject and the value of a state, if both are entities."""

from datetime import datetime

from core.journal import Change, described, snapshot
from core.models import Action
from graph.models import EntityRelation, RelationType
from graph.services import current_relation, entity_relation_close, entity_relation_save
from memories.models import State

from .assertion import Assertion


def store_relation(
    change: Change, assertion: Assertion, kind: RelationType | None
) -> EntityRelation | None:
    """Store the relation of an assertion and note it; return None if it has no relation."""
    if (
        kind is None
        or assertion.subject is None
        or assertion.object is None
        or assertion.subject == assertion.object
    ):
        return None
    known = current_relation(assertion.subject, assertion.object, kind)
    before = described(known) if known else None
    relation, is_new = entity_relation_save(
        assertion.subject,
        assertion.object,
        kind,
        evidence=assertion.evidence,
        reason=assertion.reason,
        method=assertion.method,
        now=change.at,
        valid_from=assertion.valid_from,
        valid_to=assertion.valid_to,
        confidence=assertion.confidence,
    )
    relation.refresh_from_db()
    action = Action.CREATE if is_new else Action.UPDATE
    change.note(action, relation, before=before, after=described(relation))
    return relation


def close_relation(change: Change, relation: EntityRelation | None, at: datetime) -> None:
    """End a relation at the end of its state, and note it."""
    if relation is None or (relation.valid_to is not None and relation.valid_to <= at):
        return
    before = described(relation)
    entity_relation_close(relation, at, change.at)
    change.note(Action.UPDATE, relation, before=before, after=described(relation))


def hide_relation(change: Change, state: State) -> None:
    """Hide the relation of a state too, unless another state uses it."""
    relation = state.relation
    others = State.objects.filter(relation=relation, superseded_at=None).exclude(pk=state.pk)
    if relation is None or relation.superseded_at or others.exists():
        return
    before = snapshot(relation)
    relation.superseded_at = change.at
    relation.save(update_fields=["superseded_at"])
    change.note(Action.INVALIDATE, relation, before=before, after=snapshot(relation))
