"""Codes beside the password: each counts once, guesses wait, and lost ones have a way out."""

import json
import re
import time
from base64 import b32decode
from collections.abc import Iterator
from typing import Any

import pytest
from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client, override_settings
from django.utils import timezone

from accounts.models import SecondFactor
from accounts.services import second_factor
from accounts.services.second_factor import (
    authenticator_address,
    second_factor_accepts,
    second_factor_begin,
    typed_secret,
)
from accounts.services.tokens import token_create
from accounts.services.users import user_create

PASSWORD = "correct horse"
SECRET = b"twenty random bytes."


class Clock:
    def __init__(self) -> None:
        self.now = time.time() // 30 * 30 + 1

    def time(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Clock]:
    clock = Clock()
    monkeypatch.setattr(second_factor, "time", clock)
    yield clock


@pytest.fixture
def alice(db: None, clock: Clock) -> User:
    return user_create(name="alice", password=PASSWORD)[0]


@pytest.fixture
def codes(alice: User, clock: Clock) -> list[str]:
    """The recovery codes of alice, whose log-in asks for a code."""
    made = second_factor_begin(alice, SECRET, code_at(clock), now=timezone.now())
    clock.now += 30
    return made


def code_at(clock: Clock, steps: int = 0, secret: bytes = SECRET) -> str:
    return TOTP(secret, 6, SHA1(), 30).generate(int(clock.now) + steps * 30).decode()


def password(client: Client, **fields: str) -> HttpResponse:
    return client.post("/login/", {"username": "alice", "password": PASSWORD, **fields})


def is_in(client: Client) -> bool:
    return client.get("/settings/").status_code == 200


def test_the_code_comes_after_the_password(codes: list[str], clock: Clock) -> None:
    client = Client()
    assert password(client, next="/timeline/")["Location"] == "/login/code/"
    assert not is_in(client)
    assert client.post("/login/code/", {"code": "000000"}).status_code == 422
    assert not is_in(client)
    code = code_at(clock)
    answer = client.post("/login/code/", {"code": f"{code[:3]} {code[3:]}"})
    assert answer["Location"] == "/timeline/" and is_in(client)


def test_without_the_password_there_is_no_code_to_give(codes: list[str], clock: Clock) -> None:
    client = Client()
    assert client.get("/login/code/")["Location"] == "/login/"
    assert client.post("/login/code/", {"code": code_at(clock)})["Location"] == "/login/"
    assert not is_in(client)
    password(client, password="wrong")
    assert client.post("/login/code/", {"code": code_at(clock)})["Location"] == "/login/"


@pytest.mark.parametrize("steps", [-1, 0, 1])
def test_clocks_may_differ_by_half_a_minute(
    alice: User, codes: list[str], clock: Clock, steps: int
) -> None:
    clock.now += 90
    assert second_factor_accepts(alice, code_at(clock, steps))
    assert not second_factor_accepts(alice, code_at(clock, steps)), "it counted already"


@pytest.mark.parametrize("steps", [-3, -2, 2, 100])
def test_codes_of_other_times_are_wrong(
    alice: User, codes: list[str], clock: Clock, steps: int
) -> None:
    clock.now += 300
    assert not second_factor_accepts(alice, code_at(clock, steps))


@pytest.mark.parametrize("code", ["", "0", "12345６", "x" * 100_000, "\x00", "-", "000000 "])
def test_what_is_no_code_is_wrong(alice: User, codes: list[str], code: str) -> None:
    assert not second_factor_accepts(alice, code)


def test_a_recovery_code_counts_once(alice: User, codes: list[str]) -> None:
    client = Client()
    password(client)
    client.post("/login/code/", {"code": codes[3].upper()})
    assert is_in(client) and len(SecondFactor.objects.get().recovery) == 9
    assert not second_factor_accepts(alice, codes[3])


def test_guesses_wait(codes: list[str], clock: Clock) -> None:
    client = Client()
    password(client)
    statuses = [client.post("/login/code/", {"code": f"{n:06}"}).status_code for n in range(8)]
    assert statuses == [422] * 5 + [429] * 3
    assert client.post("/login/code/", {"code": code_at(clock)}).status_code == 429


def test_a_page_that_waits_says_how_long(alice: User, codes: list[str]) -> None:
    client = Client()
    client.force_login(alice)
    for _attempt in range(6):
        said = client.post("/settings/access/code/change/", {"do": "end", "code": "0"})
    assert said.status_code == 429 and int(said["Retry-After"]) > 0


def test_nothing_readable_is_stored(alice: User, codes: list[str]) -> None:
    stored = str(SecondFactor.objects.values().get())
    assert SECRET.decode() not in stored and typed_secret(SECRET) not in stored
    assert not any(code in stored for code in codes)


def test_another_signing_key_leaves_recovery_codes(
    alice: User, codes: list[str], clock: Clock
) -> None:
    with override_settings(SECRET_KEY="another"):
        assert not second_factor_accepts(alice, code_at(clock))
        assert second_factor_accepts(alice, codes[0])


def test_it_is_turned_on_and_off_on_its_page(alice: User, clock: Clock) -> None:
    client = Client()
    client.force_login(alice)
    page = client.get("/settings/access/code/")
    assert "<svg" in page.text and "no-store" in page["Cache-Control"]
    shown = re.search(r"<code>([A-Z2-7]{32})</code>", page.text)
    assert shown
    secret = b32decode(shown.group(1))
    assert shown.group(1) in authenticator_address(secret, "alice")
    wrong = client.post("/settings/access/code/", {"code": "000000", "password": PASSWORD})
    assert wrong.status_code == 422 and not SecondFactor.objects.exists()
    given = {"code": code_at(clock, secret=secret), "password": PASSWORD}
    on = client.post("/settings/access/code/", given)
    recovery = re.findall(r"\b[a-z2-7]{4}(?:-[a-z2-7]{4}){3}\b", on.text)
    assert len(recovery) == 10
    assert not any(code in client.get("/settings/access/code/").text for code in recovery)

    refused = client.post("/settings/access/code/change/", {"do": "end", "code": "1"})
    assert refused.status_code == 422 and SecondFactor.objects.exists()
    new = client.post("/settings/access/code/change/", {"do": "renew", "code": recovery[0]})
    assert recovery[1] not in new.text
    client.post("/settings/access/code/change/", {"do": "end", "code": recovery[1]})
    assert SecondFactor.objects.exists(), "the old recovery codes are void"
    clock.now += 60
    client.post(
        "/settings/access/code/change/", {"do": "end", "code": code_at(clock, secret=secret)}
    )
    assert not SecondFactor.objects.exists()


def test_a_session_alone_turns_nothing_on(alice: User, clock: Clock) -> None:
    client = Client()
    client.force_login(alice)
    shown = re.search(r"<code>([A-Z2-7]{32})</code>", client.get("/settings/access/code/").text)
    assert shown
    code = code_at(clock, secret=b32decode(shown.group(1)))
    guesses = [{"code": code}, *({"code": code, "password": f"guess {n}"} for n in range(7))]
    answers = [client.post("/settings/access/code/", fields) for fields in guesses]
    assert [one.status_code for one in answers] == [422] * 5 + [429] * 3
    assert 'id="password-problem"' in answers[0].text and "wrong" in answers[0].text
    assert 'id="code-problem"' not in answers[0].text
    right = {"code": code, "password": PASSWORD}
    assert client.post("/settings/access/code/", right).status_code == 429
    assert not SecondFactor.objects.exists()


OUTSIDE = {"REMOTE_ADDR": "203.0.113.7"}


@pytest.mark.parametrize(
    ("extra", "is_taken"),
    [
        ({}, True),
        (OUTSIDE, False),
        ({**OUTSIDE, "secure": True}, True),
        ({"HTTP_X_FORWARDED_FOR": "203.0.113.7"}, False),
        ({"HTTP_FORWARDED": "for=203.0.113.7"}, False),
        ({"HTTP_VIA": "1.1 varnish"}, False),
        ({"HTTP_X_REAL_IP": "203.0.113.7"}, False),
        ({"HTTP_X_FORWARDED_HOST": "memory.example"}, False),
        ({"HTTP_HOST": "memory.example"}, False),
        ({"HTTP_HOST": "localhost:8377"}, True),
        ({"HTTP_X_FORWARDED_FOR": "203.0.113.7", "secure": True}, True),
    ],
)
def test_a_password_in_clear_text_is_taken_from_this_machine_only(
    alice: User, settings: Any, extra: dict[str, Any], is_taken: bool
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    client = Client()
    shown = client.get("/login/", **extra)
    sent = client.post("/login/", {"username": "alice", "password": PASSWORD}, **extra)
    assert (shown.status_code, sent.status_code) == ((200, 302) if is_taken else (403, 403))
    assert ('name="password"' in shown.text) is is_taken
    with override_settings(PLAIN_LOG_IN=True):
        assert (
            client.post("/login/", {"username": "alice", "password": PASSWORD}, **extra).status_code
            == 302
        )


def test_leaving_takes_no_password_in_clear_text(alice: User) -> None:
    _token, secret = token_create(user_name="alice", scopes=["read", "write", "admin"])
    sent = json.dumps({"confirm": "0", "password": PASSWORD})
    headers = {"Authorization": f"Bearer {secret}"}
    answers = [
        Client()
        .post("/api/privacy/leave/", sent, "application/json", headers=headers, **extra)
        .json()
        for extra in (OUTSIDE, {**OUTSIDE, "secure": True})
    ]
    assert [answer["errors"][0]["code"] for answer in answers] == ["insecure", "changed"]

    client = Client()
    client.force_login(alice)
    fields = {"confirm": "0", "sure": "on", "password": PASSWORD}
    with override_settings(SECOND_FACTOR="optional"):
        page = client.post("/privacy/leave/", fields, **OUTSIDE)
    assert page.status_code == 403 and "over TLS only" in page.text


TLS = {**OUTSIDE, "secure": True}


def log_in(client: Client, address: str = "/", **extra: Any) -> HttpResponse:
    sent = {"username": "alice", "password": PASSWORD, "next": address}
    return client.post("/login/", sent, **extra)


def test_from_another_machine_a_password_alone_opens_the_second_factor_only(
    alice: User, clock: Clock
) -> None:
    client = Client()
    assert log_in(client, "/timeline/?q=a", **TLS)["Location"] == "/timeline/?q=a"
    setup = client.get("/timeline/?q=a", **TLS)["Location"]
    assert setup == "/settings/access/code/?next=%2Ftimeline%2F%3Fq%3Da"
    for address in ("/", "/admin/", "/nowhere/", "/settings/access/", "/settings/access/passkeys/"):
        assert client.get(address, **TLS)["Location"].startswith("/settings/access/code/"), address
    part = client.get("/", headers={"HX-Request": "true"}, **TLS)
    assert part["HX-Refresh"] == "true" and not part.content
    refused = client.get("/api/memories/", **TLS)
    assert refused.status_code == 403
    assert refused.json()["errors"][0]["code"] == "second_factor_needed"

    page = client.get(setup, **TLS)
    shown = re.search(r"<code>([A-Z2-7]{32})</code>", page.text)
    assert shown and "inbox-count" not in page.text
    code = code_at(clock, secret=b32decode(shown.group(1)))
    on = client.post(setup, {"code": code, "password": PASSWORD}, **TLS)
    assert 'href="/timeline/?q=a"' in on.text
    assert client.get("/timeline/", **TLS).status_code == 200
    assert client.get("/api/memories/", **TLS).status_code == 200


def test_a_token_is_a_second_factor(alice: User) -> None:
    _token, secret = token_create(user_name="alice", name="laptop")
    answer = Client().get("/api/memories/", headers={"Authorization": f"Bearer {secret}"}, **TLS)
    assert answer.status_code == 200


@pytest.mark.parametrize(
    ("rule", "extra", "is_led"),
    [
        ({}, {}, False),
        ({}, {"HTTP_X_FORWARDED_FOR": "203.0.113.7", "secure": True}, True),
        ({"PLAIN_LOG_IN": True}, OUTSIDE, False),
        ({"SECOND_FACTOR": "optional"}, TLS, False),
        ({"SECOND_FACTOR": "required"}, {}, True),
    ],
)
def test_who_is_led_to_the_second_factor(
    alice: User, rule: dict[str, Any], extra: dict[str, Any], is_led: bool
) -> None:
    client = Client()
    with override_settings(**rule):
        log_in(client, **extra)
        assert ("Location" in client.get("/settings/", **extra)) is is_led
        assert client.post("/logout/", **extra)["Location"] == "/login/"


def test_no_other_site_is_led_to(alice: User, clock: Clock) -> None:
    client = Client()
    client.force_login(alice)
    setup = "/settings/access/code/?next=https://other.example/"
    shown = re.search(r"<code>([A-Z2-7]{32})</code>", client.get(setup).text)
    assert shown
    code = code_at(clock, secret=b32decode(shown.group(1)))
    on = client.post(setup, {"code": code, "password": PASSWORD})
    assert 'href="/settings/access/"' in on.text
    assert 'href="https://other.example' not in on.text
