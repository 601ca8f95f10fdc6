"""Lists ask the database as often for thirty rows as for three."""

from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from .conftest import House, save

LISTS = (
    "memories_memory", "entities_entity", "entities_mention", "entities_entityalias",
    "graph_memorylink", "graph_entityrelation", "core_revision", "memories_session",
    "memories_tag", "memories_thread", "memories_threadmembership", "memories_vectormetadata",
    "memories_retrievalrun", "accounts_apitoken", "auth_user",
)  # fmt: skip


def _count(site: Client, name: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert site.get(reverse(f"admin:{name}_changelist")).status_code == 200
    return len(queries)


def test_lists_ask_as_often_for_more_rows(site: Client, house: House, alice: User) -> None:
    few = {name: _count(site, name) for name in LISTS}
    for at in range(5):
        save(
            alice,
            *(f"memory {at} {row}" for row in range(5)),
            tags=[f"tag {at}"],
            context=f"context {at}",
            session_id=f"session {at}",
            entities=[
                {"name": f"Person {at}", "type": "Person", "aliases": [f"P{at}"]},
                {"name": "Aozora", "type": "Project"},
            ],
            relations=[{"source": f"Person {at}", "target": "Aozora", "type": "participates_in"}],
        )
    many = {name: _count(site, name) for name in LISTS}
    assert [name for name in LISTS if many[name] > few[name]] == [], (few, many)


def test_memory_page_asks_a_bounded_number_of_questions(site: Client, house: House) -> None:
    where = reverse("admin:memories_memory_change", args=[house.memories[0].pk])
    with CaptureQueriesContext(connection) as queries:
        site.get(where)
    assert len(queries) <= 30
