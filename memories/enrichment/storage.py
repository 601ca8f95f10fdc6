"""Store what the analysis of a batch found: entities, mentions, states, summaries and proposals."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import TypeVar

from django.db import transaction

from core.caller import Caller, Role, base_user_of
from core.jobs import Lease
from core.journal import Change, Snapshot, parts_of, snapshot
from core.models import Action
from entities.journal_models import MENTIONS
from entities.models import Entity, MentionRuling
from memories import index
from memories.inbox.proposals import create_proposals
from memories.knowledge.entities.relatives import entity_of_relative, merge_into_named
from memories.knowledge.states.assertions import ResolvedClaim
from memories.knowledge.states.deaths import claims_of_deaths
from memories.knowledge.states.elsewhere import saved_without_bounds
from memories.knowledge.states.recording import record_claims
from memories.models import DerivationJob, Memory, Proposal
from memories.schemas.inbox.proposals import Suggestion
from nlp.facts.family.unnamed import is_unnamed_tie
from nlp.readers import ReaderGuard
from nlp.text.tokens import name_key

from .analysis import Analysis
from .entity_linking import LinkedEntities, link_entities
from .same_people import join_same_people, people_among

NAME = "derivation"
# The columns of a memory that enrichment fills in.
FILLED_FIELDS = (
    "summary_text",
    "micro_summary",
    "about_start",
    "about_end",
    "about_time_confidence",
)
NO_SUGGESTIONS: list[Suggestion] = []
T = TypeVar("T")
Guards = Mapping[int, ReaderGuard]


def system_caller(user_id: str) -> Caller:
    """Return the caller under which enrichment of a space writes the journal."""
    return Caller(base_user=base_user_of(user_id), role=Role.SYSTEM, name=NAME)


def run_on_batch(
    memories: Sequence[Memory], guards: Guards, step: str, run: Callable[[], T], default: T
) -> T:
    """Run a step that handles several memories at once.

    For a single memory its guard notes an error and the step returns ``default``. For several
    memories the error is raised, so that the caller can enrich each memory alone.
    """
    if len(memories) > 1:
        return run()
    return guards[memories[0].pk].attempt(step, run, default)


def store_batch(
    memories: Sequence[Memory], guards: Guards, step: str, store: Callable[[], T], default: T
) -> T:
    """Run a step that writes rows of several memories; roll its writes back if it raises."""

    def store_in_savepoint() -> T:
        with transaction.atomic():
            return store()

    return run_on_batch(memories, guards, step, store_in_savepoint, default)


@transaction.atomic
def store_analyses(
    user_id: str,
    analyses: Sequence[Analysis],
    now: datetime,
    lease: Lease[DerivationJob] | None,
    guards: Guards,
) -> list[Memory]:
    """Store entities, mentions, states, summaries and their proposals in one transaction.

    Return the memories whose text has not changed since the analysis; the others are skipped.
    """
    analyses = _still_current(analyses, lease)
    memories = [analysis.memory for analysis in analyses]
    if not memories:
        return []
    corrections = [one for group in load_corrections(memories).values() for one in group]
    caller = system_caller(user_id)
    change = Change(caller=caller, at=now)
    before = parts_of(MENTIONS, memories)
    linking = partial(link_entities, user_id, analyses, corrections, now)
    linked = store_batch(memories, guards, "entities", linking, LinkedEntities())
    change.created(linked.made)
    change.parts(MENTIONS, memories, before, parts_of(MENTIONS, memories))
    _fill(analyses, change)
    change.write()
    named = people_among(row for rows in linked.by_name.values() for row in rows.values())
    joining = partial(join_same_people, caller, named, now)
    # Before the claims: what is said of somebody in one pack may end what another pack holds.
    store_batch(memories, guards, "same people", joining, NO_SUGGESTIONS)
    recording = partial(_record_claims, caller, analyses, linked, now)
    suggestions = store_batch(memories, guards, "states", recording, NO_SUGGESTIONS)
    # After the claims too: they say what somebody is to the owner.
    named = people_among(row for rows in linked.by_name.values() for row in rows.values())
    joining = partial(join_same_people, caller, named, now)
    alike = store_batch(memories, guards, "same people", joining, NO_SUGGESTIONS)
    index.put_words_again(_memories_to_reindex(analyses, linked))
    # In the transaction of the rows: a repeated run finds the entities and would not ask again.
    propose(memories, [*linked.suggestions, *alike, *suggestions], now, guards)
    return memories


def propose(
    memories: Sequence[Memory], suggestions: Sequence[Suggestion], now: datetime, guards: Guards
) -> None:
    """Put suggestions about these memories into the inbox, equal ones once."""
    proposing = partial(create_proposals, _merge_suggestions(suggestions), now=now)
    store_batch(memories, guards, "questions", proposing, list[Proposal]())


def _merge_suggestions(suggestions: Sequence[Suggestion]) -> list[Suggestion]:
    """Return each suggestion once, with the evidence of all its equals."""
    merged: dict[tuple[str, str], Suggestion] = {}
    for one in suggestions:
        identity = (one.kind, one.key or str(sorted(one.payload.items(), key=str)))
        before = merged.get(identity)
        if before is not None:
            one = replace(one, evidence=(*before.evidence, *one.evidence))
        merged[identity] = one
    return list(merged.values())


def load_corrections(memories: Sequence[Memory]) -> dict[int, list[MentionRuling]]:
    """Return the users' corrections of mentions, by memory key."""
    corrections: dict[int, list[MentionRuling]] = defaultdict(list)
    rows = MentionRuling.objects.filter(memory__in=[memory.pk for memory in memories])
    for correction in rows.select_related("entity"):
        corrections[correction.memory_id].append(correction)
    return corrections


def _still_current(
    analyses: Sequence[Analysis], lease: Lease[DerivationJob] | None
) -> list[Analysis]:
    """Return the analyses whose text is unchanged and findable; reload the filled columns."""
    rows = Memory.objects.findable().filter(pk__in=[analysis.memory.pk for analysis in analyses])
    if lease is not None:
        rows = rows.filter(pk__in=lease.held().values("memory_id"))
    stored = {row["pk"]: row for row in rows.values("pk", "content_hash", *FILLED_FIELDS)}
    current = []
    for analysis in analyses:
        memory = analysis.memory
        row = stored.get(memory.pk)
        if row is None or row["content_hash"] != memory.content_hash:
            continue
        for column in FILLED_FIELDS:
            setattr(memory, column, row[column])
        current.append(analysis)
    return current


def _fill(analyses: Sequence[Analysis], change: Change) -> None:
    """Write summaries, and the time that a text names if the caller gave none."""
    for analysis in analyses:
        memory, about = analysis.memory, analysis.about
        before = filled_fields(memory)
        memory.summary_text = memory.summary_text or analysis.summary
        memory.micro_summary = memory.micro_summary or analysis.micro_summary
        if about and memory.about_start is None and memory.about_end is None:
            memory.about_start, memory.about_end = about.start, about.end
            memory.about_time_confidence = about.confidence
        if (after := filled_fields(memory)) != before:
            change.note(Action.UPDATE, memory, before=before, after=after)
    Memory.objects.bulk_update([analysis.memory for analysis in analyses], FILLED_FIELDS)


def filled_fields(memory: Memory) -> Snapshot:
    """Return a memory's id and the columns that enrichment fills in, for the journal."""
    whole = snapshot(memory)
    return {name: whole[name] for name in ("id", *FILLED_FIELDS)}


def _record_claims(
    caller: Caller, analyses: Sequence[Analysis], linked: LinkedEntities, now: datetime
) -> list[Suggestion]:
    suggestions: list[Suggestion] = []
    free = saved_without_bounds(
        [analysis.memory for analysis in analyses if analysis.claims or analysis.deaths]
    )
    for analysis in analyses:
        known = linked.by_name[analysis.memory.pk]
        change = Change(caller=caller, at=now, reason="a relative without a name")
        resolved = _resolved(change, analysis, known)
        change.write()
        resolved += claims_of_deaths(analysis.memory, analysis.deaths, known)
        recorded = record_claims(
            caller, analysis.memory, resolved, now=now, reaches_all=analysis.memory.pk in free
        )
        suggestions += recorded.suggestions
    return suggestions


def _resolved(change: Change, analysis: Analysis, known: dict[str, Entity]) -> list[ResolvedClaim]:
    """Return claims with their entities; a relative without a name gets one of their role."""
    memory = analysis.memory
    resolved = [
        ResolvedClaim(claim, _entity(known, claim.subject), _entity(known, claim.object))
        for claim in analysis.claims
    ]
    named = {one.claim.role: one.object for one in resolved if one.claim.subject is None}
    for at, one in enumerate(resolved):
        claim = one.claim
        if claim.subject is None and not is_unnamed_tie(claim):
            merge_into_named(change, memory, one)
        elif claim.role and (claim.subject is None or one.subject is None):
            relative = named.get(claim.role) or entity_of_relative(change, memory, claim)
            known.update({name_key(relative.name): relative} if relative else {})
            resolved[at] = _with_relative(one, relative)
    return [one for one in resolved if one.object or not is_unnamed_tie(one.claim)]


def _with_relative(one: ResolvedClaim, relative: Entity | None) -> ResolvedClaim:
    return (
        replace(one, object=relative)
        if one.claim.subject is None
        else replace(one, subject=relative)
    )


def _entity(known: dict[str, Entity], name: str | None) -> Entity | None:
    return known.get(name_key(name)) if name else None


def _memories_to_reindex(analyses: Sequence[Analysis], linked: LinkedEntities) -> list[int]:
    """Return the memories whose index rows change.

    Their time was filled in, or an entity has a name that their text does not contain.
    """
    return [
        analysis.memory.pk
        for analysis in analyses
        if analysis.about is not None
        or any(
            entity.name not in analysis.memory.raw_text
            for entity in linked.by_name[analysis.memory.pk].values()
        )
    ]
