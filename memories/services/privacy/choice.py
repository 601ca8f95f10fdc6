"""Choose memories by the filters of a forget, hidden ones included."""

import hashlib
import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Any
from uuid import UUID

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from core.caller import Caller
from core.errors import InvalidInput
from core.models import Action, Revision
from entities.models import Entity, EntityAlias, Mention
from memories.models import Memory, MemoryQuerySet
from memories.schemas import SearchFilters, parsed
from memories.schemas.privacy.forgetting import ForgetByFilter, ForgetFilters
from memories.search.filters import condition
from memories.search.filters.memories import entities_named
from memories.services.archive.importing.undoing import imported_range
from memories.services.archive.tables import IMPORT_KIND
from memories.services.erasure.remains import remains_of
from memories.services.erasure.searches import SearchLog
from memories.services.erasure.unshared import Unshared
from nlp.text.tokens import fold

CHUNK = 500
# Columns that hold words of a person.
TEXTS = ("raw_text", "assistant_text", "title", "speaker", "summary_text", "micro_summary")
OBJECTS = ("image_summaries", "client_context", "extra_data")


@dataclass(frozen=True, slots=True)
class Chosen:
    """The memories that a filter chooses, oldest first, and how many of its matches stay.

    ``remains`` holds the text that was looked for, without a memory. ``token`` is the confirmation:
    it belongs to exactly these memories, as they are worded now, and to what remains.
    """

    keys: Sequence[int]
    pinned: int
    named_only: int
    token: str
    remains: Unshared


def choose(caller: Caller, asked: ForgetByFilter, log: SearchLog) -> Chosen:
    """Return the memories of all packs that the filters choose.

    Raises:
        InvalidInput: a pack or a memory type does not exist, or a time is wrong.
    """
    filters = asked.filters
    rows = _matching(caller, filters)
    found = rows.order_by("pk").values_list("pk", "pinned", "uid", "content_hash")
    if filters.matching is not None:
        holding = set(keys_with_text(rows, [filters.matching]))
        listed = [row for row in found if row[0] in holding]
    else:
        listed = list(found)
    chosen = [row for row in listed if asked.pinned or not row[1]]
    keys = [row[0] for row in chosen]
    remains = _remains(caller, filters, log)
    return Chosen(
        keys,
        pinned=len(listed) - len(chosen),
        named_only=_named_only(caller, filters, {row[0] for row in listed}),
        token=_token(asked, [row[2:] for row in chosen], remains),
        remains=remains,
    )


def _remains(caller: Caller, filters: ForgetFilters, log: SearchLog) -> Unshared:
    """Return what holds the text without a memory; other conditions are about memories."""
    if filters.matching is None or len(filters.conditions) > 1:
        return Unshared()
    return remains_of(caller, filters.matching, log)


def _matching(caller: Caller, filters: ForgetFilters) -> MemoryQuerySet:
    rows = Memory.objects.of(caller)
    met = condition(_as_search(filters, caller), caller)
    if filters.import_change is not None:
        met &= _stored_by(caller, filters.import_change)
    return rows.filter(met)


def _stored_by(caller: Caller, change_id: UUID) -> Q:
    """Return the condition for the memories that a change stored, also by an archive."""
    entries = Revision.objects.of(caller).filter(change_id=change_id, action=Action.CREATE)
    if (archive := entries.filter(target_type=IMPORT_KIND).first()) is not None:
        return Q(pk__range=imported_range(archive, Memory))
    stored = entries.filter(target_type="memory")
    in_change = Q(pk__in=[])
    for part in chunks(list(stored.values_list("target_id", flat=True))):
        in_change |= Q(uid__in=part)
    return in_change


def _as_search(filters: ForgetFilters, caller: Caller) -> SearchFilters:
    """Return the conditions that searches have too; a day is a range of times."""
    given = {name: value for name, value in filters.conditions.items() if name in filters.SHARED}
    if filters.day is not None:
        if {"created_after", "created_before"} & given.keys():
            raise InvalidInput(
                _("give a day, or a range of times"), field="filters.day", code="contradiction"
            )
        begin = datetime.combine(filters.day, time(), caller.zone)
        try:
            end = datetime.combine(filters.day + timedelta(days=1), time(), caller.zone)
        except OverflowError as error:
            raise InvalidInput(
                _("this day cannot be represented"), field="filters.day", code="out_of_range"
            ) from error
        given |= {"created_after": begin.isoformat(), "created_before": end.isoformat()}
    return parsed(SearchFilters, given, prefix="filters")


def keys_with_text(rows: MemoryQuerySet, wanted: Collection[str]) -> Iterator[int]:
    """Yield the keys of memories that hold one of the texts anywhere, folded."""
    folded = [one for text in wanted if (one := fold(text).strip())]
    for pk, *values in rows.order_by("pk").values_list("pk", *TEXTS, *OBJECTS).iterator(CHUNK):
        told = fold("\n".join(map(_plain, values)))
        if any(text in told for text in folded):
            yield pk


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _named_only(caller: Caller, filters: ForgetFilters, listed: Collection[int]) -> int:
    """Return how many further memories hold a name of a chosen person, without being linked."""
    if not filters.entity:
        return 0
    ids = entities_named(filters.entity, caller)
    names = set(Entity.objects.filter(entity_id__in=ids).values_list("name", flat=True))
    aliases = EntityAlias.objects.filter(entity__entity_id__in=ids)
    names |= set(aliases.values_list("alias", flat=True))
    linked = Mention.objects.filter(entity__entity_id__in=ids).values("memory")
    others = Memory.objects.of(caller).exclude(pk__in=linked)
    long_enough = [name for name in names if len(name) > 1]
    return sum(pk not in listed for pk in keys_with_text(others, long_enough))


def _token(asked: ForgetByFilter, rows: Sequence[Sequence[Any]], remains: Unshared) -> str:
    digest = hashlib.sha256(f"{asked.pinned} {asked.erase_names}".encode())
    for row in rows:
        digest.update("|".join(map(str, row)).encode())
    for one in remains.listed() if asked.erase_names else ():
        digest.update(f"{one.kind} {one.id}".encode())
    return f"{len(rows)}-{digest.hexdigest()[:16]}"


def chunks(keys: Sequence[Any]) -> Iterator[Sequence[Any]]:
    """Yield keys in parts that a statement can take."""
    for start in range(0, len(keys), CHUNK):
        yield keys[start : start + CHUNK]
