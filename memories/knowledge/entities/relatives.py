"""Keep relatives and pets who have no name yet, and what is said of them: "my mother is 81".

One entity stands for each role of the owner in a space, made by the first text that speaks of it.
Once the name is known ("my mother Hanako"), it is merged into the named person
(docs/decisions/0033-relatives-without-a-name.md).
"""

from collections.abc import Collection
from dataclasses import replace

from django.db.models import Q, QuerySet

from core.caller import Caller, base_user_of
from core.journal import Change, parts_of
from entities.journal_models import MENTIONS
from entities.models import UNNAMED, Entity, Mention, ValidationStatus
from entities.registry import EntityRegistry, count_mentions
from graph.models import RelationScope
from graph.services import relation_types
from memories.knowledge.states.assertions import ResolvedClaim
from memories.knowledge.states.versions import update_version
from memories.models import Memory, State
from nlp.facts import Claim
from nlp.names.spelling import look_up_key
from nlp.predicates import MARRIED
from nlp.readers import PERSON
from nlp.roles import SPOUSES, is_one_of_several, is_pet, role_names

from .merge import apply_plan
from .merge_plan import merge_plan

METHOD = "rules:relative"
CONFIDENCE = 0.85
PET = "Pet"


def entity_of_relative(change: Change, memory: Memory, claim: Claim) -> Entity | None:
    """Return the entity that a claim about a relative without a name is about, or is a tie to.

    It is whoever is known to be in that role; if nobody is, an entity of the role, which is made
    if it is new. None if several people are in that role, and for "my sister lives in Kobe": what
    holds once at a time is not said of one of several.
    """
    if is_one_of_several(claim.role) and _is_single(change.caller, claim.predicate):
        return None
    ties = _ties(memory, claim.role)
    named = _people(memory.user_id, ties)
    if len(named) > 1 or (ties and not named):
        return None
    entity = named[0] if named else _unnamed(memory, claim.role) or _made(change, memory, claim)
    _mention(change, memory, claim, entity)
    return entity


def merge_into_named(change: Change, memory: Memory, resolved: ResolvedClaim) -> None:
    """Merge the entity of a role into the person whom a tie names: "my mother Hanako".

    What was said of "my sister" may be about another sister, and stays. So does what was said in
    other namespaces, whose readers may not know the name.
    """
    claim, person = resolved.claim, resolved.object
    if not claim.role or person is None or claim.ends or is_one_of_several(claim.role):
        return
    unnamed = _unnamed(memory, claim.role)
    named = _people(memory.user_id, _ties(memory, claim.role))
    if unnamed is None or unnamed == person or any(other != person for other in named):
        return
    for tie in _current_ties(memory).filter(value=unnamed.name):
        update_version(change, tie, because=[memory.pk], value=person.name)
    elsewhere = Mention.objects.filter(entity=unnamed).exclude(memory__namespace=memory.namespace)
    if person.user_id != unnamed.user_id or elsewhere.exists():
        return
    # "mother of kenta" is no name by which a text may call Hanako.
    apply_plan(replace(merge_plan(person, unnamed), names=()), change)


def _is_single(caller: Caller, predicate: str) -> bool:
    kind = relation_types(RelationScope.ENTITIES, caller.base_user).get(predicate)
    return kind is not None and kind.single_valued


def _ties(memory: Memory, role: str) -> set[str]:
    """Return the names that the owner gives people in a role, in the memory's namespace."""
    is_known = Q(extra_data__role=role)
    if role in SPOUSES:
        is_known |= Q(predicate=MARRIED)
    ties = _current_ties(memory).filter(is_known)
    unnamed = set(role_names(role, base_user_of(memory.user_id)))
    return set(ties.values_list("value", flat=True)) - unnamed


def _current_ties(memory: Memory) -> QuerySet[State]:
    return State.objects.filter(
        user_id=memory.user_id,
        namespace=memory.namespace,
        subject=None,
        superseded_at=None,
        valid_to=None,
    ).exclude(validation_status=ValidationStatus.REJECTED)


def _people(user_id: str, names: Collection[str]) -> list[Entity]:
    keys = {look_up_key(name, PERSON) for name in names}
    rows = Entity.objects.filter(
        user_id=user_id, name_key__in=keys, entity_type=PERSON, merged_into=None
    )
    return list(rows.order_by("pk")) if keys else []


def _unnamed(memory: Memory, role: str) -> Entity | None:
    rows = Entity.objects.filter(
        user_id=memory.user_id, entity_subtype=f"{UNNAMED}{role}", merged_into=None
    )
    return rows.order_by("pk").first()


def _made(change: Change, memory: Memory, claim: Claim) -> Entity:
    """Make the entity of a role, named in the language of the memory and, besides, in the other."""
    names = role_names(claim.role, base_user_of(memory.user_id))
    name, other = reversed(names) if memory.language == "ja" else names
    registry = EntityRegistry(user_id=memory.user_id, now=change.at)
    kind = PET if is_pet(claim.role) else PERSON
    entity = registry.create(name, kind, confidence=CONFIDENCE)
    entity.entity_subtype = f"{UNNAMED}{claim.role}"
    registry.add_aliases(entity, [other])
    registry.store()
    change.created([*registry.created, *registry.created_aliases])
    return entity


def _mention(change: Change, memory: Memory, claim: Claim, entity: Entity) -> None:
    """Store where the memory names the relative: what is not mentioned goes with its memories."""
    surface = claim.subject or claim.object
    is_there = memory.raw_text.startswith(surface, claim.start)
    found = claim.start if is_there else memory.raw_text.find(surface)
    place = found if found >= 0 else None
    if Mention.objects.filter(entity=entity, memory=memory, position_in_text=place).exists():
        return
    before = parts_of(MENTIONS, [memory])
    Mention.objects.create(
        entity=entity,
        memory=memory,
        user_id=memory.user_id,
        surface=surface,
        position_in_text=place,
        relevance_score=1.0,
        extraction_method=METHOD,
        extraction_confidence=CONFIDENCE,
        created_at=change.at,
    )
    count_mentions([entity], change.at)
    change.parts(MENTIONS, [memory], before, parts_of(MENTIONS, [memory]))
