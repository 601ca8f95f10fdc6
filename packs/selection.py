"""Choose packs for a caller or a text, and switch packs on and off."""

import re
from collections.abc import Sequence
from functools import lru_cache

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from core.caller import Caller, Scope
from core.db.prepared import Prepared
from core.errors import Forbidden

from . import registry
from .choices import store_choice
from .models import PackActivation

# One stray word should not decide; a strong hint (weight 1) alone may.
THRESHOLD = 1.0

_switched_off = Prepared(
    lambda: PackActivation.objects.filter(base_user="", is_enabled=False).values_list("pack")
)


def enabled_packs(caller: Caller) -> list[str]:
    """Return the ids of the packs that are on and that the token allows."""
    off = {pack for (pack,) in _switched_off.all(caller.base_user)}
    return [pack for pack in registry.pack_ids() if pack not in off and caller.may_reach(pack)]


def chosen_packs(caller: Caller, packs: Sequence[str] | None, *, field: str = "packs") -> list[str]:
    """Return the packs to search: those named by id or name, or every enabled one.

    Raises:
        InvalidInput: a named pack is not installed.
        Forbidden: the token does not allow a named pack.
    """
    if not packs:
        return enabled_packs(caller)
    chosen = list(dict.fromkeys(registry.spelt(pack) for pack in packs))
    for pack in chosen:
        registry.get(pack, field=field)
    caller.spaces(chosen)
    return chosen


def named_pack(caller: Caller, pack: str, *, field: str = "pack") -> str:
    """Return the pack that a save names.

    Raises:
        InvalidInput: it is not installed.
        Forbidden: the token does not allow it.
    """
    registry.get(pack, field=field)
    caller.spaces([pack])
    return pack


def usual_pack(candidates: Sequence[str], chosen: str, *, field: str = "pack") -> str:
    """Return the pack of what nothing speaks for: the person's choice, the setting, or the first.

    Raises:
        Forbidden: there are no candidates.
    """
    if not candidates:
        raise Forbidden(_("this token allows none of the enabled packs"), field=field, code="pack")
    return next(
        (pack for pack in (chosen, settings.USUAL_PACK) if pack in candidates), candidates[0]
    )


def likely_packs(text: str, candidates: Sequence[str]) -> list[str]:
    """Return the packs whose hints score highest, in the order of ``candidates``.

    Several packs that score the same compete; none is returned below the threshold.
    """
    scores = {pack: hint_score(text, pack) for pack in candidates}
    highest = max(scores.values(), default=0.0)
    return [pack for pack in scores if scores[pack] == highest >= THRESHOLD]


def matching_hints(text: str, packs: Sequence[str]) -> list[str]:
    """Return the patterns of these packs' hints that a text matches, in order."""
    specs = [spec for pack in packs if (spec := registry.find(pack))]
    found = {
        hint.pattern
        for spec in specs
        for hint in spec.hints
        if _compiled(hint.pattern).search(text)
    }
    return sorted(found)


def hint_score(text: str, pack: str) -> float:
    """Return the sum of the weights of a pack's hints that a text matches."""
    spec = registry.find(pack)
    if spec is None:
        return 0.0
    return sum(hint.weight for hint in spec.hints if _compiled(hint.pattern).search(text))


@lru_cache(maxsize=1024)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


def pack_switch(caller: Caller, pack: str, *, is_enabled: bool) -> PackActivation:
    """Switch a pack on or off for the caller; nothing is deleted."""
    caller.require(Scope.WRITE)
    registry.get(pack)
    caller.spaces([pack])
    return store_choice(caller, pack, is_enabled=is_enabled)
