"""One full house for all tests of a module, which only read it: what a test changes is rolled back.

Import all four fixtures: they stand for those of ``conftest``.
"""

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import translation
from pytest_django import DjangoDbBlocker

from accounts.services.users import user_create

from .conftest import House, filled_house


@pytest.fixture(scope="module")
def lasting_house(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[House]:
    """Keep a transaction open around the tests of a module."""
    with django_db_blocker.unblock(), translation.override("en"), transaction.atomic():
        user_create(name="root", is_owner=True)
        yield filled_house(user_create(name="alice")[0], user_create(name="bob-next-door")[0])
        transaction.set_rollback(True)


@pytest.fixture
def house(db: None, lasting_house: House) -> House:
    return lasting_house


@pytest.fixture
def operator(house: House) -> User:
    return User.objects.get(username="root")


@pytest.fixture
def alice(house: House) -> User:
    return User.objects.get(username="alice")
