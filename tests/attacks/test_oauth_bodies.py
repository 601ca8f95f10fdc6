"""Whatever is sent to the addresses of OAuth without a log-in is answered, and never with a crash."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import get_resolver
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.interfaces import oauth
from tests.depth import depth

FIELDS = (
    "grant_type", "code", "redirect_uri", "client_id", "client_secret", "code_verifier", "refresh_token",
    "scope", "resource", "token", "token_type_hint", "username", "password", "device_code",
)  # fmt: skip
DESCRIPTION = (
    "client_name", "redirect_uris", "grant_types", "response_types", "scope", "contacts", "jwks",
    "token_endpoint_auth_method", "logo_uri", "software_statement",
)  # fmt: skip
WORDS = st.sampled_from(
    ["authorization_code", "refresh_token", "password", "", "x" * 3_000, "\ud800", "\0", "https://a.example/",
     "https://[::1/c",
     "urn:ietf:params:oauth:grant-type:device_code", "wsr_oa_x", "日本", "'\"<script>"]
)  # fmt: skip
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=6,
)
MANY = settings(
    max_examples=depth(15, 60),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
ADDRESSES = sorted(
    "/" + str(pattern.pattern).replace("<str:client_id>", "unknown")
    for pattern in oauth.urlpatterns
)


def test_the_addresses_are_served() -> None:
    for address in ADDRESSES:
        assert get_resolver().resolve(address)


@pytest.mark.parametrize("address", ADDRESSES)
@MANY
@given(data=st.data())
def test_a_form_is_answered(db: None, address: str, data: st.DataObject) -> None:
    form = data.draw(st.dictionaries(st.sampled_from(FIELDS), WORDS, max_size=6))
    sent = {name: value.encode("utf-8", "surrogatepass") for name, value in form.items()}
    assert Client(raise_request_exception=False).post(address, sent).status_code < 500


@pytest.mark.parametrize("address", [one for one in ADDRESSES if "register" in one])
@pytest.mark.parametrize("method", ["post", "put"])
@MANY
@given(data=st.data())
def test_a_description_is_answered(
    db: None, address: str, method: str, data: st.DataObject
) -> None:
    described = data.draw(st.dictionaries(st.sampled_from(DESCRIPTION), VALUES, max_size=6))
    client: Any = Client(raise_request_exception=False)
    send = getattr(client, method)
    answer = send(address, json.dumps(described), content_type="application/json")
    assert answer.status_code < 500
