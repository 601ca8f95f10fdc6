"""Reading people and things; always within the caller's reach."""

from collections.abc import Sequence
from uuid import UUID

from django.db.models import Exists, OuterRef, Q

from accounts.caller import Caller, Scope
from accounts.errors import NotFound
from memory_site.db.fields import at_or_below
from packs.services import chosen_packs

from .models import Entity, EntityAlias, Mention, SpaceQuerySet
from .names import name_key


def entity_list(
    caller: Caller, packs: Sequence[str] | None = None, query: str = "", *, field: str = "packs"
) -> SpaceQuerySet[Entity]:
    """Return entities whose name or alias contains ``query``, merged ones left out."""
    caller.require(Scope.READ)
    spaces = caller.spaces(chosen_packs(caller, packs, field=field))
    rows = entities_seen(caller).filter(user_id__in=spaces, merged_into=None)
    if key := name_key(query):
        named = EntityAlias.objects.filter(entity=OuterRef("entity_id"), alias_key__contains=key)
        rows = rows.filter(Q(name_key__contains=key) | Q(Exists(named)))
    return rows


def entity_get(caller: Caller, entity_id: UUID) -> Entity:
    """Return one entity.

    Raises:
        NotFound: there is none, or it belongs to somebody else.
    """
    caller.require(Scope.READ)
    entity = entities_seen(caller).filter(entity_id=entity_id).select_related("entity_type").first()
    if entity is None:
        raise NotFound(f"there is no entity {entity_id}", field="id")
    return entity


def entities_seen(caller: Caller) -> SpaceQuerySet[Entity]:
    """Return the caller's entities; bound to a namespace, those that a memory in it mentions."""
    rows = Entity.objects.of(caller)
    if not caller.namespace:
        return rows
    below = at_or_below(caller.namespace, "memory__namespace")
    return rows.filter(Exists(Mention.objects.filter(below, entity=OuterRef("entity_id"))))
