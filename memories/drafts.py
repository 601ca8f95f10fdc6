"""A save before it is stored: checked against what there is, and placed in its space."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from accounts.caller import Caller
from accounts.errors import InvalidInput, NotFound, Problem
from accounts.moments import aware
from entities.services import known_types
from graph.models import RelationScope, RelationType
from graph.services import relation_types
from packs import registry
from packs.services import default_pack, enabled_packs, pack_for_save

from .models import Memory
from .moments import recording_time
from .nearest import unknown
from .schemas import MemoryInput


@dataclass(frozen=True, slots=True)
class Draft:
    """One valid save, with everything that the caller left open decided."""

    path: str
    item: MemoryInput
    user_id: str
    namespace: str
    created_at: datetime
    source: str
    content_hash: str
    about: tuple[datetime | None, datetime | None] = (None, None)


@dataclass(slots=True)
class DraftChecker:
    """Checks saves against packs, types and link targets, collecting every problem."""

    caller: Caller
    now: datetime
    default_source: str
    problems: list[Problem] = field(default_factory=list)
    entity_types: set[str] = field(default_factory=set)
    between_entities: dict[str, RelationType] = field(default_factory=dict)
    between_memories: dict[str, RelationType] = field(default_factory=dict)
    default_pack: str = ""
    enabled: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.entity_types = known_types()
        self.between_entities = relation_types(RelationScope.ENTITIES)
        self.between_memories = relation_types(RelationScope.MEMORIES)
        self.default_pack = default_pack(self.caller)
        self.enabled = enabled_packs(self.caller)

    def draft(self, item: MemoryInput, prefix: str) -> Draft:
        """Return the draft of ``item``; what is wrong with it is added to ``problems``."""
        created_at, problem = recording_time(
            item.created_at, self.caller, self.now, f"{prefix}created_at"
        )
        if problem:
            self.problems.append(problem)
        self._check_words(item, prefix)
        return Draft(
            path=prefix,
            item=item,
            user_id=self.caller.space(self._pack(item, prefix)),
            namespace=self.caller.place(item.namespace),
            created_at=created_at,
            source=item.source or self.default_source,
            content_hash=content_hash(item.text),
            about=self._about(item, prefix),
        )

    def _pack(self, item: MemoryInput, prefix: str) -> str:
        try:
            return pack_for_save(
                self.caller,
                item.pack,
                item.text,
                default=self.default_pack,
                field=f"{prefix}pack",
                enabled=self.enabled,
            )
        except InvalidInput as error:
            self.problems += error.problems
            return "unknown"

    def _about(self, item: MemoryInput, prefix: str) -> tuple[datetime | None, datetime | None]:
        start = self._moment(item.about_start, f"{prefix}about_start")
        end = self._moment(item.about_end, f"{prefix}about_end")
        if start and end and end < start:
            self.problems.append(
                Problem(f"{prefix}about_end", "order", "this is before about_start")
            )
        return start, end

    def _moment(self, value: datetime | None, path: str) -> datetime | None:
        try:
            return aware(value, self.caller, path) if value else None
        except InvalidInput as error:
            self.problems += error.problems
            return None

    def _check_words(self, item: MemoryInput, prefix: str) -> None:
        if item.memory_type and item.memory_type not in registry.memory_types():
            self._unknown(
                f"{prefix}memory_type", item.memory_type, registry.memory_types(), "memory type"
            )
        for at, entity in enumerate(item.entities):
            if entity.type not in self.entity_types:
                self._unknown(
                    f"{prefix}entities.{at}.type", entity.type, self.entity_types, "entity type"
                )
        for at, relation in enumerate(item.relations):
            if relation.type not in self.between_entities:
                self._unknown(
                    f"{prefix}relations.{at}.type",
                    relation.type,
                    self.between_entities,
                    "relation type",
                )
        for at, link in enumerate(item.links):
            if link.type not in self.between_memories:
                self._unknown(
                    f"{prefix}links.{at}.type", link.type, self.between_memories, "link type"
                )

    def _unknown(
        self,
        path: str,
        value: str,
        known: Sequence[str] | set[str] | dict[str, RelationType],
        what: str,
    ) -> None:
        self.problems.append(unknown(path, value, list(known), what))

    def raise_problems(self) -> None:
        """Raise InvalidInput with everything that was found."""
        if self.problems:
            raise InvalidInput(self.problems)


def content_hash(text: str) -> str:
    """Return the hash that tells identical texts."""
    return hashlib.sha256(text.encode()).hexdigest()


def link_targets(caller: Caller, drafts: Sequence[Draft]) -> dict[UUID, Memory]:
    """Return the memories that drafts link to, by id.

    Raises:
        NotFound: one does not exist, or belongs to somebody else.
    """
    wanted = {
        link.target_id: f"{draft.path}links.{at}.target_id"
        for draft in drafts
        for at, link in enumerate(draft.item.links)
    }
    found = {
        memory.uid: memory for memory in Memory.objects.of(caller).filter(uid__in=list(wanted))
    }
    if missing := [
        Problem(path, "not_found", f"there is no memory {uid}")
        for uid, path in wanted.items()
        if uid not in found
    ]:
        raise NotFound(missing)
    return found
