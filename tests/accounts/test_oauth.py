"""What OAuth refuses: unknown clients, wrong redirects, missing PKCE, others' addresses."""

import base64
import hashlib
import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from django.contrib.auth.hashers import identify_hasher
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone
from django.utils.html import escape
from hypothesis import given
from hypothesis import strategies as st
from oauth2_provider import cimd
from oauth2_provider.models import AccessToken, Application, Grant, RefreshToken

from accounts.callers import caller_of_token
from accounts.models import ApiToken
from accounts.oauth import ConnectionValidator, is_safe_redirect
from accounts.services.connections import clean_apps, connection_authenticate, resource_of
from accounts.services.tokens import token_withdraw
from core.caller import Caller, Role
from core.errors import NotAuthenticated

VERIFIER = "v" * 50
CHALLENGE = (
    base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).rstrip(b"=").decode()
)
HERE = "http://127.0.0.1:4711/back"
MCP = "http://testserver/mcp"


def register(**fields: Any) -> HttpResponse:
    about = {
        "client_name": "Editor",
        "redirect_uris": [HERE],
        "token_endpoint_auth_method": "none",
        **fields,
    }
    return Client().post("/register", json.dumps(about), content_type="application/json")


@pytest.fixture
def site(owner: Caller) -> Client:
    """Alice's browser."""
    client = Client()
    client.force_login(User.objects.get(username="alice"))
    return client


@pytest.fixture
def asked(owner: Caller) -> dict[str, str]:
    """The parameters of a correct request of a registered client."""
    return {
        "response_type": "code",
        "client_id": register().json()["client_id"],
        "redirect_uri": HERE,
        "state": "s",
        "code_challenge": CHALLENGE,
        "code_challenge_method": "S256",
        "resource": MCP,
        "scope": "read write",
    }


def allow(site: Client, asked: dict[str, str], **choice: Any) -> HttpResponse:
    address = "/authorize?" + "&".join(f"{name}={value}" for name, value in asked.items())
    return site.post(address, {"allow": "yes", "may": ["read"], **choice})


def landed(response: HttpResponse) -> dict[str, str]:
    """Return what the app is told."""
    address = led_to(response)
    assert address.startswith(HERE)
    return {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}


def led_to(response: HttpResponse) -> str:
    """Return where the page leads the browser."""
    assert response.status_code == 200, response.text
    assert "no-store" in response["Cache-Control"]
    now, _, address = response["Refresh"].partition("; url=")
    assert now == "0" and f'href="{escape(address)}"' in response.text
    return address


def exchange(asked: dict[str, str], code: str, **fields: str) -> HttpResponse:
    body = {
        "grant_type": "authorization_code",
        "code": code,
        "client_id": asked["client_id"],
        "redirect_uri": asked["redirect_uri"],
        "code_verifier": VERIFIER,
        "resource": MCP,
        **fields,
    }
    return Client().post("/token", body)


@pytest.fixture
def connected(site: Client, asked: dict[str, str]) -> dict[str, Any]:
    """The token answer of a connection to the pack “work”."""
    code = landed(allow(site, asked, pack=["work"], root="team"))["code"]
    answer: dict[str, Any] = exchange(asked, code).json()
    return answer


def test_an_access_token_is_a_caller_as_a_token_is(connected: dict[str, Any]) -> None:
    caller = caller_of_token(connection_authenticate(connected["access_token"], MCP))
    assert caller.base_user == "alice" and caller.role is Role.ASSISTANT
    assert caller.actor == "assistant:Editor"
    assert (caller.packs, caller.namespace) == (frozenset({"work"}), "team")
    assert set(caller.scopes) == {"read"} and not caller.is_operator
    assert connected["scope"] == "read" and "connection" not in json.dumps(connected)


def test_secrets_are_stored_as_digests(connected: dict[str, Any]) -> None:
    for model in (AccessToken, RefreshToken):
        for row in model.objects.values():
            assert connected["access_token"] not in str(row)
            assert connected["refresh_token"] not in str(row)
    secret = register(token_endpoint_auth_method="client_secret_post").json()["client_secret"]
    stored = Application.objects.latest("pk").client_secret
    assert stored != secret and identify_hasher(stored)


def test_the_page_says_who_asks_and_where_the_answer_goes(
    site: Client, asked: dict[str, str]
) -> None:
    page = site.get("/authorize", asked)
    assert "Editor" in page.text and "127.0.0.1:4711" in page.text
    assert 'value="admin"' not in page.text, "the app did not ask for it"
    assert "form-action 'self';" in page["Content-Security-Policy"]
    assert Client().get("/authorize", asked)["Location"].startswith("/login/?next=/authorize")


def test_the_page_says_what_each_scope_allows(site: Client, asked: dict[str, str]) -> None:
    page = site.get("/authorize", asked | {"scope": "read write admin"})
    for words in ("find and read", "save, change and forget", "decide in your place"):
        assert words in page.text.casefold()
    page = site.get("/authorize", asked, headers={"accept-language": "ja"})
    assert "記憶を探して読みます" in page.text


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"client_id": "nobody"}, "No app of this id"),
        ({"redirect_uri": "https://evil.example/back"}, "that it did not register"),
        ({"redirect_uri": "nonsense"}, "that it did not register"),
        ({"redirect_uri": "https://evil.example:99999/"}, "that it did not register"),
    ],
)
def test_a_person_is_told_in_our_words_why_an_app_cannot_connect(
    site: Client, asked: dict[str, str], change: dict[str, str], words: str
) -> None:
    answer = site.get("/authorize", asked | change)
    assert answer.status_code == 400 and words in answer.text


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"redirect_uris": "https://x/"}, "a list of addresses is expected"),
        ({"redirect_uris": [7]}, "a list of addresses is expected"),
        ({"redirect_uris": []}, "1 to 20 addresses"),
        ({"redirect_uris": ["https://x/"] * 21}, "1 to 20 addresses"),
        ({"redirect_uris": ["javascript:alert(1)"]}, "begins with one of https:"),
        ({"redirect_uris": ["https://x/#part"]}, "no part after “#”"),
        ({"redirect_uris": ["https://x:99999/"]}, "check it for spaces"),
        ({"redirect_uris": ["https://x/ https://y/"]}, "check it for spaces"),
        ({"redirect_uris": ["https://"]}, "not supported here"),
        ({"token_endpoint_auth_method": "magic"}, "not supported here"),
    ],
)
def test_a_registration_is_refused_in_our_words(
    db: None, fields: dict[str, Any], words: str
) -> None:
    answer = register(**fields)
    assert answer.status_code == 400 and words in answer.json()["error_description"]


def test_a_refusal_is_told_and_nothing_is_kept(site: Client, asked: dict[str, str]) -> None:
    told = landed(allow(site, asked, allow="no"))
    assert (told["error"], told["state"], told["iss"]) == (
        "access_denied",
        "s",
        "http://testserver",
    )
    assert not ApiToken.objects.exists() and not Grant.objects.exists()


@pytest.mark.parametrize(
    "change",
    [
        {"client_id": "nobody"},
        {"client_id": "https://localhost/client.json"},
        {"client_id": "https://169.254.169.254/latest/meta-data"},
        {"redirect_uri": "https://evil.example/back"},
        {"redirect_uri": "http://127.0.0.1:4711/elsewhere"},
        {"redirect_uri": "http://127.0.0.1.evil.example:4711/back"},
    ],
)
def test_who_is_not_known_is_sent_nothing(
    site: Client, asked: dict[str, str], change: dict[str, str]
) -> None:
    for answer in (site.get("/authorize", asked | change), allow(site, asked | change)):
        assert answer.status_code == 400 and "Refresh" not in answer
        assert "evil.example" not in answer.text.split("<span")[0]
    assert not ApiToken.objects.exists()


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"code_challenge": ""}, "invalid_request"),
        ({"code_challenge_method": "plain"}, "invalid_request"),
        ({"resource": "https://other.example/mcp"}, "invalid_target"),
        ({"resource": "http://testserver/api"}, "invalid_target"),
        ({"scope": "read everything"}, "invalid_scope"),
        ({"scope": "read connection:1"}, "invalid_scope"),
        ({"response_type": "token"}, "unauthorized_client"),
    ],
)
def test_a_wrong_request_is_told_to_its_app(
    site: Client, asked: dict[str, str], change: dict[str, str], error: str
) -> None:
    wrong = {name: value for name, value in (asked | change).items() if value}
    told = landed(allow(site, wrong))
    assert told["error"] == error and "code" not in told
    assert landed(site.get("/authorize?" + urlencode(wrong))) == told
    assert not Grant.objects.exists() and not ApiToken.objects.exists()


@pytest.mark.parametrize(
    ("choice", "field"),
    [
        ({"may": []}, "may-problem"),
        ({"may": ["admin"]}, "may-problem"),
        ({"pack": ["nonsense"]}, "pack-problem"),
        ({"root": "../x"}, "root-problem"),
    ],
)
def test_a_choice_that_cannot_be_is_shown_again(
    site: Client, asked: dict[str, str], choice: dict[str, Any], field: str
) -> None:
    answer = allow(site, asked, **choice)
    assert answer.status_code == 422 and field in answer.text
    assert not ApiToken.objects.exists()


def test_a_code_counts_once_for_its_client_and_with_its_verifier(
    site: Client, asked: dict[str, str]
) -> None:
    code = landed(allow(site, asked))["code"]
    other = register().json()["client_id"]
    assert exchange(asked, code, client_id=other).status_code in (400, 401)
    assert exchange(asked, code, redirect_uri="http://127.0.0.1:4712/back").status_code == 400
    for resource in ("https://other.example/mcp", "https://[::1/mcp"):
        assert exchange(asked, code, resource=resource).json()["error"] == "invalid_target"
    wrong = exchange(asked, code, code_verifier="w" * 50)
    assert wrong.json()["error"] == "invalid_grant"

    code = landed(allow(site, asked))["code"]
    assert exchange(asked, code).status_code == 200
    assert exchange(asked, code).json()["error"] == "invalid_grant"

    code = landed(allow(site, asked))["code"]
    Grant.objects.update(expires=timezone.now())
    assert exchange(asked, code).json()["error"] == "invalid_grant"


DEVICE = "urn:ietf:params:oauth:grant-type:device_code"


@pytest.mark.parametrize(
    "kind", ["password", "client_credentials", "implicit", DEVICE, "nonsense", "\ud800", ""]
)
def test_no_other_way_to_a_token(asked: dict[str, str], kind: str) -> None:
    if kind:
        assert register(grant_types=[kind]).json()["error"] == "invalid_client_metadata"
    body = {"grant_type": kind.encode("utf-8", "surrogatepass"), "client_id": asked["client_id"]}
    answer = Client().post("/token", body)
    assert answer.status_code == 400
    assert answer.json()["error"] == ("unsupported_grant_type" if kind else "invalid_request")


@pytest.mark.parametrize("where", ["body", "address"])
def test_no_password_is_tried_at_the_token_address(
    owner: Caller, asked: dict[str, str], where: str
) -> None:
    alice = User.objects.get(username="alice")
    alice.set_password("the right one")
    alice.save()
    fields = {"username": "alice", "grant_type": "password", "client_id": asked["client_id"]}
    answers = set()
    for password in ("the right one", "a wrong one"):
        given = fields | {"password": password}
        query = "?" + urlencode(given) if where == "address" else ""
        answer = Client().post(f"/token{query}", {} if query else given)
        answers.add((answer.status_code, answer.content))
    assert len(answers) == 1 and answers.pop()[0] == 400
    assert not ConnectionValidator().validate_user("alice", "the right one", None, None)


def test_what_was_ended_or_has_expired_opens_nothing(
    owner: Caller, connected: dict[str, Any], asked: dict[str, str]
) -> None:
    secret = connected["access_token"]
    AccessToken.objects.update(expires=timezone.now())
    with pytest.raises(NotAuthenticated):
        connection_authenticate(secret, MCP)
    AccessToken.objects.update(expires=timezone.now() + timedelta(hours=1))
    connection_authenticate(secret, MCP)
    with pytest.raises(NotAuthenticated):
        connection_authenticate(secret, "http://elsewhere.example/mcp")

    token_withdraw(owner, ApiToken.objects.get().pk)
    with pytest.raises(NotAuthenticated):
        connection_authenticate(secret, MCP)
    body = {
        "grant_type": "refresh_token",
        "refresh_token": connected["refresh_token"],
        "client_id": asked["client_id"],
    }
    assert Client().post("/token", body).json()["error"] == "invalid_grant"


def test_a_narrower_token_stays_bound(connected: dict[str, Any], asked: dict[str, str]) -> None:
    body = {
        "grant_type": "refresh_token",
        "refresh_token": connected["refresh_token"],
        "client_id": asked["client_id"],
        "scope": "read",
    }
    renewed = Client().post("/token", body).json()
    caller = caller_of_token(connection_authenticate(renewed["access_token"], MCP))
    assert (caller.packs, caller.namespace) == (frozenset({"work"}), "team")
    wider = Client().post(
        "/token", body | {"refresh_token": renewed["refresh_token"], "scope": "read admin"}
    )
    assert wider.json()["error"] == "invalid_scope"


@pytest.mark.parametrize(
    ("redirect", "is_taken"),
    [
        ("https://app.example/back", True),
        ("http://localhost:1/back", True),
        ("http://[::1]/back", True),
        ("cursor://anysphere.cursor-retrieval/oauth", True),
        ("vscode://vscode.github-authentication/did-authenticate", True),
        ("http://app.example/back", False),
        ("javascript:alert(1)", False),
        ("data:text/html,x", False),
        ("https://app.example/back#part", False),
        ("https://user:word@app.example/back", False),
        ("https://app.example:99999/back", False),
        ("http://127.0.0.1:99999/back", False),
        ("https://app.example/back\nhttps://other.example", False),
        ("https://app.example/back https://other.example", False),
        (" https://app.example/back", False),
        ("https://app.example/\u3000", False),
        ("", False),
    ],
)
def test_where_answers_may_go(db: None, redirect: str, is_taken: bool) -> None:
    answer = register(redirect_uris=[redirect])
    assert (answer.status_code == 201) is is_taken
    assert is_taken or answer.json()["error"] == "invalid_redirect_uri"


@pytest.mark.parametrize(
    "body",
    [
        b"", b"{", b"[]", b"7", b'{"redirect_uris": 7}', b'{"client_name": {}}', b"x" * 20_000,
        b'{"client_name": "a\\ud800", "redirect_uris": ["https://a.example/"]}',
        b'{"client_name": "a\\u0000b", "redirect_uris": ["https://a.example/"]}',
        b'{"redirect_uris": ["https://a.example/"], "response_types": ["token"]}',
    ],
)  # fmt: skip
def test_a_registration_that_is_none_is_refused(db: None, body: bytes) -> None:
    answer = Client().post("/register", body, content_type="application/json")
    assert answer.status_code == 400 and answer.json()["error"]
    assert not Application.objects.exists()


@pytest.mark.parametrize(
    "change",
    [
        {"redirect_uris": ["http://evil.example/back"]},
        {"redirect_uris": ["https://evil.example:99999/back"]},
        {"redirect_uris": [f"{HERE}\nhttps://evil.example"]},
        {"grant_types": ["implicit"]},
        {"grant_types": ["password"]},
        {"client_name": "a\0b"},
        {"client_name": {"a": 1}},
    ],
)
def test_a_client_cannot_become_what_it_could_not_register(
    db: None, change: dict[str, Any]
) -> None:
    made = register().json()
    about = {"client_id": made["client_id"], "client_name": "Editor", "redirect_uris": [HERE]}
    headers = {"Authorization": f"Bearer {made['registration_access_token']}"}

    def put(fields: dict[str, Any]) -> HttpResponse:
        body = json.dumps(about | fields)
        address = f"/register/{made['client_id']}"
        return Client().put(address, body, content_type="application/json", headers=headers)

    assert put(change).status_code == 400
    assert Application.objects.get().redirect_uris == HERE
    assert put({"client_name": "Editor 2"}).status_code == 200


def test_registrations_without_end_wait(db: None) -> None:
    codes = {register().status_code for _one in range(33)}
    assert codes == {201, 429}
    late = register()
    assert int(late["Retry-After"]) > 0 and late["Access-Control-Allow-Origin"] == "*"


def test_a_port_of_this_machine_may_change(site: Client, asked: dict[str, str]) -> None:
    other = "http://127.0.0.1:9999/back"
    answer = allow(site, asked | {"redirect_uri": other})
    assert led_to(answer).startswith(other)


def test_documents_are_never_fetched_from_this_network(db: None) -> None:
    for address in (
        "https://127.0.0.1/c.json", "https://[::1]/c.json", "https://10.0.0.1/c.json",
        "https://[::ffff:127.0.0.1]/c.json", "https://localhost/c.json",
    ):  # fmt: skip
        with pytest.raises(cimd.CIMDError):
            cimd.SafeMetadataFetcher().fetch(address)


def test_cleaning_leaves_what_a_person_allowed(connected: dict[str, Any], asked: Any) -> None:
    unused = register().json()["client_id"]
    Application.objects.update(created=timezone.now() - timedelta(days=2))
    assert clean_apps(now=timezone.now()) == 1
    assert [app.client_id for app in Application.objects.all()] == [asked["client_id"]] != [unused]
    connection_authenticate(connected["access_token"], MCP)


@pytest.mark.parametrize("what", ["never fetched", "used twice"])
def test_a_connection_that_nothing_opens_is_listed_as_ended(
    site: Client, connected: dict[str, Any], asked: dict[str, str], what: str
) -> None:
    if what == "never fetched":
        assert landed(allow(site, asked))["code"]
        Grant.objects.all().update(expires=timezone.now() - timedelta(hours=1))
    else:
        again = {"grant_type": "refresh_token", "client_id": asked["client_id"]}
        body = again | {"refresh_token": connected["refresh_token"]}
        assert Client().post("/token", body).status_code == 200
        assert Client().post("/token", body).status_code == 400
    ApiToken.objects.update(created_at=timezone.now() - timedelta(hours=1))
    clean_apps(now=timezone.now())
    ended = ApiToken.objects.exclude(revoked_at=None)
    assert [token.pk for token in ended] == [ApiToken.objects.latest("pk").pk]


@given(st.text(max_size=40))
def test_any_text_is_read_as_a_resource_or_a_redirect(text: str) -> None:
    assert is_safe_redirect(text) in (True, False)
    assert resource_of(text) == "" or "://" in resource_of(text)


def test_other_people_see_no_connection(
    other: Caller, connected: dict[str, Any], token_of: Callable[..., str]
) -> None:
    bob = Client()
    bob.force_login(User.objects.get(username="bob"))
    pk = ApiToken.objects.get().pk
    assert bob.get(f"/tokens/{pk}/revoke/").status_code == 404
    assert bob.post(f"/tokens/{pk}/revoke/").status_code == 404
    assert ApiToken.objects.get().revoked_at is None
