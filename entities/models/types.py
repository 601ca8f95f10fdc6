"""Types of entities, and what every type has: an owner or none (``docs/design/types.md``)."""

from collections.abc import Iterable
from typing import Any, ClassVar, Self, TypeVar

from django.db import models
from django.db.models import Q
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from core.db.fields import BASE_USER_LENGTH

KEY_LENGTH = 64
SEPARATOR = "#"
ID_LENGTH = KEY_LENGTH + len(SEPARATOR) + BASE_USER_LENGTH

Kind = TypeVar("Kind", bound="OwnedType")


def own_type_id(base_user: str, key: str) -> str:
    """Return the primary key of a person's own type: ``Recipe#alice``."""
    return f"{key}{SEPARATOR}{base_user}"


def type_key(type_id: str) -> str:
    """Return the key of a type in every interface: ``Recipe`` of ``Recipe#alice``."""
    return type_id.partition(SEPARATOR)[0]


def owner_of_type(type_id: str) -> str | None:
    """Return the owner of a type by its primary key; None for a shared type."""
    return type_id.partition(SEPARATOR)[2] or None


class TypeQuerySet(models.QuerySet[Kind]):
    """Look-ups of types by owner."""

    def shared(self) -> Self:
        """Keep the types of the core, of packs and of the operator."""
        return self.filter(owner=None)

    def visible_to(self, base_user: str) -> Self:
        """Keep shared types, and this person's own rows."""
        return self.filter(Q(owner=None) | Q(owner=base_user))


class OwnedType(models.Model):
    """A shared type (no ``owner``), a person's own type, or a person's labels of a shared type.

    A row with ``renames`` is not a type: its columns of ``LABELS`` are the owner's labels of a
    shared type; an empty column keeps the shared value.
    """

    renames_id: str | None
    LABELS: ClassVar[tuple[str, ...]] = ("display_name", "display_name_en", "description", "color")

    type_name = models.CharField(_("type"), max_length=ID_LENGTH, primary_key=True)
    owner = models.CharField(
        _("person"), max_length=BASE_USER_LENGTH, null=True, blank=True, editable=False
    )
    renames = models.ForeignKey(
        "self", models.CASCADE, null=True, blank=True, editable=False,
        related_name="renamings", verbose_name=_("renames"),
    )  # fmt: skip
    display_name = models.CharField(_("Japanese name"), max_length=100)
    display_name_en = models.CharField(_("English name"), max_length=100)
    description = models.TextField(_("description"), blank=True)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.label

    @property
    def key(self) -> str:
        """The key of the type in every interface."""
        return type_key(self.type_name)

    @property
    def label(self) -> str:
        """The name in the active language."""
        return self.display_name if _is_japanese() else self.display_name_en

    def rename_by(self, renaming: Self) -> None:
        """Apply a person's labels to this instance, without storing them."""
        for name in self.LABELS:
            if given := getattr(renaming, name):
                setattr(self, name, given)


class EntityType(OwnedType):
    """A type of entities; packs and people add their own."""

    LABELS = (*OwnedType.LABELS, "icon")

    icon = models.CharField(_("icon"), max_length=32, blank=True)
    color = models.CharField(_("colour"), max_length=32, blank=True)
    parent_type = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, db_column="parent_type",
        related_name="children", verbose_name=_("parent"),
    )  # fmt: skip
    level = models.PositiveSmallIntegerField(_("level"), default=0)
    required_attributes = models.JSONField(_("required attributes"), default=list, blank=True)
    optional_attributes = models.JSONField(_("optional attributes"), default=list, blank=True)
    validation_rules = models.JSONField(_("validation rules"), default=dict, blank=True)
    is_system_type = models.BooleanField(_("system type"), default=True)
    is_user_defined = models.BooleanField(_("user-defined"), default=False)
    usage_count = models.PositiveIntegerField(_("uses"), default=0)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    updated_at = models.DateTimeField(_("updated"), auto_now=True, null=True)

    objects = TypeQuerySet["EntityType"].as_manager()

    class Meta:
        db_table = "entity_types"
        verbose_name = _("entity type")
        verbose_name_plural = _("entity types")
        ordering = ["type_name"]


def types_by_id(model: type[Kind], base_user: str) -> dict[str, Kind]:
    """Return shared types and this person's own by primary key, in one query."""
    rows: TypeQuerySet[Any] = TypeQuerySet(model).visible_to(base_user)
    found: list[Kind] = list(rows.order_by("type_name"))
    types = {row.pk: row for row in found if row.renames_id is None}
    for renaming in found:
        if renaming.renames_id in types:
            types[renaming.renames_id].rename_by(renaming)
    return types


def types_by_key(model: type[Kind], base_user: str) -> dict[str, Kind]:
    """Return the types by key; a person's own type hides a shared one of the same key."""
    return by_key(types_by_id(model, base_user).values())


def by_key(types: Iterable[Kind]) -> dict[str, Kind]:
    """Return types by key; a person's own type hides a shared one of the same key."""
    return {row.key: row for row in sorted(types, key=lambda row: row.owner is not None)}


def labels_by_key(model: type[Kind], base_user: str) -> dict[str, str]:
    """Return the names of the types in the active language by key, without reading whole rows."""
    name = "display_name" if _is_japanese() else "display_name_en"
    rows: TypeQuerySet[Any] = TypeQuerySet(model).visible_to(base_user)
    columns = list(rows.order_by("owner", "type_name").values_list("type_name", "renames", name))
    labels = {key: label for key, renamed, label in columns if renamed is None}
    labels |= {renamed: label for _key, renamed, label in columns if renamed in labels and label}
    # Shared types come first, so that a person's own type hides a shared one of the same key.
    return {type_key(key): label for key, label in labels.items()}


def _is_japanese() -> bool:
    return (get_language() or "").startswith("ja")
