"""Log-in, settings, appearance and tokens, without a script."""

import pytest
from django.http import HttpResponse
from django.test import Client

from accounts.models import ApiToken, Profile
from core.caller import Caller

PRIVATE = (
    "/",
    "/timeline/",
    "/save/",
    "/entities/",
    "/packs/",
    "/tokens/",
    "/status/",
    "/settings/",
)


def test_private_pages_ask_to_log_in(db: None) -> None:
    for path in PRIVATE:
        assert Client().get(path)["Location"].startswith("/login/")
    part = Client().get("/", headers={"hx-request": "true"})
    assert part["HX-Refresh"] == "true"


def made(site: Client, **fields: object) -> HttpResponse:
    return site.post("/tokens/", {"name": "laptop", "scope": ["read"], **fields})


def test_a_token_is_shown_once_and_stored_as_a_digest(site: Client, owner: Caller) -> None:
    address = made(site, pack=["work"])["Location"]
    answer = site.get(address)
    token = ApiToken.objects.get()
    secret = answer.context["secret"]
    assert token.digest == ApiToken.digest_of(secret)
    assert (token.scopes, token.packs) == (["read"], ["work"])
    assert secret in answer.text and secret not in address
    assert "no-store" in answer["Cache-Control"]
    assert site.get(address)["Location"] == "/tokens/"
    assert secret not in site.get("/tokens/").text


def test_a_reload_makes_no_second_token(site: Client, owner: Caller) -> None:
    assert made(site).status_code == 302
    for _reload in range(3):
        site.get("/tokens/")
    assert ApiToken.objects.count() == 1


def test_only_who_made_a_token_is_shown_its_secret(
    site: Client, stranger: Client, owner: Caller
) -> None:
    address = made(site)["Location"]
    assert stranger.get(address).status_code == 404
    assert "wsr_" in site.get(address).text


@pytest.mark.parametrize(
    ("fields", "field", "said"),
    [
        ({"scope": []}, "scopes", "at least one"),
        ({"scope": ["all"]}, "scopes", "from the list"),
        ({"name": " "}, "name", "may not be empty"),
        ({"name": "x" * 65}, "name", "65 characters; at most 64"),
        ({"pack": ["nope"]}, "packs", "from the list"),
    ],
)
def test_a_wrong_token_form_says_so_at_its_field(
    site: Client, owner: Caller, fields: dict[str, object], field: str, said: str
) -> None:
    answer = made(site, **fields)
    assert answer.status_code == 422 and said in answer.context["problems"][field]
    assert said in answer.text and b"field-problem" in answer.content
    assert not ApiToken.objects.exists()


def test_a_refused_token_form_keeps_what_was_typed(site: Client, owner: Caller) -> None:
    text = made(site, scope=[], pack=["dev"], name="my laptop").text
    assert 'value="my laptop"' in text
    assert 'value="dev" checked' in text and 'value="write" checked' not in text


def test_revoking_is_asked_about_first(site: Client, stranger: Client, owner: Caller) -> None:
    made(site)
    token = ApiToken.objects.get()
    address = f"/tokens/{token.pk}/revoke/"
    assert f'href="{address}"' in site.get("/tokens/").text
    assert "Revoke “laptop”?" in site.get(address).text
    token.refresh_from_db()
    assert token.revoked_at is None
    assert stranger.get(address).status_code == stranger.post(address).status_code == 404
    assert site.post(address)["Location"] == "/tokens/"
    token.refresh_from_db()
    assert token.revoked_at
    assert site.get(address)["Location"] == "/tokens/"


def test_settings(site: Client, owner: Caller) -> None:
    fields = {"language": "ja", "time_zone": "Europe/Paris", "default_pack": "dev"}
    assert site.post("/settings/", fields).status_code == 302
    profile = Profile.objects.get(user__username="alice")
    assert (profile.language, profile.time_zone, profile.default_pack) == tuple(fields.values())
    answer = site.post("/settings/", {**fields, "time_zone": "Mars/Olympus"})
    assert b"field-problem" in answer.content


def test_theme_and_language_are_remembered(site: Client, owner: Caller) -> None:
    site.post("/settings/theme/", {"theme": "dark", "next": "/packs/"})
    assert b'data-theme="dark"' in site.get("/").content
    site.post("/settings/language/", {"language": "ja"})
    assert b'<html lang="ja"' in site.get("/").content


def test_nobody_is_sent_to_another_host(site: Client, owner: Caller) -> None:
    answer = site.post("/settings/theme/", {"theme": "dark", "next": "https://evil.example/"})
    assert answer["Location"] == "/"


def test_a_pack_is_switched_and_loses_nothing(site: Client, owner: Caller, save: object) -> None:
    save(owner, "dinner", pack="lifelog")  # type: ignore[operator]
    site.post("/packs/lifelog/switch/", {"enabled": "false"})
    assert b"dinner" not in site.get("/timeline/").content
    site.post("/packs/lifelog/switch/", {"enabled": "true"})
    assert b"dinner" in site.get("/timeline/").content
