"""Storing what was found: folds and clear links at once, the rest as proposals."""

from collections.abc import Collection, Sequence
from datetime import datetime

from django.db import transaction

from core.caller import Caller
from core.journal import Change
from graph.models import MemoryLink, RelationScope
from graph.services import relation_types
from memories.inbox.proposals import propose
from memories.models import Memory
from memories.records.duplicates import collapse_found
from memories.records.links import store_link

from .outcomes import Found, FoundLink


def keep(caller: Caller, found: Found, *, now: datetime) -> None:
    """Fold, link and propose what :func:`memories.enrichment.duplicates.finding.find` found, all or nothing.

    ``caller`` is who acts in the journal, as a rule the system. A link that is there
    already, made by anybody, is left as it is: running this twice changes nothing. What is
    about a text that was changed or erased since is passed over.
    """
    with transaction.atomic():
        found = found.about(_standing(found))
        collapse_found(caller, found.folds, now=now)
        _link(caller, found.links, now)
        propose(found.suggestions, now=now)


def _standing(found: Found) -> list[int]:
    rows = Memory.objects.findable().filter(pk__in=found.texts).values_list("pk", "content_hash")
    return [pk for pk, text in rows if found.texts[pk] == text]


def _link(caller: Caller, links: Sequence[FoundLink], now: datetime) -> None:
    types = relation_types(RelationScope.MEMORIES, caller.base_user) if links else {}
    ends = {pk for link in links for pk in (link.source, link.target)}
    rows = (
        Memory.objects.findable().filter(pk__in=ends).only("uid", "user_id", "namespace").in_bulk()
    )
    change = Change(caller=caller, at=now)
    linked = _linked_pairs(ends)
    for link in links:
        if link.source not in rows or link.target not in rows:
            continue
        if frozenset((link.source, link.target)) in linked:
            continue
        source = rows[link.source]
        store_link(
            change,
            (link.source, link.target),
            types[link.type],
            user_id=source.user_id,
            namespace=source.namespace,
            weight=link.confidence,
            confidence=link.confidence,
            reason=link.reason,
            method=link.method,
            evidence=_evidence(rows, link),
        )
    change.write()


def _linked_pairs(pks: Collection[int]) -> set[frozenset[int]]:
    """Return the pairs that are linked by now, by whatever type."""
    links = MemoryLink.objects.filter(src_memory__in=pks, dst_memory__in=pks)
    return {frozenset(pair) for pair in links.values_list("src_memory_id", "dst_memory_id")}


def _evidence(rows: dict[int, Memory], link: FoundLink) -> list[str]:
    return [str(rows[pk].uid) for pk in (link.source, link.target)]
