"""People, tokens, packs and types: made and changed by the services' rules."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from accounts.models import ApiToken, Profile
from accounts.services.tokens import token_authenticate, token_create
from entities.models import EntityType
from graph.models import RelationType
from packs.models import PackActivation

from .conftest import House


def new_person(site: Client, name: str) -> int:
    return site.post(
        reverse("admin:auth_user_add"),
        {
            "username": name,
            "usable_password": "true",
            "password1": "a-long-pass-1",
            "password2": "a-long-pass-1",
            "time_zone": "Asia/Tokyo",
        },
    ).status_code


def test_a_new_person_gets_preferences(site: Client) -> None:
    assert new_person(site, "田中太郎") == 302
    person = User.objects.get(username="田中太郎")
    assert person.check_password("a-long-pass-1") and not person.is_staff
    assert Profile.objects.get(user=person).time_zone == "Asia/Tokyo"


@pytest.mark.parametrize("name", ["a#b", "a b", "a/b", "", "ROOT"])
def test_a_name_that_cannot_name_a_space_is_refused(name: str, site: Client) -> None:
    assert new_person(site, name) == 200
    assert User.objects.count() == 1


def test_a_name_stays(site: Client, alice: User) -> None:
    where = reverse("admin:auth_user_change", args=[alice.pk])
    assert "username" not in site.get(where).context["adminform"].form.fields
    site.post(where, {"username": "eve", "first_name": "Alice", "is_active": "on"})
    alice.refresh_from_db()
    assert (alice.username, alice.first_name) == ("alice", "Alice")
    assert (
        site.post(reverse("admin:auth_user_delete", args=[alice.pk]), {"post": "yes"}).status_code
        == 403
    )


def test_a_new_token_is_shown_once_and_works(site: Client, alice: User) -> None:
    made = site.post(
        reverse("admin:accounts_apitoken_add"),
        {
            "user": alice.pk,
            "name": "editor",
            "scopes": ["read"],
            "packs": ["work"],
            "namespace": "",
        },
    )
    assert made.status_code == 302
    answer = site.get(made["Location"])
    assert answer.status_code == 200 and "no-store" in answer.headers["Cache-Control"]
    assert site.get(made["Location"])["Location"].endswith("/apitoken/")
    assert ApiToken.objects.count() == 1
    secret = answer.context["secret"]
    token = token_authenticate(secret)
    assert (token.name, token.scopes, token.packs) == ("editor", ["read"], ["work"])
    assert secret in answer.content.decode()
    for name, args in (("changelist", []), ("change", [token.pk])):
        page = site.get(reverse(f"admin:accounts_apitoken_{name}", args=args)).content.decode()
        assert secret not in page and token.digest not in page


def test_revoking_keeps_the_token_listed(site: Client, alice: User) -> None:
    token, _secret = token_create(user_name="alice", name="old")
    site.post(
        reverse("admin:accounts_apitoken_changelist"),
        {"action": "revoke", "_selected_action": [token.pk]},
    )
    token.refresh_from_db()
    assert token.revoked_at is not None
    assert ApiToken.objects.filter(pk=token.pk).exists()


def test_switching_a_pack(site: Client, house: House) -> None:
    switch = PackActivation.objects.get(base_user="alice", pack="lifelog")
    site.post(
        reverse("admin:packs_packactivation_changelist"),
        {"action": "switch_on", "_selected_action": [switch.pk]},
    )
    switch.refresh_from_db()
    assert switch.is_enabled
    answer = site.post(
        reverse("admin:packs_packactivation_add"), {"base_user": "alice", "pack": "dev"}
    )
    assert answer.status_code == 302
    assert not PackActivation.objects.get(base_user="alice", pack="dev").is_enabled


def test_a_new_relation_type_is_the_users_and_its_own_family(site: Client) -> None:
    answer = site.post(
        reverse("admin:graph_relationtype_add"),
        {
            "type_name": "mentored_by", "display_name": "指導者", "display_name_en": "Mentored by",
            "scope": "entities", "transitivity": "none", "is_directed": "on", "default_weight": "1",
            "confidence_threshold": "0.3", "line_style": "solid", "source_types": "[]",
            "target_types": "[]", "extraction_rules": "[]",
        },
    )  # fmt: skip
    assert answer.status_code == 302, answer.context["errors"]
    made = RelationType.objects.get(type_name="mentored_by")
    assert made.is_user_defined and not made.is_system_type and made.canonical_type == "mentored_by"


def test_a_type_changes_at_once_and_a_built_in_one_stays(site: Client) -> None:
    where = reverse("admin:entities_entitytype_change", args=["Person"])
    values = {
        "display_name": "ひと", "display_name_en": "Human", "level": "0",
        "required_attributes": "[]", "optional_attributes": "[]", "validation_rules": "{}",
    }  # fmt: skip
    assert site.post(where, values).status_code == 302
    assert EntityType.objects.get(type_name="Person").display_name_en == "Human"
    delete = reverse("admin:entities_entitytype_delete", args=["Person"])
    assert site.post(delete, {"post": "yes"}).status_code == 403


@pytest.mark.parametrize("weak", ["short", "password1"])
def test_weak_passwords_are_refused_at_their_field(site: Client, alice: User, weak: str) -> None:
    fields = {
        "username": "carol", "usable_password": "true", "password1": weak, "password2": weak,
        "time_zone": "UTC",
    }  # fmt: skip
    answer = site.post(reverse("admin:auth_user_add"), fields)
    assert answer.status_code == 200 and answer.context["adminform"].form.errors["password2"]
    assert not User.objects.filter(username="carol").exists()
    fields = {"usable_password": "true", "password1": weak, "password2": weak}
    answer = site.post(reverse("admin:auth_user_password_change", args=[alice.pk]), fields)
    assert answer.status_code == 200 and answer.context["form"].errors["password2"]
    alice.refresh_from_db()
    assert not alice.check_password(weak)
