"""Look-ups whose SQL is made once."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from accounts.errors import NotAuthenticated
from accounts.models import ApiToken, Profile
from accounts.services import token_authenticate, token_create, user_create
from accounts.token_lookup import stored_token

pytestmark = pytest.mark.django_db


@pytest.fixture
def secret() -> str:
    user_create(name="alice", time_zone="Asia/Tokyo")
    until = timezone.now() + timedelta(days=1)
    return token_create(user_name="alice", packs=["work"], expires_at=until)[1]


def test_it_returns_what_a_queryset_would(secret: str) -> None:
    token = stored_token(secret)
    plain = ApiToken.objects.select_related("user__profile").get()
    assert token is not None
    for made, stored in (
        (token, plain),
        (token.user, plain.user),
        (token.user.profile, plain.user.profile),
    ):
        columns = [field.attname for field in stored._meta.concrete_fields]
        assert [getattr(made, name) for name in columns] == [
            getattr(stored, name) for name in columns
        ]


def test_a_person_without_a_profile_can_be_known(secret: str) -> None:
    Profile.objects.all().delete()
    token = stored_token(secret)
    assert token is not None and not hasattr(token.user, "profile")


def test_an_unknown_secret_is_none(secret: str) -> None:
    assert stored_token(secret + "x") is None


def test_revoked_expired_and_inactive_stop_at_once(secret: str) -> None:
    assert token_authenticate(secret).user.username == "alice"
    for refuse, allow in (
        (
            lambda: ApiToken.objects.update(revoked_at=timezone.now()),
            lambda: ApiToken.objects.update(revoked_at=None),
        ),
        (
            lambda: ApiToken.objects.update(expires_at=timezone.now()),
            lambda: ApiToken.objects.update(expires_at=None),
        ),
        (
            lambda: User.objects.update(is_active=False),
            lambda: User.objects.update(is_active=True),
        ),
    ):
        refuse()
        with pytest.raises(NotAuthenticated):
            token_authenticate(secret)
        allow()
        assert token_authenticate(secret)
