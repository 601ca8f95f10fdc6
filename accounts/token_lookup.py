"""The token of a secret as it is stored now, with its owner and profile: one quick query."""

from collections.abc import Iterator
from typing import Any, TypeVar

from django.contrib.auth.models import User
from django.db import DEFAULT_DB_ALIAS
from django.db.models import Model

from core.db.prepared import Prepared

from .models import ApiToken, Profile

Row = TypeVar("Row", bound=Model)


def _columns(model: type[Model], path: str = "") -> list[str]:
    return [f"{path}{field.attname}" for field in model._meta.concrete_fields]


_by_secret = Prepared(
    lambda: ApiToken.objects.matching("").values_list(
        *_columns(ApiToken), *_columns(User, "user__"), *_columns(Profile, "user__profile__")
    )
)


def stored_token(secret: str) -> ApiToken | None:
    """Return the token of this secret, be it revoked or expired; None where it is unknown."""
    row = _by_secret.first(ApiToken.digest_of(secret))
    if row is None:
        return None
    values = iter(row)
    token = _made(ApiToken, values)
    user = _made(User, values)
    profile = _made(Profile, values)
    if profile.pk is not None:
        user.profile = profile
    token.user = user
    return token


def _made(model: type[Row], values: Iterator[Any]) -> Row:
    """Return an instance of the next values, as a QuerySet would."""
    columns = _columns(model)
    return model.from_db(DEFAULT_DB_ALIAS, columns, [next(values) for _ in columns])
