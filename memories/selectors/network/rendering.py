"""Nodes and edges as a client gets them, in a constant number of queries."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models.functions import Left
from django.utils import timezone
from django.utils.translation import gettext as _

from core.caller import Caller, pack_of
from core.db.fields import SpaceQuerySet
from entities.models import EntityType, MentionType
from entities.models.types import labels_by_key, type_key
from entities.selectors import entities_seen
from graph.models import EntityRelation, MemoryLink, RelationType
from graph.network.neighbors import degree, is_hub
from graph.network.schemas import GraphEdge, GraphNode
from graph.network.walk import Walk
from graph.nodes import EdgeKind, HalfEdge, Node, NodeKind
from memories.models import Context, Memory, Tag
from memories.records.state_sentences import relation_sentence
from memories.selectors.groups import thread_outs, threads_seen

from .naming import entities_at
from .reading import read_time

MOST_CHARACTERS = 140
MOST_EVIDENCE = 20
MENTION_LABELS = dict(MentionType.choices)


@dataclass(frozen=True, slots=True)
class Label:
    """What a node is called, and what it is."""

    name: str
    label: str
    group: str
    title: str
    pack: str
    date: datetime | None = None


def labels_of(caller: Caller, nodes: Collection[Node]) -> dict[Node, Label]:
    """Return the labels of the nodes that the caller may see."""
    by_kind: dict[NodeKind, list[Any]] = defaultdict(list)
    for node in nodes:
        by_kind[node.kind].append(node.key)
    found: dict[Node, Label] = {}
    found |= _memories(caller, by_kind[NodeKind.MEMORY])
    found |= _entities(caller, entities_at(nodes))
    tags, contexts = by_kind[NodeKind.TAG], by_kind[NodeKind.CONTEXT]
    if tags:
        found |= _filed(Tag.objects.of(caller).filter(name_key__in=tags), NodeKind.TAG)
    if contexts:
        rows = Context.objects.of(caller).filter(name_key__in=contexts)
        found |= _filed(rows, NodeKind.CONTEXT)
    return found | _threads(caller, by_kind[NodeKind.THREAD])


def _memories(caller: Caller, keys: Collection[int]) -> dict[Node, Label]:
    if not keys:
        return {}
    rows = Memory.objects.of(caller).findable().filter(pk__in=keys)
    begun = Left("raw_text", 2 * MOST_CHARACTERS)
    columns = ("pk", "uid", "title", "memory_type", "user_id", "created_at", begun)
    return {
        Node(NodeKind.MEMORY, pk): Label(
            f"memory:{uid}", title or _short(text), kind, _short(text), pack_of(space), at
        )
        for pk, uid, title, kind, space, at, text in rows.order_by().values_list(*columns)
    }


def _entities(caller: Caller, ids: Collection[UUID]) -> dict[Node, Label]:
    if not ids:
        return {}
    types = labels_by_key(EntityType, caller.base_user)
    rows = entities_seen(caller).filter(entity_id__in=ids)
    columns = ("entity_id", "name", "entity_type", "description", "user_id")
    found = {}
    for uid, name, kind, description, space in rows.values_list(*columns):
        key = type_key(kind)
        about = (
            f"{types.get(key, key)} · {_short(description)}" if description else types.get(key, key)
        )
        found[Node(NodeKind.ENTITY, uid.hex)] = Label(
            f"entity:{uid}", name, key, about, pack_of(space)
        )
    return found


def _filed(rows: SpaceQuerySet[Tag] | SpaceQuerySet[Context], kind: NodeKind) -> dict[Node, Label]:
    found: dict[Node, Label] = {}
    title = _("Tag") if kind == NodeKind.TAG else _("Context")
    for row in rows.order_by("-pk"):
        node = Node(kind, row.name_key)
        pack = "" if node in found else pack_of(row.user_id)
        found[node] = Label(f"{kind}:{row.name_key}", row.name, str(kind), title, pack)
    return found


def _threads(caller: Caller, keys: Collection[int]) -> dict[Node, Label]:
    if not keys:
        return {}
    rows = threads_seen(caller).filter(pk__in=keys)
    return {
        Node(NodeKind.THREAD, out.id): Label(
            f"thread:{out.id}",
            out.title or out.key,
            "thread",
            _("Thread"),
            out.pack,
            out.created_at,
        )
        for out in thread_outs(caller, list(rows))
    }


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= MOST_CHARACTERS else f"{line[: MOST_CHARACTERS - 1]}…"


def node_values(walk: Walk, label: Label, node: Node) -> dict[str, Any]:
    """Return the fields of a node that the walk knows the steps of."""
    edges = walk.steps([node])[node]
    return {
        "id": label.name,
        "kind": node.kind,
        "label": label.label,
        "group": label.group,
        "title": label.title,
        "pack": label.pack,
        "date": label.date,
        "value": degree(edges),
        "is_hub": is_hub(walk, node, edges),
    }


@dataclass(slots=True)
class EdgeRenderer:
    """Renders edges; the rows behind all of them are read once."""

    caller: Caller
    labels: Mapping[Node, Label]
    edges: Iterable[HalfEdge]
    _links: dict[int, MemoryLink] = field(default_factory=dict)
    _relations: dict[int, EntityRelation] = field(default_factory=dict)
    _evidence: dict[int, list[str]] = field(default_factory=lambda: defaultdict(list))
    _types: Mapping[str, str] = field(default_factory=dict)
    _now: datetime = field(default_factory=timezone.now)

    def __post_init__(self) -> None:
        rows: dict[EdgeKind, set[int]] = defaultdict(set)
        for edge in self.edges:
            rows[edge.kind].add(edge.row)
        links, relations = rows[EdgeKind.LINK], rows[EdgeKind.RELATION]
        if links:
            self._links = MemoryLink.objects.in_bulk(links)
        if relations:
            with_ends = EntityRelation.objects.select_related("source", "target")
            self._relations = with_ends.in_bulk(relations)
            self._read_evidence(relations)
        if links or relations:
            self._types = labels_by_key(RelationType, self.caller.base_user)

    def _read_evidence(self, relations: Collection[int]) -> None:
        seen = Memory.objects.of(self.caller).findable().filter(evidenced_relations__in=relations)
        pairs = seen.order_by("-created_at", "-pk").values_list("evidenced_relations", "uid")
        for relation, uid in pairs:
            if relation in self._relations and len(self._evidence[relation]) < MOST_EVIDENCE:
                self._evidence[relation].append(f"memory:{uid}")

    def edge(self, node: Node, half: HalfEdge) -> GraphEdge:
        """Return an edge of a node, from its source to its target."""
        source, target = (half.other, node) if half.direction < 0 else (node, half.other)
        return GraphEdge(
            id=f"{half.kind}:{half.row}",
            kind=half.kind,
            source=self.labels[source].name,
            target=self.labels[target].name,
            type=half.type,
            label=self.label(half),
            arrows="to"
            if half.direction and half.kind in (EdgeKind.LINK, EdgeKind.RELATION)
            else "",
            value=round(half.strength, 4),
            confidence=round(half.confidence, 4),
            title=self.reason(half),
            date=read_time(half.recorded_at),
            valid_from=read_time(half.valid_from) if half.kind == EdgeKind.RELATION else None,
            valid_to=read_time(half.valid_to),
            superseded_at=read_time(half.superseded_at),
            evidence=self.evidence(node, half),
        )

    def label(self, half: HalfEdge) -> str:
        """Return the type of an edge in the reader's language."""
        if half.kind in (EdgeKind.LINK, EdgeKind.RELATION):
            return self._types.get(half.type, half.type)
        if half.kind == EdgeKind.MENTION:
            return str(MENTION_LABELS.get(half.type, half.type))
        return {
            EdgeKind.TAG: _("Tagged"),
            EdgeKind.CONTEXT: _("In the context"),
            EdgeKind.THREAD: _("In the thread"),
        }[half.kind]

    def reason(self, half: HalfEdge) -> str:
        """Return the stored reason of a link or relation."""
        if half.kind == EdgeKind.LINK and half.row in self._links:
            return self._links[half.row].notes
        relation = self._relations.get(half.row) if half.kind == EdgeKind.RELATION else None
        return relation.reason if relation else ""

    def evidence(self, node: Node, half: HalfEdge) -> list[str]:
        """Return the memories that say so."""
        if half.kind == EdgeKind.RELATION:
            return self._evidence.get(half.row, [])
        ends = (node, half.other)
        return [self.labels[end].name for end in ends if end.kind == NodeKind.MEMORY]

    def sentence(self, node: Node, half: HalfEdge) -> str:
        """Return what an edge says, with its reason."""
        source, target = (half.other, node) if half.direction < 0 else (node, half.other)
        reason = self.reason(half)
        if half.kind == EdgeKind.RELATION and half.row in self._relations:
            said = relation_sentence(
                self._relations[half.row], self.label(half), now=self._now, zone=self.caller.zone
            )
        else:
            label = self.label(half)
            said = _("“%(source)s” %(type)s “%(target)s”") % {
                "source": self.labels[source].label,
                "type": label[:1].lower() + label[1:],
                "target": self.labels[target].label,
            }
        return f"{said} ({reason})" if reason else said


def outs_of(
    caller: Caller, walk: Walk, nodes: Sequence[Node], labels: Mapping[Node, Label]
) -> dict[Node, GraphNode]:
    """Return nodes for a client, with the number of their neighbors."""
    walk.steps(nodes)
    return {
        node: GraphNode(**node_values(walk, labels[node], node)) for node in nodes if node in labels
    }
