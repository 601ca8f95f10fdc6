"""Who can get in: log-ins, apps and tokens are listed and ended, one's own only."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import ApiToken
from accounts.services.sessions import clear_sessions
from core.caller import Caller

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


def browser(name: str, agent: str = FIREFOX) -> Client:
    client = Client(headers={"user-agent": agent})
    client.force_login(User.objects.get(username=name))
    client.get("/settings/")
    return client


@pytest.fixture
def own(owner: Caller) -> Client:
    return browser("alice")


def ended(client: Client) -> bool:
    return client.get("/settings/")["Location"].startswith("/login/")


def names(client: Client) -> list[str]:
    """Return the names of the sessions that the page offers to end."""
    return re.findall(
        r'action="/settings/access/([0-9a-f]{32})/"', client.get("/settings/access/").text
    )


def test_browsers_are_listed_and_ended(own: Client) -> None:
    phone = browser("alice", "Mozilla/5.0 (iPhone; CPU) AppleWebKit Version/18 Safari/604")
    page = own.get("/settings/access/")
    assert "Firefox, Linux" in page.text and "Safari, iPhone" in page.text
    assert own.session.session_key not in page.text and phone.session.session_key not in page.text
    (name,) = names(own)
    assert own.post(f"/settings/access/{name}/")["Location"] == "/settings/access/"
    assert ended(phone) and names(own) == []


def test_a_new_log_in_knows_its_browser_at_once(owner: Caller) -> None:
    user = User.objects.get(username="alice")
    user.set_password("correct horse")
    user.save()
    client = Client(headers={"user-agent": FIREFOX})
    answer = client.post("/login/", {"username": "alice", "password": "correct horse"})
    assert answer.status_code == 302
    page = client.get("/settings/access/").text
    assert "Firefox, Linux" in page and "127.0.0.1" in page and "unknown" not in page


def test_a_name_that_is_not_ours_is_explained(own: Client) -> None:
    answer = own.get("/", headers={"host": "192.168.0.9:8377"})
    assert answer.status_code == 400 and "192.168.0.9" in answer.text
    assert "WASURENA_ALLOWED_HOSTS" in answer.text
    for host in ("<b>x</b>", "a b", "", "x" * 300):
        answer = own.get("/", headers={"host": host})
        assert answer.status_code == 400 and "<b>" not in answer.text


def test_all_other_browsers_at_once(own: Client) -> None:
    others = [browser("alice"), browser("alice")]
    own.post("/settings/access/others/")
    assert all(map(ended, others)) and not own.get("/settings/").has_header("Location")


def test_nobody_ends_what_another_person_has(own: Client, other: Caller) -> None:
    bob = browser("bob")
    assert names(own) == []
    (mine,) = [one["id"] for one in own.get("/api/me/sessions/").json()["results"]]
    (his,) = [one["id"] for one in bob.get("/api/me/sessions/").json()["results"]]
    for name in (his, "0" * 32, bob.session.session_key):
        assert own.post(f"/settings/access/{name}/").status_code == 404
        assert own.delete(f"/api/me/sessions/{name}/").status_code in (403, 404)
    assert not bob.get("/settings/").has_header("Location") and mine != his


def test_rest_lists_and_ends_for_the_owner_and_unbound_administrators(
    own: Client, token_of: object
) -> None:
    def client(**fields: object) -> APIClient:
        made = APIClient()
        made.credentials(HTTP_AUTHORIZATION=f"Bearer {token_of('alice', **fields)}")  # type: ignore[operator]
        return made

    assert client().get("/api/me/sessions/").status_code == 403
    bound = client(scopes=["admin"], packs=["work"])
    assert bound.get("/api/me/sessions/").status_code == 403
    admin = client(scopes=["admin"])
    (found,) = admin.get("/api/me/sessions/").json()["results"]
    assert found["browser"] == FIREFOX and not found["is_current"]
    assert admin.delete(f"/api/me/sessions/{found['id']}/").status_code == 204
    assert ended(own)


def test_a_use_is_noted_at_most_every_ten_minutes(
    own: Client, django_assert_num_queries: object
) -> None:
    before = Session.objects.get().session_data
    own.get("/settings/")
    assert Session.objects.get().session_data == before


def test_a_session_that_expired_is_listed_no_more(own: Client) -> None:
    browser("alice")
    Session.objects.exclude(pk=own.session.session_key).update(expire_date=timezone.now())
    assert names(own) == []
    clear_sessions()
    assert Session.objects.count() == 1


def test_a_token_may_be_good_for_some_days(own: Client) -> None:
    own.post("/tokens/", {"name": "guest", "scope": ["read"], "days": "30"})
    left = ApiToken.objects.get().expires_at - timezone.now()  # type: ignore[operator]
    assert timedelta(days=29) < left <= timedelta(days=30)
    own.post("/tokens/", {"name": "odd", "scope": ["read"], "days": "-1"})
    assert ApiToken.objects.get(name="odd").expires_at is None
    ApiToken.objects.update(expires_at=timezone.now())
    assert "expired" in own.get("/settings/access/").text
