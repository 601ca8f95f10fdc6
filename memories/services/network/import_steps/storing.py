"""Store the memories, entities and edges of a file, a few hundred in each change of the journal."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from core import journal
from core.caller import Caller
from core.journal import Change, described, parts_of, snapshot
from core.models import Action, Revision
from entities.journal_models import MENTIONS
from entities.models import Entity, EntityAlias, Mention
from entities.registry import EntityRegistry, alias_of, count_mentions
from graph.models import EntityRelation
from graph.nodes import EdgeKind
from graph.services import current_relation, entity_relation_save
from memories.models import Memory
from memories.records.links import store_link
from memories.records.mentions import mention_of
from memories.selectors.network.export_rows.scope import batches
from memories.services.save import remember_batch
from memories.services.update import restore

from .compare import Ends
from .matching import EntityMatch, rows_by_id
from .nodes import SOURCE
from .records import ImportedEdge, MemoryNode

# What one transaction stores: it holds the write lock for about half a second.
AT_ONCE = 200
METHOD = "import"


@dataclass(slots=True)
class GraphStore:
    """Stores the parts of a graph; ``changes`` are the changes of the journal, in order."""

    caller: Caller
    now: datetime
    reason: str
    changes: list[UUID] = field(default_factory=list)

    def entities(self, matches: Sequence[EntityMatch]) -> dict[str, Entity]:
        """Store new and changed entities; return the entities of all nodes by key."""
        found = {match.node.key: match.entity for match in matches if match.entity}
        for part in batches([one for one in matches if one.action != "unchanged"], AT_ONCE):
            with self._change() as change:
                for match in part:
                    if match.entity:
                        _complete(match.entity, match, change)
                found |= _created([one for one in part if one.entity is None], change)
        return found

    def memories(
        self, nodes: Sequence[MemoryNode], stored: Mapping[str, Memory]
    ) -> dict[str, Memory]:
        """Save new memories and restore hidden ones; return the memories of all nodes by key."""
        found = dict(stored)
        hidden = [memory.uid for memory in stored.values() if memory.invalidated_at]
        for uid in hidden:
            restore(self.caller, uid, reason=self.reason, now=self.now)
        self._note_changes(hidden, Action.RESTORE)
        for part in batches([node for node in nodes if node.key not in stored], AT_ONCE):
            items = [node.item for node in part]
            saved = remember_batch(self.caller, items, source=SOURCE, now=self.now).results
            rows = rows_by_id([one.id for one in saved], self.caller)
            self._note_changes([one.id for one in saved], Action.CREATE)
            pairs = zip(part, saved, strict=True)
            found |= {node.key: rows[one.id] for node, one in pairs if one.id in rows}
        return found

    def _note_changes(self, uids: Sequence[UUID], action: Action) -> None:
        """Note which changes of this import made or restored these memories."""
        entries = Revision.objects.of(self.caller).filter(
            target_type="memory", action=action, created_at=self.now
        )
        for part in batches(map(str, uids)):
            made = entries.filter(target_id__in=part).order_by("pk")
            self.changes += dict.fromkeys(made.values_list("change_id", flat=True))

    def edges(self, edges: Sequence[ImportedEdge], ends: Ends) -> None:
        """Store links, relations and mentions."""
        for part in batches(edges, AT_ONCE):
            with self._change() as change:
                for edge in part:
                    if edge.kind is EdgeKind.LINK:
                        _link(edge, ends, change)
                    elif edge.kind is EdgeKind.RELATION:
                        _relate(edge, ends, change)
                _mention([edge for edge in part if edge.kind is EdgeKind.MENTION], ends, change)

    @contextmanager
    def _change(self) -> Iterator[Change]:
        with journal.change(self.caller, self.reason, now=self.now) as change:
            yield change
            is_written = bool(change.revisions)
        if is_written:
            self.changes.append(change.change_id)


def _created(matches: Sequence[EntityMatch], change: Change) -> dict[str, Entity]:
    """Store new entities, even if others have their names: what a file tells apart stays apart."""
    found = {}
    for user_id in {match.node.user_id for match in matches}:
        registry = EntityRegistry(user_id=user_id, now=change.at)
        for match in (one for one in matches if one.node.user_id == user_id):
            node = match.node
            entity = registry.create(node.name, node.type_id, confidence=node.confidence)
            entity.importance_score = node.importance
            entity.description = match.description
            entity.attributes = match.attributes
            found[node.key] = entity
            registry.created_aliases += [
                alias_of(entity, alias, now=change.at) for alias in match.aliases
            ]
        registry.store()
        change.created([*registry.created, *registry.created_aliases])
    return found


def _complete(entity: Entity, match: EntityMatch, change: Change) -> None:
    """Add to an entity what it lacks; what it has stays."""
    before = snapshot(entity)
    entity.description = entity.description or match.description
    entity.attributes = {**entity.attributes, **match.attributes}
    entity.updated_at = change.at
    entity.save(update_fields=["description", "attributes", "updated_at"])
    change.note(Action.UPDATE, entity, before=before, after=snapshot(entity))
    aliases = [alias_of(entity, alias, now=change.at) for alias in match.aliases]
    change.created(EntityAlias.objects.bulk_create(aliases))


def _link(edge: ImportedEdge, ends: Ends, change: Change) -> None:
    source, target = ends.memories.get(edge.source), ends.memories.get(edge.target)
    if source and target and edge.relation_type:
        store_link(
            change,
            (source.pk, target.pk),
            edge.relation_type,
            user_id=source.user_id,
            namespace=source.namespace,
            weight=edge.weight,
            confidence=edge.confidence,
            reason=edge.reason,
            method=METHOD,
        )


def _relate(edge: ImportedEdge, ends: Ends, change: Change) -> None:
    """Store a relation with the weight and the confidence that the file gives it."""
    source, target, kind = (
        ends.entities[edge.source],
        ends.entities[edge.target],
        edge.relation_type,
    )
    if kind is None or source == target:
        return
    known = current_relation(source, target, kind)
    before = described(known) if known else None
    relation, is_new = entity_relation_save(
        source,
        target,
        kind,
        evidence=[ends.memories[name].pk for name in edge.evidence if name in ends.memories],
        reason=edge.reason,
        method=METHOD,
        now=change.at,
        valid_from=edge.valid_from,
        valid_to=edge.valid_to,
    )
    row = EntityRelation.objects.filter(pk=relation.pk)
    row.update(weight=edge.weight, confidence_score=edge.confidence)
    relation.refresh_from_db()
    action = Action.CREATE if is_new else Action.UPDATE
    change.note(action, relation, before=before, after=described(relation))


def _mention(edges: Sequence[ImportedEdge], ends: Ends, change: Change) -> None:
    """Store that memories name entities, at the first place of the name in the text."""
    pairs = [
        (memory, ends.entities[edge.target], edge)
        for edge in edges
        if (memory := ends.memories.get(edge.source))
    ]
    memories = list({memory.pk: memory for memory, _entity, _edge in pairs}.values())
    before = parts_of(MENTIONS, memories)
    known = {
        (part["memory_id"], part["entity_id"], part["link_type"])
        for parts in before.values()
        for part in parts
    }
    made = []
    for memory, entity, edge in pairs:
        # A save has noted its speaker meanwhile.
        if (memory.pk, str(entity.entity_id), edge.type) not in known:
            mention = mention_of(memory, (entity.name,), entity, change.at)
            mention.link_type = edge.type
            mention.extraction_confidence = edge.confidence
            made.append(mention)
    Mention.objects.bulk_create(made)
    count_mentions([mention.entity for mention in made], change.at)
    change.parts(MENTIONS, memories, before, parts_of(MENTIONS, memories))
