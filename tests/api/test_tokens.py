"""`/api/tokens/`: given and taken back by the owner only."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from accounts.models import ApiToken
from accounts.services.tokens import token_create

from .conftest import ClientOf, Walk, fields_of

pytestmark = pytest.mark.django_db

URL = "/api/tokens/"


def test_it_works(admin: APIClient) -> None:
    made = admin.post(URL, {"name": "phone", "scopes": ["read"], "packs": ["work"]}, format="json")
    assert made.status_code == 201
    secret = made.json()["token"]
    phone = APIClient()
    phone.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    assert phone.get("/api/me/").json()["packs"] == ["work"]
    row = admin.get(f"{URL}{made.json()['id']}/").json()
    assert row["name"] == "phone" and row["scopes"] == ["read"] and "token" not in row
    assert secret not in admin.get(URL).content.decode()
    assert admin.delete(f"{URL}{row['id']}/").status_code == 204
    assert phone.get("/api/me/").status_code == 401
    assert admin.get(f"{URL}{row['id']}/").json()["revoked_at"]
    assert admin.delete(f"{URL}{row['id']}/").status_code == 204


def test_the_logged_in_owner_may(api: APIClient) -> None:
    browser = APIClient()
    browser.force_login(User.objects.get(username="alice"))
    made = browser.post(URL, {}, format="json")
    assert made.status_code == 201 and made.json()["scopes"] == ["read", "write"]


def test_a_log_in_without_the_csrf_token_may_not(api: APIClient) -> None:
    browser = APIClient(enforce_csrf_checks=True)
    browser.force_login(User.objects.get(username="alice"))
    refused = browser.post(URL, {}, format="json")
    assert refused.status_code == 403 and fields_of(refused)
    assert ApiToken.objects.count() == 1


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"scopes": []}, "scopes"),
        ({"scopes": ["root"]}, "scopes.0"),
        ({"packs": ["work", "nope"]}, "packs.1"),
        ({"name": ""}, "name"),
        ({"name": "x" * 65}, "name"),
        ({"namespace": "a b"}, "namespace"),
        ({"expires_at": "2020-01-01T00:00:00"}, "expires_at"),
        ({"user": "bob"}, "user"),
    ],
)
def test_bad_input_names_its_field(admin: APIClient, body: Any, field: str) -> None:
    before = ApiToken.objects.count()
    refused = admin.post(URL, body, format="json")
    assert refused.status_code == 400 and field in fields_of(refused)
    assert ApiToken.objects.count() == before


def test_isolation(admin: APIClient, api: APIClient, client_of: ClientOf) -> None:
    pk = admin.get(URL).json()["results"][0]["id"]
    scopes = ["read", "write", "admin"]
    bob = client_of("bob", scopes=scopes)
    assert [row["name"] for row in bob.get(URL).json()["results"]] == ["assistant"]
    assert bob.get(f"{URL}{pk}/").status_code == 404
    assert bob.delete(f"{URL}{pk}/").status_code == 404
    for bound in (
        api,
        client_of("alice", scopes=scopes, packs=["work"]),
        client_of("alice", scopes=scopes, namespace="team"),
    ):
        assert bound.get(URL).status_code == 403
        assert bound.post(URL, {}, format="json").status_code == 403
        assert bound.delete(f"{URL}{pk}/").status_code == 403
    assert admin.get(f"{URL}{pk}/").json()["revoked_at"] is None


def test_pages_and_queries(admin: APIClient, walk: Walk, queries_of: Callable[..., int]) -> None:
    one = queries_of(admin, URL)
    for number in range(30):
        token_create(user_name="alice", name=f"t{number}")
    assert queries_of(admin, URL) == one
    assert len({row["id"] for row in walk(admin, f"{URL}?limit=7")}) == 31
