"""Select the names to compare, and the rule by which two of them match."""

from functools import lru_cache

from .forms import NameForm, sound, sounds
from .people import person_rule
from .romaji import loose_romaji
from .rules import MatchRule
from .things import LEAST_BEGINNING, LEAST_TYPED, thing_rule


def matching_rule(known: NameForm, wanted: NameForm) -> MatchRule | None:
    """Return the rule by which two names may mean one entity; None if no rule matches.

    Numbers and versions must agree, and so must Jr. and Sr.
    """
    if known.numbers != wanted.numbers or known.suffix != wanted.suffix:
        return None
    if known.key == wanted.key:
        return MatchRule.EXACT
    rule = person_rule if known.is_person and wanted.is_person else thing_rule
    return rule(known, wanted)


@lru_cache(maxsize=50_000)
def block_keys(form: NameForm) -> frozenset[str]:
    """Return the blocking keys of a name: two names that match by any rule share one of them.

    Keys are the words and parts of a person's name, the whole name as written and as it sounds,
    its initials, and its first and last letters for slips of the pen.
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
