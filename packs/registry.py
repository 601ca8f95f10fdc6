"""The packs of this process: find pack apps, register their declarations, look them up."""

from collections.abc import Sequence
from importlib.metadata import EntryPoint, entry_points
from typing import Any, ClassVar

from django.apps import AppConfig, apps
from django.core import checks
from django.utils.text import format_lazy
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from core.errors import InvalidInput

from .spec import SHARED, EntityTypeSpec, PackSpec, RelationTypeSpec, Vocabulary

CORE_MEMORY_TYPES = (
    "fact", "event", "note", "decision", "insight", "success", "failure", "task", "preference",
)  # fmt: skip
ENTRY_POINT_GROUP = "wasurena.packs"
BUILT_IN = ("packs.work", "packs.dev", "packs.lifelog")


class PackError(Exception):
    """The declaration of a pack is invalid; the message has the reason."""


_packs: dict[str, PackSpec] = {}


def register(spec: PackSpec) -> None:
    """Add a pack.

    Raises:
        PackError: the declaration is invalid, another pack has the id, or another pack
            declares one of its types differently.
    """
    if found := spec.problems():
        raise PackError(f"pack {spec.id!r}: {'; '.join(found)}")
    if _packs.get(spec.id, spec) != spec:
        raise PackError(f"pack {spec.id!r} is registered twice")
    for other in _packs.values():
        _refuse_clash("entity type", spec, spec.entity_types, other, other.entity_types)
        _refuse_clash("relation type", spec, spec.relation_types, other, other.relation_types)
    _packs[spec.id] = spec


def _refuse_clash(
    what: str,
    spec: PackSpec,
    new: Sequence[EntityTypeSpec | RelationTypeSpec],
    other: PackSpec,
    known: Sequence[EntityTypeSpec | RelationTypeSpec],
) -> None:
    """Raise PackError if two packs declare different types with one key: types are shared."""
    declared = {word.key: word for word in known}
    for word in new:
        if declared.get(word.key, word) != word:
            raise PackError(
                f"packs {other.id!r} and {spec.id!r} mean different things by the {what} {word.key!r}"
            )


def unregister(pack_id: str) -> None:
    """Remove a pack; for tests and for the reloading of development."""
    _packs.pop(pack_id, None)


def all_packs() -> list[PackSpec]:
    """Return every installed pack."""
    return list(_packs.values())


def pack_ids() -> list[str]:
    """Return the ids of every installed pack."""
    return list(_packs)


def get(pack_id: str, *, field: str = "pack") -> PackSpec:
    """Return a pack; InvalidInput lists the installed packs."""
    if spec := _packs.get(pack_id):
        return spec
    raise InvalidInput(
        format_lazy(
            gettext_lazy("there is no pack “{pack_id}”; there are: {names}"),
            pack_id=pack_id,
            names=", ".join(_packs),
        ),
        field=field,
        code="unknown_pack",
    )


def spelt(word: str) -> str:
    """Return the id of the pack that a word names by id or name, in any case; else the word."""
    if word in _packs:
        return word
    key = word.strip().casefold()
    named = (spec for spec in all_packs() if key in _names(spec))
    return next((spec.id for spec in named), word)


def _names(spec: PackSpec) -> set[str]:
    return {name.casefold() for name in (spec.id, spec.name.en, spec.name.ja)}


def pack_name(pack_id: str) -> str:
    """Return a pack's name in the active language; the id if the pack is not installed."""
    if pack_id == SHARED:
        return _("Several packs")
    spec = _packs.get(pack_id)
    return spec.name.in_language(get_language() or "en") if spec else pack_id


def find(pack_id: str) -> PackSpec | None:
    """Return a pack, if it is installed."""
    return _packs.get(pack_id)


def memory_types() -> list[str]:
    """Return the core memory types and those that packs add."""
    added = [word.key for spec in _packs.values() for word in spec.memory_types]
    return list(dict.fromkeys([*CORE_MEMORY_TYPES, *added]))


def category_keys() -> list[str]:
    """Return the keys of all categories that packs declare."""
    return [word.key for word in categories()]


def categories() -> list[Vocabulary]:
    """Return the categories that packs declare, each key once."""
    return list({word.key: word for spec in _packs.values() for word in spec.categories}.values())


def pack_apps(found: Sequence[EntryPoint] | None = None) -> list[str]:
    """Return the app paths for INSTALLED_APPS: built-in packs, then entry points by name.

    An entry point's value is the app's module (``wasurena_garden``) or its
    AppConfig (``wasurena_garden.apps:GardenPack``).
    """
    points = entry_points(group=ENTRY_POINT_GROUP) if found is None else found
    outside = [point.value.replace(":", ".") for point in sorted(points, key=lambda p: p.name)]
    return list(dict.fromkeys([*BUILT_IN, *outside]))


class PackConfig(AppConfig):
    """A Django app that is a pack: subclass it in ``apps.py`` and set ``spec``.

    Django would take this base class, imported into a pack's ``apps.py``, for a
    second candidate and then quietly use a plain AppConfig; so only subclasses
    are the default of their module.
    """

    name = "packs"
    default = False
    spec: ClassVar[PackSpec]

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.default = True

    def ready(self) -> None:
        """Register the pack's declaration."""
        register(self.spec)


@checks.register("packs")
def check_packs(
    app_configs: Sequence[AppConfig] | None = None, **kwargs: Any
) -> list[checks.CheckMessage]:
    """Report pack apps that Django did not load through their PackConfig."""
    names = {path.split(".apps.")[0] for path in pack_apps()}
    return [
        checks.Error(
            f"{config.name} is installed as a pack but its AppConfig is not a PackConfig.",
            hint="Define exactly one subclass of packs.registry.PackConfig in its apps.py.",
            id="packs.E001",
        )
        for config in apps.get_app_configs()
        if config.name in names and not isinstance(config, PackConfig)
    ]
