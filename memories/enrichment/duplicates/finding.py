"""Compare new memories with stored ones: find folds, links and suggestions."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime

from django.db.models import Q

from entities.models import Mention
from graph.models import MemoryLink
from memories.models import Memory
from nlp.comparison.statement import Kind, Statement
from nlp.comparison.verdicts import compare

from .actions import (
    MAX_LINKS,
    MAX_SUGGESTIONS,
    ComparedMemory,
    DuplicateResults,
    choose_fold,
    choose_links,
    choose_suggestions,
)
from .candidates import Candidates, SimilarMemory, find_candidates

EVENT = "event"


def find_duplicates(user_id: str, memories: Sequence[Memory], now: datetime) -> DuplicateResults:
    """Compare new memories of one space with stored ones and with each other.

    Only identical statements of the same speaker are folded without asking; additions and
    similar texts are linked; updates and contradictions are suggested to the user.
    Memories that are no longer findable are skipped.
    """
    fresh = [memory for memory in memories if memory.is_findable and memory.user_id == user_id]
    if not fresh:
        return DuplicateResults()
    near = find_candidates(user_id, fresh)
    known = _pairs_already_linked(near)
    involved = [*fresh, *(each.memory for group in near.near.values() for each in group)]
    statements = _statements(involved)
    found, folded = DuplicateResults(), set[int]()
    found.texts.update((memory.pk, memory.content_hash) for memory in involved)
    batch = {memory.pk for memory in fresh}
    for memory in sorted(fresh, key=lambda each: each.pk):
        older = [
            each
            for each in near.near[memory.pk]
            if each.memory.pk not in folded
            and (each.memory.pk < memory.pk or each.memory.pk not in batch)
            and frozenset((memory.pk, each.memory.pk)) not in known
        ]
        compared = _compare(memory, older, statements, near)
        if fold := choose_fold(memory, compared):
            folded.add(memory.pk)
            found.folds.append(fold)
            continue
        found.links.extend(choose_links(memory, compared, near.thresholds)[:MAX_LINKS])
        found.suggestions.extend(choose_suggestions(memory, compared)[:MAX_SUGGESTIONS])
    return found


def compare_with_neighbors(memory: Memory, *, count: int = 8) -> list[ComparedMemory]:
    """Return the neighbors of one memory with their verdicts, without unrelated ones."""
    near = find_candidates(memory.user_id, [memory], count=count)
    statements = _statements([memory, *(each.memory for each in near.near[memory.pk])])
    return _compare(memory, near.near[memory.pk], statements, near)


def _compare(
    memory: Memory,
    near: Sequence[SimilarMemory],
    statements: dict[int, Statement],
    among: Candidates,
) -> list[ComparedMemory]:
    found = []
    for each in near:
        verdict = compare(
            statements[each.memory.pk],
            statements[memory.pk],
            nearness=each.nearness,
            thresholds=among.thresholds,
        )
        if verdict.kind is not Kind.NEW:
            found.append(ComparedMemory(each.memory, each.nearness, verdict))
    return found


def _statements(memories: Sequence[Memory]) -> dict[int, Statement]:
    """Return the statements to compare, with the names mentioned in each memory."""
    names: dict[int, list[str]] = defaultdict(list)
    mentioned = Mention.objects.filter(memory__in={memory.pk for memory in memories})
    for pk, surface, name in mentioned.values_list("memory_id", "surface", "entity__name"):
        names[pk].append(surface or name)
    return {memory.pk: _statement(memory, names[memory.pk]) for memory in memories}


def _statement(memory: Memory, names: Sequence[str]) -> Statement:
    start, end = memory.about_start, memory.about_end or memory.about_start
    return Statement(
        text=memory.raw_text,
        said_at=memory.created_at,
        language=memory.language,
        speaker=memory.speaker.strip().casefold(),
        about=(start, end) if start and end else None,
        names=tuple(sorted(set(names))),
        is_event=memory.memory_type == EVENT,
    )


def _pairs_already_linked(near: Candidates) -> set[frozenset[int]]:
    """Return the pairs that have a link of any type."""
    pks = set(near.near) | {each.memory.pk for group in near.near.values() for each in group}
    links = MemoryLink.objects.filter(
        Q(src_memory__in=set(near.near)) | Q(dst_memory__in=set(near.near))
    )
    rows = links.filter(src_memory__in=pks, dst_memory__in=pks)
    return {frozenset(pair) for pair in rows.values_list("src_memory_id", "dst_memory_id")}
