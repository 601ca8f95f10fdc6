"""Template tags of the inbox."""

import re
from typing import Any

from django import template
from django.utils.formats import number_format
from django.utils.translation import gettext_lazy as _

from memories.models import InboxRule, ProposalKind, ProposalStatus
from memories.services.inbox import RuleDraft
from memory_site.web import labels
from memory_site.web.reasons import said_reason

register = template.Library()
register.filter(said_reason)
ICONS = {
    ProposalKind.MERGE_ENTITIES: "users",
    ProposalKind.RELATION: "link",
    ProposalKind.LINK: "link",
    ProposalKind.STATE: "clock",
    ProposalKind.CONTRADICTION: "alert",
    ProposalKind.DUPLICATE: "copy",
    ProposalKind.ENTITY: "user",
    ProposalKind.UNCLASSIFIED: "packs",
    ProposalKind.SENSITIVE: "tokens",
    ProposalKind.IMPORTED: "file",
}
CONDITIONS = {
    "type": _("type"),
    "predicate": _("predicate"),
    "kind": _("kind"),
    "pack": _("pack"),
    "category": _("category"),
    "hints": _("words"),
}

# A word in a pattern: no group, no repetition.
PLAIN = re.compile(r"[\w\s-]+")


@register.filter
def proposal_icon(kind: str) -> str:
    """Return the icon of a kind of proposal."""
    return ICONS[ProposalKind(kind)]


@register.filter
def proposal_kind(kind: str) -> str:
    """Return what a kind of proposal is called."""
    return str(ProposalKind(kind).label)


@register.filter
def accepts(rule: InboxRule | RuleDraft) -> bool:
    """Return whether a rule accepts its proposals."""
    return rule.decision in (ProposalStatus.ACCEPTED, "accept")


def _in_words(value: Any) -> Any:
    """Return patterns as the first plain word of each; other values as they are."""
    return " + ".join(map(_word_of, value)) if isinstance(value, list) else value


def _word_of(pattern: str) -> str:
    words = (part.replace(r"\b", "") for part in pattern.split("|"))
    return next((word for word in words if word and PLAIN.fullmatch(word)), "…")


@register.filter
def conditions(rule: InboxRule | RuleDraft) -> list[tuple[str, Any]]:
    """Return what has to be equal for a rule to hold, in words."""
    named = {name: value for name, value in rule.condition.items() if name != "method"}
    method = rule.condition.get("method")
    words = [(str(CONDITIONS.get(name, name)), _in_words(value)) for name, value in named.items()]
    return [*words, *([("", labels.method(method))] if method else [])]


@register.filter
def grouped(number: int) -> str:
    """Return a number with its thousands grouped, as the reader's language writes it."""
    return str(number_format(number, force_grouping=True))


@register.filter
def day_of(moment: str) -> str:
    """Return the day of a moment as an input takes it."""
    return moment[:10]
