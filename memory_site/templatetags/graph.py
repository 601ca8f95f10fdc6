"""Template tags of the graph: what a node looks like, and what its kind is called."""

from typing import Any

from django import template
from django.utils.translation import gettext_lazy as _

from entities import styling
from memory_site.web import labels

from .drawings import hue, kind, kind_icon

register = template.Library()
KINDS = {
    "memory": (_("Memories"), "file"),
    "tag": (_("Tags"), "hash"),
    "context": (_("Contexts"), "context"),
    "thread": (_("Threads"), "session"),
}


@register.filter
def node_icon(node: Any) -> str:
    """Return the icon of a node."""
    return group_icon({"kind": node.kind, "name": node.group})


@register.filter
def node_class(node: Any) -> str:
    """Return the classes that color a node: entities by type, memories by pack."""
    return (
        f"{hue(node.pack)} kind-memory"
        if node.kind == "memory"
        else group_class({"kind": node.kind, "name": node.group})
    )


@register.filter
def node_kind(node: Any) -> str:
    """Return what a node is, in words."""
    if node.kind == "memory":
        return labels.memory_type(node.group)
    return group_label({"kind": node.kind, "name": node.group})


@register.filter
def group_icon(group: dict[str, str]) -> str:
    """Return the icon of a group of the legend."""
    if group["kind"] == "entity":
        return kind_icon(group["name"])
    return KINDS[group["kind"]][1] if group["kind"] in KINDS else "tag"


@register.filter
def group_class(group: dict[str, str]) -> str:
    """Return the class that colors a group of the legend."""
    return kind(group["name"]) if group["kind"] == "entity" else f"kind kind-{group['kind']}"


@register.filter
def group_label(group: dict[str, str]) -> str:
    """Return what a group of the legend is called."""
    if group["kind"] == "entity":
        return styling.type_name(group["name"])
    return str(KINDS[group["kind"]][0]) if group["kind"] in KINDS else group["name"]
