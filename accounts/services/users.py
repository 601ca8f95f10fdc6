"""Create people, and return the caller of a person or a token."""

import re

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AnonymousUser, User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet

from accounts.models import ApiToken, Profile
from core.caller import SEPARATOR, Caller, Role, Scope
from core.errors import InvalidInput, Problem

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
            f"1 to 100 characters without spaces, “/” and “{SEPARATOR}”", field="name", code="name"
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


def caller_of_token(token: ApiToken) -> Caller:
    """Return the caller of a token."""
    return Caller(
        base_user=token.user.username,
        role=Role.ASSISTANT,
        name=token.name,
        scopes=token.granted,
        packs=frozenset(token.packs) or None,
        namespace=token.namespace,
        time_zone=_time_zone(token.user),
        is_operator=token.user.is_superuser and Scope.ADMIN in token.granted,
    )


def caller_of_user(user: User) -> Caller:
    """Return the caller of a logged-in person, who owns their memories."""
    return Caller(
        base_user=user.username,
        time_zone=_time_zone(user),
        is_operator=user.is_active and user.is_superuser,
    )


def acting_for(user: User | AnonymousUser, base_user: str) -> Caller:
    """Return the caller who changes rows of ``base_user`` in the admin: owner or operator."""
    if isinstance(user, User) and user.get_username() == base_user:
        return caller_of_user(user)
    return Caller(
        base_user=base_user,
        role=Role.SYSTEM,
        name=f"admin:{user.get_username()}",
        is_operator=bool(user.is_active and user.is_superuser),
    )


def is_name_taken(name: str) -> bool:
    """Return whether a person has this name, whatever its case."""
    return User.objects.filter(username__iexact=name).exists()


def users_named(name: str) -> QuerySet[User]:
    """Return the person of exactly this name, as rows to choose from."""
    return User.objects.filter(username=name)


def is_operator(caller: Caller) -> bool:
    """Return whether the caller is the operator of the installation, not bound to a part."""
    if caller.packs is not None or caller.namespace:
        return False
    return User.objects.filter(username=caller.base_user, is_superuser=True).exists()


def time_zone_of(user_name: str) -> str:
    """Return the time zone of a person by name; UTC for an unknown person."""
    user = User.objects.filter(username=user_name).select_related("profile").first()
    return _time_zone(user) if user else "UTC"


def _time_zone(user: User) -> str:
    profile = getattr(user, "profile", None)
    return profile.time_zone if profile else "UTC"
