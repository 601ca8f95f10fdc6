"""The declaration of a pack and of MCP tools: plain frozen data, checked when registered."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from core.caller import SEPARATOR, base_user_of
from nlp.readers import ENTITY_TYPE, PrivacyPolicy
from nlp.readers import Extractor as Extractor
from nlp.readers import Found as Found

PACK_ID = re.compile(r"[a-z][a-z0-9_]{0,31}")
RELATION_TYPE = re.compile(r"[a-z][a-z0-9_]{0,63}")
ENDS = ("entities", "memories", "both")
CRON_FIELDS = 5
# Used instead of a pack in the space of rows that all packs share.
SHARED = "shared"
DECLARATION = "tool_declaration"


def shared_space(user_id: str) -> str:
    """Return the space of a person that no token which is bound to packs reads."""
    return f"{base_user_of(user_id)}{SEPARATOR}{SHARED}"


@dataclass(frozen=True, slots=True)
class Name:
    """A display name in both languages."""

    en: str
    ja: str

    def in_language(self, language: str) -> str:
        """Return the Japanese name for ``ja…``, the English one otherwise."""
        return self.ja if language.startswith("ja") else self.en


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """One word of a pack's vocabulary: a memory type or a category."""

    key: str
    name: Name


@dataclass(frozen=True, slots=True)
class EntityTypeSpec:
    """An entity type that a pack adds; ``parent`` names an existing one."""

    key: str
    name: Name
    parent: str = ""
    color: str = ""
    icon: str = ""


@dataclass(frozen=True, slots=True)
class RelationTypeSpec:
    """A relation type that a pack adds between ``entities``, ``memories`` or ``both``.

    One that is not directed is symmetric; ``inverse`` names the type of the other direction.
    ``single_valued``: an entity has one at a time, so that a later one ends an earlier one.
    """

    key: str
    name: Name
    is_directed: bool = True
    inverse: str = ""
    between: str = "entities"
    single_valued: bool = False


@dataclass(frozen=True, slots=True)
class InferenceRule:
    """A relation that two others make likely: a person is asked about it, nothing is stored.

    It leads from ``source`` by one of the ``first`` types to a thing ``via`` (three entity types), and
    on to ``target`` by one of the ``second``; or, if both ``meet`` there, ``second`` leads from ``target``
    to it. ``confidence`` is 0 to 1, without other signs.
    """

    proposes: str
    source: str
    first: tuple[str, ...]
    via: str
    second: tuple[str, ...]
    target: str
    confidence: float
    meet: bool = False


@dataclass(frozen=True, slots=True)
class DecayPolicy:
    """The decay of a pack's memories: half-life in days by type, and the floor of importance.

    A memory whose importance is at or above ``keep_above`` never falls below
    ``floor``; 0 days mean that the type does not fade.
    """

    half_life_days: float = 180.0
    by_type: Mapping[str, float] = field(default_factory=dict)
    keep_above: float = 0.8
    floor: float = 0.3

    def half_life_of(self, memory_type: str) -> float:
        """Return the half-life in days of a memory type."""
        return self.by_type.get(memory_type, self.half_life_days)


@dataclass(frozen=True, slots=True)
class Hint:
    """A pattern of texts that belong to this pack, for saves that name no pack."""

    pattern: str
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class ScheduleSpec:
    """A job of the worker: dotted path of the function, a cron line, and what people read."""

    name: str
    function: str
    cron: str
    label: Name


@dataclass(frozen=True, slots=True)
class PackSpec:
    """The contents of a pack. Only ``id`` and ``name`` are required."""

    id: str
    name: Name
    description: Name = Name("", "")
    hue: int = 255
    icon: str = "box"
    memory_types: tuple[Vocabulary, ...] = ()
    categories: tuple[Vocabulary, ...] = ()
    entity_types: tuple[EntityTypeSpec, ...] = ()
    relation_types: tuple[RelationTypeSpec, ...] = ()
    extractors: tuple[Extractor, ...] = ()
    hints: tuple[Hint, ...] = ()
    # Sentences that belong here: a save without a pack goes where those most like it are.
    examples: tuple[str, ...] = ()
    decay: DecayPolicy = DecayPolicy()
    privacy: PrivacyPolicy = field(default_factory=PrivacyPolicy)
    schedules: tuple[ScheduleSpec, ...] = ()
    inference_rules: tuple[InferenceRule, ...] = ()

    def problems(self) -> list[str]:
        """Return the problems of this declaration as sentences."""
        return [
            *self._bad_names(),
            *self._bad_relations(),
            *self._bad_hints(),
            *self._bad_policies(),
            *self._bad_schedules(),
            *self._bad_inference_rules(),
        ]

    def _bad_names(self) -> Iterator[str]:
        if self.id == SHARED:
            yield f"id {self.id!r} is taken: the journal keeps there what all packs share"
        named = [
            (PACK_ID, "id", [self.id]),
            (PACK_ID, "memory type", [word.key for word in self.memory_types]),
            (PACK_ID, "category", [word.key for word in self.categories]),
            (ENTITY_TYPE, "entity type", [word.key for word in self.entity_types]),
            (RELATION_TYPE, "relation type", [word.key for word in self.relation_types]),
        ]
        for pattern, what, keys in named:
            yield from (
                f"{what} {key!r} must match {pattern.pattern}"
                for key in keys
                if not pattern.fullmatch(key)
            )
            yield from (
                f"{what} {key!r} is declared twice" for key, n in Counter(keys).items() if n > 1
            )

    def _bad_relations(self) -> Iterator[str]:
        for word in self.relation_types:
            if word.between not in ENDS:
                yield f"relation type {word.key!r}: between {word.between!r} is not {', '.join(ENDS)}"
            if word.inverse and not word.is_directed:
                yield f"relation type {word.key!r}: only a directed one has an inverse"

    def _bad_hints(self) -> Iterator[str]:
        for hint in self.hints:
            try:
                re.compile(hint.pattern)
            except re.error as error:
                yield f"hint {hint.pattern!r}: {error}"

    def _bad_policies(self) -> Iterator[str]:
        for policy in (self.privacy.secrets, self.privacy.personal_data):
            if policy not in {"keep", "mask", "refuse", "ask"}:
                yield f"privacy {policy!r} is not keep, mask, refuse or ask"
        if self.privacy.health not in {"keep", "ask", "mask", "refuse"}:
            yield f"privacy {self.privacy.health!r} of health is not keep, ask, mask or refuse"

    def _bad_schedules(self) -> Iterator[str]:
        for job in self.schedules:
            if len(job.cron.split()) != CRON_FIELDS:
                yield f"schedule {job.name!r}: {job.cron!r} is not a cron line of {CRON_FIELDS} fields"

    def _bad_inference_rules(self) -> Iterator[str]:
        for rule in self.inference_rules:
            if not 0 < rule.confidence < 1:
                yield f"inference rule for {rule.proposes!r}: confidence {rule.confidence} is not in 0…1"
            if not (rule.first and rule.second):
                yield f"inference rule for {rule.proposes!r} needs relation types on both sides"


Method = TypeVar("Method", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class ToolDeclaration:
    """The declaration of a tool, in addition to its name, schemas and description.

    ``as_text`` renders a result for the assistant to read; recalled text in it goes through
    ``memories.schemas.recalled_text``, so that nothing stored passes for more. ``parameters`` explains
    those parameters, at any depth, that their model leaves unexplained. A tool that neither
    ``reads_only`` nor ``writes_only`` is offered to tokens that may do both.
    """

    title: str
    as_text: Callable[[Any], str]
    reads_only: bool = False
    writes_only: bool = False
    destroys: bool = False
    repeatable: bool = False
    parameters: Mapping[str, str] = field(default_factory=dict)


def tool(
    *,
    title: str,
    as_text: Callable[[Any], str],
    reads_only: bool = False,
    writes_only: bool = False,
    destroys: bool = False,
    repeatable: bool = False,
    parameters: Mapping[str, str] | None = None,
) -> Callable[[Method], Method]:
    """Declare the decorated method as a tool."""
    declaration = ToolDeclaration(
        title, as_text, reads_only, writes_only, destroys, repeatable, parameters or {}
    )

    def declare(method: Method) -> Method:
        setattr(method, DECLARATION, declaration)
        return method

    return declare
