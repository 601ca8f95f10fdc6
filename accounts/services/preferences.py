"""Show the caller, and change the preferences of its person."""

from zoneinfo import available_timezones

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.db import transaction

from accounts.models import Profile
from accounts.schemas import MeOut, PreferencesPatch
from core.caller import Caller, Scope
from core.errors import InvalidInput, Problem
from packs import registry


def me(caller: Caller) -> MeOut:
    """Return the caller with its scopes and packs."""
    return _me(caller, _profile(caller))


def preferences_revise(caller: Caller, patch: PreferencesPatch) -> MeOut:
    """Store preferences.

    Raises:
        Forbidden: the token may not write, or is bound to a part.
        InvalidInput: there is no such time zone or pack.
    """
    caller.require(Scope.WRITE)
    caller.require_unbound()
    _check(patch)
    with transaction.atomic():
        profile = _profile(caller)
        for name in patch.model_fields_set:
            setattr(profile, name, getattr(patch, name))
        profile.save()
    return _me(caller, profile)


def default_pack(caller: Caller) -> str:
    """Return the pack that the person chose for saves without a pack or hint; empty if not chosen."""
    chosen = Profile.objects.filter(user__username=caller.base_user)
    return chosen.values_list("default_pack", flat=True).first() or ""


def profile_of(user: User) -> Profile:
    """Return the preferences of a person, created if missing."""
    profile, _is_new = Profile.objects.get_or_create(user=user)
    return profile


def set_language(user: User, language: str) -> None:
    """Store the language of a person."""
    Profile.objects.update_or_create(user=user, defaults={"language": language})


def _profile(caller: Caller) -> Profile:
    person = get_user_model().objects.get(username=caller.base_user)
    return Profile.objects.filter(user=person).first() or Profile(user=person)


def _check(patch: PreferencesPatch) -> None:
    problems = []
    if patch.time_zone is not None and patch.time_zone not in available_timezones():
        problems.append(
            Problem("time_zone", "unknown_time_zone", f"there is no time zone “{patch.time_zone}”")
        )
    if patch.default_pack and registry.find(patch.default_pack) is None:
        known = ", ".join(registry.pack_ids())
        text = f"there is no pack “{patch.default_pack}”; there are: {known}"
        problems.append(Problem("default_pack", "unknown_pack", text))
    if problems:
        raise InvalidInput(problems)


def _me(caller: Caller, profile: Profile) -> MeOut:
    return MeOut(
        base_user=caller.base_user,
        role=caller.role,
        name=caller.name,
        scopes=sorted(caller.scopes),
        packs=[pack for pack in registry.pack_ids() if caller.may_reach(pack)],
        root_namespace=caller.namespace,
        time_zone=profile.time_zone,
        language=profile.language,
        default_pack=profile.default_pack,
    )
