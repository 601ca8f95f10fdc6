"""A namespace is a path; what is none is refused on every interface, with the field named."""

from collections.abc import Callable

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st
from rest_framework.test import APIClient

from accounts.callers import caller_of_token
from accounts.models import ApiToken
from accounts.schemas import TokenInput
from accounts.services.tokens import token_create
from core.caller import Caller
from core.errors import InvalidInput
from core.schemas import checked_namespace, parsed
from memories.models import Memory
from memories.schemas import MemoryInput, SavedOut, SearchOut
from memories.services.save import remember

BAD = [
    "a/../b", "../x", "..", ".", "a/.", "./a", "a//b", "//", "a\\b", "a b", "a\tb", "a\nb", "a#b", "a\x00b",
    "a\x1fb", "a\x7fb", "a\u200bb", "a\u202eb", "a\u3000b", "\ufeffa", "a" * 256, "a/" * 200 + "a", "a/ ", " ",
]  # fmt: skip
GOOD = ["", "a", "a/b", "/a/b/", "team-1/プロジェクト", "v1.2/…", "a..b", "...", "日本/東京", "😀"]


@pytest.mark.parametrize("text", BAD)
@pytest.mark.django_db
def test_every_interface_refuses(
    owner: Caller, api: APIClient, admin_client: Client, text: str
) -> None:
    for address, body in (
        ("/api/memories/", {"text": "x", "namespace": text}),
        ("/api/states/", {"value": "x", "predicate": "likes", "namespace": text}),
    ):
        refused = api.post(address, body, format="json")
        assert refused.status_code == 400
        assert [one["field"] for one in refused.json()["errors"]] == ["namespace"]
    with pytest.raises(InvalidInput, match="namespace"):
        parsed(TokenInput, {"namespace": text})
    with pytest.raises(InvalidInput, match="namespace"):
        token_create(user_name="alice", namespace=text)
    count = ApiToken.objects.count()
    form = {"user": "1", "name": "x", "scopes": ["read"], "namespace": text}
    # A form strips the spaces around what is typed.
    if text == text.strip():
        assert admin_client.post("/admin/accounts/apitoken/add/", form).status_code == 200
    assert not Memory.objects.exists()
    assert ApiToken.objects.count() == count


@pytest.mark.parametrize("text", GOOD)
def test_paths_are_kept(owner: Caller, text: str) -> None:
    saved = remember(owner, parsed(MemoryInput, {"text": "x", "namespace": text}))
    assert Memory.objects.get(uid=saved.id).namespace == text.strip("/")
    token, _secret = token_create(user_name="alice", namespace=text)
    assert caller_of_token(token).namespace == text.strip("/")


def test_what_is_stored_already_is_reached_as_before(
    owner: Caller, save: Callable[..., SavedOut], find: Callable[..., SearchOut]
) -> None:
    saved = save(owner, "The heron stood in the river.")
    Memory.objects.filter(uid=saved.id).update(namespace="a/../b")
    token, _secret = token_create(user_name="alice")
    ApiToken.objects.filter(pk=token.pk).update(namespace="a/../b")
    bound = caller_of_token(ApiToken.objects.get(pk=token.pk))
    for caller in (owner, bound):
        found = find(caller, "heron", filters={"namespace": ["a/../b"]})
        assert [hit.memory.id for hit in found.results] == [saved.id]
    made = remember(bound, parsed(MemoryInput, {"text": "another heron"}))
    assert Memory.objects.get(uid=made.id).namespace == "a/../b"


@given(st.text(alphabet=st.sampled_from("ab./\\ #\n\u200b"), max_size=12))
def test_what_is_accepted_is_a_path(text: str) -> None:
    try:
        accepted = checked_namespace(text)
    except InvalidInput:
        return
    assert all(part not in {"", ".", ".."} for part in accepted.split("/")) or not accepted
    assert not set(accepted) & set("\\ #\n\u200b")
