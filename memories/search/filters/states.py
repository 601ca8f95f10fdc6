"""The condition of filters on states.

Columns that a state lacks are looked up in its evidence: a state meets ``tags`` if one of
its memories does.
"""

from collections.abc import Callable
from datetime import datetime

from django.db.models import Exists, OuterRef, Q

from core.caller import Caller
from memories.models import Memory, State, StateEntity
from memories.schemas import Kind, SearchFilters

from .memories import entities_named, memory_only_condition, metadata
from .shared import EVERYTHING, NOTHING, Frame, bounds, in_packs, known_vocabulary, namespaces

COLUMNS: dict[str, Callable[[datetime], Q]] = {
    "created_after": lambda at: Q(recorded_at__gte=at),
    "created_before": lambda at: Q(recorded_at__lt=at),
    "recorded_after": lambda at: Q(recorded_at__gte=at),
    "recorded_before": lambda at: Q(recorded_at__lt=at),
    "about_after": lambda at: Q(valid_to=None, valid_from__isnull=False) | Q(valid_to__gt=at),
    "about_before": lambda at: Q(valid_from__lt=at) | Q(valid_from=None, valid_to__isnull=False),
}


def state_condition(
    filters: SearchFilters, caller: Caller, path: str = "filters.", *, now: datetime | None = None
) -> Q:
    """Return the condition of ``filters`` on states; empty if there is none.

    Raises:
        InvalidInput: a pack or a memory type does not exist, or a time cannot be represented.
    """
    filters = known_vocabulary(filters, path)
    met = in_packs(filters, caller) & namespaces(filters)
    if filters.kind:
        met &= EVERYTHING if Kind.STATE in filters.kind else NOTHING
    if asked := memory_only_condition(filters):
        evidence = Memory.objects.of(caller).kept().filter(asked, states=OuterRef("pk"))
        met &= Q(Exists(evidence))
    if filters.entity:
        met &= _about(filters.entity, caller)
    met &= bounds(filters, caller, path, COLUMNS) & _scores(filters)
    met &= _at_its_time(Frame.of(filters, caller, path, now=now))
    met &= metadata(filters.metadata or {})
    if filters.not_ is not None and (
        unwanted := state_condition(filters.not_, caller, f"{path}not.", now=now)
    ):
        met &= ~Q(pk__in=State.objects.of(caller).filter(unwanted).values("pk"))
    return met


def _about(names: list[str], caller: Caller) -> Q:
    """Return the condition of states about these entities, as subject or beside it."""
    entity_ids = entities_named(names, caller)
    beside = StateEntity.objects.filter(state_id=OuterRef("pk"), entity__entity_id__in=entity_ids)
    return Q(subject__entity_id__in=entity_ids) | Q(Exists(beside))


def _scores(filters: SearchFilters) -> Q:
    met = Q()
    if filters.min_importance is not None:
        met &= Q(salience__gte=filters.min_importance)
    if filters.min_confidence is not None:
        met &= Q(confidence__gte=filters.min_confidence)
    return met


def _at_its_time(frame: Frame) -> Q:
    """Return the condition of what held and was known at the times of ``frame``."""
    met = Q(recorded_at__lte=frame.known_at) if frame.known_at else Q()
    if frame.held_at:
        met &= Q(valid_from=None) | Q(valid_from__lte=frame.held_at)
    if frame.leaves_out_ended:
        met &= Q(valid_to=None) | Q(valid_to__gt=frame.moment)
    if frame.replaced is not None:
        is_replaced = Q(superseded_at__isnull=False)
        if frame.known_at:
            is_replaced = Q(superseded_at__isnull=False, superseded_at__lte=frame.known_at)
        met &= is_replaced if frame.replaced else ~is_replaced
    return met
