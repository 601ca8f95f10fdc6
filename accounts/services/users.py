"""Create people, return the caller of a person or token, and change preferences."""

import re
from zoneinfo import available_timezones

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from accounts.callers import time_zone
from accounts.models import Profile
from accounts.schemas import MeOut, PreferencesPatch
from core.caller import SEPARATOR, Caller, Scope
from core.errors import InvalidInput, Problem
from packs import registry

USER_NAME = re.compile(r"[^\s#/\x00-\x1f]{1,100}")


@transaction.atomic
def user_create(
    *, name: str, password: str | None = None, is_owner: bool = False, time_zone: str = "UTC"
) -> tuple[User, bool]:
    """Create a person, or return the person of this name; True for a new person.

    Raises:
        InvalidInput: the name is empty or contains ``#``, ``/`` or white space, or
            AUTH_PASSWORD_VALIDATORS refuse the password.
    """
    if not USER_NAME.fullmatch(name):
        raise InvalidInput(
            format_lazy(
                _("1 to 100 characters without spaces, “/” and “{separator}”"), separator=SEPARATOR
            ),
            field="name",
            code="name",
        )
    if password is not None:
        _check_password(password, User(username=name))
    user, is_new = get_user_model().objects.get_or_create(
        username=name, defaults={"is_staff": is_owner, "is_superuser": is_owner}
    )
    if is_new:
        user.set_password(password)
        user.save()
    Profile.objects.get_or_create(user=user, defaults={"time_zone": time_zone})
    return user, is_new


def _check_password(password: str, user: User) -> None:
    try:
        validate_password(password, user)
    except ValidationError as error:
        raise InvalidInput(
            [
                Problem("password", str(found.code), message)
                for found in error.error_list
                for message in found.messages
            ]
        ) from error


def is_name_taken(name: str) -> bool:
    """Return whether a person has this name, whatever its case."""
    return User.objects.filter(username__iexact=name).exists()


def users_named(name: str) -> QuerySet[User]:
    """Return the person of exactly this name, as rows to choose from."""
    return User.objects.filter(username=name)


def person(pk: int) -> User | None:
    """Return an active person by number."""
    return User.objects.filter(pk=pk, is_active=True).first()


def is_operator(caller: Caller) -> bool:
    """Return whether the caller is the operator of the installation, not bound to a part."""
    if caller.packs is not None or caller.namespace:
        return False
    return User.objects.filter(username=caller.base_user, is_superuser=True).exists()


def time_zone_of(user_name: str) -> str:
    """Return the time zone of a person by name; UTC for an unknown person."""
    user = User.objects.filter(username=user_name).select_related("profile").first()
    return time_zone(user) if user else "UTC"


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
            Problem(
                "time_zone",
                "unknown_time_zone",
                format_lazy(_("there is no time zone “{time_zone}”"), time_zone=patch.time_zone),
            )
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
