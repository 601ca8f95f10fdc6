"""Enrich a batch of memories: analyze and compare outside of transactions, store in short ones.

SQLite has one writer: work done while its lock is held makes all other writers wait.
"""

from collections import defaultdict
from collections.abc import Collection, Sequence
from datetime import datetime
from functools import partial
from zoneinfo import ZoneInfo

from django.db import OperationalError, transaction

from accounts.services.users import time_zone_of
from core.caller import Caller, base_user_of
from core.jobs import Lease
from entities.models.types import types_by_key
from graph.models import RelationType
from memories.index.query_vectors import warm
from memories.models import DerivationJob, Memory
from memories.schemas.inbox.proposals import Suggestion
from nlp.facts.rules import Rule, rules_from_templates
from nlp.readers import Found, ReaderGuard
from packs.privacy import policy_of
from packs.selection import enabled_packs

from .analysis import Analysis, analyze
from .duplicates.actions import DuplicateResults, store_results
from .duplicates.finding import find_duplicates
from .inference.doubts import suggest_ends
from .inference.ended_jobs import suggest_ends_with_jobs
from .known_names import find_known_names, names_of_owner, rejected_names
from .storage import (
    NO_SUGGESTIONS,
    Guards,
    load_corrections,
    propose,
    run_on_batch,
    store_analyses,
    store_batch,
    system_caller,
)
from .suggestions import (
    suggest_completions,
    suggest_discourse_links,
    suggest_pack,
    suggest_sensitive,
)


def enrich(
    memories: Sequence[Memory],
    now: datetime,
    *,
    left_open: Collection[int] = (),
    lease: Lease[DerivationJob] | None = None,
) -> dict[int, str]:
    """Enrich memories with entities, states, links and proposals; a repeated run adds nothing.

    ``left_open`` are the keys of memories that were saved without a pack. Memories need their
    tags, context and session loaded; those hidden or changed meanwhile are skipped. Each space
    takes two short transactions. ``lease`` is renewed before each text; memories whose lease
    was lost are left to its new holder.

    Return the failed steps by memory; its other steps are done. A step that handles several
    memories at once raises if the batch has several: enrich each memory alone then.
    """
    guards = {
        memory.pk: ReaderGuard(f"memory {memory.pk}", (OperationalError,)) for memory in memories
    }
    spaces: dict[str, list[Memory]] = defaultdict(list)
    for memory in memories:
        if memory.is_findable:
            spaces[memory.user_id].append(memory)
    for user_id, group in spaces.items():
        analyses, suggestions = _analyze(user_id, group, lease, guards)
        suggestions += _suggest_packs(system_caller(user_id), group, left_open, guards)
        if any(analysis.names for analysis in analyses):
            # Load the embedding model before the lock is held: linking compares names by meaning.
            warm()
        current = store_analyses(user_id, analyses, now, lease, guards)
        if current:
            _compare(user_id, current, suggestions, now, guards)
    return {pk: guard.summary for pk, guard in guards.items() if guard.failures}


def _analyze(
    user_id: str,
    memories: Sequence[Memory],
    lease: Lease[DerivationJob] | None,
    guards: Guards,
) -> tuple[list[Analysis], list[Suggestion]]:
    """Find the names and claims of each memory, and what to ask of its secrets; store nothing."""
    zone = ZoneInfo(time_zone_of(base_user_of(user_id)))
    rules, policy = _rules(base_user_of(user_id)), policy_of(user_id)
    corrections, rejected = load_corrections(memories), rejected_names(user_id)
    known = run_on_batch(
        memories,
        guards,
        "names of the space",
        lambda: find_known_names(user_id, [memory.raw_text for memory in memories]),
        [list[Found]() for _memory in memories],
    )
    owner_names = names_of_owner(system_caller(user_id))
    analyses, asked = [], []
    for memory, names in zip(memories, known, strict=True):
        if lease is not None:
            lease.renew()
        guard = guards[memory.pk]
        analysis = analyze(
            memory, zone, corrections[memory.pk], rules, rejected, names, guard, owner_names
        )
        owner_names |= analysis.names_of_owner
        analyses.append(analysis)
        # The network still has what it read of this text.
        asked.append(guard.attempt("secrets", partial(suggest_sensitive, memory, policy), None))
    return analyses, [suggestion for suggestion in asked if suggestion is not None]


def _rules(base_user: str) -> list[Rule]:
    types = types_by_key(RelationType, base_user)
    return rules_from_templates({key: row.extraction_rules for key, row in types.items()})


def _suggest_packs(
    caller: Caller, memories: Sequence[Memory], left_open: Collection[int], guards: Guards
) -> list[Suggestion]:
    """Return the suggestions about memories that were saved without a pack."""
    open_ones = [memory for memory in memories if memory.pk in left_open]
    enabled = enabled_packs(caller) if open_ones else []
    found = [
        guards[memory.pk].attempt("packs", partial(suggest_pack, memory, enabled), None)
        for memory in open_ones
    ]
    return [suggestion for suggestion in found if suggestion is not None]


def _compare(
    user_id: str,
    memories: Sequence[Memory],
    suggestions: Sequence[Suggestion],
    now: datetime,
    guards: Guards,
) -> None:
    """Find duplicates and discourse links; store clear results and propose the others."""
    finding = partial(find_duplicates, user_id, memories, now)
    found = run_on_batch(memories, guards, "duplicates", finding, DuplicateResults())
    marking = partial(suggest_discourse_links, memories)
    links = run_on_batch(memories, guards, "connectives", marking, NO_SUGGESTIONS)
    finishing = partial(suggest_completions, memories)
    done = run_on_batch(memories, guards, "tasks", finishing, NO_SUGGESTIONS)
    doubting = partial(suggest_ends, memories)
    doubts = run_on_batch(memories, guards, "facts in doubt", doubting, NO_SUGGESTIONS)
    ending = partial(suggest_ends_with_jobs, memories)
    doubts = doubts + run_on_batch(memories, guards, "facts of ended jobs", ending, NO_SUGGESTIONS)
    with transaction.atomic():
        # Before the folds: a memory folded below may still be asked about.
        current = _still_current([*suggestions, *links, *done, *doubts], memories)
        storing = partial(store_results, system_caller(user_id), found, now=now)
        store_batch(memories, guards, "duplicates", storing, None)
        propose(memories, current, now, guards)


def _still_current(
    suggestions: Sequence[Suggestion], memories: Sequence[Memory]
) -> list[Suggestion]:
    """Return the suggestions whose evidence is findable and has the analyzed text."""
    analyzed = {memory.pk: memory.content_hash for memory in memories}
    pks = {pk for one in suggestions for pk in one.evidence}
    rows = Memory.objects.findable().filter(pk__in=pks).values_list("pk", "content_hash")
    unchanged = {pk for pk, text in rows if analyzed.get(pk, text) == text}
    return [one for one in suggestions if set(one.evidence) <= unchanged]
