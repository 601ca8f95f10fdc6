"""Prometheus gets the figures of the installation, and nobody else does."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from prometheus_client.parser import text_string_to_metric_families
from rest_framework.test import APIClient
from starlette.types import Message, Receive, Scope, Send

from core.caller import Caller
from memories.schemas import SavedOut
from memory_site.metrics import requests
from memory_site.metrics.requests import CountRequests, interface_of

Figures = dict[tuple[str, tuple[tuple[str, str], ...]], float]


def figures(client: APIClient) -> Figures:
    answered = client.get("/metrics")
    assert answered.status_code == 200, answered.content
    assert answered["Content-Type"].startswith("text/plain; version=")
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(answered.content.decode())
        for sample in family.samples
    }


@pytest.fixture
def operator(admin: APIClient) -> APIClient:
    """A client with a token of the person who runs the installation."""
    User.objects.filter(username="alice").update(is_superuser=True)
    return admin


def test_rows_jobs_sizes_and_caches_are_told(
    owner: Caller, save: Callable[..., SavedOut], operator: APIClient
) -> None:
    before = figures(operator)
    save(owner, "The boiler was serviced in May.", pack="lifelog")
    after = figures(operator)
    memories = ("wasurena_rows", (("kind", "memories"),))
    assert after[memories] == before[memories] + 1
    assert after["wasurena_healthy", ()] in (0, 1) and after["wasurena_database_bytes", ()] > 0
    assert ("wasurena_jobs_waiting", (("queue", "embedding"),)) in after
    assert ("wasurena_cache_requests_total", (("cache", "paths"), ("result", "hit"))) in after
    assert after["wasurena_process_resident_memory_bytes", ()] > 10_000_000
    held = after["wasurena_write_lock_seconds_bucket", (("le", "+Inf"),)]
    assert after["wasurena_write_lock_seconds_count", ()] == held
    assert after["wasurena_write_lock_seconds_sum", ()] >= 0
    states = {name: value for name, value in after.items() if name[0] == "wasurena_backup"}
    assert sum(states.values()) == 1 and len(states) == 5


def test_operations_are_measured(
    owner: Caller, save: Callable[..., SavedOut], find: Callable[..., Any], operator: APIClient
) -> None:
    before = figures(operator)
    save(owner, "The boiler was serviced in May.", pack="lifelog")
    find(owner, "boiler")
    after = figures(operator)
    for operation in ("save", "search", "statement"):
        name = ("wasurena_operation_seconds_count", (("operation", operation),))
        assert after[name] > before[name], operation


def test_only_the_operator_may_read_them(api: APIClient, bob: APIClient, admin: APIClient) -> None:
    assert APIClient().get("/metrics").status_code == 401
    # Alice does not run the installation here; Bob neither.
    for client in (api, bob, admin):
        assert client.get("/metrics").status_code == 403


def test_a_token_without_admin_is_refused(
    operator: APIClient, client_of: Callable[..., APIClient]
) -> None:
    assert client_of("alice").get("/metrics").status_code == 403
    assert operator.post("/metrics").status_code == 405


async def _answer(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["path"] == "/broken":
        raise RuntimeError
    await send({"type": "http.response.start", "status": 404, "headers": []})
    await send({"type": "http.response.body", "body": b""})


def _ask(path: str) -> None:
    async def receive() -> Message:
        return {"type": "http.request", "body": b""}

    async def send(message: Message) -> None:
        return None

    asyncio.run(CountRequests(_answer)({"type": "http", "path": path}, receive, send))


def _count(interface: str, status: str) -> Any:
    labels = {"interface": interface, "status": status}
    return requests.registry.get_sample_value("wasurena_request_seconds_count", labels) or 0


def test_requests_are_counted_by_interface_and_status() -> None:
    before = _count("rest", "4xx"), _count("pages", "aborted")
    _ask("/api/memories/")
    with pytest.raises(RuntimeError):
        _ask("/broken")
    assert (_count("rest", "4xx"), _count("pages", "aborted")) == (before[0] + 1, before[1] + 1)


@pytest.mark.parametrize(
    ("path", "interface"),
    [("/mcp", "mcp"), ("/mcp/", "mcp"), ("/", "pages"), ("/admin/x/", "admin"), ("", "pages"),
     ("/apiary", "pages"), ("/memories/1/", "pages"), ("//api/", "rest")],
)  # fmt: skip
def test_addresses_become_interfaces(path: str, interface: str) -> None:
    assert interface_of({"path": path}) == interface
