"""The privacy policy of a space: what its person chose for the pack, or what the pack declares."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from core.caller import Caller, Scope, base_user_of, pack_of
from core.db.prepared import Prepared
from nlp.readers import PrivacyPolicy

from . import registry
from .choices import store_choice
from .models import PackActivation
from .schemas import PrivacyOut, PrivacyPatch

PARTS = ("secrets", "personal_data", "health")
WISHES = ("keep", "mask", "refuse", "ask")
_chosen = Prepared(
    lambda: PackActivation.objects.filter(base_user="", pack="").values_list("privacy")
)


_all_chosen = Prepared(
    lambda: PackActivation.objects.filter(base_user="").values_list("pack", "privacy")
)


def policies_of(spaces: Sequence[str]) -> list[PrivacyPolicy]:
    """Return the policies of one person's spaces, in one query."""
    return list(map(policies_of_person(base_user_of(spaces[0])), spaces)) if spaces else []


def policies_of_person(person: str) -> Callable[[str], PrivacyPolicy]:
    """Return what gives the policy of each space of a person, as of now, after one query."""
    chosen = dict(_all_chosen.all(person))
    return lambda space: _policy(pack_of(space), _wishes(chosen.get(pack_of(space))))


def policy_of(space: str) -> PrivacyPolicy:
    """Return the policy of a space; that of an unknown pack keeps everything."""
    return _policy(pack_of(space), _choices(base_user_of(space), pack_of(space)))


def privacy_out(caller: Caller, pack: str) -> PrivacyOut:
    """Return a caller's policy of a pack, and which parts of it the caller chose."""
    chosen = _choices(caller.base_user, pack)
    return PrivacyOut(**asdict(_policy(pack, chosen)), chosen=sorted(chosen))


def choose_policy(caller: Caller, pack: str, patch: PrivacyPatch) -> None:
    """Set parts of the policy of one of the caller's packs; null means what the pack declares.

    It applies to what is saved, changed or moved from now on.

    Raises:
        Forbidden: the caller is not the owner.
        InvalidInput: there is no such pack.
    """
    caller.require(Scope.WRITE)
    caller.require_owner()
    registry.get(pack)
    given = {name: getattr(patch, name) for name in patch.model_fields_set}
    known = {**_choices(caller.base_user, pack), **given}
    chosen = {name: value for name, value in known.items() if value is not None}
    store_choice(caller, pack, privacy=chosen)


def _choices(person: str, pack: str) -> dict[str, Any]:
    """Return what a person chose; what no version of this program wrote does not count."""
    row = _chosen.first(person, pack)
    return _wishes(row[0] if row else None)


def _wishes(stored: Any) -> dict[str, Any]:
    found = stored if isinstance(stored, dict) else {}
    return {name: value for name, value in found.items() if _is_wish(name, value)}


def _is_wish(name: str, value: Any) -> bool:
    if name == "reveal":
        return isinstance(value, bool)
    return name in PARTS and value in WISHES


def _policy(pack: str, chosen: Mapping[str, Any]) -> PrivacyPolicy:
    spec = registry.find(pack)
    declared = spec.privacy if spec else PrivacyPolicy()
    return replace(declared, **chosen)
