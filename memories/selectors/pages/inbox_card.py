"""Inbox card: one proposal with its evidence, and marked spans in the texts."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from core.caller import Caller, pack_of
from core.journal import Piece
from entities.models import Entity, EntityAlias, Mention
from memories.inbox.kinds import handler_for, subject_ids_of
from memories.inbox.preview import EditField, Preview, SubjectCache, compare_texts
from memories.models import Memory, Proposal
from memories.records.lookup import memories_out
from memories.schemas import MemoryOut

EVIDENCE_SHOWN = 4
MENTIONS_SHOWN = 3
Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class MarkedMemory:
    """A memory of the evidence, with its text in marked pieces."""

    memory: MemoryOut
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class EntityWithMentions:
    """An entity of the proposal, with its latest mentions."""

    entity: Entity
    aliases: list[str]
    mentions: list[MarkedMemory]


@dataclass(frozen=True, slots=True)
class Card:
    """The current proposal with its evidence."""

    proposal: Proposal
    preview: Preview
    fields: list[EditField]
    sides: list[MarkedMemory]
    parties: list[EntityWithMentions]
    more_evidence: int

    @property
    def pack(self) -> str:
        """The pack of the proposal's space."""
        return pack_of(self.proposal.user_id)

    @property
    def compared(self) -> list[MarkedMemory]:
        """The two memories to compare; empty if the kind has no comparison."""
        return self.sides[:2] if self.preview.compared else []

    @property
    def evidence(self) -> list[MarkedMemory]:
        """The memories of the evidence that are not compared."""
        return self.sides[2:] if self.preview.compared else self.sides


def card_of(caller: Caller, proposal: Proposal, preview: Preview, scene: SubjectCache) -> Card:
    """Return the card of a proposal."""
    kind = handler_for(proposal.kind)
    payload = kind.parsed(proposal.payload)
    parties = _parties(caller, [scene.entities[uid] for uid in subject_ids_of(proposal).entities])
    shown = {side.memory.id for party in parties for side in party.mentions}
    rows = _evidence(caller, proposal, preview.compared)
    rest = [row for row in rows if row.uid not in shown]
    effects = (*preview.effects, *kind.effects(caller, payload))
    return Card(
        proposal=proposal,
        preview=replace(preview, effects=effects),
        fields=kind.fields(payload, scene),
        sides=_sides(rest[:EVIDENCE_SHOWN], preview, proposal),
        parties=parties,
        more_evidence=max(len(rest) - EVIDENCE_SHOWN, 0),
    )


def _evidence(caller: Caller, proposal: Proposal, first: Sequence[UUID]) -> list[Memory]:
    """Return the evidence of a proposal, compared memories first."""
    rows = Memory.objects.of(caller).kept().filter(proposals=proposal).with_rendering()
    place = {uid: at for at, uid in enumerate(first)}
    return sorted(rows, key=lambda row: (place.get(row.uid, len(place)), row.created_at, row.pk))


def _sides(rows: Sequence[Memory], preview: Preview, proposal: Proposal) -> list[MarkedMemory]:
    texts = [row.raw_text for row in rows]
    marked: list[Sequence[Piece]] = [_marked(text, _spans(proposal)) for text in texts]
    if preview.compared and preview.versions and len(rows) > 1:
        both = compare_texts(texts[0], texts[1])
        marked[:2] = [both.left, both.right]
    outs = memories_out(rows)
    return [MarkedMemory(out, tuple(pieces)) for out, pieces in zip(outs, marked, strict=True)]


def _spans(proposal: Proposal) -> list[Span]:
    return [(start, end) for start, end, _what in proposal.payload.get("spans", ())]


def _marked(text: str, spans: Iterable[Span]) -> list[Piece]:
    """Split a text at spans; overlapping and out-of-range spans are left out."""
    pieces, at = [], 0
    for start, end in sorted(spans):
        if start < at or end > len(text):
            continue
        pieces += [Piece("same", text[at:start]), Piece("marked", text[start:end])]
        at = end
    return [piece for piece in [*pieces, Piece("same", text[at:])] if piece.text]


def _parties(caller: Caller, entities: Sequence[Entity]) -> list[EntityWithMentions]:
    """Return entities with their latest mentions, in a constant number of queries."""
    if not entities:
        return []
    by_entity: dict[UUID, list[Mention]] = defaultdict(list)
    mentions = Mention.objects.filter(entity__in=entities).order_by(
        "-memory_id", "position_in_text"
    )
    visible = Memory.objects.of(caller).kept()
    for mention in mentions.filter(memory__in=visible)[: 40 * len(entities)]:
        by_entity[mention.entity_id].append(mention)
    wanted = {row.memory_id for rows in by_entity.values() for row in _latest(rows)}
    memories = {m.pk: m for m in visible.filter(pk__in=wanted).with_rendering()}
    outs = dict(zip(memories, memories_out(list(memories.values())), strict=True))
    aliases = _aliases(entities)
    return [
        EntityWithMentions(
            entity,
            aliases.get(entity.entity_id, []),
            [
                MarkedMemory(outs[pk], tuple(_marked(memories[pk].raw_text, spans)))
                for pk, spans in _mentioned(by_entity[entity.entity_id]).items()
            ],
        )
        for entity in entities
    ]


def _latest(mentions: Sequence[Mention]) -> list[Mention]:
    return [row for row in mentions if row.memory_id in _mentioned(mentions)]


def _mentioned(mentions: Sequence[Mention]) -> dict[int, list[Span]]:
    """Return the mention spans of the latest memories; a speaker has no span."""
    spans: dict[int, list[Span]] = {}
    for row in mentions:
        if row.memory_id not in spans and len(spans) == MENTIONS_SHOWN:
            continue
        found = spans.setdefault(row.memory_id, [])
        if row.position_in_text is not None and row.surface:
            found.append((row.position_in_text, row.position_in_text + len(row.surface)))
    return spans


def _aliases(entities: Sequence[Entity]) -> dict[UUID, list[str]]:
    found: dict[UUID, list[str]] = defaultdict(list)
    rows = EntityAlias.objects.filter(entity__in=entities).order_by("pk")
    for row in rows:
        found[row.entity_id].append(row.alias)
    return found
