"""What the first start makes: the owner's account, tokens, the bridge's own token."""

import getpass
import os
import re
import secrets
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.contrib.auth.models import User
from django.utils import timezone

from accounts.models import ApiToken
from accounts.services.tokens import token_create, token_revoke
from accounts.services.users import user_create

from .local_time import system_time_zone
from .locks import exclusive
from .owner import find_owner
from .store import BRIDGE_TOKEN_FILE

BRIDGE_TOKEN_NAME = "local bridge"
FIRST_TOKEN_NAME = "first assistant"
NOT_IN_A_NAME = re.compile(r"[^\w.-]+")


@dataclass(frozen=True, slots=True)
class Welcome:
    """Who the owner is; with secrets only when they are new and about to be shown."""

    owner: str
    password: str | None = None
    token: str | None = None


def prepare_owner(*, name: str | None, may_show_secrets: bool) -> Welcome:
    """Make what is missing of the owner's account and the bridge's token.

    A start that shows nothing (the bridge started it) leaves the account without
    a password: the next start that a person sees makes one and shows it. One at a
    time: of two passwords made at once, only one would work.
    """
    with exclusive("prepare"):
        return _prepare_owner(name, may_show_secrets=may_show_secrets)


def _prepare_owner(name: str | None, *, may_show_secrets: bool) -> Welcome:
    owner = find_owner() or _create_owner(name or system_user_name())
    write_bridge_token(owner)
    if not may_show_secrets or owner.has_usable_password():
        return Welcome(owner=owner.username)
    password = new_password()
    owner.set_password(password)
    owner.save(update_fields=["password"])
    _token, secret = token_create(user_name=owner.username, name=FIRST_TOKEN_NAME)
    return Welcome(owner=owner.username, password=password, token=secret)


def _create_owner(name: str) -> User:
    user, is_new = user_create(name=name, is_owner=True, time_zone=system_time_zone())
    if not is_new:
        # Somebody ran `wasurena user create` before the first `up`.
        user.is_staff = user.is_superuser = True
        user.save(update_fields=["is_staff", "is_superuser"])
    return user


def new_password() -> str:
    """Return a random password that can be typed: four groups of five letters and digits."""
    alphabet = "abcdefghjkmnpqrstuvwxyz23456789"
    return "-".join("".join(secrets.choice(alphabet) for _n in range(5)) for _g in range(4))


def system_user_name() -> str:
    """Return the name of the operating system's user, as an account may be called."""
    try:
        name = getpass.getuser()
    except (OSError, KeyError):
        name = ""
    return NOT_IN_A_NAME.sub("-", name).strip("-.")[:100] or "owner"


def bridge_token_path() -> Path:
    """Return where the token of ``wasurena mcp`` lies."""
    return Path(settings.DATA_DIR) / BRIDGE_TOKEN_FILE


def write_bridge_token(owner: User) -> None:
    """Have a working token of the owner in the bridge's file, readable by nobody else."""
    path = bridge_token_path()
    known = ApiToken.objects.usable(timezone.now()).filter(user=owner)
    if path.exists() and known.matching(path.read_text("ascii").strip()).exists():
        return
    for lost in known.filter(name=BRIDGE_TOKEN_NAME):
        token_revoke(lost, now=timezone.now())
    _token, secret = token_create(user_name=owner.username, name=BRIDGE_TOKEN_NAME)
    path.unlink(missing_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w") as handle:
        handle.write(secret)
