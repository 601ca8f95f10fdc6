"""Rows that many tests only read, stored once for all tests of a class or of a module.

A fixture of that scope saves for ``class_owner`` or ``module_owner``, and tests go on to use
``owner``, who is the same person::

    @pytest.fixture(scope="class")
    def lines(class_owner: Caller, save: Save) -> None:
        save(class_owner, "田中さんと会議をした")

Each test runs in a savepoint of its own inside the transaction that holds these rows: whatever it
changes is rolled back before the next one. Elsewhere than in a class the scope ``class`` means
one test.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

from accounts.services.users import user_create
from core.caller import Caller
from entities import styling as appearance
from graph.network.edge_cache import EDGES
from graph.network.path_cache import PATHS
from graph.network.strong_graph import STRONG_GRAPHS
from graph.queries.recent_graph import RECENT_GRAPHS
from memories.index import query_vectors
from memories.index.in_memory.space import spaces


def alice() -> Caller:
    """Return Alice, at her own keyboard; she is made where she is not there yet."""
    user_create(name="alice", time_zone="Asia/Tokyo")
    return Caller(base_user="alice", time_zone="Asia/Tokyo")


def forget_what_is_held() -> None:
    """Hold no space, type and edge in memory: the rows of the last test's database are gone."""
    spaces.forget_all()
    query_vectors._views.clear()
    appearance._types.cache_clear()
    EDGES.clear()
    PATHS.clear()
    STRONG_GRAPHS.clear()
    RECENT_GRAPHS.clear()


@contextmanager
def lasting_transaction(blocker: DjangoDbBlocker) -> Iterator[None]:
    """Keep a transaction open around several tests; at the end nothing of it is left."""
    forget_what_is_held()
    with blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture(scope="class")
def class_owner(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Caller]:
    """Alice, whose rows stay for all tests of a class."""
    with lasting_transaction(django_db_blocker):
        yield alice()


@pytest.fixture(scope="module")
def module_owner(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Caller]:
    """Alice, whose rows stay for all tests of a module."""
    with lasting_transaction(django_db_blocker):
        yield alice()
