"""Journal entries of merging and splitting: what they hold, and how they are read back.

A mention's or state's entry holds the columns that moved and no text of the memory: what is
forgotten must not live on in the journal. Relations carry their evidence, which is no column.
"""

from typing import Any

from django.db.models import Model

from entities.models import Entity, EntityAlias, Mention, MentionRuling
from graph.models import EntityRelation
from memories.journal import Change, described
from memories.models import Action, State, StateEntity

MODELS: dict[str, type[Model]] = {
    model._meta.model_name or "": model
    for model in (Entity, EntityAlias, Mention, MentionRuling, EntityRelation, State, StateEntity)
}
# Of these, an entry holds only what names the row and what changed.
WITH_TEXT = (Mention, MentionRuling, State)
ALWAYS = frozenset({"id"})


__all__ = ["MODELS", "described", "note_changed"]


def note_changed(change: Change, action: Action, row: Model, before: dict[str, Any]) -> None:
    """Note that a row was changed; ``before`` is its description from before."""
    after = described(row)
    if isinstance(row, WITH_TEXT):
        kept = ALWAYS | {name for name in after if before.get(name) != after[name]}
        before = {name: value for name, value in before.items() if name in kept}
        after = {name: value for name, value in after.items() if name in kept}
    change.note(action, row, before=before, after=after)
