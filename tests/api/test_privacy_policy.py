"""A person chooses what happens to secrets in each pack; saves, changes and questions follow."""

from collections.abc import Callable
from typing import Any

import pytest
from rest_framework.test import APIClient

from core.caller import Caller
from memories.models import Memory, Proposal
from nlp.readers import PrivacyPolicy
from packs.privacy import policy_of

from .conftest import ClientOf

KEY = "The deploy key is ghp_16C7e42F292c6912E7710c838347Ae178B4a, keep it safe."

Save = Callable[..., Any]


def choose(client: APIClient, pack: str, **privacy: Any) -> Any:
    return client.patch(f"/api/packs/{pack}/", {"privacy": privacy}, format="json")


def test_a_chosen_policy_holds_in_its_pack_only(
    admin: APIClient, owner: Caller, other: Caller, save: Save
) -> None:
    answered = choose(admin, "work", secrets="mask")
    assert answered.status_code == 200
    assert answered.json()["privacy"]["chosen"] == ["secrets"]
    texts = {}
    for pack in ("work", "dev"):
        saved = admin.post("/api/memories/", {"text": KEY, "pack": pack}, format="json")
        texts[pack] = Memory.objects.get(uid=saved.json()["id"]).raw_text
    assert "[api_key]" in texts["work"] and "ghp_16C7" not in texts["work"]
    assert "ghp_16C7" in texts["dev"]
    assert "ghp_16C7" in Memory.objects.get(uid=save(other, KEY, pack="work").id).raw_text

    moved = Memory.objects.get(raw_text=KEY, user_id="alice#dev")
    admin.patch(f"/api/memories/{moved.uid}/", {"pack": "work"}, format="json")
    moved.refresh_from_db()
    assert "ghp_16C7" not in moved.raw_text

    assert choose(admin, "work", secrets=None).json()["privacy"]["chosen"] == []
    assert policy_of("alice#work") == PrivacyPolicy()


def test_refuse_and_ask(admin: APIClient) -> None:
    choose(admin, "work", secrets="refuse")
    refused = admin.post("/api/memories/", {"text": KEY, "pack": "work"}, format="json")
    assert refused.status_code == 400
    assert refused.json()["errors"][0]["field"] == "text"
    assert not Memory.objects.exists()
    choose(admin, "work", secrets="ask")
    body = {"text": KEY, "pack": "work"}
    assert admin.post("/api/memories/?wait=true", body, format="json").status_code == 201
    assert "[api_key]" in Memory.objects.get().raw_text
    assert Proposal.objects.get(kind="sensitive").payload["sealed"] is True


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"privacy": {"secrets": "hide"}}, "privacy.secrets"),
        ({"privacy": {"reveal": "perhaps"}}, "privacy.reveal"),
        ({"privacy": {"colour": "mask"}}, "privacy.colour"),
        ({}, "enabled"),
    ],
)
def test_what_cannot_be_chosen_names_its_field(admin: APIClient, body: Any, field: str) -> None:
    refused = admin.patch("/api/packs/work/", body, format="json")
    assert refused.status_code == 400
    assert refused.json()["errors"][0]["field"] == field
    assert policy_of("alice#work") == PrivacyPolicy()


def test_only_the_owner_chooses(client_of: ClientOf) -> None:
    for bounds in ({"packs": ["work"]}, {"namespace": "team"}, {"scopes": ["read", "write"]}):
        client = client_of("alice", **{"scopes": ["read", "write", "admin"], **bounds})
        assert choose(client, "work", secrets="mask").status_code == 403
    assert policy_of("alice#work") == PrivacyPolicy()
