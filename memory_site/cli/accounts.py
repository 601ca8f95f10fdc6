"""The accounts of this machine: the owner, named users, and the secrets of the first start."""

import getpass
import os
import re
import secrets
from dataclasses import dataclass
from pathlib import Path
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.utils import timezone

from accounts.callers import caller_of_user
from accounts.models import ApiToken
from accounts.services.tokens import token_create, token_revoke
from accounts.services.users import user_create
from core.caller import Caller

from .database.files import BRIDGE_TOKEN_FILE, PREPARE, exclusive
from .environment import _
from .output import CommandFailed, UsageError

LOCALTIME = Path("/etc/localtime")
BRIDGE_TOKEN_NAME = "local bridge"
FIRST_TOKEN_NAME = "first assistant"
NOT_IN_A_NAME = re.compile(r"[^\w.-]+")


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
        if get_user_model().objects.exists():
            raise UsageError(_("there is no owner yet; name a person with --user"))
        raise CommandFailed(_("there is no account yet; start with “wasurena up”"))
    if user := get_user_model().objects.filter(username=name).first():
        return user
    raise UsageError(_("--user: there is no user “{name}”").format(name=name))


def caller_named(name: str | None) -> Caller:
    """Return the named person, or the owner, as a caller of the services."""
    return caller_of_user(user_named(name))


def system_time_zone(localtime: Path = LOCALTIME) -> str:
    """Return the IANA name of the machine's zone; ``UTC`` if it is unknown."""
    for name in (os.environ.get("TZ", "").lstrip(":"), _linked_zone(localtime)):
        if name and _is_zone(name):
            return name
    return "UTC"


def _linked_zone(localtime: Path) -> str:
    """Return the zone that the system's link points to: ``…/zoneinfo/Asia/Tokyo``."""
    try:
        target = str(localtime.readlink())
    except OSError:
        return ""
    return target.partition("zoneinfo/")[2]


def _is_zone(name: str) -> bool:
    try:
        ZoneInfo(name)
    except (OSError, ValueError):
        return False
    return True


@dataclass(frozen=True, slots=True)
class Welcome:
    """The owner, with secrets only if they are new."""

    owner: str
    password: str | None = None
    token: str | None = None


def prepare_owner(*, name: str | None, may_show_secrets: bool) -> Welcome:
    """Create the owner's account and the bridge's token if they are missing.

    A start that shows nothing (the bridge started it) leaves the account without
    a password: the next start that a person sees makes one and shows it. One at a
    time: of two passwords made at once, only one would work.
    """
    with exclusive(PREPARE):
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
    if path.exists() and known.matching(path.read_text("ascii", errors="replace").strip()).exists():
        return
    for lost in known.filter(name=BRIDGE_TOKEN_NAME):
        token_revoke(lost, now=timezone.now())
    _token, secret = token_create(user_name=owner.username, name=BRIDGE_TOKEN_NAME)
    path.unlink(missing_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w") as handle:
        handle.write(secret)
