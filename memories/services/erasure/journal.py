"""Empty the journal entries of erased rows; who changed a row and when stays."""

import json
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from django.db.models import Q, TextField

from core.db.packed_json import Unpacked
from core.journal import erase_payloads, target_id
from core.models import Action, Revision
from entities.models import Entity, EntityAlias
from memories.models import Context, Memory, Tag

from .plan import (
    ErasurePlan,
    entries_about,
    entries_about_memories,
    entries_of_links,
    entries_of_mentions,
    entries_of_parts,
    still_stored,
)

NAMES_PER_BATCH = 50
# Row types whose entries contain names of entities.
NAMING = ("entity", "entityalias", "proposal")
# The rows that have a name, and its column.
NAMED: dict[str, tuple[Any, str]] = {
    "entity": (Entity, "name"),
    "entityalias": (EntityAlias, "alias"),
    "tag": (Tag, "name"),
    "context": (Context, "name"),
}


def note(plan: ErasurePlan) -> None:
    """Note the erasure of each row, without its contents."""
    named = plan.named.rows
    for row in (*plan.memories, *plan.relations, *plan.states, *named):
        plan.change.note(Action.ERASE, row)


def erase_entries(plan: ErasurePlan) -> None:
    """Empty the journal entries of all erased rows."""
    now = plan.now
    for entries in (
        entries_about_memories(plan.memories),
        entries_of_links(plan.caller, plan.keys),
        entries_of_mentions(plan.memories),
        entries_of_parts(plan.caller, plan.keys),
        entries_about("entityrelation", [str(row.uid) for row in plan.relations]),
        entries_about("entityrelation", _removed_relations(plan)),
    ):
        erase_payloads(entries, now)
    _erase_named(plan)


def _removed_relations(plan: ErasurePlan) -> list[str]:
    """Return the ids of relations whose only evidence were these memories, including deleted ones."""
    keys = set(plan.keys)
    entries = Revision.objects.filter(
        user_id__in=plan.spaces, target_type="entityrelation", erased_at=None
    )
    rested: dict[str, set[int]] = {}
    for uid, before, after in entries.values_list("target_id", "before", "after"):
        for payload in (before, after):
            rested.setdefault(uid, set()).update((payload or {}).get("evidence") or ())
    rested = {uid: evidence for uid, evidence in rested.items() if evidence & keys}
    others = still_stored({pk for evidence in rested.values() for pk in evidence} - keys)
    return [uid for uid, evidence in rested.items() if not evidence & others]


def _erase_named(plan: ErasurePlan) -> None:
    named = plan.named
    for kind, ids in _by_kind([(row._meta.model_name or "", target_id(row)) for row in named.rows]):
        erase_payloads(entries_about(kind, ids), plan.now)
    for kind, ids in _by_kind([(row.target_type, row.target_id) for row in named.removed]):
        erase_payloads(entries_about(kind, ids), plan.now)
    names = named.entity_names | _removed_names(named.removed, ("entity", "entityalias"))
    _erase_holding(plan, names, NAMING)
    _erase_aliases_of(plan, named.entities)
    for kind, rows in (("tag", named.tags), ("context", named.contexts)):
        names = {row.name for row in rows} | _removed_names(named.removed, (kind,))
        _erase_holding(plan, names, (kind,))


def _by_kind(targets: Iterable[tuple[str, str]]) -> list[tuple[str, list[str]]]:
    found: dict[str, list[str]] = {}
    for kind, key in targets:
        found.setdefault(kind, []).append(key)
    return list(found.items())


def _removed_names(removed: Sequence[Revision], kinds: Collection[str]) -> set[str]:
    payloads = [row.after or row.before or {} for row in removed if row.target_type in kinds]
    return {
        name for payload in payloads for name in (payload.get("name"), payload.get("alias")) if name
    }


def _erase_holding(plan: ErasurePlan, names: Collection[str], kinds: Collection[str]) -> None:
    """Empty the entries of these row types that contain one of the names as a whole JSON value."""
    entries = Revision.objects.of(plan.caller).filter(target_type__in=kinds, erased_at=None)
    texts = entries.exclude(_about_kept(plan, names, kinds)).annotate(
        was=Unpacked("before", output_field=TextField()),
        became=Unpacked("after", output_field=TextField()),
    )
    ordered = sorted(names)
    for start in range(0, len(ordered), NAMES_PER_BATCH):
        holding = Q()
        for name in ordered[start : start + NAMES_PER_BATCH]:
            # As JSON is stored: between quotation marks, with other scripts escaped.
            for text in {json.dumps(name), json.dumps(name, ensure_ascii=False)}:
                holding |= Q(was__contains=text) | Q(became__contains=text)
        found = list(texts.filter(holding).values_list("pk", flat=True))
        erase_payloads(Revision.objects.filter(pk__in=found), plan.now)


def _about_kept(plan: ErasurePlan, names: Collection[str], kinds: Collection[str]) -> Q:
    """Return which entries are about rows of these names that other memories still use.

    A person has the same tag, context or entity once in each pack; what stays has to be told.
    """
    erased = {(row._meta.model_name, row.pk) for row in plan.named.rows}
    about = Q(pk__in=())
    for kind, (model, column) in NAMED.items():
        if kind in kinds:
            rows = model.objects.of(plan.caller).filter(**{f"{column}__in": names})
            kept = [target_id(row) for row in rows if (kind, row.pk) not in erased]
            about |= Q(target_type=kind, target_id__in=kept)
    return about


def _erase_aliases_of(plan: ErasurePlan, entities: Sequence[Entity]) -> None:
    """Empty the entries of aliases of erased entities, including deleted aliases."""
    ids = [str(entity.entity_id) for entity in entities]
    own = Q(before__entity_id__in=ids) | Q(after__entity_id__in=ids)
    entries = Revision.objects.of(plan.caller).filter(own, target_type="entityalias")
    erase_payloads(entries, plan.now)


def titles(memories: Sequence[Memory]) -> set[str]:
    """Return all current and earlier titles of these memories, as far as the journal has them."""
    known = entries_about_memories(memories).values_list("before", "after")
    payloads = [payload for pair in known for payload in pair]
    earlier = {payload.get("title", "") for payload in payloads if payload}
    return {memory.title for memory in memories} | earlier
