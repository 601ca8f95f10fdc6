"""Choose packs for a caller or a text, and switch packs on and off."""

import re
from collections.abc import Sequence
from functools import lru_cache

from core.caller import Caller, Scope
from core.db.prepared import Prepared
from core.errors import Forbidden

from . import registry
from .models import PackActivation

# One stray word should not decide; a strong hint (weight 1) alone may.
THRESHOLD = 1.0
# A conversation changes its pack only for several hints.
ELSEWHERE = 2.0

_switched_off = Prepared(
    lambda: PackActivation.objects.filter(base_user="", is_enabled=False).values_list("pack")
)


def enabled_packs(caller: Caller) -> list[str]:
    """Return the ids of the packs that are on and that the token allows."""
    off = {pack for (pack,) in _switched_off.all(caller.base_user)}
    return [pack for pack in registry.pack_ids() if pack not in off and caller.may_reach(pack)]


def chosen_packs(caller: Caller, packs: Sequence[str] | None, *, field: str = "packs") -> list[str]:
    """Return the packs to search: the named ones, or every enabled one.

    Raises:
        InvalidInput: a named pack is not installed.
        Forbidden: the token does not allow a named pack.
    """
    if not packs:
        return enabled_packs(caller)
    for pack in packs:
        registry.get(pack, field=field)
    caller.spaces(packs)
    return list(dict.fromkeys(packs))


def pack_for_save(
    caller: Caller,
    pack: str | None,
    text: str,
    *,
    default: str = "",
    conversation: str = "",
    field: str = "pack",
    enabled: Sequence[str] | None = None,
) -> str:
    """Return the pack of a save: the named pack, else by the hints, else the default.

    ``conversation`` is the pack of what was said before in the session: it stays there, with the
    people that it is about, unless several hints say otherwise. ``enabled`` are the caller's
    enabled packs, if they were read before.

    Raises:
        InvalidInput: the named pack is not installed.
        Forbidden: the token allows neither the named pack nor any enabled one.
    """
    if pack:
        registry.get(pack, field=field)
        caller.spaces([pack])
        return pack
    candidates = enabled_packs(caller) if enabled is None else list(enabled)
    if not candidates:
        raise Forbidden("this token allows none of the enabled packs", field=field, code="pack")
    if conversation in candidates and _score_of_best(text, candidates) < ELSEWHERE:
        return conversation
    return classify(text, candidates) or (default if default in candidates else candidates[0])


def classify(text: str, candidates: Sequence[str]) -> str | None:
    """Return the pack whose hints score highest; None if no score reaches the threshold."""
    return next(iter(likely_packs(text, candidates)), None)


def likely_packs(text: str, candidates: Sequence[str]) -> list[str]:
    """Return the packs whose hints score highest, in the order of ``candidates``.

    Several packs that score the same compete; none is returned below the threshold.
    """
    scores = {pack: _score(text, pack) for pack in candidates}
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


def _score_of_best(text: str, candidates: Sequence[str]) -> float:
    return max((_score(text, pack) for pack in candidates), default=0.0)


def _score(text: str, pack: str) -> float:
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
    activation, _ = PackActivation.objects.update_or_create(
        base_user=caller.base_user, pack=pack, defaults={"is_enabled": is_enabled}
    )
    return activation
