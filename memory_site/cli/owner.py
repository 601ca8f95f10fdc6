"""Who uses this machine: the owner, and whoever ``--user`` names."""

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User

from accounts.services.users import caller_of_user
from core.caller import Caller

from .failures import BadUsage, CommandFailed
from .language import _


def find_owner() -> User | None:
    """Return the owner: the first account that may administer."""
    return get_user_model().objects.filter(is_superuser=True).order_by("pk").first()


def user_named(name: str | None) -> User:
    """Return the named person, or the owner.

    Raises:
        CommandFailed: there is no such person, or no owner yet.
    """
    if name is None:
        if owner := find_owner():
            return owner
        raise CommandFailed(_("there is no account yet; start with “wasurena up”"))
    if user := get_user_model().objects.filter(username=name).first():
        return user
    raise BadUsage(_("--user: there is no user “{name}”").format(name=name))


def caller_named(name: str | None) -> Caller:
    """Return the named person, or the owner, as a caller of the services."""
    return caller_of_user(user_named(name))
