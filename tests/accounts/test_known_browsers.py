"""A browser that was logged in once is not kept out by wrong passwords from elsewhere."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from accounts.interfaces.pages import second_factor
from accounts.models import SecondFactor
from accounts.services import known_browsers
from accounts.services.users import user_create

from .conftest import Clock

pytestmark = pytest.mark.usefixtures("waits_by_clock")
PASSWORD = "correct horse"
PHONE_NETWORK, THIRD = "203.0.113.9", "198.51.100.7"


@pytest.fixture
def alice(db: None) -> User:
    return user_create(name="alice", password=PASSWORD)[0]


def log_in(
    client: Client, password: str = PASSWORD, *, name: str = "alice", at: str = PHONE_NETWORK
) -> HttpResponse:
    fields = {"username": name, "password": password}
    return client.post("/login/", fields, secure=True, REMOTE_ADDR=at)


def known(name: str = "alice") -> Client:
    """Return a browser that has logged in and out again."""
    client = Client()
    assert log_in(client, name=name).status_code == 302
    client.post("/logout/", secure=True, REMOTE_ADDR=PHONE_NETWORK)
    return client


def guess_from_everywhere(name: str = "alice") -> None:
    for number in range(50):
        log_in(Client(), "guess", name=name, at=f"10.0.0.{number}")


def test_guesses_from_elsewhere_keep_no_known_browser_out(alice: User, clock: Clock) -> None:
    browser = known()
    guess_from_everywhere()
    assert log_in(Client(), at=THIRD).status_code == 429
    assert log_in(browser, at=THIRD).status_code == 302
    for _minute in range(5):
        clock.now += 60
        log_in(Client(), "guess", at="10.9.9.9")
        assert log_in(known_copy(browser)).status_code == 302


def known_copy(browser: Client) -> Client:
    """Return a browser with what another one keeps, the log-in excepted."""
    copy = Client()
    copy.cookies.update(browser.cookies)
    copy.cookies.pop("wasurena_session", None)
    return copy


def test_a_stolen_cookie_gives_no_free_guesses(alice: User, clock: Clock) -> None:
    thief = known_copy(known())
    statuses = [log_in(thief, f"guess {n}", at=f"10.1.0.{n}").status_code for n in range(8)]
    assert statuses == [200] * 5 + [429] * 3
    assert log_in(Client(), at=THIRD).status_code == 302, "others do not wait for it"
    waits = []
    for number in range(12):
        answer = log_in(thief, "guess", at=f"10.2.0.{number}")
        clock.now += (wait := int(answer.headers.get("Retry-After", 0)))
        waits.append(wait)
    assert max(waits) > 60


def test_a_log_in_clears_the_failures_of_its_own_browser(alice: User) -> None:
    browser = known()
    for number in range(4):
        log_in(browser, "typo", at=f"10.3.0.{number}")
    assert log_in(browser, at=THIRD).status_code == 302
    for number in range(5):
        assert log_in(known_copy(browser), "typo", at=f"10.4.0.{number}").status_code == 200


def test_a_new_password_ends_it(alice: User) -> None:
    browser = known()
    alice.set_password("another horse")
    alice.save()
    guess_from_everywhere()
    assert log_in(browser, "another horse").status_code == 429


def test_a_stolen_session_makes_no_browser_known(alice: User) -> None:
    client = Client()
    client.force_login(alice)
    client.get("/settings/", secure=True)
    assert known_browsers.cookie_name("alice") not in client.cookies


def test_it_is_good_for_one_account_and_two_share_a_browser(alice: User) -> None:
    user_create(name="bob", password=PASSWORD)
    browser = known("bob")
    guess_from_everywhere()
    name = next(one for one in browser.cookies if one.startswith("wasurena_browser_"))
    browser.cookies[known_browsers.cookie_name("alice")] = browser.cookies[name].value
    assert log_in(browser, at=THIRD).status_code == 429, "renamed, it is still that of bob"
    both = known("bob")
    for address in (PHONE_NETWORK, THIRD):
        guess_from_everywhere("bob")
        assert log_in(known_copy(both), name="bob", at=address).status_code == 302


@pytest.mark.parametrize("value", ["", "x", "e30:1:x", "\xff", "x" * 5_000])
def test_a_made_up_cookie_is_none(alice: User, value: str) -> None:
    browser = Client()
    browser.cookies[known_browsers.cookie_name("alice")] = value
    guess_from_everywhere()
    assert log_in(browser, at=THIRD).status_code == 429


def test_it_expires(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = known()
    guess_from_everywhere()
    monkeypatch.setattr(known_browsers, "KNOWN_SECONDS", -1)
    assert log_in(browser, at=THIRD).status_code == 429


@pytest.mark.parametrize("secure", [True, False])
def test_no_script_and_no_other_site_gets_it(alice: User, secure: bool) -> None:
    client = Client()
    fields = {"username": "alice", "password": PASSWORD}
    client.post("/login/", fields, secure=secure)
    cookie = client.cookies[known_browsers.cookie_name("alice")]
    assert cookie["httponly"] and cookie["samesite"] == "Lax"
    assert cookie["max-age"] == 180 * 24 * 60 * 60
    assert bool(cookie["secure"]) is secure
    assert "alice" not in cookie.OutputString()


def test_where_a_code_is_asked_the_browser_is_known_after_it(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    SecondFactor.objects.create(user=alice, secret="x", last_step=0, created_at=timezone.now())
    monkeypatch.setattr(second_factor, "second_factor_accepts", lambda _user, code: code == "1")
    client = Client()
    assert log_in(client)["Location"] == "/login/code/"
    client.post("/login/code/", {"code": "0"}, secure=True)
    assert known_browsers.cookie_name("alice") not in client.cookies
    client.post("/login/code/", {"code": "1"}, secure=True)
    assert known_browsers.cookie_name("alice") in client.cookies


def test_unknown_names_are_answered_alike(alice: User, django_assert_num_queries: Any) -> None:
    for name in ("alice", "nobody"):
        with django_assert_num_queries(1):
            assert log_in(Client(), "guess", name=name).status_code == 200
