"""Look-ups whose SQL is made once."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from accounts.models import ApiToken, Profile
from accounts.services.tokens import token_authenticate, token_create
from accounts.services.users import user_create
from accounts.token_store import stored_token
from core.db.prepared import PreparedInsert
from core.errors import NotAuthenticated
from core.models import Action, Revision
from memories.models import EmbeddingJob, EmbeddingModel

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


def test_new_rows_are_stored_as_bulk_create_would() -> None:
    def entries(target: str) -> list[Revision]:
        return [
            Revision(
                user_id="alice#work",
                action=Action.ACCESS,
                target_type="retrievalrun",
                target_id=f"{target}{number}",
                after={"言葉": [number, None]},
                actor="test",
                created_at=timezone.now(),
            )
            for number in range(3)
        ]

    Revision.objects.bulk_create(entries("a"))
    PreparedInsert(Revision).store(entries("b"))
    left, right = (
        Revision.objects.filter(target_id__startswith=target).order_by("id") for target in "ab"
    )
    given = {"id", "target_id", "change_id", "created_at"}
    names = [f.attname for f in Revision._meta.concrete_fields if f.attname not in given]
    assert [row.target_id for row in right] == ["b0", "b1", "b2"]
    assert list(left.values(*names)) == list(right.values(*names))
    assert all(row.created_at.tzinfo and row.change_id for row in right)


def test_new_rows_get_their_ids_in_order_and_those_of_what_they_belong_to() -> None:
    now = timezone.now()

    def made(name: str) -> list[EmbeddingJob]:
        model = EmbeddingModel(
            name=name, version="1", dimension=4, table_name=f"vss_{name}", created_at=now
        )
        jobs = [EmbeddingJob(model=model, item_id=item, enqueued_at=now) for item in (7, 8, 9)]
        model.save()
        return jobs

    first, second = made("one"), made("two")
    jobs = PreparedInsert(EmbeddingJob)
    jobs.store_with_ids(second)
    jobs.store_with_ids(first[:1])
    jobs.store_with_ids([])
    for row in (*second, first[0]):
        stored = EmbeddingJob.objects.get(pk=row.pk)
        assert (stored.item_id, stored.model) == (row.item_id, row.model)
    second[1].attempts = 3
    second[1].save()
    assert list(EmbeddingJob.objects.values_list("attempts", flat=True)) == [0, 3, 0, 0]
