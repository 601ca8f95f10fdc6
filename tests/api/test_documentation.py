"""`docs/rest.md` is true: every request in it is sent, and every address is in it."""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import call_command
from rest_framework.test import APIClient

pytestmark = pytest.mark.django_db

DOCUMENT = Path(__file__).parents[2] / "docs" / "rest.md"
REQUEST = re.compile(
    r"```http\n(?P<method>[A-Z]+) (?P<address>\S+) → (?P<status>\d+)\n(?P<body>.*?)```", re.S
)
# What an answer to this address is called in later examples.
NAMES = {
    "/api/memories/": "memory", "/api/links/": "link", "/api/tags/": "tag", "/api/contexts/": "context",
    "/api/sessions/": "session", "/api/entities/": "entity", "/api/tokens/": "token",
    "/api/states/": "state",
}  # fmt: skip


@dataclass
class Example:
    method: str
    address: str
    status: int
    body: str


def examples() -> list[Example]:
    found = REQUEST.finditer(DOCUMENT.read_text("utf-8"))
    return [Example(m["method"], m["address"], int(m["status"]), m["body"].strip()) for m in found]


def filled(text: str, known: dict[str, str]) -> str:
    return re.sub(r"\{([a-z]+(?:-\d)?)\}", lambda match: known[match[1]], text)


def note_ids(example: Example, answer: dict[str, Any], known: dict[str, str]) -> None:
    if example.method == "POST" and example.address in NAMES:
        known[NAMES[example.address]] = str(answer["id"])
    if example.address.startswith("/api/memories/batch/"):
        known["memory-2"] = answer["results"][0]["id"]
    if example.address == "/api/inbox/" and example.method == "POST":
        known["proposal"] = answer["results"][0]["id"]
    if example.address.startswith("/api/revisions/?"):
        known["change"] = answer["results"][0]["change_id"]
    if example.address == "/api/memories/search/":
        known.setdefault("run", answer["run_id"])


def test_it_works(admin: APIClient) -> None:
    known: dict[str, str] = {}
    for example in examples():
        body = filled(example.body, known) or None
        address = filled(example.address, known)
        answered = admin.generic(
            example.method, address, body or "", content_type="application/json"
        )
        assert answered.status_code == example.status, (example, answered.content)
        if answered.content:
            note_ids(example, answered.json(), known)
    assert set(known) == {*NAMES.values(), "memory-2", "proposal", "run", "change"}


@cache
def document() -> dict[str, Any]:
    """Return the document, which takes seconds to make."""
    answered = APIClient().get("/api/schema/")
    loaded: dict[str, Any] = yaml.safe_load(answered.content)
    return loaded


def test_the_openapi_document_is_valid_and_complete(tmp_path: Path) -> None:
    call_command("spectacular", validate=True, fail_on_warn=True, file=str(tmp_path / "schema.yml"))


def test_every_address_is_documented() -> None:
    text = DOCUMENT.read_text("utf-8")
    for path in document()["paths"]:
        base, _, rest = path.partition("{")
        tail = rest.partition("}")[2].strip("/")
        assert base in text and tail in text, path


def test_every_filter_is_documented() -> None:
    text = DOCUMENT.read_text("utf-8")
    for path, operations in document()["paths"].items():
        for parameter in operations.get("get", {}).get("parameters", []):
            if path != "/api/memories/" and parameter["in"] == "query":
                assert parameter["name"] in text, (path, parameter["name"])


def test_every_operation_says_what_it_does_and_how_it_fails() -> None:
    loaded = document()
    for path, operations in loaded["paths"].items():
        for operation in operations.values():
            assert operation["summary"], path
            assert operation["responses"]["default"]
            assert {"bearerToken": []} in operation["security"], path
    filters = {p["name"] for p in loaded["paths"]["/api/memories/"]["get"]["parameters"]}
    assert {"pack", "tags", "entity", "created_after", "limit", "cursor"} <= filters
    assert not filters & {"not", "metadata"}
