"""The caller of a service: its person, role, scopes and limits, and the times that it sends."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from .errors import Forbidden, InvalidInput, Problem

SEPARATOR = "#"
EARLIEST = datetime(1970, 1, 1, tzinfo=UTC)
CLOCK_SKEW = timedelta(minutes=5)


class Scope(StrEnum):
    """Permissions of a token; each scope is granted separately."""

    READ = "read"
    WRITE = "write"
    ADMIN = "admin"


class Role(StrEnum):
    """The kind of caller: owners validate and merge, assistants propose."""

    OWNER = "owner"
    ASSISTANT = "assistant"
    SYSTEM = "system"


@dataclass(frozen=True, slots=True)
class Caller:
    """One authenticated caller acting for one base user.

    ``packs`` is None for access to every pack. ``namespace`` is the root that
    the caller is bound to; empty for the whole space.
    """

    base_user: str
    role: Role = Role.OWNER
    name: str = ""
    scopes: frozenset[Scope] = frozenset(Scope)
    packs: frozenset[str] | None = None
    namespace: str = ""
    time_zone: str = "UTC"
    # Whether this person is the operator of the installation, and the token allows it.
    is_operator: bool = False

    @property
    def actor(self) -> str:
        """The caller's name in the journal: ``owner``, ``assistant:laptop``, ``system:worker``."""
        return f"{self.role}:{self.name}" if self.name else str(self.role)

    @property
    def zone(self) -> ZoneInfo:
        """The owner's time zone, which naive times are in."""
        return ZoneInfo(self.time_zone)

    @property
    def is_owner(self) -> bool:
        """Whether this caller may validate, merge and split."""
        return self.role is Role.OWNER or Scope.ADMIN in self.scopes

    @property
    def is_unbound(self) -> bool:
        """Whether this caller is limited neither to packs nor to a namespace."""
        return self.packs is None and not self.namespace

    def require(self, scope: Scope) -> None:
        """Raise Forbidden unless ``scope`` was granted."""
        if scope not in self.scopes:
            raise Forbidden(
                format_lazy(_("this token lacks the scope “{scope}”"), scope=scope),
                field="token",
                code="scope",
            )

    def require_owner(self) -> None:
        """Raise Forbidden unless this is the owner, or an unbound token with the scope “admin”."""
        if not self.is_owner:
            raise Forbidden(
                _("only the owner, or a token with the scope “admin”, may do this"),
                field="token",
                code="owner",
            )
        self.require_unbound()

    def require_operator(self, field: str) -> None:
        """Raise Forbidden unless this is the operator, or the operator's token with the scope “admin”."""
        if not self.is_operator:
            raise Forbidden(
                _("only the operator of this installation may do this"),
                field=field,
                code="operator",
            )

    def require_unbound(self) -> None:
        """Raise Forbidden if the token is bound to packs or to a namespace."""
        if not self.is_unbound:
            raise Forbidden(
                _("this token is limited to some packs or a namespace"), field="token", code="bound"
            )

    def space(self, pack: str) -> str:
        """Return the composite ``user_id`` of this caller's space of ``pack``."""
        return f"{self.base_user}{SEPARATOR}{pack}"

    def may_reach(self, pack: str) -> bool:
        """Return whether the token allows this pack."""
        return self.packs is None or pack in self.packs

    def spaces(self, packs: Iterable[str]) -> list[str]:
        """Return the ``user_id`` of each pack; Forbidden for a pack that the token does not allow."""
        chosen = list(packs)
        for pack in chosen:
            if not self.may_reach(pack):
                raise Forbidden(
                    format_lazy(_("this token is not valid for the pack “{pack}”"), pack=pack),
                    field="pack",
                    code="pack",
                )
        return [self.space(pack) for pack in chosen]

    def place(self, namespace: str | None) -> str:
        """Return the namespace of a write: the given one, or the caller's root.

        Raises:
            Forbidden: the namespace is not at or below the root.
        """
        asked = (namespace or "").strip("/")
        if not asked:
            return self.namespace
        if self.namespace and not (f"{asked}/").startswith(f"{self.namespace}/"):
            raise Forbidden(
                format_lazy(_("this token is bound to “{namespace}”"), namespace=self.namespace),
                field="namespace",
                code="namespace",
            )
        return asked


def base_user_of(user_id: str) -> str:
    """Return the person of a composite ``user_id``: ``alice`` of ``alice#work``."""
    return user_id.split(SEPARATOR, 1)[0]


def pack_of(user_id: str) -> str:
    """Return the pack of a composite ``user_id``: ``work`` of ``alice#work``."""
    return user_id.split(SEPARATOR, 1)[1]


# Types have labels, icons and colors for each person; templates and filters know no caller.
_reader: ContextVar[str] = ContextVar("reader", default="")


def current_reader() -> str:
    """Return the person who reads the page; empty outside of the browser."""
    return _reader.get()


@contextmanager
def render_for(base_user: str) -> Iterator[None]:
    """Render pages for this person until the block ends."""
    token = _reader.set(base_user)
    try:
        yield
    finally:
        _reader.reset(token)


def aware(value: datetime, caller: Caller, field: str = "") -> datetime:
    """Return ``value`` in UTC; a naive ``value`` is in the caller's time zone.

    Raises:
        InvalidInput: the time in UTC lies before year 1 or after year 9999.
    """
    moment = value if value.tzinfo else value.replace(tzinfo=caller.zone)
    try:
        return moment.astimezone(UTC)
    except (OverflowError, ValueError) as error:
        raise InvalidInput(
            _("this time cannot be represented"), field=field, code="out_of_range"
        ) from error


def recording_time(
    value: datetime | None, caller: Caller, now: datetime, field: str
) -> tuple[datetime, Problem | None]:
    """Return the time of a save and its problem, if it is before 1970 or in the future.

    Five minutes ahead are accepted: the clocks of two machines differ.
    """
    if value is None:
        return now, None
    try:
        moment = aware(value, caller, field)
    except InvalidInput as error:
        return now, error.problems[0]
    if moment < EARLIEST:
        return now, Problem(field, "too_early", _("times before 1970 cannot be stored"))
    if moment > now + CLOCK_SKEW:
        return now, Problem(field, "in_the_future", _("this lies in the future"))
    return moment, None
