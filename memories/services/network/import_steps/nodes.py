"""Read the nodes of a file as memories and entities."""

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from functools import cached_property
from typing import Any
from uuid import UUID

from django.utils.translation import gettext_lazy as _
from pydantic import TypeAdapter, ValidationError

from accounts.services.users import default_pack
from core.caller import Caller
from core.errors import InvalidInput, Problem, did_you_mean
from core.schemas import Json, Name, parsed, problems_of
from entities.models import EntityType
from entities.types.attribute_rules import attribute_problems
from entities.types.entity_types import entity_types
from graph.formats.schemas import GraphImportOptions
from graph.nodes import NodeKind
from memories.records.filing import Filing
from memories.records.validation import SaveValidator
from memories.schemas import MemoryInput
from nlp.names.spelling import look_up_key
from packs import registry
from packs.selection import enabled_packs, usual_pack

from .records import EntityNode, Groups, ImportedGraph, MemoryNode, NodeRecord, Problems

# The source of imported memories; any name but those of single saves makes words imported ones.
SOURCE = "graph"
NAME = TypeAdapter(Name)
ATTRIBUTES = TypeAdapter(Json)
# Fields of a save that a file has under the same name; others of a node are its extra data.
SAME = ("speaker", "category", "namespace", "assistant_text", "about_start", "about_end", "pinned",
        "searchable")  # fmt: skip
# What an export says of a node beside that, and nobody can set.
DERIVED = frozenset({"updated_at", "session", *SAME})


class NodeReader:
    """Reads nodes, and collects what is wrong with them."""

    def __init__(
        self, caller: Caller, options: GraphImportOptions, now: datetime, problems: Problems
    ) -> None:
        self._caller = caller
        self._options = options
        self._now = now
        self._problems = problems
        self._mapped = mapped_types(options)

    def kind_of(self, record: NodeRecord) -> NodeKind:
        """Return what a node is: as it says, a memory if it has a text, or as the options say."""
        if record.kind:
            return record.kind
        return NodeKind.MEMORY if record.text else NodeKind(self._options.nodes_as)

    def add_memory(
        self, graph: ImportedGraph, at: int, key: str, record: NodeRecord, groups: Groups
    ) -> None:
        """Add a memory to the graph."""
        own = own_id(key, NodeKind.MEMORY)
        pack = self._pack(at, record)
        extra = record.model_extra or {}
        external = self._external_id(key, pack, "" if own else record.text or record.called)
        kind = record.type or self._options.memory_type
        fields = {
            "text": record.text or record.called,
            "title": record.title,
            "pack": pack,
            "session_id": extra.get("session") or external,
            "created_at": record.date,
            "memory_type": self._mapped.get(kind, kind),
            "importance": record.importance,
            "confidence": record.confidence,
            "tags": list(dict.fromkeys([*record.tags, *groups.tags])),
            "context": record.context or groups.context or None,
            "external_id": external,
            "extra_data": self._attributes(record),
            **{name: extra[name] for name in SAME if extra.get(name) is not None},
        }
        try:
            item = parsed(MemoryInput, fields, prefix=f"nodes.{at}")
        except InvalidInput as error:
            self._problems.add(*_in_words_of_the_file(error))
            return
        graph.memories.append(MemoryNode(at, key, own, item))

    def _external_id(self, key: str, pack: str, text: str) -> str:
        """Return the same id for the same node of the same graph, and another for any other."""
        parts = (pack, "" if not text else self._options.name, key, text)
        return f"graph-{hashlib.sha256(chr(0).join(parts).encode()).hexdigest()[:40]}"

    def add_entity(self, graph: ImportedGraph, at: int, key: str, record: NodeRecord) -> None:
        """Add an entity to the graph."""
        kind = self._entity_type(at, record)
        name = self._name(at, record, kind)
        attributes = self._attributes_of_entity(at, record)
        broken = attribute_problems(kind.pk, attributes) if kind else []
        # What was derived from texts lacks some that a type requires.
        wrong = [problem for problem in broken if problem.code != "required"]
        self._problems.add(
            *(replace(problem, field=f"nodes.{at}.{problem.field}") for problem in wrong)
        )
        pack = self._pack(at, record)
        if kind is None or not name:
            return
        graph.entities.append(
            EntityNode(
                at=at,
                key=key,
                own=own_id(key, NodeKind.ENTITY),
                user_id=self._caller.space(pack),
                name=name,
                type_id=kind.pk,
                aliases=record.aliases,
                description=record.description,
                attributes=attributes,
                importance=0.5 if record.importance is None else record.importance,
                confidence=1.0 if record.confidence is None else record.confidence,
            )
        )

    def _entity_type(self, at: int, record: NodeRecord) -> EntityType | None:
        key = record.type or self._options.entity_type
        key = self._mapped.get(key, key)
        if found := self._types.get(key):
            return found
        self._problems.add(did_you_mean(f"nodes.{at}.type", key, self._types, "entity type"))
        return None

    @cached_property
    def _types(self) -> dict[str, EntityType]:
        return entity_types(self._caller.base_user)

    def _name(self, at: int, record: NodeRecord, kind: EntityType | None) -> str:
        try:
            name = str(NAME.validate_python(record.called)).strip()
        except ValidationError:
            detail = "a name of 1 to 255 characters is expected"
            self._problems.add(Problem(f"nodes.{at}.name", "name", detail))
            return ""
        if kind and not look_up_key(name, kind.pk):
            self._problems.add(Problem(f"nodes.{at}.name", "blank", _("this may not be empty")))
            return ""
        return name

    def _attributes_of_entity(self, at: int, record: NodeRecord) -> Mapping[str, Any]:
        try:
            return ATTRIBUTES.validate_python(self._attributes(record))
        except ValidationError as error:
            self._problems.add(*problems_of(error, prefix=f"nodes.{at}.attributes"))
            return {}

    def _attributes(self, record: NodeRecord) -> Mapping[str, Any]:
        """Return the attributes; those of a node of another program stand beside its id."""
        beside = {
            name: value
            for name, value in (record.model_extra or {}).items()
            if name not in DERIVED and value is not None
        }
        return {**beside, **record.attributes}

    def _pack(self, at: int, record: NodeRecord) -> str:
        pack = record.pack or self._options.pack or self._default
        if pack in self._packs:
            return pack
        try:
            registry.get(pack, field=f"nodes.{at}.pack")
            self._caller.spaces([pack])
        except InvalidInput as error:
            self._problems.add(*error.problems)
            return self._default
        self._packs.add(pack)
        return pack

    @cached_property
    def _packs(self) -> set[str]:
        return set(enabled_packs(self._caller))

    @cached_property
    def _default(self) -> str:
        return usual_pack(enabled_packs(self._caller), default_pack(self._caller))

    def validate(self, memories: list[MemoryNode]) -> None:
        """Check memories as a save does: packs, types, dates, privacy."""
        filing = Filing.load(self._caller, [node.item for node in memories])
        validator = SaveValidator(
            caller=self._caller, now=self._now, default_source=SOURCE, filing=filing
        )
        for node in memories:
            validator.validate(node.item, f"nodes.{node.at}.")
        self._problems.add(*_in_words_of_the_file(InvalidInput(validator.problems)))


def _in_words_of_the_file(error: InvalidInput) -> list[Problem]:
    """Return problems with the names that the file has for the fields of a save."""
    names = {"memory_type": "type", "created_at": "date", "extra_data": "attributes"}
    found = []
    for problem in error.problems:
        path = [names.get(part, part) for part in problem.field.split(".")]
        found.append(replace(problem, field=".".join(path)))
    return found


def mapped_types(options: GraphImportOptions) -> dict[str, str]:
    """Return what types of the file are called here."""
    pairs = (one.split("=", 1) for one in options.types)
    return {theirs.strip(): ours.strip() for theirs, ours in pairs}


def own_id(key: str, kind: NodeKind) -> UUID | None:
    """Return the id in a node's name, as an export writes it; None for other names."""
    prefix, _, rest = key.partition(":")
    if prefix != kind:
        return None
    try:
        return UUID(rest)
    except ValueError:
        return None
