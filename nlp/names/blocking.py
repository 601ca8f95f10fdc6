"""Which names are compared at all: those that share a block."""

from functools import lru_cache

from .forms import NameForm, sound, sounds
from .romaji import loose_romaji
from .things import LEAST_BEGINNING, LEAST_TYPED


@lru_cache(maxsize=50_000)
def blocks_of(form: NameForm) -> frozenset[str]:
    """Return the keys under which a name is found.

    Every rule has its own: names that a rule calls alike share at least one of them. Words of
    a person's name and its parts, the whole as written and as it sounds, initials, and the
    first and last letters for slips of the pen.
    """
    blocks = {form.key, form.core, form.modern, form.family, form.given, form.initials}
    blocks.add(f"~{sound(form)}")
    if form.is_person:
        blocks.update(form.latin)
        blocks.update(f"~{loose_romaji(part)}" for part in sounds(form))
    if len(form.core) >= LEAST_BEGINNING:
        blocks.update({f"{form.core[:LEAST_BEGINNING]}…", f"…{form.core[-LEAST_TYPED // 2 :]}"})
    if not form.is_person and form.core[-1:] in "都府県市区町村":
        blocks.add(form.core[:-1])
    return frozenset(blocks - {"", "~"})
