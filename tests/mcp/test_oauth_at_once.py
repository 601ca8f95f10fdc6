"""Several requests with one refresh token at the same moment, against the running product."""

from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from tests.live_server import LiveServer

from .test_oauth import Person, Storage, call, remote

__all__ = ["remote"]


@pytest.mark.parametrize("attempt", range(4))
def test_one_of_several_renews_and_all_are_revoked(remote: LiveServer, attempt: int) -> None:
    storage = Storage()
    assert not call(remote, Person(remote), "search_memories", storage=storage, query="x").is_error
    assert storage.tokens and storage.client
    form = {"grant_type": "refresh_token", "client_id": str(storage.client.client_id)}
    first = form | {"refresh_token": str(storage.tokens.refresh_token)}

    def renew(_number: int) -> httpx.Response:
        return httpx.post(f"{remote.base_url}/token", data=first, timeout=30)

    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(renew, range(4)))
    assert sorted(answer.status_code for answer in answers) == [200, 400, 400, 400]
    for answer in answers:
        if answer.status_code == 400:
            assert answer.json()["error"] == "invalid_grant"
        else:
            told = answer.json()
            second = form | {"refresh_token": told["refresh_token"]}
            assert httpx.post(f"{remote.base_url}/token", data=second).status_code == 400
            with remote.client(told["access_token"]) as client:
                assert client.post("/mcp", json={}).status_code == 401
