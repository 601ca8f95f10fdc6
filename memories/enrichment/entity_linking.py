"""Entity linking: resolve each mention to an entity and store the mention rows."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import compress
from typing import Any

from django.db.models import F

from entities.models import Entity, EntityAlias, Mention, MentionRuling
from entities.registry import count_mentions
from entities.resolution import Resolution, Resolver, name_context
from entities.resolution.resolver import Alternative, NameQuery
from entities.schemas import MOST_MERGED
from memories.index.entities import likeliest
from memories.knowledge.mentions.corrections import CORRECTION
from memories.models import Memory, ProposalKind
from memories.records.mentions import METHOD, WINDOW, is_by_assistant
from memories.schemas.inbox.proposals import Suggestion
from nlp.names.owner import names_of_named_owner
from nlp.names.scoring import MARGIN, Context
from nlp.readers import ORGANIZATION, PERSON, Found
from nlp.text.tokens import name_key

from .analysis import Analysis

# A mention below this confidence is linked to a known entity only.
MIN_CONFIDENCE_TO_CREATE = 0.6
# An entity below this confidence is proposed for review, once it is mentioned this often: what
# a text names in passing is not worth a person's time.
REVIEW_BELOW, MENTIONS_TO_REVIEW = 0.75, 3
# Types of which a person knows better who or what is meant. Places, foods and technologies
# have one meaning, and nobody is asked about them.
ASKED_TYPES = frozenset({PERSON, ORGANIZATION, "Project", "Pet"})
# Methods of mentions given by the caller of a save or by a user's correction.
GIVEN_METHODS = (METHOD, CORRECTION)
# Rivals below this score are not proposed for a merge.
MIN_RIVAL_SCORE = 0.5


@dataclass(slots=True)
class LinkedEntities:
    """The linked entities of a batch, by memory and folded name, with new rows and suggestions."""

    by_name: dict[int, dict[str, Entity]] = field(default_factory=lambda: defaultdict(dict))
    made: list[Entity | EntityAlias] = field(default_factory=list)
    mentions: list[Mention] = field(default_factory=list)
    suggestions: list[Suggestion] = field(default_factory=list)


def link_entities(
    user_id: str,
    analyses: Sequence[Analysis],
    corrections: Sequence[MentionRuling],
    now: datetime,
) -> LinkedEntities:
    """Resolve the names in memories of one space; store entities and mentions.

    Mentions given by the caller of a save stay; their span is not linked again.
    """
    _delete_earlier_mentions([analysis.memory.pk for analysis in analyses])
    known = _GivenEntities.of(analyses)
    resolver = Resolver(user_id=user_id, now=now)
    resolver.load(
        {query for one in analyses for name in one.names for query in _queries(one, name)}
    )
    result, decided = (
        LinkedEntities(),
        {_correction_key(correction): correction.entity for correction in corrections},
    )
    for analysis in analyses:
        result.by_name[analysis.memory.pk] = dict(known.entities[analysis.memory.pk])
        for one in analysis.names:
            _link_one(resolver, analysis, one, known, decided, result, now)
    resolver.store()
    result.suggestions = _join_namesakes(user_id, result.suggestions)
    result.made += [*resolver.created, *resolver.registry.created_aliases]
    Mention.objects.bulk_create(result.mentions, ignore_conflicts=True)
    count_mentions([mention.entity for mention in result.mentions], now)
    return result


def _link_one(
    resolver: Resolver,
    analysis: Analysis,
    one: Found,
    known: "_GivenEntities",
    decided: dict[tuple[int, int, str], Entity | None],
    result: LinkedEntities,
    now: datetime,
) -> None:
    memory, key = analysis.memory, name_key(one.surface)
    if entity := known.entities[memory.pk].get(key):
        # A given entity also holds for the other occurrences of its name.
        if (memory.pk, one.start) not in known.places:
            result.mentions.append(_mention(memory, one, entity, now))
        return
    if one.method == CORRECTION:
        entity = decided.get((memory.pk, one.start, one.surface))
    elif found := _resolved(resolver, analysis, one):
        entity = found.entity
        result.suggestions += _suggestions_for(memory, one, found)
    else:
        entity = None
    if entity is None:
        return
    result.by_name[memory.pk][key] = entity
    result.mentions.append(_mention(memory, one, entity, now))


def _resolved(resolver: Resolver, analysis: Analysis, one: Found) -> Resolution | None:
    wanted, context = _query_for(one), _context(analysis, one)
    owner = _query_for_owner(analysis, one)
    if owner is not None and resolver.knows(owner, context):
        return resolver.resolve(owner, context)
    if one.confidence < MIN_CONFIDENCE_TO_CREATE and not resolver.knows(wanted, context):
        return None
    return resolver.resolve(wanted, context)


def _queries(analysis: Analysis, one: Found) -> list[NameQuery]:
    owner = _query_for_owner(analysis, one)
    return [_query_for(one), *([owner] if owner else [])]


def _query_for(one: Found) -> NameQuery:
    return NameQuery(one.surface, one.type, confidence=round(one.confidence, 3))


def _query_for_owner(analysis: Analysis, one: Found) -> NameQuery | None:
    """Return the query for all names of the owner, if this is one of them."""
    names = one.type == PERSON and names_of_named_owner(
        one.surface,
        analysis.owner_names | analysis.names_of_owner,
        is_note=is_by_assistant(analysis.memory),
    )
    return NameQuery(names[0], PERSON, names[1:], round(one.confidence, 3)) if names else None


def _context(analysis: Analysis, one: Found) -> Context:
    memory = analysis.memory
    others = [other.surface for other in analysis.names if other.surface != one.surface]
    speaker = [memory.speaker] if memory.speaker else []
    return name_context(
        [*others, *speaker],
        tags=[tag.name_key for tag in memory.tags.all()],
        context=memory.context.name_key if memory.context_id and memory.context else "",
        session=memory.session_id,
    )


def _mention(memory: Memory, one: Found, entity: Entity, now: datetime) -> Mention:
    return Mention(
        entity=entity,
        memory=memory,
        user_id=memory.user_id,
        surface=one.surface,
        position_in_text=one.start,
        context_window=_context_window(memory, one),
        relevance_score=1.0,
        extraction_method=one.method[:32],
        extraction_confidence=one.confidence,
        created_at=now,
    )


def _suggestions_for(memory: Memory, one: Found, found: Resolution) -> list[Suggestion]:
    if one.type not in ASKED_TYPES:
        return []
    if found.is_new:
        rivals = _likeliest_rival(memory, one, found)
        return [_suggest_merge(memory, one, found, rival) for rival in rivals]
    return [_suggest_review(memory, one, found)] if _is_doubtful(found.entity) else []


def _is_doubtful(entity: Entity) -> bool:
    """Return True for the mention with which an unsure entity becomes worth a question."""
    is_unsure = entity.confidence_score < REVIEW_BELOW and not entity.validation_by
    return is_unsure and entity.extraction_count + 1 == MENTIONS_TO_REVIEW


def _likeliest_rival(memory: Memory, one: Found, found: Resolution) -> list[Alternative]:
    """Return the best rival to propose; among equal scores, the one with the most similar context."""
    worth = [rival for rival in found.alternatives if rival.score >= MIN_RIVAL_SCORE]
    close = [rival for rival in worth if worth[0].score - rival.score < MARGIN]
    # An entity created in this batch has no vector yet.
    if len(close) < 2 or any(rival.entity.pk is None for rival in close):
        return worth[:1]
    by_entity = {rival.entity.pk: rival for rival in close}
    ordered = likeliest([rival.entity for rival in close], _context_window(memory, one))
    return [by_entity[ordered[0].pk]]


def _suggest_merge(memory: Memory, one: Found, found: Resolution, rival: Alternative) -> Suggestion:
    return Suggestion(
        kind=ProposalKind.MERGE_ENTITIES,
        user_id=memory.user_id,
        payload={"keep": str(rival.entity.entity_id), "merge": str(found.entity.entity_id)},
        confidence=round(rival.score, 3),
        reason="; ".join(rival.reasons),
        method=one.method[:32],
        evidence=(memory.pk,),
        namespace=memory.namespace,
    )


def _join_namesakes(user_id: str, suggestions: Sequence[Suggestion]) -> list[Suggestion]:
    """Ask once about all entities of a name, instead of once for each new one."""
    is_merge = [one.kind == ProposalKind.MERGE_ENTITIES for one in suggestions]
    ids = {uid for one in compress(suggestions, is_merge) for uid in one.payload.values()}
    rows = {str(row.entity_id): row for row in Entity.objects.filter(entity_id__in=ids)}
    joined = []
    for one, merges in zip(suggestions, is_merge, strict=True):
        ends = [rows.get(uid) for uid in one.payload.values()] if merges else []
        names = {(row.name_key, row.entity_type_id) for row in ends if row is not None}
        joined.append(_about_all(user_id, one, *names.pop()) if len(names) == 1 else one)
    return joined


def _about_all(user_id: str, one: Suggestion, key: str, type_name: str) -> Suggestion:
    """Return the suggestion about every entity of its name, the most mentioned to be kept."""
    namesakes = Entity.objects.filter(
        user_id=user_id, name_key=key, entity_type=type_name, merged_into=None
    ).order_by("-extraction_count", "pk")
    kept, gone, *others = namesakes[: MOST_MERGED + 2].values_list("entity_id", flat=True)
    payload: dict[str, Any] = {"keep": str(kept), "merge": str(gone)}
    if others:
        payload["also"] = [str(uid) for uid in others]
    return replace(one, payload=payload, key=f"namesakes|{type_name}|{key}")


def _suggest_review(memory: Memory, one: Found, found: Resolution) -> Suggestion:
    return Suggestion(
        kind=ProposalKind.ENTITY,
        user_id=memory.user_id,
        payload={"entity": str(found.entity.entity_id)},
        confidence=round(one.confidence, 3),
        method=one.method[:32],
        evidence=(memory.pk,),
        namespace=memory.namespace,
    )


def _context_window(memory: Memory, one: Found) -> str:
    return memory.raw_text[max(0, one.start - WINDOW) : one.end + WINDOW]


def _delete_earlier_mentions(memory_ids: Sequence[int]) -> None:
    """Delete the mentions of an earlier analysis; given mentions stay."""
    earlier = Mention.objects.filter(memory__in=memory_ids).exclude(
        extraction_method__in=GIVEN_METHODS
    )
    counts = Counter(earlier.values_list("entity", flat=True))
    for entity_id, times in counts.items():
        Entity.objects.filter(entity_id=entity_id, extraction_count__gte=times).update(
            extraction_count=F("extraction_count") - times
        )
    earlier.delete()


@dataclass(slots=True)
class _GivenEntities:
    """Entities given by callers and users, by memory and folded name, and their positions."""

    entities: dict[int, dict[str, Entity]] = field(default_factory=lambda: defaultdict(dict))
    places: set[tuple[int, int | None]] = field(default_factory=set)

    @classmethod
    def of(cls, analyses: Sequence[Analysis]) -> "_GivenEntities":
        known = cls()
        rows = Mention.objects.filter(memory__in=[analysis.memory.pk for analysis in analyses])
        for mention in rows.select_related("entity"):
            known.places.add((mention.memory_id, mention.position_in_text))
            for called in (mention.surface, mention.entity.name):
                known.entities[mention.memory_id][name_key(called)] = mention.entity
        return known


def _correction_key(correction: MentionRuling) -> tuple[int, int, str]:
    return (correction.memory_id, correction.position_in_text, correction.surface)
