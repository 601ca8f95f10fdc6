"""The packs of this process, by id, in the order of their registration."""

from collections.abc import Sequence

from django.utils.translation import get_language

from core.errors import InvalidInput

from .spec import EntityTypeSpec, PackSpec, RelationTypeSpec, Vocabulary

CORE_MEMORY_TYPES = (
    "fact", "event", "note", "decision", "insight", "success", "failure", "task", "preference",
)  # fmt: skip


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
        f"there is no pack “{pack_id}”; there are: {', '.join(_packs)}",
        field=field,
        code="unknown_pack",
    )


def pack_name(pack_id: str) -> str:
    """Return a pack's name in the active language; the id if the pack is not installed."""
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
