"""Tokens and preferences, as REST shows and changes them."""

from datetime import datetime
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from core.caller import Role, Scope
from core.schemas import Input, Moment, Namespace, Output, Patch, Required, Text
from packs.schemas import PackId


class TokenInput(Input):
    """A token for a program."""

    name: Annotated[Required, Field(max_length=64)] = "assistant"
    scopes: list[Scope] = Field(default_factory=lambda: [Scope.READ, Scope.WRITE], min_length=1)
    packs: list[PackId] = Field(default_factory=list, description="None: every pack.")
    namespace: Namespace = ""
    expires_at: Moment | None = None


class TokenOut(Output):
    """A token without its secret, which is not stored."""

    id: int
    name: str
    hint: str
    app: str | None = Field(description="The client id of an app connected by OAuth.")
    scopes: list[Scope]
    packs: list[str]
    namespace: str
    created_at: datetime
    last_used_at: datetime | None
    expires_at: datetime | None
    revoked_at: datetime | None


class LogInOut(Output):
    """A log-in of a browser; ``id`` names it and does not open it."""

    id: str
    is_current: bool
    began_at: datetime | None
    last_used_at: datetime | None
    expires_at: datetime
    browser: str
    address: str


class LogInsOut(Output):
    """The log-ins of a person."""

    results: list[LogInOut]


class NewTokenOut(TokenOut):
    """A token just made; ``token`` is its secret, shown this once."""

    token: str


class PreferencesPatch(Patch):
    """Changes to one's preferences. An empty text means: the server's choice."""

    not_null: ClassVar[frozenset[str]] = frozenset({"time_zone", "language", "default_pack"})

    time_zone: Annotated[Text, Field(max_length=64)] | None = None
    language: Literal["", "en", "ja"] | None = None
    default_pack: Annotated[Text, Field(max_length=32)] | None = None


class MeOut(Output):
    """The caller, and the reach of its token; ``packs`` are the packs within reach."""

    base_user: str
    role: Role
    name: str
    scopes: list[Scope]
    packs: list[str]
    root_namespace: str = Field(serialization_alias="rootNamespace")
    time_zone: str
    language: str
    default_pack: str

    def model_dump(self, **options: Any) -> dict[str, Any]:
        """Return the values under the names that clients know."""
        return super().model_dump(**{"by_alias": True, **options})
