"""Template tags of our own pages: icons, assets, times, words of the vocabularies, marks."""

import re
from datetime import datetime
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from django import template
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from entities.appearance import set_icon
from memory_site import excerpts, relative_time, wording
from packs import registry
from packs.spec import Name

register = template.Library()
# The stylesheet has a class for every fifth degree.
HUE_STEP = 5
HUES_AROUND = 360
# As the journal writes times.
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")


@lru_cache
def _fingerprint(name: str) -> str:
    found = finders.find(name)
    return sha256(Path(found).read_bytes()).hexdigest()[:10] if isinstance(found, str) else ""


@register.simple_tag
def asset(name: str) -> str:
    """Return the address of a built file, which changes when the file does."""
    return f"{static(name)}?v={_fingerprint(name)}"


@register.simple_tag
def icon(name: str, css: str = "") -> SafeString:
    """Draw an icon of the sprite; it is decoration, so text must stand beside it."""
    return format_html(
        '<svg class="icon {}" aria-hidden="true" focusable="false"><use href="{}#{}"/></svg>',
        css,
        asset("icons.svg"),
        name,
    )


@register.simple_tag
def bar(share: float, css: str = "") -> SafeString:
    """Draw a thin bar filled to ``share`` (0…1)."""
    filled = round(max(0.0, min(1.0, share)) * 100)
    return format_html(
        '<svg class="bar {}" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">'
        '<rect class="bar-track" width="100" height="4"/>'
        '<rect class="bar-fill" width="{}" height="4"/></svg>',
        css,
        filled,
    )


@register.filter
def percent(share: float) -> str:
    """Write a share as a whole percentage."""
    return f"{round(share * 100)}%"


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
def day_name(at: datetime) -> str:
    """Write a day with its weekday."""
    return relative_time.day(at)


@register.filter
def clock(at: datetime) -> str:
    """Write the time of day."""
    return timezone.localtime(at).strftime("%H:%M")


@register.filter
def hue(pack_id: str) -> str:
    """Return the class that sets a pack's hue."""
    spec = registry.find(pack_id)
    degrees = spec.hue if spec else 255
    return f"hue-{round(degrees / HUE_STEP) * HUE_STEP % HUES_AROUND}"


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
    return wording.memory_type(key)


@register.filter
def category_name(key: str) -> str:
    """Return a category in the reader's language."""
    return wording.category(key)


@register.filter
def part_name(key: str) -> str:
    """Return what a part of a score is called."""
    return wording.score_part(key)


@register.filter
def route_name(key: str) -> str:
    """Return what a route of search is called."""
    return wording.route(key)


@register.filter
def field_name(key: str) -> str:
    """Return what a field of a memory is called."""
    return wording.field(key)


@register.filter
def kind(type_key: str) -> str:
    """Return the class that colours an entity type."""
    return f"kind kind-{type_key.lower()}"


@register.simple_tag
def marked(text: str, words: list[str] | str = "") -> SafeString:
    """Show ``text``, or the stretch of a long one that matched, with ``words`` marked."""
    known = list(words)
    return excerpts.marked(excerpts.excerpt(text, known), known)


@register.filter
def speaker_name(speaker: str) -> str:
    """Return who said it; nothing is stored where the owner did."""
    return speaker or _("You")


@register.filter
def kind_icon(type_key: str) -> str:
    """Return the icon of an entity type, where only its key is known."""
    if own := set_icon(type_key):
        return known_icon(own)
    return wording.ENTITY_ICONS.get(type_key) or _declared_icon(type_key)


def _declared_icon(type_key: str) -> str:
    declared = (spec for pack in registry.all_packs() for spec in pack.entity_types)
    return known_icon(next((spec.icon for spec in declared if spec.key == type_key), ""))


@register.filter
def known_icon(name: str) -> str:
    """Return an icon that the sprite has; a tag where a type names another one."""
    return name if name in _sprite_names() else "tag"


@lru_cache
def _sprite_names() -> frozenset[str]:
    found = finders.find("icons.svg")
    text = Path(found).read_text("utf-8") if isinstance(found, str) else ""
    return frozenset(re.findall(r'<symbol id="([^"]+)"', text))


@register.filter
def mode_name(mode: str) -> str:
    """Return what a way of searching is called."""
    return wording.mode(mode)


@register.filter
def scope_name(scope: str) -> str:
    """Return what a token's scope allows."""
    return wording.scope(scope)


@register.filter
def source_name(source: str) -> str:
    """Return where a memory came from, in words."""
    return wording.source(source)


@register.filter
def actor_name(actor: str) -> str:
    """Return who did something, in words."""
    return wording.actor(actor)


@register.filter
def journal_kind(key: str) -> str:
    """Return what the journal's kind of row is called."""
    return wording.journal_kind(key)


@register.filter
def job_name(name: str) -> str:
    """Return what a regular job is called."""
    return wording.job(name)


@register.filter
def is_share(part: str) -> bool:
    """Whether a part of a score lies in 0…1; the others are factors round 1."""
    return part in wording.SHARES


@register.filter
def share_of(part: int, whole: int) -> float:
    """Return ``part`` as a share of ``whole``."""
    return part / whole if whole else 0.0


@register.filter
def counted(counts: dict[str, int], key: str) -> int:
    """Return the count of ``key``, 0 where there is none."""
    return counts.get(key, 0)


@register.filter
def has_value(value: object) -> bool:
    """Whether a journal value says anything."""
    return value not in (None, "", [], {})


@register.filter
def plain_value(value: object) -> str:
    """Write a journal value as text."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list):
        return ", ".join(str(item) for item in value)
    text = str(value)
    return exact(datetime.fromisoformat(text)) if MOMENT.fullmatch(text) else text


@register.filter
def unlocalized(number: object) -> str:
    """Write a number as an HTML attribute needs it."""
    return str(number)


@register.filter
def day_distance(at: datetime) -> str:
    """Say how far away a day is, where that helps."""
    return relative_time.day_distance(at.date(), today=timezone.localdate())


@register.filter
def month_name(at: datetime) -> str:
    """Write a month, short."""
    return relative_time.month(at)


# --- the year by weeks: bars in a drawing of 742 × 44 ---------------------------------
WEEK_PITCH, WEEK_FLOOR, WEEK_TALLEST, WEEK_SHORTEST = 14, 29, 26, 5


@register.simple_tag
def week_x(index: int) -> int:
    """Return where a week's bar begins."""
    return index * WEEK_PITCH


@register.simple_tag
def week_height(share: float) -> int:
    """Return how tall a week's bar is."""
    return round(WEEK_SHORTEST + (WEEK_TALLEST - WEEK_SHORTEST) * share)


@register.simple_tag
def week_y(share: float) -> int:
    """Return the top of a week's bar."""
    return WEEK_FLOOR - week_height(share)
