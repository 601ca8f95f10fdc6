"""Alice's browser without a script: Django's own client, logged in."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from core.caller import Caller
from memories.schemas import SavedOut

Save = Callable[..., SavedOut]


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    cache.clear()
    with translation.override("en"):
        yield


@pytest.fixture
def site(owner: Caller) -> Client:
    """The browser of alice."""
    client = Client(headers={"accept-language": "en"})
    client.force_login(User.objects.get(username="alice"))
    return client


@pytest.fixture
def stranger(other: Caller) -> Client:
    """The browser of bob."""
    client = Client(headers={"accept-language": "en"})
    client.force_login(User.objects.get(username="bob"))
    return client


@pytest.fixture
def queries_of(site: Client) -> Callable[..., int]:
    """Count the queries of a page: ``queries_of("/timeline/")``."""

    def _queries_of(path: str, **headers: Any) -> int:
        # The rail's line about health is cached; without a worker only for a moment.
        cache.set("frame-health", {"has_vectors": True, "waiting": 0, "is_working": True}, 60)
        with CaptureQueriesContext(connection) as queries:
            assert site.get(path, headers=headers).status_code == 200
        return len(queries)

    return _queries_of


@pytest.fixture
def fill(owner: Caller, save: Save) -> Callable[[int], list[SavedOut]]:
    """Save memories with everything a list shows: tags, context, entities, sessions."""

    def _fill(count: int) -> list[SavedOut]:
        return [
            save(
                owner,
                f"Note {at} about the river and the bridge",
                tags=[f"tag {at}"],
                context=f"context {at}",
                session_id=f"session {at // 3}",
                pack=["work", "dev", "lifelog"][at // 3 % 3],
                entities=[{"name": f"Person {at}", "type": "Person", "aliases": [f"P{at}"]}],
            )
            for at in range(count)
        ]

    return _fill
