"""Filters that name keys in the reader's language."""

from django import template
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from entities import styling
from memories.tasks.schedules import task_label
from memory_site.web import labels
from packs import registry
from packs.spec import Name

register = template.Library()


@register.filter
def pack_name(pack_id: str) -> str:
    """Return a pack's name in the reader's language."""
    return registry.pack_name(pack_id)


@register.filter
def in_language(name: Name) -> str:
    """Return a pack's two-language name in the reader's."""
    return name.in_language(get_language() or "en")


@register.filter
def type_name(key: str) -> str:
    """Return a memory type in the reader's language."""
    return labels.memory_type(key)


@register.filter
def entity_type_name(type_id: str) -> str:
    """Return what the reader calls an entity type, by its primary key or key."""
    return styling.type_name(type_id)


@register.filter
def category_name(key: str) -> str:
    """Return a category in the reader's language."""
    return labels.category(key)


@register.filter
def part_name(key: str) -> str:
    """Return what a part of a score is called."""
    return labels.score_part(key)


@register.filter
def route_name(key: str) -> str:
    """Return what a route of search is called."""
    return labels.route(key)


@register.filter
def field_name(key: str) -> str:
    """Return what a field of a memory is called."""
    return labels.field(key)


@register.filter
def speaker_name(speaker: str) -> str:
    """Return who said it; nothing is stored where the owner did."""
    return speaker or _("You")


@register.filter
def mode_name(mode: str) -> str:
    """Return what a way of searching is called."""
    return labels.mode(mode)


@register.filter
def scope_name(scope: str) -> str:
    """Return what a token's scope allows."""
    return labels.scope(scope)


@register.filter
def source_name(source: str) -> str:
    """Return where a memory came from, in words."""
    return labels.source(source)


@register.filter
def actor_name(actor: str) -> str:
    """Return who did something, in words."""
    return labels.actor(actor)


@register.filter
def found_by(method: str) -> str:
    """Return how a mention or a proposal was found, in words."""
    return labels.method(method)


@register.filter
def journal_kind(key: str) -> str:
    """Return what the journal's kind of row is called."""
    return labels.journal_kind(key)


@register.filter
def job_name(name: str) -> str:
    """Return the label of a scheduled task."""
    return task_label(name)
