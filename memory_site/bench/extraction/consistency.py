"""Measure stored labeled texts: one entity for each thing, and relations that agree.

The texts go in by the product's own batch path. An entity is the thing that most of its
labelled mentions mean; several entities of one thing are duplicates. Relations disagree where
a symmetric one stands twice or not in its order, and where a thing is part of its own part.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from uuid import UUID

from django.utils.translation import gettext as _

from accounts.callers import caller_of_user
from accounts.services.users import user_create
from core.caller import Caller
from entities.models import Mention
from graph.models import EntityRelation, MemoryLink, RelationType
from memories.enrichment.cooccurrence import update_cooccurrences
from memories.models import Memory, Proposal, ProposalKind
from memories.schemas import MemoryInput
from memories.services.save import remember_batch
from memory_site.bench.datasets.labelled_names import OURS, SAID_AT, LabelledTexts
from memory_site.bench.quality.answers import PACK

from .names import ExtractionOutcome, measured
from .relations import Directions, Related, RelatedText, related

Edge = tuple[int, str, int]
ALL = "all"


@dataclass(frozen=True, slots=True)
class Things:
    """Entities whose mentions are labelled, the things they are, and those that mix several."""

    entities: int
    things: int
    mixed: int
    # How many are left when a person accepts the merges that the inbox proposes rightly.
    left_by_inbox: int

    @property
    def uniqueness(self) -> float:
        """The share of entities that remains if each thing has one."""
        return self.things / self.entities if self.entities else 1.0

    @property
    def uniqueness_by_inbox(self) -> float:
        """The same once the inbox has been answered."""
        return self.things / self.left_by_inbox if self.left_by_inbox else 1.0


@dataclass(frozen=True, slots=True)
class Agreement:
    """The number of stored relations and links, and of those that disagree with another."""

    relations: int
    both_ways: int
    out_of_order: int
    contradicting: int

    @property
    def violations(self) -> int:
        """Everything that disagrees."""
        return self.both_ways + self.out_of_order + self.contradicting


def remember_texts(texts: Sequence[RelatedText], caller: Caller, pack: str) -> None:
    """Have a person remember texts, and everything be derived from them that is."""
    items = [
        MemoryInput(text=each.names.text, external_id=str(at), pack=pack, created_at=SAID_AT)
        for at, each in enumerate(texts)
    ]
    remember_batch(caller, items, wait=True)
    update_cooccurrences(caller.space(pack), now=SAID_AT)


def things(texts: Sequence[RelatedText], user_id: str) -> Things:
    """Compare the entities of a space with the labeled ones."""
    meant: dict[UUID, Counter[str]] = defaultdict(Counter)
    numbers = dict(Memory.objects.filter(user_id=user_id).values_list("pk", "external_id"))
    rows = Mention.objects.filter(
        user_id=user_id, entity__merged_into=None, position_in_text__isnull=False
    )
    for entity, memory, at, surface in rows.values_list(
        "entity", "memory", "position_in_text", "surface"
    ):
        meant[entity].update(
            _meant(texts[int(numbers[memory] or 0)], at or 0, (at or 0) + len(surface))
        )
    judged = {entity: keys.most_common(1)[0][0] for entity, keys in meant.items() if keys}
    return Things(
        entities=len(judged),
        things=len(set(judged.values())),
        mixed=sum(len(keys) > 1 for keys in meant.values()),
        left_by_inbox=len(judged) - _proposed_rightly(judged, user_id),
    )


def _proposed_rightly(judged: Mapping[UUID, str], user_id: str) -> int:
    """Count the duplicates that are gone once each right merge in the inbox is accepted."""
    rows = Proposal.objects.filter(user_id=user_id, kind=ProposalKind.MERGE_ENTITIES)
    merged: dict[UUID, UUID] = {}
    for payload in rows.values_list("payload", flat=True):
        ends = [_final(UUID(payload[name]), merged) for name in ("keep", "merge")]
        first, second = sorted(ends)
        if first != second and judged.get(first, "") == judged.get(second):
            merged[second] = first
    return len(merged)


def _final(entity: UUID, merged: Mapping[UUID, UUID]) -> UUID:
    while entity in merged:
        entity = merged[entity]
    return entity


def _meant(text: RelatedText, start: int, end: int) -> Iterable[str]:
    for label in text.names.labels:
        if label.types and label.start < end and start < label.end:
            yield text.key(text.names.text[label.start : label.end])


def agreement(user_id: str) -> Agreement:
    """Look through the relations and links of a space for what disagrees."""
    types = {row.type_name: row for row in RelationType.objects.all()}
    relations = EntityRelation.objects.filter(user_id=user_id, superseded_at=None, valid_to=None)
    links = MemoryLink.objects.filter(user_id=user_id)
    edges = [
        list(relations.values_list("source__pk", "relation_type", "target__pk")),
        list(links.values_list("src_memory", "relation_type", "dst_memory")),
    ]
    ways = Directions(
        symmetric=frozenset(name for name, row in types.items() if row.is_symmetric),
        inverse={name: row.inverse_type for name, row in types.items() if row.inverse_type},
    )
    parts = [disagreeing(group, ways) for group in edges]
    return Agreement(
        relations=sum(map(len, edges)),
        both_ways=sum(part.both_ways for part in parts),
        out_of_order=sum(part.out_of_order for part in parts),
        contradicting=sum(part.contradicting for part in parts),
    )


def disagreeing(edges: Sequence[Edge], ways: Directions) -> Agreement:
    """Count the relations that disagree with another; a symmetric one begins at the smaller key."""
    symmetric = [edge for edge in edges if edge[1] in ways.symmetric]
    directed = {_one_way(edge, ways.inverse) for edge in edges if edge[1] in _paired(ways.inverse)}
    pairs = Counter((kind, *sorted((source, target))) for source, kind, target in symmetric)
    return Agreement(
        relations=len(edges),
        both_ways=sum(count - 1 for count in pairs.values()),
        out_of_order=sum(source > target for source, _kind, target in symmetric),
        contradicting=sum(
            source < target and (target, kind, source) in directed
            for source, kind, target in directed
        ),
    )


def _paired(inverse: Mapping[str, str]) -> frozenset[str]:
    return frozenset(chain(inverse, inverse.values()))


def _one_way(edge: Edge, inverse: Mapping[str, str]) -> Edge:
    source, kind, target = edge
    other = inverse.get(kind, "")
    return (target, other, source) if other and other < kind else edge


@dataclass(frozen=True, slots=True)
class Kept:
    """The stored rows of one part of the texts."""

    things: Things
    agreement: Agreement


@dataclass(frozen=True, slots=True)
class Figures:
    """Names and relations by group, and the stored rows of each part and of all."""

    names: ExtractionOutcome
    related: Related
    kept: dict[str, Kept]


def measured_relations(
    texts: Sequence[RelatedText], steps: Callable[[str, int], Callable[[int], None]]
) -> Figures:
    """Measure in the empty database that the settings name."""
    names = LabelledTexts("names", [each.names for each in texts], OURS)
    found = measured(names, steps(_("names"), len(texts)))
    said = related(texts, _new_user("reader"), PACK, steps(_("relations"), len(texts)))
    progress = steps(_("remembering"), len(texts))
    kept: dict[str, Kept] = {}
    for part, members in _parts(texts).items():
        kept[part] = _kept(members, _new_user(part))
        progress(len(members) if part != ALL else 0)
    return Figures(found, said, kept)


def _parts(texts: Sequence[RelatedText]) -> dict[str, list[RelatedText]]:
    splits = sorted({each.split for each in texts})
    parts = {split: [each for each in texts if each.split == split] for split in splits}
    return parts | ({ALL: list(texts)} if len(splits) > 1 else {})


def _kept(texts: Sequence[RelatedText], caller: Caller) -> Kept:
    remember_texts(texts, caller, PACK)
    space = caller.space(PACK)
    return Kept(things(texts, space), agreement(space))


def _new_user(name: str) -> Caller:
    """Return a person whose memories are as empty as nobody's."""
    user, _token = user_create(name=name)
    return caller_of_user(user)
