"""`/api/me/`."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from packs import registry

from .conftest import ClientOf, fields_of

pytestmark = pytest.mark.django_db

URL = "/api/me/"


def test_it_works(api: APIClient) -> None:
    me = api.get(URL).json()
    assert me == {
        "base_user": "alice",
        "role": "assistant",
        "name": "assistant",
        "scopes": ["read", "write"],
        "packs": registry.pack_ids(),
        "rootNamespace": "",
        "time_zone": "Asia/Tokyo",
        "language": "",
        "default_pack": "",
    }
    change = {"time_zone": "Europe/Berlin", "language": "ja", "default_pack": "dev"}
    assert api.patch(URL, change, format="json").json() == {**me, **change}
    assert api.get(URL).json() == {**me, **change}
    saved = api.post("/api/memories/", {"text": "xyz"}, format="json").json()
    assert saved["pack"] == "dev"


def test_bound_tokens_are_told_so(client_of: ClientOf) -> None:
    me = client_of("alice", scopes=["read"], packs=["work"], namespace="team/a").get(URL).json()
    assert (me["packs"], me["rootNamespace"], me["scopes"]) == (["work"], "team/a", ["read"])


def test_the_logged_in_owner(api: APIClient) -> None:
    browser = APIClient()
    browser.force_login(User.objects.get(username="alice"))
    me = browser.get(URL).json()
    assert me["role"] == "owner" and set(me["scopes"]) == {"read", "write", "admin"}


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, ""),
        ({"time_zone": "Mars/Base"}, "time_zone"),
        ({"time_zone": ""}, "time_zone"),
        ({"time_zone": "../etc/passwd"}, "time_zone"),
        ({"time_zone": None}, "time_zone"),
        ({"language": "de"}, "language"),
        ({"default_pack": "nope"}, "default_pack"),
        ({"base_user": "bob"}, "base_user"),
    ],
)
def test_bad_input_names_its_field(api: APIClient, body: Any, field: str) -> None:
    before = api.get(URL).json()
    refused = api.patch(URL, body, format="json")
    assert refused.status_code == 400 and field in fields_of(refused)
    assert api.get(URL).json() == before


def test_who_may_change(reader: APIClient, bob: APIClient, client_of: ClientOf) -> None:
    change = {"language": "ja"}
    assert reader.patch(URL, change, format="json").status_code == 403
    assert client_of("alice", packs=["work"]).patch(URL, change, format="json").status_code == 403
    assert bob.patch(URL, change, format="json").json()["base_user"] == "bob"
    assert reader.get(URL).json()["language"] == ""
