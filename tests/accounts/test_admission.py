"""Wrong passwords and tokens: what waits, who is let in meanwhile, and what is answered."""

from collections.abc import Callable, Iterator

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation
from rest_framework.test import APIClient

from accounts.services.users import user_create
from core.caller import Caller

from .conftest import Clock

pytestmark = pytest.mark.usefixtures("waits_by_clock")
PASSWORD = "correct horse"
HERE, ELSEWHERE, THIRD = "127.0.0.1", "203.0.113.9", "198.51.100.7"


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    with translation.override("en"):
        yield


@pytest.fixture
def people(db: None) -> None:
    user_create(name="alice", password=PASSWORD, is_owner=True)
    user_create(name="bob", password=PASSWORD)


def log_in(
    name: str, password: str, *, at: str = HERE, path: str = "/login/", language: str = "en"
) -> object:
    client = Client(REMOTE_ADDR=at, headers={"accept-language": language})
    fields = {"username": name, "password": password, "next": "/"}
    return client.post(path, fields, secure=True)


def status_of(*args: str, **kwargs: str) -> int:
    return log_in(*args, **kwargs).status_code  # type: ignore[attr-defined, no-any-return]


def test_the_admin_has_the_same_log_in(people: None) -> None:
    assert Client().get("/admin/")["Location"] == "/admin/login/?next=/admin/"
    assert Client().get("/admin/login/?next=/admin/")["Location"] == "/login/?next=/admin/"
    bob = Client()
    bob.force_login(User.objects.get(username="bob"))
    assert bob.get("/admin/login/").status_code == 403


def test_after_failures_the_right_password_waits_too(people: None, clock: Clock) -> None:
    path = "/login/"
    statuses = [status_of("alice", f"wrong {n}", path=path) for n in range(20)]
    assert statuses == [200] * 5 + [429] * 15
    refused = log_in("alice", PASSWORD, path=path)
    assert refused.status_code == 429 and refused["Retry-After"] == "5"  # type: ignore
    assert "Try again in 5 seconds" in refused.text  # type: ignore[attr-defined]
    clock.now += 5
    assert status_of("alice", PASSWORD, path=path) == 302
    assert status_of("alice", "wrong", path=path) == 200


def test_the_page_is_in_the_language_of_the_reader(people: None) -> None:
    for number in range(5):
        log_in("alice", f"wrong {number}")
    refused = log_in("alice", PASSWORD, language="ja")
    assert "5秒後" in refused.text  # type: ignore[attr-defined]


def test_whoever_tries_elsewhere_keeps_nobody_out_here(people: None, clock: Clock) -> None:
    for number in range(60):
        log_in("alice", f"wrong {number}", at=ELSEWHERE)
        clock.now += 1
    assert status_of("alice", PASSWORD, at=ELSEWHERE) == 429
    assert status_of("alice", PASSWORD) == 302
    assert status_of("alice", PASSWORD, at=THIRD) == 302


def test_an_address_that_tries_many_names_waits_for_all(people: None, clock: Clock) -> None:
    for number in range(20):
        assert status_of(f"name {number}", "guess", at=ELSEWHERE) == 200
    assert status_of("bob", PASSWORD, at=ELSEWHERE) == 429
    assert status_of("bob", PASSWORD, at=THIRD) == 302
    clock.now += 10
    assert status_of("bob", PASSWORD, at=ELSEWHERE) == 302
    # One's own right password does not wash the address clean.
    assert status_of("name 1", "guess", at=ELSEWHERE) == 200
    assert status_of("name 2", "guess", at=ELSEWHERE) == 429


def test_guesses_from_many_addresses_slow_an_account_but_not_here(people: None) -> None:
    for number in range(50):
        assert status_of("alice", "guess", at=f"10.0.0.{number}") == 200
    assert status_of("alice", PASSWORD, at=ELSEWHERE) == 429
    assert status_of("bob", PASSWORD, at=ELSEWHERE) == 302
    assert status_of("alice", PASSWORD) == 302


def test_waits_stay_short_on_this_machine(people: None, clock: Clock) -> None:
    waits = {HERE: 0, ELSEWHERE: 0}
    for at in waits:
        for _round in range(16):
            answer = log_in("alice", "wrong", at=at)
            waits[at] = int(answer.headers.get("Retry-After", 0))  # type: ignore[attr-defined]
            clock.now += waits[at]
    refused = dict.fromkeys(waits, 0)
    for at in waits:
        log_in("alice", "wrong", at=at)
        refused[at] = int(log_in("alice", PASSWORD, at=at)["Retry-After"])  # type: ignore[index]
    assert refused[HERE] <= 60 < refused[ELSEWHERE] <= 15 * 60


def test_names_differ_by_more_than_their_case(people: None) -> None:
    for name in ("alice", "Alice", "ALICE", "aLICE", "alicE"):
        log_in(name, "wrong")
    assert status_of("alice", PASSWORD) == 429


def bearer(secret: str, *, at: str = HERE) -> APIClient:
    client = APIClient(REMOTE_ADDR=at)
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    return client


def test_different_wrong_tokens_make_the_address_wait(
    owner: Caller, token_of: Callable[..., str], clock: Clock
) -> None:
    right = token_of("alice")
    answers = [bearer(f"wsr_{n}", at=ELSEWHERE).get("/api/me/") for n in range(60)]
    assert [answer.status_code for answer in answers] == [401] * 20 + [429] * 40
    refused = bearer(right, at=ELSEWHERE).get("/api/me/")
    assert refused.status_code == 429 and refused["Retry-After"] == "5"
    assert refused.json()["code"] == "too_many_attempts"
    assert bearer(right).get("/api/me/").status_code == 200
    clock.now += 5
    assert bearer(right, at=ELSEWHERE).get("/api/me/").status_code == 200


def test_an_assistant_with_an_old_token_keeps_no_other_one_out(
    owner: Caller, token_of: Callable[..., str], clock: Clock
) -> None:
    right = token_of("alice")
    statuses = [bearer("wsr_old").get("/api/me/").status_code for _ in range(20)]
    assert statuses == [401] * 5 + [429] * 15
    assert bearer(right).get("/api/me/").status_code == 200
    clock.now += 5
    assert bearer("wsr_old").get("/api/me/").status_code == 401


def test_a_wrong_token_writes_nothing(owner: Caller) -> None:
    with CaptureQueriesContext(connection) as queries:
        for number in range(60):
            bearer(f"wsr_{number}").get("/api/me/")
    assert [q["sql"] for q in queries if not q["sql"].lstrip().startswith("SELECT")] == []


def test_a_call_without_a_request_is_not_counted(people: None) -> None:
    client = Client()
    for _attempt in range(30):
        assert not client.login(username="alice", password="wrong")
    client.force_login(User.objects.get(username="alice"))
    assert client.get("/settings/").status_code == 200
