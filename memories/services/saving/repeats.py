"""Carry out what a save of a text that is stored already links, replaces and completes."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from core.caller import Caller, Scope
from core.journal import Change
from graph.models import RelationScope
from graph.services import relation_types
from memories.knowledge.states.lookup import states_seen
from memories.models import Memory
from memories.records.links import current_link, named_in, store_link
from memories.records.validation import ValidatedSave
from memories.schemas.leniency.base import NoteOut

LINKED = "the text was there already; the link was added to it"
HIDDEN = "this memory was stored before and is hidden; restore it to find it again"
STAYS_HIDDEN = "was left out: the memory was stored before and is hidden"
UNREAD = "was left out: the text was there already, and this token may not read it"

Saves = Sequence[tuple[Memory, ValidatedSave]]


def repeats_with_deeds(caller: Caller, repeated: Saves) -> Saves:
    """Return the repeated saves that link or complete something; note what may not be read."""
    asking = [(memory, save) for memory, save in repeated if save.item.links or save.item.completes]
    if not asking:
        return []
    rows = Memory.objects.of(caller).kept().filter(pk__in=[memory.pk for memory, _ in asking])
    seen = set(rows.values_list("pk", flat=True)) if Scope.READ in caller.scopes else set()
    for memory, save in asking:
        if memory.pk not in seen:
            item = save.item
            detail = STAYS_HIDDEN if memory.invalidated_at else UNREAD
            fields = [named_in(item, at) for at in range(len(item.links))]
            fields += [f"completes.{at}" for at in range(len(item.completes))]
            save.notes.extend(NoteOut(field=field, detail=detail) for field in fields)
    return [(memory, save) for memory, save in asking if memory.pk in seen]


def note_hidden(repeated: Saves) -> None:
    """Note which repeated saves gave a memory that was deleted, and stays so."""
    for memory, save in repeated:
        if memory.invalidated_at is not None:
            save.notes.append(NoteOut(field="external_id", detail=HIDDEN))


def link_repeated(change: Change, repeated: Saves, targets: Mapping[UUID, Memory]) -> None:
    """Add the links that are not there yet; a link to the memory itself is left out."""
    if not any(save.item.links for _, save in repeated):
        return
    types = relation_types(RelationScope.MEMORIES, change.caller.base_user)
    for memory, save in repeated:
        for at, link in enumerate(save.item.links):
            field = named_in(save.item, at)
            target = targets.get(link.target_id)
            if target is None:
                continue
            ends, kind = (memory.pk, target.pk), types[link.type]
            if target.pk == memory.pk:
                detail = "the link was left out: this is the memory itself"
                save.notes.append(NoteOut(field=field, detail=detail))
            elif current_link(ends, kind) is None:
                store_link(
                    change,
                    ends,
                    kind,
                    user_id=memory.user_id,
                    namespace=memory.namespace,
                    weight=link.weight,
                    reason=link.reason,
                )
                save.notes.append(NoteOut(field=field, detail=LINKED))


def is_done(caller: Caller, uid: UUID) -> bool:
    """Return whether a task is completed already: a repeated save leaves it as it is."""
    return states_seen(caller).filter(uid=uid, completed_at__isnull=False).exists()
