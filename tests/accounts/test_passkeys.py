"""Passkeys: what they sign counts once, for its person, host and page."""

import hashlib
import json
from dataclasses import dataclass, field
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import AttestationObject, AttestedCredentialData, AuthenticatorData

from accounts.models import SecondFactor
from accounts.services import second_factor
from accounts.services.passkeys import (
    Site,
    passkey_accepts,
    passkey_add,
    passkey_challenge,
    passkey_end,
    passkey_offer,
    passkeys,
)
from core.caller import Caller
from core.errors import InvalidInput

SITE = Site("memory.example", "https://memory.example")
FLAGS = AuthenticatorData.FLAG.UP | AuthenticatorData.FLAG.UV


@dataclass
class Authenticator:
    """A key in software, which signs whatever it is asked."""

    key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )
    uid: bytes = b"a" * 20
    count: int = 0

    def make(self, offer: str, site: Site = SITE) -> str:
        public = ES256.from_cryptography_key(self.key.public_key())  # type: ignore[no-untyped-call]
        credential = AttestedCredentialData.create(b"\0" * 16, self.uid, public)
        data = AuthenticatorData.create(
            _hash(site.host), FLAGS | AuthenticatorData.FLAG.AT, self.count, credential
        )
        made = AttestationObject.create("none", data, {})
        seen = _client_data("webauthn.create", offer, site.origin)
        return self._answer({"attestationObject": websafe_encode(made)}, seen)

    def sign(self, challenge: str, site: Site = SITE) -> str:
        data = AuthenticatorData.create(_hash(site.host), FLAGS, self.count)
        seen = _client_data("webauthn.get", challenge, site.origin)
        signed = self.key.sign(data + hashlib.sha256(seen).digest(), ec.ECDSA(SHA256()))
        fields = {"authenticatorData": websafe_encode(data), "signature": websafe_encode(signed)}
        return self._answer(fields, seen)

    def _answer(self, fields: dict[str, str], seen: bytes) -> str:
        uid = websafe_encode(self.uid)
        response = {"clientDataJSON": websafe_encode(seen), **fields}
        return json.dumps({"id": uid, "rawId": uid, "type": "public-key", "response": response})


def _hash(host: str) -> bytes:
    return hashlib.sha256(host.encode()).digest()


def _client_data(what: str, options: str, origin: str) -> bytes:
    seen = {"type": what, "challenge": json.loads(options)["challenge"], "origin": origin}
    return json.dumps(seen).encode()


@pytest.fixture
def alice(owner: Caller) -> User:
    user = User.objects.get(username="alice")
    SecondFactor.objects.create(user=user, secret="x", last_step=0, created_at=timezone.now())
    return user


def add(user: User, key: Authenticator, **fields: Any) -> None:
    offer, state = passkey_offer(user, SITE)
    named = {"name": "laptop", "now": timezone.now(), **fields}
    passkey_add(user, SITE, state, key.make(offer), **named)


def opens(user: User, key: Authenticator, signed_on: Site = SITE, site: Site = SITE) -> bool:
    challenge = passkey_challenge(user, SITE)
    assert challenge
    return passkey_accepts(
        user, site, challenge[1], key.sign(challenge[0], signed_on), now=timezone.now()
    )


def test_it_opens_and_says_when(alice: User) -> None:
    key = Authenticator()
    add(alice, key)
    assert opens(alice, key) and opens(alice, key), "a synchronized one does not count"
    (kept,) = passkeys(alice)
    assert (kept.name, kept.host) == ("laptop", "memory.example") and kept.used_at
    passkey_end(alice, kept.id)
    assert passkeys(alice) == [] and passkey_challenge(alice, SITE) is None


def test_only_here_and_only_the_right_one(alice: User) -> None:
    key = Authenticator()
    add(alice, key)
    fake = Site("memory.example", "https://memory.example.evil.test")
    assert not opens(alice, key, signed_on=fake)
    assert not opens(alice, key, signed_on=Site("evil.test", SITE.origin))
    assert not opens(alice, key, site=Site("other.example", "https://other.example"))
    assert not opens(alice, Authenticator()), "another key under the same id"
    assert not opens(alice, Authenticator(uid=b"b" * 20))
    bob = User.objects.create_user("bob")
    SecondFactor.objects.create(user=bob, secret="x", last_step=0, created_at=timezone.now())
    challenge = passkey_challenge(alice, SITE)
    assert challenge
    signed = key.sign(challenge[0])
    assert not passkey_accepts(bob, SITE, challenge[1], signed, now=timezone.now())
    later = passkey_challenge(alice, SITE)
    assert later and not passkey_accepts(alice, SITE, later[1], signed, now=timezone.now())
    assert not passkey_accepts(alice, SITE, None, signed, now=timezone.now())


def test_a_counter_has_to_grow(alice: User) -> None:
    key = Authenticator(count=5)
    add(alice, key)
    assert not opens(alice, key)
    key.count = 6
    assert opens(alice, key) and not opens(alice, key)


@pytest.mark.parametrize(
    "answer", ["", "{}", "[]", "null", "x" * 50_000, '{"rawId": 1, "response": {}}', '"\\ud800"']
)
def test_what_is_no_answer_is_refused(alice: User, answer: str) -> None:
    add(alice, Authenticator())
    challenge, offer = passkey_challenge(alice, SITE), passkey_offer(alice, SITE)
    assert challenge
    assert not passkey_accepts(alice, SITE, challenge[1], answer, now=timezone.now())
    with pytest.raises(InvalidInput):
        passkey_add(alice, SITE, offer[1], answer, name="x", now=timezone.now())
    assert len(passkeys(alice)) == 1


def test_a_name_a_second_factor_and_ten_at_most(alice: User) -> None:
    with pytest.raises(InvalidInput):
        add(alice, Authenticator(), name=" ")
    with pytest.raises(InvalidInput, match="at most 64 characters"):
        add(alice, Authenticator(), name="n" * 65)
    for number in range(10):
        add(alice, Authenticator(uid=bytes([number]) * 20))
    with pytest.raises(InvalidInput):
        add(alice, Authenticator(uid=b"z" * 20))
    SecondFactor.objects.all().delete()
    with pytest.raises(InvalidInput):
        add(alice, Authenticator())


def test_bare_addresses_have_none() -> None:
    for host in ("127.0.0.1", "[::1]", "192.168.0.9"):
        assert not Site(host, f"http://{host}").may_have_passkeys
    assert Site("localhost", "http://localhost:8377").may_have_passkeys


def test_in_the_browser(alice: User) -> None:
    """Log in by it; a challenge counts once, and wrong ones wait as wrong codes do."""
    alice.set_password("correct horse")
    alice.save()
    key, host = Authenticator(), {"host": "localhost"}
    site = Site("localhost", "http://localhost")
    offer, state = passkey_offer(alice, site)
    passkey_add(alice, site, state, key.make(offer, site), name="laptop", now=timezone.now())
    client = Client(headers=host)
    client.post("/login/", {"username": "alice", "password": "correct horse"})
    page = client.get("/login/code/")
    signed = key.sign(page.context["challenge"], site)
    assert client.post("/login/code/", {"passkey": signed})["Location"] == "/"
    assert client.get("/settings/access/code/").status_code == 200
    again = Client(headers=host)
    again.post("/login/", {"username": "alice", "password": "correct horse"})
    codes = [again.post("/login/code/", {"passkey": signed}).status_code for _one in range(7)]
    assert codes[0] == 422 and codes[-1] == 429


@pytest.fixture
def browser(alice: User) -> Client:
    """A browser of alice, who has recovery codes “one”, “two” and “three”."""
    codes = [second_factor._digest(code) for code in ("one", "two", "three")]
    SecondFactor.objects.update(recovery=codes)
    client = Client(headers={"host": "localhost"})
    client.force_login(alice)
    return client


def sent(browser: Client, key: Authenticator, **fields: str) -> HttpResponse:
    """Let the browser add a passkey, as its page does."""
    offer = browser.get("/settings/access/code/").context["offer"]
    made = key.make(offer, Site("localhost", "http://localhost"))
    return browser.post(
        "/settings/access/passkeys/", {"name": "laptop", "passkey": made, **fields}, follow=True
    )


def test_a_session_alone_adds_and_removes_none(browser: Client, alice: User) -> None:
    for code in ("", "0"):
        refused = sent(browser, Authenticator(), code=code)
        assert "This code is wrong" in refused.text and passkeys(alice) == []
    assert "takes this passkey" in sent(browser, Authenticator(), code="one").text
    (kept,) = passkeys(alice)
    remove = "/settings/access/passkeys/remove/"
    for code in ("", "one"):
        refused = browser.post(remove, {"id": kept.id, "code": code}, follow=True)
        assert "This code is wrong" in refused.text and passkeys(alice) == [kept]
    assert browser.post(remove, {"id": kept.id, "code": "two"}).status_code == 302
    assert passkeys(alice) == []


@pytest.mark.parametrize("page", ["", "remove/"])
def test_guesses_of_the_code_wait(browser: Client, alice: User, page: str) -> None:
    address = f"/settings/access/passkeys/{page}"
    fields = [{"id": "x", "name": "x", "code": f"{n}"} for n in range(7)]
    assert [browser.post(address, one).status_code for one in fields] == [302] * 5 + [429] * 2
    add(alice, Authenticator())
    (kept,) = passkeys(alice)
    assert browser.post(address, {"id": kept.id, "code": "one"}).status_code == 429
    assert passkeys(alice) == [kept]
