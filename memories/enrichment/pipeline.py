"""Derive a batch of memories: read and compare outside of transactions, store in short ones.

SQLite has one writer: whatever is computed while its lock is held keeps all others waiting.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import TypeVar
from zoneinfo import ZoneInfo

from django.db import OperationalError, transaction

from accounts.services.users import time_zone_of
from core.caller import Caller, Role, base_user_of
from core.jobs import Lease
from core.journal import Change, Snapshot, parts_of, snapshot
from entities.journal_models import MENTIONS
from entities.models import Entity, MentionRuling
from entities.type_catalog import types_by_key
from graph.models import RelationType
from memories import index
from memories.inbox.proposals import propose
from memories.index.query_vectors import warm
from memories.knowledge.states.assertion import ResolvedClaim
from memories.knowledge.states.recording import record_claims
from memories.models import Action, DerivationJob, Memory, Proposal
from memories.schemas.inbox import Suggestion
from nlp.facts.rules import Rule
from nlp.facts.templates import rules_of
from nlp.guard import ReaderGuard
from nlp.text.fold import name_key
from nlp.types import Found
from packs.selection import enabled_packs

from .analysis import Reading, read
from .discourse_links import connected
from .duplicates import outcomes
from .duplicates.finding import find
from .duplicates.keeping import keep
from .entity_linking import Named, name
from .known_names import space_names
from .rejected_names import refused_names
from .suggestions import sensitive_in, unclassified

NAME = "derivation"
# What the program writes into a memory beside its text.
FILLED = ("summary_text", "micro_summary", "about_start", "about_end", "about_time_confidence")
NO_SUGGESTIONS: list[Suggestion] = []
T = TypeVar("T")
Guards = Mapping[int, ReaderGuard]


def derive(
    memories: Sequence[Memory],
    now: datetime,
    *,
    left_open: Collection[int] = (),
    lease: Lease[DerivationJob] | None = None,
) -> dict[int, str]:
    """Derive what memories say; doing it again adds nothing.

    ``left_open`` are those whose pack nobody named. Tags, contexts and sessions are read
    here; memories that are hidden or say something else meanwhile are left out. Texts are read
    and compared outside of transactions; each space then takes two short ones. ``lease`` is
    renewed before each text; what has lost it is left to whoever has it now.

    Return by memory which readers failed; the others have done their part. What reads
    several memories together raises where there are several: derive each alone then.
    """
    guards = {
        memory.pk: ReaderGuard(f"memory {memory.pk}", (OperationalError,)) for memory in memories
    }
    spaces: dict[str, list[Memory]] = defaultdict(list)
    for memory in memories:
        if memory.is_findable:
            spaces[memory.user_id].append(memory)
    for user_id, group in spaces.items():
        readings = _read(user_id, group, lease, guards)
        asked = _about_text(system_caller(user_id), group, left_open, guards)
        if any(reading.names for reading in readings):
            # Names that several may have are told apart by meaning: not with the lock held.
            warm()
        current = _store_named(user_id, readings, now, lease, guards)
        if current:
            _compare(user_id, current, asked, now, guards)
    return {pk: guard.summary for pk, guard in guards.items() if guard.failures}


def _together(
    memories: Sequence[Memory], guards: Guards, reader: str, read: Callable[[], T], instead: T
) -> T:
    """Run what reads several memories together.

    Among several it raises further: the caller finds out which memory it is.
    """
    if len(memories) > 1:
        return read()
    return guards[memories[0].pk].attempt(reader, read, instead)


def _stored_together(
    memories: Sequence[Memory], guards: Guards, reader: str, store: Callable[[], T], instead: T
) -> T:
    """Run what stores something of several memories, and undo it where it raises."""

    def undone_on_error() -> T:
        with transaction.atomic():
            return store()

    return _together(memories, guards, reader, undone_on_error, instead)


def _read(
    user_id: str,
    memories: Sequence[Memory],
    lease: Lease[DerivationJob] | None,
    guards: Guards,
) -> list[Reading]:
    """Read what each memory names and claims; nothing is stored."""
    zone = ZoneInfo(time_zone_of(base_user_of(user_id)))
    rules = _rules(base_user_of(user_id))
    rulings, refused = _rulings(memories), refused_names(user_id)
    known = _together(
        memories,
        guards,
        "names of the space",
        lambda: space_names(user_id, [memory.raw_text for memory in memories]),
        [list[Found]() for _memory in memories],
    )
    readings = []
    for memory, names in zip(memories, known, strict=True):
        if lease is not None:
            lease.renew()
        guard = guards[memory.pk]
        readings.append(read(memory, zone, rulings[memory.pk], rules, refused, names, guard))
    return readings


@transaction.atomic
def _store_named(
    user_id: str,
    readings: Sequence[Reading],
    now: datetime,
    lease: Lease[DerivationJob] | None,
    guards: Guards,
) -> list[Memory]:
    """Store whom and what memories name, what they claim, their summaries, and what to ask of these.

    Return the memories that were still as they had been read.
    """
    readings = _current(readings, lease)
    memories = [reading.memory for reading in readings]
    if not memories:
        return []
    rulings = [one for group in _rulings(memories).values() for one in group]
    caller = system_caller(user_id)
    change = Change(caller=caller, at=now)
    before = parts_of(MENTIONS, memories)
    named = _stored_together(
        memories, guards, "entities", lambda: name(user_id, readings, rulings, now), Named()
    )
    change.created(named.made)
    change.parts(MENTIONS, memories, before, parts_of(MENTIONS, memories))
    _fill(readings, change)
    change.write()
    claiming = partial(_claimed, caller, readings, named, now)
    claimed = _stored_together(memories, guards, "states", claiming, NO_SUGGESTIONS)
    index.put_words_again(_renamed(readings, named))
    # With the rows that they are about: asked again, a rule finds these rows and has no question.
    _ask(memories, [*named.suggestions, *claimed], now, guards)
    return memories


def _ask(
    memories: Sequence[Memory], suggestions: Sequence[Suggestion], now: datetime, guards: Guards
) -> None:
    proposing = partial(propose, _once(suggestions), now=now)
    _stored_together(memories, guards, "questions", proposing, list[Proposal]())


def _current(readings: Sequence[Reading], lease: Lease[DerivationJob] | None) -> list[Reading]:
    """Keep readings of texts that still stand and may be found; load what callers filled in."""
    rows = Memory.objects.findable().filter(pk__in=[reading.memory.pk for reading in readings])
    if lease is not None:
        rows = rows.filter(pk__in=lease.held().values("memory_id"))
    stored = {row["pk"]: row for row in rows.values("pk", "content_hash", *FILLED)}
    current = []
    for reading in readings:
        memory = reading.memory
        row = stored.get(memory.pk)
        if row is None or row["content_hash"] != memory.content_hash:
            continue
        for column in FILLED:
            setattr(memory, column, row[column])
        current.append(reading)
    return current


def _compare(
    user_id: str,
    memories: Sequence[Memory],
    suggestions: Sequence[Suggestion],
    now: datetime,
    guards: Guards,
) -> None:
    """Find what is alike and connected, then fold, link and ask what a person decides."""
    near = _together(
        memories, guards, "duplicates", lambda: find(user_id, memories, now), outcomes.Found()
    )
    linked = _together(
        memories, guards, "connectives", partial(connected, memories), NO_SUGGESTIONS
    )
    with transaction.atomic():
        # What is folded below may still be asked about.
        standing = _standing([*suggestions, *linked], memories)
        keeping = partial(keep, system_caller(user_id), near, now=now)
        _stored_together(memories, guards, "duplicates", keeping, None)
        _ask(memories, standing, now, guards)


def _standing(suggestions: Sequence[Suggestion], memories: Sequence[Memory]) -> list[Suggestion]:
    """Keep what rests on memories that may still be found and say what they said."""
    read = {memory.pk: memory.content_hash for memory in memories}
    pks = {pk for one in suggestions for pk in one.evidence}
    rows = Memory.objects.findable().filter(pk__in=pks).values_list("pk", "content_hash")
    standing = {pk for pk, text in rows if read.get(pk, text) == text}
    return [one for one in suggestions if set(one.evidence) <= standing]


def system_caller(user_id: str) -> Caller:
    """Return the program itself, acting for one person: what it does is journalled as its own."""
    return Caller(base_user=base_user_of(user_id), role=Role.SYSTEM, name=NAME)


def _rules(base_user: str) -> list[Rule]:
    types = types_by_key(RelationType, base_user)
    return rules_of({key: row.extraction_rules for key, row in types.items()})


def _rulings(memories: Sequence[Memory]) -> dict[int, list[MentionRuling]]:
    rulings: dict[int, list[MentionRuling]] = defaultdict(list)
    rows = MentionRuling.objects.filter(memory__in=[memory.pk for memory in memories])
    for ruling in rows.select_related("entity"):
        rulings[ruling.memory_id].append(ruling)
    return rulings


def _fill(readings: Sequence[Reading], change: Change) -> None:
    """Write summaries, and the time a text names where the caller gave none."""
    for reading in readings:
        memory, about = reading.memory, reading.about
        before = filled_in(memory)
        memory.summary_text = memory.summary_text or reading.summary
        memory.micro_summary = memory.micro_summary or reading.micro_summary
        if about and memory.about_start is None and memory.about_end is None:
            memory.about_start, memory.about_end = about.start, about.end
            memory.about_time_confidence = about.confidence
        if (after := filled_in(memory)) != before:
            change.note(Action.UPDATE, memory, before=before, after=after)
    Memory.objects.bulk_update([reading.memory for reading in readings], FILLED)


def filled_in(memory: Memory) -> Snapshot:
    """Return what names a memory in the journal, and what the program has written into it."""
    whole = snapshot(memory)
    return {name: whole[name] for name in ("id", *FILLED)}


def _claimed(
    caller: Caller, readings: Sequence[Reading], named: Named, now: datetime
) -> list[Suggestion]:
    suggestions: list[Suggestion] = []
    for reading in readings:
        known = named.by_name[reading.memory.pk]
        resolved = [
            ResolvedClaim(claim, _entity(known, claim.subject), _entity(known, claim.object))
            for claim in reading.claims
        ]
        recorded = record_claims(caller, reading.memory, resolved, now=now)
        suggestions += recorded.suggestions
    return suggestions


def _entity(known: dict[str, Entity], called: str | None) -> Entity | None:
    return known.get(name_key(called)) if called else None


def _renamed(readings: Sequence[Reading], named: Named) -> list[int]:
    """Return the memories whose index rows change: a time was filled in, or an entity is called otherwise."""
    return [
        reading.memory.pk
        for reading in readings
        if reading.about is not None
        or any(
            entity.name not in reading.memory.raw_text
            for entity in named.by_name[reading.memory.pk].values()
        )
    ]


def _about_text(
    caller: Caller, memories: Sequence[Memory], left_open: Collection[int], guards: Guards
) -> list[Suggestion]:
    found = [
        guards[memory.pk].attempt("secrets", partial(sensitive_in, memory), None)
        for memory in memories
    ]
    if open_ones := [memory for memory in memories if memory.pk in left_open]:
        enabled = enabled_packs(caller)
        found += [
            guards[memory.pk].attempt("packs", partial(unclassified, memory, enabled), None)
            for memory in open_ones
        ]
    return [suggestion for suggestion in found if suggestion is not None]


def _once(suggestions: Sequence[Suggestion]) -> list[Suggestion]:
    """Return each question once, with the evidence of all that ask it."""
    kept: dict[tuple[str, str], Suggestion] = {}
    for one in suggestions:
        about = (one.kind, one.key or str(sorted(one.payload.items(), key=str)))
        before = kept.get(about)
        if before is not None:
            one = replace(one, evidence=(*before.evidence, *one.evidence))
        kept[about] = one
    return list(kept.values())
