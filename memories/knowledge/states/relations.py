"""The relation between the subject of a state and its value, where both are entities."""

from datetime import datetime

from core.journal import Change, described, snapshot
from graph.models import EntityRelation, RelationType
from graph.services import (
    current_relation,
    entity_relation_close,
    entity_relation_save,
)
from memories.models import Action, State

from .assertion import Said


def put_edge(change: Change, said: Said, kind: RelationType | None) -> EntityRelation | None:
    """Store the relation that a claim tells of, and note it; None where it tells of none."""
    if kind is None or said.subject is None or said.object is None or said.subject == said.object:
        return None
    known = current_relation(said.subject, said.object, kind)
    before = described(known) if known else None
    relation, is_new = entity_relation_save(
        said.subject,
        said.object,
        kind,
        evidence=said.evidence,
        reason=said.reason,
        method=said.method,
        now=change.at,
        valid_from=said.valid_from,
        valid_to=said.valid_to,
        confidence=said.confidence,
    )
    relation.refresh_from_db()
    action = Action.CREATE if is_new else Action.UPDATE
    change.note(action, relation, before=before, after=described(relation))
    return relation


def close_edge(change: Change, relation: EntityRelation | None, at: datetime) -> None:
    """Let a relation end when its state does, and note it."""
    if relation is None or (relation.valid_to is not None and relation.valid_to <= at):
        return
    before = described(relation)
    entity_relation_close(relation, at, change.at)
    change.note(Action.UPDATE, relation, before=before, after=described(relation))


def hide_relation(change: Change, state: State) -> None:
    """Take away the relation of a state too, unless another state rests on it."""
    relation = state.relation
    others = State.objects.filter(relation=relation, superseded_at=None).exclude(pk=state.pk)
    if relation is None or relation.superseded_at or others.exists():
        return
    before = snapshot(relation)
    relation.superseded_at = change.at
    relation.save(update_fields=["superseded_at"])
    change.note(Action.INVALIDATE, relation, before=before, after=snapshot(relation))
