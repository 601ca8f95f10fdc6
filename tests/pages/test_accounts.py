"""Log-in, settings, appearance and tokens, without a script."""

from django.test import Client

from accounts.caller import Caller
from accounts.models import ApiToken, Profile

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


def test_a_token_is_shown_once_and_stored_as_a_digest(site: Client, owner: Caller) -> None:
    answer = site.post("/tokens/", {"name": "laptop", "scope": ["read"], "pack": ["work"]})
    token = ApiToken.objects.get()
    secret = answer.context["secret"]
    assert token.digest == ApiToken.digest_of(secret)
    assert (token.scopes, token.packs) == (["read"], ["work"])
    assert secret not in site.get("/tokens/").content.decode()


def test_an_unknown_scope_is_refused(site: Client, owner: Caller) -> None:
    answer = site.post("/tokens/", {"name": "x", "scope": ["all"]})
    assert b"field-problem" in answer.content
    assert not ApiToken.objects.exists()


def test_only_the_owner_revokes(site: Client, stranger: Client, owner: Caller) -> None:
    site.post("/tokens/", {"name": "laptop"})
    token = ApiToken.objects.get()
    assert stranger.post(f"/tokens/{token.pk}/revoke/").status_code == 404
    assert site.post(f"/tokens/{token.pk}/revoke/").status_code == 302
    token.refresh_from_db()
    assert token.revoked_at


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
