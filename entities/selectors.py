"""Read entities that the caller may see."""

from collections.abc import Sequence
from uuid import UUID

from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import StrIndex
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from core.caller import Caller, Scope
from core.db.fields import at_or_below
from core.errors import NotFound
from nlp.names.romaji import folded_romaji, is_kana, reading_pattern, romaji
from nlp.text.tokens import name_key
from packs.selection import chosen_packs

from .models import Entity, EntityAlias, Mention, SpaceQuerySet


def entity_list(
    caller: Caller, packs: Sequence[str] | None = None, query: str = "", *, field: str = "packs"
) -> SpaceQuerySet[Entity]:
    """Return entities whose name or alias contains ``query``, merged ones left out.

    Names are found by their reading too: たなか and tanaka find 田中.
    """
    caller.require(Scope.READ)
    spaces = caller.spaces(chosen_packs(caller, packs, field=field))
    rows = entities_seen(caller).filter(user_id__in=spaces, merged_into=None)
    return rows.filter(_named(query, caller)) if name_key(query) else rows


def _named(query: str, caller: Caller) -> Q:
    key = name_key(query)
    own, alias = Q(name_key__contains=key), Q(alias_key__contains=key)
    if is_kana(query):
        in_latin = folded_romaji(romaji(query))
        own |= Q(reading__contains=key) | Q(name_key__contains=in_latin)
        alias |= Q(reading__contains=key) | Q(alias_key__contains=in_latin)
    elif heard := [pattern for word in query.split() if (pattern := reading_pattern(word))]:
        by_sound = Q(*(Q(reading__regex=pattern) for pattern in heard))
        if len(heard) == len(query.split()):
            own, alias = own | by_sound, alias | by_sound
    named = aliases_seen(caller).filter(alias, entity=OuterRef("entity_id"))
    return own | Q(Exists(named))


def entity_get(caller: Caller, entity_id: UUID, *, field: str = "id") -> Entity:
    """Return one entity.

    Raises:
        NotFound: the entity does not exist, or belongs to another person.
    """
    caller.require(Scope.READ)
    entity = entities_seen(caller).filter(entity_id=entity_id).select_related("entity_type").first()
    if entity is None:
        raise NotFound(
            format_lazy(_("there is no entity {entity_id}"), entity_id=entity_id), field=field
        )
    return entity


def aliases_seen(caller: Caller) -> SpaceQuerySet[EntityAlias]:
    """Return the caller's aliases; bound to a namespace, those that stand in a memory in it."""
    rows = EntityAlias.objects.of(caller)
    if not caller.namespace:
        return rows
    says = Q(surface=OuterRef("alias"))
    within = Mention.objects.filter(
        at_or_below(caller.namespace, "memory__namespace"), entity=OuterRef("entity")
    )
    for name in ("raw_text", "assistant_text", "title", "speaker"):
        place = StrIndex(f"memory__{name}", OuterRef("alias"))
        within = within.annotate(**{f"in_{name}": place})
        says |= Q(**{f"in_{name}__gt": 0})
    return rows.filter(Exists(within.filter(says)))


def entities_seen(caller: Caller) -> SpaceQuerySet[Entity]:
    """Return the caller's entities; bound to a namespace, those that a memory in it mentions."""
    rows = Entity.objects.of(caller)
    if not caller.namespace:
        return rows
    below = at_or_below(caller.namespace, "memory__namespace")
    return rows.filter(Exists(Mention.objects.filter(below, entity=OuterRef("entity_id"))))
