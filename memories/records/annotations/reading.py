"""Read the annotations of a save: words for types become known types, and the rest is noted."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from core.caller import Caller, aware
from core.errors import InvalidInput
from entities.models import Entity, EntityAlias
from graph.link_types import SUPERSEDES
from memories.schemas import EntityInput, LinkInput, MemoryInput, RelationInput
from memories.schemas.inputs import SaidState
from memories.schemas.leniency.base import NoteOut
from nlp.names.spelling import look_up_key
from nlp.readers import PERSON
from nlp.text.sentences import is_owner

from .types import CONCEPT, FACT, RELATION, TypeReader

ORGANIZATION, LOCATION = "Organization", "Location"
# What names at the ends of a relation are, where nobody says it: the source, the target.
ENDS = {
    "works_for": (PERSON, ORGANIZATION),
    "member_of": (PERSON, ORGANIZATION),
    "leads": (PERSON, CONCEPT),
    "lives_in": (PERSON, LOCATION),
    "located_in": (CONCEPT, LOCATION),
    "located_at": (CONCEPT, LOCATION),
    "from": (PERSON, LOCATION),
    "studies_at": (PERSON, ORGANIZATION),
    "assigned_to": (CONCEPT, PERSON),
    **dict.fromkeys(
        ("knows", "friend", "colleague", "family_member", "married_to", "reports_to"),
        (PERSON, PERSON),
    ),
    **dict.fromkeys(
        (
            *("likes", "dislikes", "prefers", "allergic_to", "condition"),
            *("birthday", "age", "occupation", "speaks"),
        ),
        (PERSON, CONCEPT),
    ),
}


@dataclass(slots=True)
class ReadAnnotations:
    """A save with known types, and notes on what was taken otherwise or left out."""

    item: MemoryInput
    notes: list[NoteOut]


@dataclass
class AnnotationReader:
    """Read annotations for one caller; the types are loaded where a save names some."""

    caller: Caller

    def __post_init__(self) -> None:
        self.types = TypeReader(self.caller)

    def read(self, item: MemoryInput, user_id: str) -> ReadAnnotations:
        """Return the save with its annotations read for the space ``user_id``."""
        self.types.notes = list(item.notes)
        changes: dict[str, Any] = {}
        if item.memory_type:
            changes["memory_type"] = self.types.memory_type(item.memory_type)
        if item.category:
            changes["category"] = self.types.category(item.category)
        if item.entities or item.relations or item.states:
            changes |= self._connected(item, user_id)
        if item.links or item.replaces:
            replaced = [LinkInput(target_id=uid, type=SUPERSEDES) for uid in item.replaces]
            changes["links"] = [
                *(
                    link.model_copy(
                        update={"type": self.types.link_type(link.type, f"links.{at}.type")}
                    )
                    for at, link in enumerate(item.links)
                ),
                *replaced,
            ]
        return ReadAnnotations(item.model_copy(update=changes), self.types.notes)

    def _connected(self, item: MemoryInput, user_id: str) -> dict[str, Any]:
        entities = [
            entity.model_copy(
                update={"type": self.types.entity_type(entity.type, f"entities.{at}.type")}
            )
            for at, entity in enumerate(item.entities)
        ]
        relations, said = self._relations(item.relations)
        states = [*self._states(item.states), *said]
        ends = [
            (name, kind)
            for relation in relations
            for name, kind in zip(
                (relation.source, relation.target), _ends(relation.type), strict=True
            )
        ]
        ends += [
            (state.subject, _ends(state.predicate)[0])
            for state in states
            if not is_owner(state.subject)
        ]
        ends += [
            (state.value, _ends(state.predicate)[1]) for state in said if state.kind == RELATION
        ]
        entities += self._missing(ends, entities, user_id)
        stored = [
            one.model_copy(update={"type": self.types.entity_types[one.type].pk})
            if one.type in self.types.entity_types
            else one
            for one in entities
        ]
        return {"entities": stored, "relations": relations, "states": states}

    # Relations and states.

    def _relations(
        self, given: Iterable[RelationInput]
    ) -> tuple[list[RelationInput], list[SaidState]]:
        """Return relations of entities, and those of the owner as states."""
        relations, states = [], []
        for at, one in enumerate(given):
            path = f"relations.{at}"
            if one.source == one.target or (is_owner(one.source) and is_owner(one.target)):
                self.types.note(path, f"was left out: “{one.source}” is related to itself")
                continue
            dates = self._dates(one, path)
            if dates is None:
                continue
            kind = self.types.relation_type(one.type, f"{path}.type")
            one = one.model_copy(update={"type": kind, **dates})
            if is_owner(one.source) or is_owner(one.target):
                states.append(self._owners(one))
            else:
                relations.append(one)
        return relations, states

    def _owners(self, one: RelationInput) -> SaidState:
        """Return a relation of the owner as a state; one that points to the owner is a fact."""
        is_from_owner = is_owner(one.source)
        turns = not is_from_owner and self.types.between_entities[one.type].is_symmetric
        return SaidState(
            kind=RELATION if is_from_owner or turns else FACT,
            subject=one.target if turns else one.source,
            predicate=one.type,
            value=one.source if turns else one.target,
            valid_from=one.valid_from,
            valid_to=one.valid_to,
            confidence=one.confidence,
        )

    def _states(self, given: Iterable[SaidState]) -> list[SaidState]:
        found = (self._state(state, f"states.{at}") for at, state in enumerate(given))
        return [state for state in found if state is not None]

    def _state(self, state: SaidState, path: str) -> SaidState | None:
        if state.value == state.subject:
            self.types.note(path, f"was left out: “{state.subject}” is related to itself")
            return None
        dates = self._dates(state, path)
        if dates is None:
            return None
        kind = self.types.kind(state.kind, f"{path}.kind")
        kind, predicate = self.types.predicate(state.predicate, kind, f"{path}.")
        is_lost = state.predicate and not predicate
        value = f"{state.predicate}: {state.value}" if is_lost else state.value
        return state.model_copy(
            update={"kind": kind, "predicate": predicate, "value": value, **dates}
        )

    def _dates(self, one: RelationInput | SaidState, path: str) -> dict[str, Any] | None:
        """Return the dates with their zone; None where what was said cannot hold."""
        dates: dict[str, datetime | None] = {}
        for name in ("valid_from", "valid_to", "due_at"):
            given: datetime | None = getattr(one, name, None)
            if given is None:
                continue
            try:
                dates[name] = aware(given, self.caller)
            except InvalidInput as error:
                if name == "valid_to":
                    self.types.note(path, f"was left out as a whole: valid_to: {error.message}")
                    return None
                dates[name] = None
                self.types.note(f"{path}.{name}", f"was left out: {error.message}")
        start, end = dates.get("valid_from"), dates.get("valid_to")
        if start and end and end <= start:
            self.types.note(path, "was left out as a whole: valid_to is not after valid_from")
            return None
        return dates

    # Names that only relations and states have.

    def _missing(
        self, ends: Iterable[tuple[str, str]], entities: Iterable[EntityInput], user_id: str
    ) -> list[EntityInput]:
        named = {name for entity in entities for name in (entity.name, *entity.aliases)}
        kinds: dict[str, str] = {}
        for name, kind in ends:
            if name not in named and kinds.get(name, CONCEPT) == CONCEPT:
                kinds[name] = kind
        if not kinds:
            return []
        known = _known_types(user_id, list(kinds))
        return [EntityInput(name=name, type=known.get(name, kind)) for name, kind in kinds.items()]


def _ends(relation: str) -> tuple[str, str]:
    return ENDS.get(relation, (CONCEPT, CONCEPT))


def _known_types(user_id: str, names: Iterable[str]) -> dict[str, str]:
    """Return the types of the best known entities of these names, as keys."""
    keys = {name: {look_up_key(name, kind) for kind in (PERSON, CONCEPT)} for name in names}
    every = set().union(*keys.values())
    rows = Entity.objects.filter(user_id=user_id, merged_into=None, name_key__in=every)
    found = dict(rows.order_by("extraction_count").values_list("name_key", "entity_type"))
    others = EntityAlias.objects.filter(
        user_id=user_id, alias_key__in=every, entity__merged_into=None
    )
    found = dict(others.values_list("alias_key", "entity__entity_type")) | found
    meant = {name: next((found[k] for k in own if k in found), "") for name, own in keys.items()}
    return {name: kind.partition("#")[0] for name, kind in meant.items() if kind}
