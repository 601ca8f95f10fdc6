"""Words of filters that have to exist: a typing error would find nothing."""

from accounts.errors import InvalidInput
from packs import registry

from ...nearest import unknown
from ...schemas import SearchFilters


def check_vocabulary(filters: SearchFilters, path: str) -> None:
    """Refuse packs and memory types that do not exist.

    Raises:
        InvalidInput: names them, with the nearest known ones.
    """
    for pack in filters.pack or ():
        registry.get(pack, field=f"{path}pack")
    known = registry.memory_types()
    if problems := [
        unknown(f"{path}memory_type", word, known, "memory type")
        for word in filters.memory_type or ()
        if word not in known
    ]:
        raise InvalidInput(problems)
