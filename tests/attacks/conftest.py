"""A victim for all tests of a module, whose attacks are each rolled back."""

from collections.abc import Iterator

import pytest
from django.db import transaction
from django.utils import translation
from pytest_django import DjangoDbBlocker

from accounts.services.users import user_create

from .attempts import rolled_back
from .site import Site, Visit, browser_of
from .victim import Victim, filled_victim


@pytest.fixture(scope="package")
def lasting_victim(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Victim]:
    """Keep a transaction open around the tests of the package."""
    with django_db_blocker.unblock(), translation.override("en"), transaction.atomic():
        victim = filled_victim()
        user_create(name="bob")
        yield victim
        transaction.set_rollback(True)


@pytest.fixture
def victim(db: None, lasting_victim: Victim) -> Victim:
    return lasting_victim


@pytest.fixture(scope="package")
def visits(lasting_victim: Victim) -> dict[str, list[Visit]]:
    """Return what alice's browser can do, by route."""
    with rolled_back():
        site = Site(browser_of("alice"), most=1)
        site.explore()
    return site.visits
