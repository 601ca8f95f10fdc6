"""Conditions that memories and states share: packs, times of validity and of knowledge."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone

from core.caller import Caller, aware
from core.db.fields import at_or_below
from core.errors import InvalidInput, Problem
from entities.models import ValidationStatus
from graph.link_types import SUPERSEDES
from graph.models import MemoryLink
from memories.records.annotations.types import category_labels, unknown_type
from memories.records.annotations.words import MEMORIES, known_word, memory_type_labels
from memories.schemas import SearchFilters, Validity
from packs import registry

# Unlike an empty Q, these can be negated.
NOTHING = Q(pk__in=[])
EVERYTHING = ~NOTHING
Labels = Callable[[], Mapping[str, str]]
Synonyms = Mapping[str, tuple[str, ...]]
UPSIDE_DOWN = "this is not after {start}; exchange the two"


def in_packs(filters: SearchFilters, caller: Caller) -> Q:
    """Return the condition of the packs asked for."""
    if not filters.pack:
        return Q()
    return Q(user_id__in=[caller.space(pack) for pack in filters.pack])


def namespaces(filters: SearchFilters) -> Q:
    """Return the condition of being at or below one of the namespaces asked for."""
    met = Q()
    for namespace in (value.strip("/") for value in filters.namespace or ()):
        met |= at_or_below(namespace)
    return met


def known_vocabulary(filters: SearchFilters, path: str) -> SearchFilters:
    """Return filters with the memory types and categories that their words mean.

    Raises:
        InvalidInput: names packs, types and categories that do not exist, with the nearest ones.
    """
    for pack in filters.pack or ():
        registry.get(pack, field=f"{path}pack")
    asked: tuple[tuple[str, str, list[str] | None, Labels, Synonyms], ...] = (
        ("memory_type", "memory type", filters.memory_type, memory_type_labels, MEMORIES),
        ("category", "category", filters.category, category_labels, {}),
    )
    meant: dict[str, list[str]] = {}
    problems: list[Problem] = []
    for name, what, given, labels_of_all, synonyms in asked:
        labels = labels_of_all() if given else dict[str, str]()
        for word in given or ():
            if key := known_word(word, labels, synonyms):
                meant.setdefault(name, []).append(key)
            else:
                problems.append(unknown_type(f"{path}{name}", word, what, labels))
    if problems:
        raise InvalidInput(problems)
    return filters.model_copy(update=meant) if meant else filters


@dataclass(frozen=True, slots=True)
class Frame:
    """At what times a search looks.

    ``moment`` is when validity is judged. ``replaced`` is True for what has been
    replaced, False for what has not, None for both.
    """

    held_at: datetime | None
    known_at: datetime | None
    moment: datetime
    replaced: bool | None
    leaves_out_ended: bool

    @classmethod
    def of(
        cls, filters: SearchFilters, caller: Caller, path: str, *, now: datetime | None
    ) -> "Frame":
        """Read the times of ``filters``; ``as_of`` selects the rows known at that time.

        Raises:
            InvalidInput: a time cannot be represented.
        """
        held_at, known_at, as_of = (
            aware(value, caller, f"{path}{name}") if value else None
            for name, value in (
                ("held_at", filters.held_at),
                ("known_at", filters.known_at),
                ("as_of", filters.as_of),
            )
        )
        validity = filters.validity
        looks_back = held_at is not None or known_at is not None
        known = [at for at in (known_at, as_of) if at is not None]
        return cls(
            held_at=held_at,
            known_at=min(known, default=None),
            moment=held_at or min(known, default=None) or now or timezone.now(),
            replaced=_replaced(validity, looks_back=looks_back),
            leaves_out_ended=held_at is not None or validity is Validity.CURRENT,
        )


def _replaced(validity: Validity | None, *, looks_back: bool) -> bool | None:
    if validity is Validity.SUPERSEDED:
        return True
    if validity is Validity.CURRENT or (validity is None and looks_back):
        return False
    return None


def begun(at: datetime, through: str = "") -> Q:
    """Return the condition of memories whose content had begun; else, that had been said."""
    return Q(**{f"{through}about_start__lte": at}) | Q(
        **{f"{through}about_start": None, f"{through}created_at__lte": at}
    )


def replaced_memories(frame: Frame, caller: Caller) -> QuerySet[MemoryLink, Any]:
    """Return the memories that another one supersedes, as known and as begun by then.

    A successor that was deleted, or that the caller may not see, supersedes nothing.
    Read from the links, which are few; asked for every memory it would take far longer.
    """
    links = MemoryLink.objects.of(caller).filter(
        relation_type=SUPERSEDES, src_memory__invalidated_at=None
    )
    links = links.exclude(validation_status=ValidationStatus.REJECTED)
    if caller.namespace:
        links = links.filter(at_or_below(caller.namespace, "src_memory__namespace"))
    if frame.known_at:
        links = links.filter(
            created_at__lte=frame.known_at, src_memory__recorded_at__lte=frame.known_at
        )
    if frame.held_at:
        links = links.filter(begun(frame.held_at, "src_memory__"))
    return links.values("dst_memory")


def bounds(
    filters: SearchFilters,
    caller: Caller,
    path: str,
    columns: Mapping[str, Callable[[datetime], Q]],
) -> Q:
    """Return the condition of the plain time filters, each as ``columns`` builds it.

    Raises:
        InvalidInput: a time cannot be represented, or a range ends before it begins.
    """
    met = Q()
    given = {
        name: aware(value, caller, f"{path}{name}")
        for name in columns
        if (value := getattr(filters, name)) is not None
    }
    refuse_upside_down(given, path)
    for name, at in given.items():
        met &= columns[name](at)
    return met


def refuse_upside_down(given: Mapping[str, datetime], path: str) -> None:
    """Refuse a range that ends before it begins.

    Raises:
        InvalidInput: names the end, and the start that it is before.
    """
    problems = [
        Problem(f"{path}{what}_before", "order", UPSIDE_DOWN.format(start=f"{path}{what}_after"))
        for what in ("created", "recorded", "about")
        if f"{what}_after" in given
        and f"{what}_before" in given
        and given[f"{what}_before"] <= given[f"{what}_after"]
    ]
    if problems:
        raise InvalidInput(problems)
