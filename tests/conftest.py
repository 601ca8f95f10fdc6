"""What every test may use: callers of two people, a REST client, and settings of their own."""

import shutil
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
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
from memories.schemas import MemoryInput, SavedOut, SearchInput, SearchOut, parsed
from memories.services.save import remember
from memories.services.search import recall
from tests.live_server import LiveServer, live_server
from tests.prepared import migrated_directory, share_directory
from tests.shared_rows import alice, class_owner, forget_what_is_held, module_owner

__all__ = ["class_owner", "module_owner"]

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


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_modify_db_settings: None) -> Iterator[bool]:
    """Begin with a copy of a database that was migrated once for all workers of this run."""
    database = Path(connection.settings_dict["TEST"]["NAME"])
    shutil.copyfile(migrated_directory() / "wasurena.sqlite3", database)
    yield True
    connection.close()
    for file in database.parent.glob(f"{database.name}*"):
        file.unlink()


@pytest.fixture(autouse=True)
def no_spaces_held() -> None:
    """Begin with no space, type and edge in memory."""
    forget_what_is_held()


@pytest.fixture(autouse=True)
def no_failures_counted() -> None:
    """Begin with no failed log-ins and tokens."""
    for alias in ("log_ins", "tokens", "new_secrets"):
        caches[alias].clear()


@pytest.fixture
def owner(db: None) -> Caller:
    """Alice, at her own keyboard."""
    return alice()


@pytest.fixture
def other(db: None) -> Caller:
    """Bob, who must never see anything of Alice's."""
    user_create(name="bob")
    return Caller(base_user="bob")


@pytest.fixture(scope="session")
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
