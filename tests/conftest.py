"""What every test may use: callers of two people, a REST client, and settings of their own."""

from collections.abc import Callable, Generator, Iterator
from typing import Any

import pytest
from django.core.cache import caches
from django.db import connection
from hypothesis import HealthCheck, settings
from pytest_django.plugin import blocking_manager_key
from rest_framework.test import APIClient

from accounts.callers import caller_of_token
from accounts.services.tokens import token_create
from accounts.services.users import user_create
from core.caller import Caller
from entities import styling as appearance
from graph.network.edge_cache import EDGES
from graph.network.path_cache import PATHS
from graph.network.strong_graph import STRONG_GRAPHS
from graph.queries.recent_graph import RECENT_GRAPHS
from memories.index import query_vectors
from memories.index.in_memory.space import spaces
from memories.schemas import MemoryInput, SavedOut, SearchInput, SearchOut, parsed
from memories.services.save import remember
from memories.services.search import recall
from tests.live_server import LiveServer, live_server
from tests.prepared import share_directory

# What a loaded machine does slowly is no failure: speed is measured by `wasurena bench`.
settings.register_profile("tests", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("tests")


def pytest_configure(config: pytest.Config) -> None:
    """Give all workers of this run one place for what is made once."""
    share_directory(config)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Generator[None]:
    """Restore the rows of the migrations that a flush removed; any test may be the next."""
    yield
    if nextitem is None:  # the database is gone
        return
    mark = item.get_closest_marker("django_db")
    if mark and mark.kwargs.get("serialized_rollback"):
        with item.config.stash[blocking_manager_key].unblock():
            rows = connection._test_serialized_contents  # type: ignore[attr-defined]
            connection.creation.deserialize_db_from_string(rows)


@pytest.fixture(autouse=True)
def no_spaces_held() -> None:
    """Begin with no space, type and edge in memory: the rows of the last test's database are gone."""
    spaces.forget_all()
    query_vectors._views.clear()
    appearance._types.cache_clear()
    EDGES.clear()
    PATHS.clear()
    STRONG_GRAPHS.clear()
    RECENT_GRAPHS.clear()


@pytest.fixture(autouse=True)
def no_failures_counted() -> None:
    """Begin with no failed log-ins and tokens."""
    for alias in ("log_ins", "tokens", "new_secrets"):
        caches[alias].clear()


@pytest.fixture
def owner(db: None) -> Caller:
    """Alice, at her own keyboard."""
    user_create(name="alice", time_zone="Asia/Tokyo")
    return Caller(base_user="alice", time_zone="Asia/Tokyo")


@pytest.fixture
def other(db: None) -> Caller:
    """Bob, who must never see anything of Alice's."""
    user_create(name="bob")
    return Caller(base_user="bob")


@pytest.fixture
def save() -> Callable[..., SavedOut]:
    """Save a memory with REST field names: ``save(owner, "text", tags=["a"])``."""

    def _save(caller: Caller, text: str, **fields: Any) -> SavedOut:
        return remember(caller, parsed(MemoryInput, {"text": text, **fields}), wait=True)

    return _save


@pytest.fixture
def find() -> Callable[..., SearchOut]:
    """Search with REST field names: ``find(owner, "query", mode="keyword")``."""

    def _find(caller: Caller, query: str = "", **fields: Any) -> SearchOut:
        return recall(caller, parsed(SearchInput, {"query": query, **fields}))

    return _find


@pytest.fixture
def token_of() -> Callable[..., str]:
    """Make a token: ``token_of("alice", scopes=["read"])``."""

    def _token_of(name: str, **fields: Any) -> str:
        return token_create(user_name=name, **fields)[1]

    return _token_of


@pytest.fixture
def api(owner: Caller, token_of: Callable[..., str]) -> Iterator[APIClient]:
    """A REST client with Alice's token."""
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {token_of('alice')}")
    yield client


@pytest.fixture
def assistant(owner: Caller) -> Caller:
    """An assistant that works for Alice."""
    token, _ = token_create(user_name="alice", name="laptop")
    return caller_of_token(token)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """The product, running for the whole session."""
    with live_server(tmp_path_factory.mktemp("live")) as running:
        yield running
