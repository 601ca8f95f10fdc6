"""The condition of filters on memories."""

from collections.abc import Callable
from datetime import datetime
from uuid import UUID

from django.db.models import Exists, OuterRef, Q

from core.caller import Caller
from entities.models import Entity, Mention
from entities.selectors import aliases_seen
from memories.models import Memory
from memories.schemas import Kind, SearchFilters
from nlp.names.spelling import look_up_key
from nlp.text.fold import name_key
from nlp.types import PERSON

from .metadata import metadata
from .places import near
from .shared import EVERYTHING, NOTHING, check_vocabulary, in_packs, namespaces
from .times import Frame, begun, bounds, replaced_memories

Values = list[str]


def condition(
    filters: SearchFilters, caller: Caller, path: str = "filters.", *, now: datetime | None = None
) -> Q:
    """Return the condition of ``filters`` on memories; empty where there is none.

    Raises:
        InvalidInput: a pack or a memory type does not exist, or a time cannot be represented.
    """
    check_vocabulary(filters, path)
    met = in_packs(filters, caller) & namespaces(filters) & memory_only_condition(filters)
    if filters.kind:
        met &= EVERYTHING if Kind.MEMORY in filters.kind else NOTHING
    if filters.entity:
        met &= _mentions(filters.entity, caller)
    met &= bounds(filters, caller, path, COLUMNS) & _scores(filters)
    met &= _at_its_time(Frame.of(filters, caller, path, now=now), caller)
    met &= metadata(filters.metadata or {})
    if filters.not_ is not None and (
        unwanted := condition(filters.not_, caller, f"{path}not.", now=now)
    ):
        met &= ~Q(pk__in=Memory.objects.of(caller).filter(unwanted).values("pk"))
    return met


def memory_only_condition(filters: SearchFilters) -> Q:
    """Return the condition on columns that states lack: speaker, session, device, place."""
    met = Q()
    for name, build in WORD_CONDITIONS.items():
        if values := getattr(filters, name):
            met &= build(values)
    if filters.pinned is not None:
        met &= Q(pinned=filters.pinned)
    return met & near(filters.near) if filters.near else met


def _one_of(column: str) -> Callable[[Values], Q]:
    return lambda values: Q(**{f"{column}__in": values})


def _by_key(column: str) -> Callable[[Values], Q]:
    return lambda values: Q(**{f"{column}__in": [name_key(value) for value in values]})


def _tags(values: Values) -> Q:
    # A subquery, so that a memory with two of the tags is one row.
    through = Memory.tags.through
    keys = [name_key(value) for value in values]
    return Q(Exists(through.objects.filter(memory_id=OuterRef("pk"), tag__name_key__in=keys)))


def _threads(values: Values) -> Q:
    through = Memory.threads.through
    return Q(
        Exists(through.objects.filter(memory_id=OuterRef("pk"), thread__thread_key__in=values))
    )


WORD_CONDITIONS: dict[str, Callable[[Values], Q]] = {
    "memory_type": _one_of("memory_type"),
    "category": _one_of("category"),
    "tags": _tags,
    "context": _by_key("context__name_key"),
    "speaker": _one_of("speaker"),
    "session_id": _one_of("session__key"),
    "thread": _threads,
    "device_id": _one_of("device_id"),
    "source": _one_of("source"),
    "external_id": _one_of("external_id"),
    "language": _one_of("language"),
}
COLUMNS: dict[str, Callable[[datetime], Q]] = {
    "created_after": lambda at: Q(created_at__gte=at),
    "created_before": lambda at: Q(created_at__lt=at),
    "recorded_after": lambda at: Q(recorded_at__gte=at),
    "recorded_before": lambda at: Q(recorded_at__lt=at),
    "about_after": lambda at: Q(about_end__gte=at) | Q(about_end=None, about_start__gte=at),
    "about_before": lambda at: Q(about_start__lt=at),
}


def entities_named(names: Values, caller: Caller) -> list[UUID]:
    """Return the entities of these names, aliases or ids."""
    ids = [UUID(name) for name in names if _is_uuid(name)]
    keys = {key for name in names for key in (name_key(name), look_up_key(name, PERSON))}
    aliased = aliases_seen(caller).filter(alias_key__in=keys).values("entity_id")
    named = Q(entity_id__in=ids) | Q(name_key__in=keys) | Q(entity_id__in=aliased)
    return list(Entity.objects.of(caller).filter(named).values_list("entity_id", flat=True))


def _is_uuid(text: str) -> bool:
    try:
        UUID(text)
    except ValueError:
        return False
    return True


def _mentions(names: Values, caller: Caller) -> Q:
    entity_ids = entities_named(names, caller)
    return Q(
        Exists(Mention.objects.filter(memory_id=OuterRef("pk"), entity__entity_id__in=entity_ids))
    )


def _scores(filters: SearchFilters) -> Q:
    met = Q()
    if filters.min_importance is not None:
        met &= Q(importance_score__gte=filters.min_importance)
    if filters.min_confidence is not None:
        met &= Q(confidence__gte=filters.min_confidence)
    return met


def _at_its_time(frame: Frame, caller: Caller) -> Q:
    """Return the condition of what held and was known at the times of ``frame``."""
    met = Q(recorded_at__lte=frame.known_at) if frame.known_at else Q()
    if frame.held_at:
        met &= begun(frame.held_at)
    if frame.leaves_out_ended:
        met &= Q(about_end=None) | Q(about_end__gt=frame.moment)
    if frame.replaced is not None:
        is_replaced = Q(pk__in=replaced_memories(frame, caller))
        met &= is_replaced if frame.replaced else ~is_replaced
    return met
