"""Another person, and bound tokens, call every route with alice's ids and names."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import pytest
from rest_framework.test import APIClient

from core.models import Revision

from .attempts import changed, fingerprint, rolled_back
from .bodies import examples, queries
from .openapi import Generator, Harvest, Request, content_of, operations
from .victim import Victim, client_of, fill_inside

# Routes that alice herself cannot reach with what is generated, and the reason.
OUT_OF_REACH = {
    "get /api/database/backups/": "the operator's",
    "post /api/database/backups/": "the operator's",
    "get /api/database/backups/{name}": "the operator's",
    "get /api/database/doctor/": "the operator's",
    "get /metrics": "the operator's",
    "post /api/memories/{id}/reveal/": "a person's who has logged in",
    "post /api/states/{id}/keep/": "only what may be out of date",
    "post /api/database/import/": "takes a file: tests/memories/archive",
}
ID = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}")
UNKNOWN = "00000000-0000-4000-8000-00000000abcd"
# What belongs to the person and to no pack or namespace: every token of theirs may read it.
OF_THE_PERSON = {
    f"{model}.{name}"
    for model in ("EntityType", "RelationType")
    for name in ("type_name", "display_name", "display_name_en", "description")
}
# What requests may write of alice's own, whoever asks: when a token was used.
BESIDE = ("api_tokens",)


@pytest.fixture(scope="module")
def requests(lasting_victim: Victim) -> dict[str, list[Request]]:
    """Return the requests of every operation, with ids and names of alice."""
    with rolled_back():
        harvest = Harvest(lasting_victim.api)
    changes = Revision.objects.filter(action="UPDATE", target_type="memory")
    harvest.ids["/api/revisions/"].insert(0, str(changes.latest("pk").change_id))
    generator = Generator(harvest, examples(harvest), queries(harvest))
    return {
        f"{method} {route}": list(generator.requests(method, route, operation))
        for method, route, operation in operations()
    }


def answered(client: APIClient, request: Request) -> tuple[int, str]:
    """Return status and text of what a request is answered, leaving nothing behind."""
    with rolled_back():
        answer = request.send(client)
        return answer.status_code, content_of(answer)


def test_every_route_is_met_by_a_request_that_works(
    victim: Victim, requests: dict[str, list[Request]]
) -> None:
    unmet, crashed = [], []
    for name, ones in requests.items():
        statuses = set()
        for one in ones:
            status, text = answered(victim.api, one)
            statuses.add(status)
            if status >= 500:
                crashed.append(f"{one.sent}: {text[:200]}")
            if status < 300:
                break
        # 409: what was named is there, and its state forbids it.
        if not statuses & {200, 201, 202, 204, 409} and name not in OUT_OF_REACH:
            unmet.append(f"{name}: {sorted(statuses)}")
    assert not crashed, "\n".join(crashed)
    assert not unmet, "\n".join(unmet)


def leaks(victim: Victim, client: APIClient, ones: list[Request], seen: set[str]) -> Iterator[str]:
    """Yield what the answers to a client give away, and crashes."""
    for one in ones:
        status, text = answered(client, one)
        if status >= 500:
            yield f"{status} {one.method} {one.sent[:300]}: {text[:300]}"
        leaked = set(victim.marks.leaked(text, one.sent)) - seen
        if leaked:
            yield f"{sorted(leaked)} {one.method} {one.sent[:300]}: {text[:1200]}"


@pytest.mark.parametrize("most", [2, pytest.param(1_000, marks=pytest.mark.slow)])
def test_another_person_learns_nothing_and_changes_nothing(
    victim: Victim, requests: dict[str, list[Request]], most: int
) -> None:
    bob, found = client_of("bob"), []
    before = fingerprint("alice")
    for name, ones in requests.items():
        for one in ones[:most]:
            with rolled_back():
                answer = one.send(bob)
                text = content_of(answer)
                if not one.is_safe and answer.status_code < 300:
                    found += [
                        f"{name} {one.sent} changes {table}"
                        for table in changed(before, fingerprint("alice"), but=BESIDE)
                    ]
            if answer.status_code >= 500 or victim.marks.leaked(text, one.sent):
                found.append(f"{answer.status_code} {name} {one.sent[:300]}: {text[:300]}")
    assert not found, "\n".join(found)


def test_ids_of_another_person_are_as_unknown_as_any(
    victim: Victim, requests: dict[str, list[Request]]
) -> None:
    bob, different = client_of("bob"), []
    for name, ones in requests.items():
        for one in ones[:1] if "{" in name else []:
            parent = one.route.partition("{")[0]
            key = one.path[len(parent) :].split("/")[0]
            unknown = UNKNOWN if ID.fullmatch(key) else "987654321" if key.isdigit() else key[::-1]
            body = json.loads(json.dumps(one.body).replace(key, unknown))
            other = replace(one, path=one.path.replace(key, unknown), body=body)
            told = [answered(bob, each) for each in (one, other)]
            # What everybody has, such as packs and types, is bob's as well.
            if told[0][0] >= 300 and _without(told[0], key) != _without(told[1], unknown):
                different.append(f"{name} {one.sent[:200]}: {told}")
    assert not different, "\n".join(different)


def _without(told: tuple[int, str], key: str) -> tuple[int, str]:
    return told[0], told[1].replace(key, "")


@pytest.mark.parametrize("most", [2, pytest.param(1_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("limits", [{"packs": ["dev"]}, {"namespace": "inside"}], ids=str)
def test_bound_tokens_learn_nothing_of_other_places(
    victim: Victim, requests: dict[str, list[Request]], limits: dict[str, object], most: int
) -> None:
    bound, found = client_of("alice", **limits), []
    with rolled_back():
        fill_inside(victim)
        for ones in requests.values():
            found += leaks(victim, bound, ones[:most], OF_THE_PERSON)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("most", [1, pytest.param(1_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("limits", [{"packs": ["dev"]}, {"namespace": "inside"}], ids=str)
def test_bound_tokens_learn_nothing_by_what_they_may_see(
    victim: Victim, limits: dict[str, object], most: int
) -> None:
    """Links and searches lead from what lies within to what does not."""
    bound, found = client_of("alice", **limits), []
    with rolled_back():
        fill_inside(victim)
        harvest = Harvest(bound)
        generator = Generator(harvest, examples(harvest), queries(harvest))
        for method, route, operation in operations():
            ones = islice(generator.requests(method, route, operation), most)
            found += leaks(victim, bound, list(ones), OF_THE_PERSON)
    assert not found, "\n".join(found)
