"""Validate saves: check types and dates, choose pack and space, apply the privacy policy."""

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property

from core.caller import Caller, aware, recording_time
from core.errors import InvalidInput, Problem, did_you_mean
from entities.models import EntityType
from entities.types.entity_types import entity_types
from graph.models import RelationScope, RelationType
from graph.services import relation_types
from memories.index import TextWords
from memories.models import Trust
from memories.schemas import MemoryInput
from memories.schemas.inputs import sensitive_label
from nlp.instructions import is_instruction
from nlp.privacy.policy import Masked, Refused, apply_privacy
from nlp.text.sentences import is_owner
from nlp.text.tokens import content_hash
from packs import registry

from .filing import PACK_GUESS, Filing
from .mentions import ASSISTANT_ROLES, OWNER_ROLES

MCP, IMPORT = "mcp", "import"
# The ways in which single memories are saved; an import has any other name.
CHANNELS = frozenset({"api", MCP, "browser", "cli", "demo"})
# Key in ``extra_data``: the kinds of sensitive text that were masked.
MASKED = "masked"


@dataclass(frozen=True, slots=True)
class ValidatedSave:
    """A valid save, with all defaults resolved."""

    path: str
    item: MemoryInput
    user_id: str
    namespace: str
    created_at: datetime
    source: str
    content_hash: str
    # Tokenized before the write lock is taken.
    words: TextWords
    trust: Trust
    is_order: bool
    about: tuple[datetime | None, datetime | None] = (None, None)


def whose_word(caller: Caller, channel: str, item: MemoryInput) -> Trust:
    """Return who says what is saved (ADR 0025).

    ``channel`` is the way that the save came; the source that a caller names is only believed
    if it makes the words less the owner's.
    """
    if IMPORT in (channel, item.source) or channel not in CHANNELS:
        return Trust.IMPORTED
    speaker = item.speaker.strip().casefold()
    if speaker in OWNER_ROLES:
        return Trust.OWNER
    is_program = channel == MCP or not caller.is_owner
    return Trust.ASSISTANT if is_program or speaker in ASSISTANT_ROLES else Trust.OWNER


def reads_as_order(trust: str, *texts: str) -> bool:
    """Return whether words that are not the owner's read like an instruction to an assistant."""
    return trust != Trust.OWNER and any(map(is_instruction, texts))


@dataclass
class SaveValidator:
    """Validate saves against packs and types, and collect all problems."""

    caller: Caller
    now: datetime
    default_source: str
    filing: Filing
    problems: list[Problem] = field(default_factory=list)

    # Loaded lazily, since most saves name no types.
    @cached_property
    def entity_types(self) -> dict[str, EntityType]:
        """Entity types visible to the caller, by key."""
        return entity_types(self.caller.base_user)

    @cached_property
    def between_entities(self) -> dict[str, RelationType]:
        """Relation types between entities, by key."""
        return relation_types(RelationScope.ENTITIES, self.caller.base_user)

    @cached_property
    def between_memories(self) -> dict[str, RelationType]:
        """Link types between memories, by key."""
        return relation_types(RelationScope.MEMORIES, self.caller.base_user)

    def validate(self, item: MemoryInput, prefix: str) -> ValidatedSave:
        """Validate one save; add its problems to ``problems``."""
        created_at, problem = recording_time(
            item.created_at, self.caller, self.now, f"{prefix}created_at"
        )
        if problem:
            self.problems.append(problem)
        self._check_words(item, prefix)
        pack, item = self._pack(item, prefix)
        item = self._private(item, pack, prefix)
        return ValidatedSave(
            path=prefix,
            item=self._dated(self._typed(item)),
            user_id=self.caller.space(pack),
            namespace=self.caller.place(item.namespace),
            created_at=created_at,
            source=item.source or self.default_source,
            content_hash=content_hash(item.text),
            words=TextWords.of(item.text, item.assistant_text),
            trust=(trust := whose_word(self.caller, self.default_source, item)),
            is_order=reads_as_order(trust, item.text, item.assistant_text),
            about=self._about(item, prefix),
        )

    def _pack(self, item: MemoryInput, prefix: str) -> tuple[str, MemoryInput]:
        """Return the pack, and the save with the reason of a guess."""
        try:
            pack, guess = self.filing.pack(item, field=f"{prefix}pack")
        except InvalidInput as error:
            self.problems += error.problems
            return "unknown", item
        if guess is None:
            return pack, item
        extra = {**item.extra_data, PACK_GUESS: guess.reason.value}
        return pack, item.model_copy(update={"extra_data": extra})

    def _private(self, item: MemoryInput, pack: str, prefix: str) -> MemoryInput:
        """Apply the pack's privacy policy: mask or refuse sensitive text."""
        if (spec := registry.find(pack)) is None:
            return item
        kept: dict[str, str] = {}
        masked: set[str] = set()
        for name in ("text", "assistant_text"):
            outcome = apply_privacy(spec.privacy, getattr(item, name))
            if isinstance(outcome, Refused):
                found = ", ".join(map(sensitive_label, outcome.what))
                detail = f"the pack “{pack}” does not keep this: {found}"
                self.problems.append(Problem(f"{prefix}{name}", "sensitive", detail))
            elif isinstance(outcome, Masked):
                kept[name] = outcome.text
                masked |= {one.what for one in outcome.found}
        if not kept:
            return item
        extra = {**item.extra_data, MASKED: sorted(masked)}
        return item.model_copy(update={**kept, "extra_data": extra})

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
        if item.category and item.category not in registry.category_keys():
            self._unknown(f"{prefix}category", item.category, registry.category_keys(), "category")
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
            self._period(relation.valid_from, relation.valid_to, f"{prefix}relations.{at}.")
        self._check_states(item, prefix)
        for at, link in enumerate(item.links):
            if link.type not in self.between_memories:
                self._unknown(
                    f"{prefix}links.{at}.type", link.type, self.between_memories, "link type"
                )

    def _check_states(self, item: MemoryInput, prefix: str) -> None:
        named = {name for entity in item.entities for name in (entity.name, *entity.aliases)}
        for at, state in enumerate(item.states):
            path = f"{prefix}states.{at}."
            if not is_owner(state.subject) and state.subject not in named:
                detail = f"“{state.subject}” is neither me nor among the entities of this memory"
                self.problems.append(Problem(f"{path}subject", "unknown_entity", detail))
            if state.kind == "relation" and state.predicate not in self.between_entities:
                self._unknown(
                    f"{path}predicate", state.predicate, self.between_entities, "relation type"
                )
            if state.value == state.subject:
                detail = f"“{state.subject}” is related to itself"
                self.problems.append(Problem(f"{path}value", "self_relation", detail))
            self._period(state.valid_from, state.valid_to, path)
            self._moment(state.due_at, f"{path}due_at")

    def _typed(self, item: MemoryInput) -> MemoryInput:
        """Replace entity type keys by stored type ids."""
        if all(self._stored(entity.type) == entity.type for entity in item.entities):
            return item
        typed = [
            entity.model_copy(update={"type": self._stored(entity.type)})
            for entity in item.entities
        ]
        return item.model_copy(update={"entities": typed})

    def _stored(self, key: str) -> str:
        known = self.entity_types.get(key)
        return known.pk if known else key

    def _dated(self, item: MemoryInput) -> MemoryInput:
        """Convert the dates of relations to aware datetimes."""
        if not any(relation.valid_from or relation.valid_to for relation in item.relations):
            return item
        dated = [
            relation.model_copy(
                update={
                    "valid_from": self._moment(relation.valid_from, ""),
                    "valid_to": self._moment(relation.valid_to, ""),
                }
            )
            for relation in item.relations
        ]
        return item.model_copy(update={"relations": dated})

    def _period(self, start: datetime | None, end: datetime | None, path: str) -> None:
        start = self._moment(start, f"{path}valid_from")
        end = self._moment(end, f"{path}valid_to")
        if start and end and end <= start:
            self.problems.append(
                Problem(f"{path}valid_to", "order", "this is not after valid_from")
            )

    def _unknown(
        self,
        path: str,
        value: str,
        known: Collection[str],
        what: str,
    ) -> None:
        self.problems.append(did_you_mean(path, value, list(known), what))

    def raise_problems(self) -> None:
        """Raise InvalidInput with all problems found."""
        if self.problems:
            raise InvalidInput(self.problems)
