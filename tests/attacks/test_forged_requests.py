"""Requests that a foreign page makes a browser send: forms, hosts, origins, rebound names."""

import asyncio
from typing import Any

import httpx
import pytest
from django.test import Client

from memory_site.asgi import router

from .attempts import changed, fingerprint, rolled_back
from .openapi import operations
from .site import Visit, browser_of
from .test_isolation_rest import BESIDE
from .victim import Victim

Visits = dict[str, list[Visit]]
# What opening a page stores, and why: none of it is anything that a person said or decided.
STORED_BY_READING = (
    "graph_layouts",  # where nodes stand in the picture that was opened
    "graph_analyses",  # that new measures are asked for
    *BESIDE,
)
# Programs ask these, which carry what they prove themselves by in the request, and no cookie.
OF_PROGRAMS = ("/token", "/revoke", "/register")
# A name that an attacker's resolver points at this machine, and other ways to write one.
FOREIGN_HOSTS = (
    "evil.example", "evil.example:8000", "localhost.evil.example", "127.0.0.1.nip.io",
    "127.0.0.1@evil.example", "evil.example#localhost", "0.0.0.0", "169.254.169.254",
    "[::ffff:7f00:1].evil.example", "localhost:8000.evil.example", "",
)  # fmt: skip
FOREIGN_ORIGINS = (
    "https://evil.example", "http://localhost.evil.example", "http://127.0.0.1.nip.io",
    "null", "file://", "http://evil.example/http://localhost", "http://localhost@evil.example",
    "chrome-extension://abcdef", "http://[::1", "data:text/html,x",
)  # fmt: skip


def test_every_form_needs_its_token(victim: Victim, visits: Visits) -> None:
    strict = browser_of("alice", enforce_csrf_checks=True)
    before, passed = fingerprint("alice"), []
    for ones in visits.values():
        for visit in (one for one in ones if one.form is not None):
            if visit.sent.split(" ")[0] in OF_PROGRAMS:
                continue
            for origin in ({}, {"Origin": "https://evil.example"}):
                with rolled_back():
                    status = visit.send(strict, **origin).status_code
                    touched = changed(before, fingerprint("alice"), but=BESIDE)
                if status != 403 or touched:
                    passed.append(f"{status} {visit.sent[:200]} {origin} {touched}")
    assert not passed, "\n".join(passed)


def test_reading_a_page_changes_nothing(victim: Victim, visits: Visits) -> None:
    alice, before, wrote = browser_of("alice"), fingerprint("alice"), []
    for ones in visits.values():
        for visit in (one for one in ones if one.form is None):
            with rolled_back():
                visit.send(alice)
                touched = changed(before, fingerprint("alice"), but=STORED_BY_READING)
            wrote += [f"{visit.sent[:200]} {touched}"] if touched else []
    assert not wrote, "\n".join(wrote)


def test_a_session_alone_changes_nothing_by_rest(victim: Victim) -> None:
    strict = browser_of("alice", enforce_csrf_checks=True)
    for method, route, _ in operations():
        if method != "get":
            path = route.replace("{id}", "1").replace("{name}", "x")
            answer = getattr(strict, method)(path, {}, content_type="application/json")
            assert answer.status_code in (403, 404, 405), (method, path, answer.status_code)


@pytest.mark.parametrize("host", FOREIGN_HOSTS)
def test_pages_and_rest_answer_to_their_own_names_only(host: str, db: None) -> None:
    client = Client(raise_request_exception=False)
    for path in ("/", "/login/", "/api/memories/", "/api/schema/", "/admin/", "/health"):
        answer = client.get(path, headers={"host": host})
        assert answer.status_code == 400, (path, answer.status_code)


def _mcp(headers: dict[str, str]) -> int:
    async def once() -> int:
        transport = httpx.ASGITransport(app=router)  # type: ignore[arg-type]
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return (await client.post("/mcp", headers=headers, json={})).status_code

    return asyncio.run(once())


@pytest.mark.parametrize("host", FOREIGN_HOSTS)
def test_mcp_answers_to_its_own_names_only(host: str) -> None:
    assert _mcp({"Host": host}) == 421


@pytest.mark.parametrize("origin", FOREIGN_ORIGINS)
def test_mcp_refuses_pages_of_other_origins(origin: str) -> None:
    assert _mcp({"Origin": origin}) == 403


@pytest.mark.parametrize("origin", FOREIGN_ORIGINS)
def test_no_answer_lets_another_origin_read_it(origin: str, victim: Victim) -> None:
    client: Any = victim.api
    for path in ("/api/memories/", "/api/me/", "/health", "/login/"):
        answer = client.get(path, headers={"Origin": origin})
        assert not [name for name in answer.headers if name.lower().startswith("access-control")]
