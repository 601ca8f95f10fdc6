"""Look up memories and the rows around them within reach, and serialize memories."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import TypeVar
from uuid import UUID

from django.db.models import Exists, Model, OuterRef, prefetch_related_objects
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.caller import Caller, Scope, aware
from core.db.fields import at_or_below
from core.errors import Forbidden, InvalidInput, NotFound
from entities.models import Mention, SpaceQuerySet
from graph.models import MemoryLink
from memories.models import Memory, MemoryQuerySet, State
from memories.schemas import EntityRef, MemoryOut
from memories.schemas.recalled_text import warning_of
from packs.selection import chosen_packs

from .filing import pack_of_text


def memory_get(caller: Caller, uid: UUID, *, field: str = "id") -> Memory:
    """Return one memory, including hidden ones.

    Raises:
        NotFound: there is no such memory, or it belongs to another person.
    """
    return _found(Memory.objects.of(caller).with_rendering(), caller, uid, field)


def memory_row(caller: Caller, uid: UUID, *, field: str = "id") -> Memory:
    """Return one memory as :func:`memory_get` does, without the rows that rendering needs."""
    return _found(Memory.objects.of(caller), caller, uid, field)


def _found(rows: MemoryQuerySet, caller: Caller, uid: UUID, field: str) -> Memory:
    caller.require(Scope.READ)
    memory = rows.filter(uid=uid).first()
    if memory is None:
        raise NotFound(format_lazy(gettext_lazy("there is no memory {uid}"), uid=uid), field=field)
    return memory


def link_get(caller: Caller, pk: int) -> MemoryLink:
    """Return one link; raise NotFound if one of its memories is not visible to the caller."""
    if link := links_seen(caller).filter(pk=pk).first():
        return link
    raise NotFound(format_lazy(gettext_lazy("there is no link {pk}"), pk=pk), field="id")


def links_seen(caller: Caller) -> SpaceQuerySet[MemoryLink]:
    """Return the links between memories that are visible to the caller.

    By joins: of the memories in two sub-queries, SQLite tries every pair.
    """
    caller.require(Scope.READ)
    rows = MemoryLink.objects.of(caller)
    for end in ("src_memory", "dst_memory"):
        rows = rows.filter(**{f"{end}__invalidated_at": None})
        if caller.packs is not None:
            rows = rows.filter(**{f"{end}__user_id__in": caller.spaces(caller.packs)})
        if caller.namespace:
            rows = rows.filter(at_or_below(caller.namespace, f"{end}__namespace"))
    return rows.select_related("src_memory", "dst_memory").defer(
        "src_memory__raw_audio", "dst_memory__raw_audio"
    )


Row = TypeVar("Row", bound=Model)


def visible_rows(rows: SpaceQuerySet[Row], caller: Caller, through: str) -> SpaceQuerySet[Row]:
    """Filter to rows visible to the caller; ``through`` is the lookup from memories to the rows."""
    caller.require(Scope.READ)
    own = rows.of(caller)
    if not caller.namespace:
        return own
    return own.filter(Exists(Memory.objects.of(caller).filter(**{through: OuterRef("pk")})))


def in_packs(
    rows: SpaceQuerySet[Row], caller: Caller, packs: Sequence[str] | None
) -> SpaceQuerySet[Row]:
    """Filter to rows of these packs, or of all enabled packs."""
    return rows.in_spaces(caller.spaces(chosen_packs(caller, packs, field="pack")))


def require_filled(caller: Caller, namespace: str) -> None:
    """Check that something of the caller's lies in a namespace or below it, if one is named.

    Raises:
        InvalidInput: nothing does; the name may be misspelt.
    """
    place = namespace.strip("/")
    if not place:
        return
    spaces = (Memory.objects.of(caller), State.objects.of(caller))
    if not any(rows.filter(at_or_below(place)).exists() for rows in spaces):
        text = _("nothing is in the namespace “{namespace}”").format(namespace=place)
        raise InvalidInput(text, field="namespace", code="no_match")


def require_past(caller: Caller, since: datetime | None) -> None:
    """Check that something can have been created since a time, if one is given.

    Raises:
        InvalidInput: it is still to come; the date may be mistyped.
    """
    if since and aware(since, caller, "since") > timezone.now():
        text = _("{time} is in the future: nothing was created since")
        raise InvalidInput(text.format(time=since), field="since", code="no_match")


def require_whole_space(caller: Caller) -> None:
    """Check that the token may write and is not bound to a namespace.

    Raises:
        Forbidden: the token may not write, or is bound to a namespace.
    """
    caller.require(Scope.WRITE)
    if caller.namespace:
        raise Forbidden(
            format_lazy(
                gettext_lazy(
                    "this token is bound to “{namespace}”; what a whole space shares is not its to change"
                ),
                namespace=caller.namespace,
            ),
            field="token",
            code="namespace",
        )


def space_for(caller: Caller, pack: str | None, text: str) -> str:
    """Return the space for a new row: of the given pack, or of the pack that fits ``text``."""
    return caller.space(pack_of_text(caller, pack, text))


def memory_out(memory: Memory) -> MemoryOut:
    """Serialize one memory."""
    return memories_out([memory])[0]


def memories_out(memories: Sequence[Memory]) -> list[MemoryOut]:
    """Serialize memories, in their order."""
    rows = list(memories)
    prefetch_related_objects(rows, "session", "context", "tags")
    entities = _entities(rows)
    return [_out(memory, entities.get(memory.pk, [])) for memory in rows]


def _entities(memories: Sequence[Memory]) -> dict[int, list[EntityRef]]:
    if not memories:
        return {}
    refs: dict[int, dict[str, EntityRef]] = defaultdict(dict)
    rows = Mention.objects.filter(memory__in=[memory.pk for memory in memories]).order_by(
        "position_in_text"
    )
    for mention in rows.select_related("entity"):
        entity = mention.entity
        refs[mention.memory_id][str(entity.entity_id)] = EntityRef(
            id=entity.entity_id, name=entity.name, type=entity.type_key
        )
    return {pk: list(found.values()) for pk, found in refs.items()}


def _out(memory: Memory, entities: list[EntityRef]) -> MemoryOut:
    return MemoryOut(
        id=memory.uid,
        text=memory.raw_text,
        title=memory.title,
        created_at=memory.created_at,
        recorded_at=memory.recorded_at,
        updated_at=memory.updated_at,
        external_id=memory.external_id,
        session_id=memory.session.key,
        device_id=memory.device_id,
        pack=memory.pack,
        namespace=memory.namespace,
        speaker=memory.speaker,
        memory_type=memory.memory_type,
        category=memory.category,
        importance=memory.importance_score,
        confidence=memory.confidence,
        strength=memory.decay_score,
        trust=memory.trust,
        tags=[tag.name for tag in memory.tags.all()],
        context=memory.context.name if memory.context else None,
        source=memory.source,
        language=memory.language,
        assistant_text=memory.assistant_text,
        about_start=memory.about_start,
        about_end=memory.about_end,
        pinned=memory.pinned,
        searchable=memory.searchable,
        invalidated_at=memory.invalidated_at,
        usage_count=memory.usage_count,
        entities=entities,
        extra_data=memory.extra_data,
        warning=warning_of(is_order=memory.is_order),
    )
