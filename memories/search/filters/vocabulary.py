"""Words of filters that have to exist: a typing error would find nothing."""

from core.errors import InvalidInput, did_you_mean
from memories.schemas import SearchFilters
from packs import registry


def check_vocabulary(filters: SearchFilters, path: str) -> None:
    """Refuse packs, memory types and categories that do not exist.

    Raises:
        InvalidInput: names them, with the nearest known ones.
    """
    for pack in filters.pack or ():
        registry.get(pack, field=f"{path}pack")
    asked = (
        ("memory_type", "memory type", filters.memory_type, registry.memory_types()),
        ("category", "category", filters.category, registry.category_keys()),
    )
    if problems := [
        did_you_mean(f"{path}{name}", word, known, what)
        for name, what, words, known in asked
        for word in words or ()
        if word not in known
    ]:
        raise InvalidInput(problems)
