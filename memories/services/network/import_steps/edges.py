"""Read the edges of a file as links, relations, mentions, and tags and contexts of memories."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import cached_property

from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.caller import Caller, aware
from core.errors import InvalidInput, Problem, did_you_mean
from entities.models import MentionType
from graph.formats.schemas import GraphImportOptions
from graph.models import RelationScope, RelationType
from graph.nodes import EdgeKind, NodeKind
from graph.services import relation_types

from .nodes import mapped_types
from .records import EdgeRecord, Groups, ImportedEdge, Problems, key_of

MEMORY, ENTITY = NodeKind.MEMORY, NodeKind.ENTITY
GROUPS = frozenset({NodeKind.TAG, NodeKind.CONTEXT, NodeKind.THREAD})


class EdgeReader:
    """Reads edges, and collects what is wrong with them.

    ``groups`` are the tags and contexts of memories. Threads follow from sessions.
    """

    def __init__(
        self,
        caller: Caller,
        options: GraphImportOptions,
        problems: Problems,
        kinds: Mapping[str, NodeKind],
        called: Mapping[str, str],
    ) -> None:
        self._caller = caller
        self._options = options
        self._problems = problems
        self._kinds = kinds
        self._called = called
        self._mapped = mapped_types(options)
        self._scale = 1.0
        self._undirected = 0
        self._repeated = 0
        self._seen: set[tuple[str, str, str, str]] = set()
        self.found: list[ImportedEdge] = []
        self.groups: dict[str, Groups] = defaultdict(Groups)

    def read(self, records: Mapping[int, EdgeRecord], *, is_directed: bool) -> None:
        """Read all edges; of equal ones the first counts."""
        if self._options.scale_weights:
            weights = (record.weight for record in records.values() if record.weight)
            self._scale = max(weights, default=1.0)
        for at, record in records.items():
            self._read(at, record, is_directed=is_directed)

    def notes(self) -> list[str]:
        """Return what the import does not keep."""
        found = []
        if self._repeated:
            text = _("{count} edges repeat an earlier edge of their ends and type.")
            found.append(text.format(count=self._repeated))
        if self._undirected:
            text = _("{count} directed edges lose their direction: their type has none.")
            found.append(text.format(count=self._undirected))
        if self._options.scale_weights and self._scale != 1.0:
            text = _("All weights were divided by {greatest}.")
            found.append(text.format(greatest=f"{self._scale:g}"))
        return found

    def _read(self, at: int, record: EdgeRecord, *, is_directed: bool) -> None:
        ends = [key_of(record.source), key_of(record.target)]
        unknown = [
            Problem(
                f"edges.{at}.{name}",
                "unknown_node",
                format_lazy(gettext_lazy("no node has the id “{end}”"), end=end),
            )
            for name, end in zip(("source", "target"), ends, strict=True)
            if end not in self._kinds
        ]
        if unknown:
            self._problems.add(*unknown)
        elif ends[0] == ends[1]:
            detail = "a node cannot be connected with itself"
            self._problems.add(Problem(f"edges.{at}.target", "self_loop", detail))
        else:
            self._sort(at, record, ends[0], ends[1], is_directed=is_directed)

    def _sort(
        self, at: int, record: EdgeRecord, source: str, target: str, *, is_directed: bool
    ) -> None:
        """Store the edge by the kinds of its ends."""
        kinds = self._kinds[source], self._kinds[target]
        if kinds == (MEMORY, MEMORY):
            kind = self._type(at, record, RelationScope.MEMORIES)
            self._add(at, record, EdgeKind.LINK, source, target, kind, is_directed=is_directed)
        elif kinds == (ENTITY, ENTITY):
            kind = self._type(at, record, RelationScope.ENTITIES)
            self._add(at, record, EdgeKind.RELATION, source, target, kind, is_directed=is_directed)
        elif MEMORY in kinds and ENTITY in kinds:
            memory, entity = (source, target) if kinds[0] is MEMORY else (target, source)
            self._add(at, record, EdgeKind.MENTION, memory, entity, None, is_directed=False)
        elif MEMORY in kinds and GROUPS & set(kinds):
            memory, group = (source, target) if kinds[0] is MEMORY else (target, source)
            self._group(memory, group)
        else:
            detail = f"a {kinds[0]} and a {kinds[1]} cannot be connected"
            self._problems.add(Problem(f"edges.{at}", "kinds", detail))

    def _group(self, memory: str, group: str) -> None:
        if self._kinds[group] is NodeKind.TAG:
            self.groups[memory].tags.append(self._called[group])
        elif self._kinds[group] is NodeKind.CONTEXT:
            self.groups[memory].context = self._called[group]

    def _type(self, at: int, record: EdgeRecord, scope: RelationScope) -> RelationType | None:
        is_link = scope is RelationScope.MEMORIES
        default = self._options.link_type if is_link else self._options.relation_type
        key = record.type or record.label or default
        key = self._mapped.get(key, key)
        types = self._link_types if is_link else self._relation_types
        if key not in types:
            what = "link type" if is_link else "relation type"
            self._problems.add(did_you_mean(f"edges.{at}.type", key, types, what))
        return types.get(key)

    @cached_property
    def _link_types(self) -> dict[str, RelationType]:
        return relation_types(RelationScope.MEMORIES, self._caller.base_user)

    @cached_property
    def _relation_types(self) -> dict[str, RelationType]:
        return relation_types(RelationScope.ENTITIES, self._caller.base_user)

    def _add(
        self,
        at: int,
        record: EdgeRecord,
        kind: EdgeKind,
        source: str,
        target: str,
        type_: RelationType | None,
        *,
        is_directed: bool,
    ) -> None:
        weight = self._weight(at, record)
        start, end = self._period(at, record)
        name = type_.pk if type_ else self._role(record)
        ends = (source, target)
        if type_ and type_.is_symmetric:
            ends = (min(ends), max(ends))
            # Exports say of each edge whether it has a direction; this one has none of its own.
            self._undirected += is_directed and record.kind is None
        if (kind, *ends, name) in self._seen:
            self._repeated += 1
            return
        self._seen.add((kind, *ends, name))
        self.found.append(
            ImportedEdge(
                kind=kind,
                source=source,
                target=target,
                type=name,
                relation_type=type_,
                weight=weight,
                confidence=record.confidence,
                reason=record.reason,
                valid_from=start,
                valid_to=end,
                evidence=self._evidence(record.evidence),
            )
        )

    def _role(self, record: EdgeRecord) -> str:
        """Return the role of an entity in a memory; an unknown one is a mention."""
        key = self._mapped.get(record.type, record.type)
        return key if key in MentionType.values else MentionType.MENTIONS.value

    def _weight(self, at: int, record: EdgeRecord) -> float:
        weight = 1.0 if record.weight is None else record.weight / self._scale
        if weight > 1:
            detail = "a weight is 0 to 1; scale_weights divides all of them by the greatest"
            self._problems.add(Problem(f"edges.{at}.weight", "less_than_equal", detail))
        return weight

    def _period(self, at: int, record: EdgeRecord) -> tuple[datetime | None, datetime | None]:
        try:
            start, end = (
                aware(moment, self._caller, f"edges.{at}.{name}") if moment else None
                for name, moment in (
                    ("valid_from", record.valid_from),
                    ("valid_to", record.valid_to),
                )
            )
        except InvalidInput as error:
            self._problems.add(*error.problems)
            return None, None
        if start and end and end < start:
            detail = "this is before valid_from"
            self._problems.add(Problem(f"edges.{at}.valid_to", "order", detail))
        return start, end

    def _evidence(self, names: Iterable[str]) -> tuple[str, ...]:
        """Return the memories of the file that say so; others are unknown here."""
        return tuple(name for name in names if self._kinds.get(name) is MEMORY)
