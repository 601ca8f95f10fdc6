"""Filters that name keys and times in the reader's language."""

from collections.abc import Mapping
from datetime import datetime

from django import template
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from entities import styling
from memories.records.filing import PACK_GUESS
from memories.tasks.schedules import task_label
from memory_site.web import labels, relative_time, search_labels
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
    return search_labels.score_part(key)


@register.filter
def route_name(key: str) -> str:
    """Return what a route of search is called."""
    return search_labels.route(key)


@register.filter
def field_name(key: str) -> str:
    """Return what a field of a memory is called."""
    return labels.field(key)


@register.filter
def speaker_name(speaker: str) -> str:
    """Return who said it; nothing is stored if the owner did, or the role in a conversation."""
    return labels.speaker(speaker)


@register.filter
def trust_name(trust: str) -> str:
    """Return whose word a memory is."""
    return labels.trust(trust)


@register.filter
def pack_guess_name(reason: object) -> str:
    """Return why the pack of a memory was guessed; empty for any other mark."""
    return labels.pack_guess(reason)


@register.filter
def mode_name(mode: str) -> str:
    """Return what a way of searching is called."""
    return search_labels.mode(mode)


@register.filter
def browser_name(agent: str) -> str:
    """Return a browser and its system: “Firefox, Linux”; what it says of itself if unknown."""
    return labels.browser(agent)


@register.filter
def scope_name(scope: str) -> str:
    """Return what a token's scope allows."""
    return labels.scope(scope)


@register.filter
def scope_meaning(scope: str) -> str:
    """Return a sentence on what a token's scope allows."""
    return labels.scope_meaning(scope)


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


@register.simple_tag
def ago(at: datetime, css: str = "") -> SafeString:
    """Write a time as people say it, with the exact one on hover."""
    local = timezone.localtime(at)
    return format_html(
        '<time class="{}" datetime="{}" title="{}">{}</time>',
        css,
        local.isoformat(timespec="seconds"),
        relative_time.exact(local),
        relative_time.relative(local, now=timezone.localtime()),
    )


@register.filter
def exact(at: datetime) -> str:
    """Write a time in full."""
    return relative_time.exact(timezone.localtime(at))


@register.filter
def span_to(start: datetime, end: datetime | None) -> str:
    """Write a time from its start to its end, without the hours of whole days."""
    return relative_time.span(timezone.localtime(start), timezone.localtime(end) if end else None)


@register.filter
def own_data(extra: Mapping[str, object]) -> dict[str, object]:
    """Return what clients added to a memory, without what the page says in words."""
    return {key: value for key, value in extra.items() if key != PACK_GUESS}


@register.filter
def day_name(at: datetime) -> str:
    """Write a day with its weekday."""
    return relative_time.day(at)


@register.filter
def clock(at: datetime) -> str:
    """Write the time of day."""
    return timezone.localtime(at).strftime("%H:%M")


@register.filter
def day_distance(at: datetime) -> str:
    """Say how far away a day is, where that helps."""
    return relative_time.day_distance(at.date(), today=timezone.localdate())


@register.filter
def month_name(at: datetime) -> str:
    """Write a month, short."""
    return relative_time.month(at)
