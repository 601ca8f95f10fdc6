"""What a caller may walk over: scope, rules and joined entities."""

from collections.abc import Callable, Collection, Mapping
from datetime import UTC, date, datetime
from uuid import UUID

from django.utils import timezone

from core.caller import Caller, Scope, aware
from entities.models import MentionType
from entities.models.types import types_by_key
from entities.selectors import entities_seen
from graph.models import RelationType
from graph.network.edge_cache import EDGES
from graph.network.schemas import WalkFilters
from graph.network.walk import Joins, Walk, WalkRules
from graph.nodes import Node, NodeKind
from graph.queries.edges import GraphScope
from graph.same_as import groups_joined, same_as_seen
from memories.models import State, findable_sql
from memories.records.annotations.types import labels_of
from memories.records.annotations.words import LINKS, RELATIONS, known_word
from nlp.predicates import NAME
from nlp.text.tokens import name_key
from packs.selection import chosen_packs
from packs.spec import SHARED

MEMORY_TEST = findable_sql("m")
# How people and assistants write a day as a name.
SPELLINGS: tuple[Callable[[date], str], ...] = (
    date.isoformat,
    lambda day: f"{day:%B} {day.day}, {day.year}",
    lambda day: f"{day.day} {day:%B} {day.year}",
    lambda day: f"{day.year}年{day.month}月{day.day}日",
    lambda day: f"{day.month}月{day.day}日",
)


def scope_of(caller: Caller, packs: list[str]) -> GraphScope:
    """Return what the caller may see of these packs, or of all that are switched on.

    Relations across packs lie in the shared space, which no bound token reads.

    Raises:
        InvalidInput: there is no such pack.
        Forbidden: the token does not allow a pack, or reading.
    """
    caller.require(Scope.READ)
    spaces = caller.spaces(chosen_packs(caller, packs, field="pack"))
    if caller.packs is None and not caller.namespace:
        spaces.append(caller.space(SHARED))
    return GraphScope(caller.base_user, tuple(dict.fromkeys(spaces)), caller.namespace, MEMORY_TEST)


def rules_of(caller: Caller, filters: WalkFilters) -> WalkRules:
    """Return the rules of a walk; synonyms of the types are allowed with them."""
    return WalkRules(
        now=stored_time(timezone.now()),
        kinds=frozenset(filters.kinds),
        types=types_meant(caller, filters.types),
        min_confidence=filters.min_confidence,
        direction=filters.direction,
        held_at=_stored(caller, filters.held_at, "held_at"),
        known_at=_stored(caller, filters.known_at, "known_at"),
    )


def types_meant(caller: Caller, names: Collection[str]) -> frozenset[str]:
    """Return the types of the families that these words mean; others, such as “mentions”, as they are."""
    if not names:
        return frozenset()
    types = types_by_key(RelationType, caller.base_user)
    meant = {key for name in names for key in _meant(name, types)}
    families = {types[key].canonical_type for key in meant}
    named = {key for key, row in types.items() if row.canonical_type in families}
    return frozenset(named.union(names))


def _meant(name: str, types: Mapping[str, RelationType]) -> set[str]:
    """Return what a word means between entities, and what it means between memories."""
    if name in types:
        return {name}
    if name in MentionType.values:
        return set()
    labels = labels_of(types)
    found = (known_word(name, labels, synonyms) for synonyms in (RELATIONS, LINKS))
    return {key for key in found if key}


def walk_of(
    caller: Caller, scope: GraphScope, rules: WalkRules, ends: Collection[Node] = ()
) -> Walk:
    """Return a walk over what the caller may see."""
    joins = joins_of(caller)
    read = EDGES.read_from(scope).read
    return Walk(read, rules, joins, [joins.one(end) for end in ends], _hubs(caller, scope))


def _hubs(caller: Caller, scope: GraphScope) -> list[Node]:
    """Return the entities that join nearly everything: the owner by name, and today's date."""
    states = State.objects.of(caller).findable().supported().filter(subject=None, predicate=NAME)
    named = states.filter(valid_to=None).values_list("value", flat=True)
    today = timezone.localtime(timezone=caller.zone).date()
    dates = ("today", "今日", "本日", *(day(today) for day in SPELLINGS))
    keys = {name_key(name) for name in (*named, *dates)}
    # By space: a range of spaces would be read as a whole.
    rows = entities_seen(caller).filter(user_id__in=scope.spaces, name_key__in=keys).order_by()
    return [_entity(uid) for uid in rows.values_list("entity_id", flat=True)]


def joins_of(caller: Caller) -> Joins:
    """Return which entities that the caller may see are one."""
    pairs = same_as_seen(caller).values_list("source_id", "target_id")
    groups = groups_joined((_entity(one), _entity(other)) for one, other in pairs)
    return Joins.of(set(groups.values()))


def _entity(entity_id: object) -> Node:
    return Node(NodeKind.ENTITY, UUID(str(entity_id)).hex)


def stored_time(at: datetime) -> str:
    """Return a time as the database stores it."""
    return at.astimezone(UTC).replace(tzinfo=None).isoformat(" ")


def read_time(text: str | None) -> datetime | None:
    """Return a time that the database stored."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC) if text else None


def _stored(caller: Caller, at: datetime | None, field: str) -> str | None:
    return stored_time(aware(at, caller, field)) if at else None
