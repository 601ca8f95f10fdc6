"""A broken archive is refused by name, and changes nothing."""

import hashlib
import io
import json
import zipfile
from collections.abc import Callable
from typing import Any

import pytest

from core.caller import Caller
from core.errors import InvalidInput
from memories.services.archive import reading

from .conftest import exported, imported, members, stored

Change = Callable[[dict[str, bytes], dict[str, Any]], None]


@pytest.fixture(scope="module")
def exported_archive(module_owner: Caller, save: Callable[..., Any]) -> bytes:
    owner = module_owner
    save(
        owner, "The budget for Aozora is 30,000 euros.", pack="work", tags=["money"],
        context="Aozora", entities=[{"name": "Aozora", "type": "Project"}],
    )  # fmt: skip
    return exported(owner)


@pytest.fixture
def archive(exported_archive: bytes, owner: Caller, other: Caller) -> bytes:
    """What Alice has; Bob has nothing."""
    return exported_archive


def rebuilt(raw: bytes, change: Change, *, is_signed: bool = True) -> bytes:
    """Return an archive with changed members, and a manifest that agrees with them."""
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        manifest = json.loads(archive.read("manifest.json"))
    held = members(raw)
    change(held, manifest)
    for member in manifest["members"] if is_signed and manifest["members"] != "all" else ():
        if (content := held.get(member["name"])) is not None:
            member["sha256"] = hashlib.sha256(content).hexdigest()
            member["bytes"], member["lines"] = len(content), content.count(b"\n")
    return packed(held, manifest)


def packed(held: dict[str, bytes], manifest: dict[str, Any]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in held.items():
            archive.writestr(name, content)
        archive.writestr("manifest.json", json.dumps(manifest))
    return file.getvalue()


def replaced(name: str, old: str, new: str) -> Change:
    def _change(held: dict[str, bytes], _manifest: dict[str, Any]) -> None:
        member = f"data/{name}.jsonl"
        assert old.encode() in held[member]
        held[member] = held[member].replace(old.encode(), new.encode(), 1)

    return _change


def added(name: str, line: bytes) -> Change:
    def _change(held: dict[str, bytes], _manifest: dict[str, Any]) -> None:
        held[f"data/{name}.jsonl"] += line

    return _change


def twice(name: str) -> Change:
    """Repeat the row of a member, with the next number."""

    def _change(held: dict[str, bytes], manifest: dict[str, Any]) -> None:
        member = f"data/{name}.jsonl"
        line = json.loads(held[member])
        held[member] += json.dumps({**line, "id": line["id"] + 1}).encode() + b"\n"
        for one in manifest["members"]:
            one["numbers"] += one["name"] == member

    return _change


def says(**fields: Any) -> Change:
    return lambda _held, manifest: manifest.update(fields)


def holds(name: str, content: bytes = b"x") -> Change:
    return lambda held, _manifest: held.update({name: content})


def lists(name: str) -> Change:
    def _change(_held: dict[str, bytes], manifest: dict[str, Any]) -> None:
        manifest["members"].append({**manifest["members"][0], "name": name})

    return _change


def lacks(held: dict[str, bytes], _manifest: dict[str, Any]) -> None:
    del held["data/tags.jsonl"]


def bomb(held: dict[str, bytes], _manifest: dict[str, Any]) -> None:
    held["data/tags.jsonl"] = b" " * 5_000_000


def refusal(caller: Caller, raw: bytes) -> str:
    """Import a broken archive; return the message once nothing has changed."""
    before = stored()
    with pytest.raises(InvalidInput) as raised:
        imported(caller, raw)
    assert stored() == before
    assert raised.value.problems[0].field == "file"
    return raised.value.message


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (says(schema_version=2), "update Wasurena first"),
        (says(schema_version="1"), "manifest.json: “schema_version” is unknown or has an invalid"),
        (says(schema_version=0), "manifest.json: “schema_version” is unknown or has an invalid"),
        (says(format="zip"), "manifest.json: this is no archive of Wasurena"),
        (says(unknown=1), "manifest.json: “unknown”"),
        (says(members="all"), "manifest.json: “members”"),
        (holds("data/diary.jsonl"), "data/diary.jsonl: an archive has no such member"),
        (holds("../../etc/passwd"), "../../etc/passwd: an archive has no such member"),
        (holds("/data/tags.jsonl"), "/data/tags.jsonl: an archive has no such member"),
        (lists("../memory.sqlite3"), "../memory.sqlite3: an archive has no such member"),
        (lists("data/tags.jsonl"), "data/tags.jsonl: is missing, or there twice"),
        (lacks, "data/tags.jsonl: is missing, or there twice"),
        (bomb, "data/tags.jsonl: is packed more tightly"),
        (added("tags", b"{\n"), "data/tags.jsonl, line 2: is not JSON"),
        (added("tags", b"[]\n"), "data/tags.jsonl, line 2: is not a JSON object"),
        (added("tags", b"\xff\n"), "data/tags.jsonl, line 2: is not JSON"),
        (added("tags", b'{"shoe":1}\n'), "data/tags.jsonl, line 2: “shoe” is unknown"),
        (added("tags", b'{"id":1}\n'), "data/tags.jsonl, line 2: its number is out of order"),
        (replaced("tags", '"id":1', '"id":true'), "data/tags.jsonl, line 1: its number"),
        (replaced("tags", '"id":1', '"id":99'), "data/tags.jsonl, line 1: its number"),
        (replaced("tags", '"work"', '"Work; DROP"'), "data/tags.jsonl, line 1: “Work; DROP”"),
        (replaced("tags", '"name":"money"', '"name":null'), "line 1: “name” is empty"),
        (replaced("memories", '"tags":[1]', '"tags":[7]'), "data/memories.jsonl, line 1: there"),
        (replaced("memories", '"tags":[1]', '"tags":[1,1]'), "“tags” names a row twice"),
        (replaced("memories", '"tags":[1]', '"tags":1'), "“tags” is no list"),
        (replaced("memories", '"context_id":1', '"context_id":4'), "memories.jsonl, line 1: there"),
        (replaced("memories", '"trust":"', '"trust":"x'), "line 1: “trust” has the unknown value"),
        (replaced("memories", '"uid":"', '"uid":"x'), "line 1: “uid” has an invalid value"),
        (replaced("memories", '"pinned":false', '"pinned":"?"'), "“pinned” has an invalid value"),
        (
            replaced("memories", '"importance_score":0.5', '"importance_score":7'),
            "data/memories.jsonl, line 1: the database refuses it",
        ),
        (
            replaced("mentions", '"entity_id":"', '"entity_id":"00000000-0000-4000-8000-0000'),
            "data/mentions.jsonl, line 1: “entity_id” has an invalid value",
        ),
        (replaced("entities", '"Project"', '"Spaceship"'), "there is no type “Spaceship” here"),
        (replaced("entities", '"Project"', "7"), "entities.jsonl, line 1: “entity_type_id” is no"),
        (
            added("graph_views", b'{"state":{"thread:9":1}}\n'),
            "data/graph_views.jsonl, line 1: ",
        ),
        (added("journal", b'{"pack":"work"}\n'), "“action” is missing"),
        (
            replaced("journal", '"target_type":"memory"', '"target_type":""'),
            "“target_type” is empty",
        ),
        (
            replaced("memories", "The budget", "The \\u0000budget"),
            "data/memories.jsonl, line 1: “raw_text”: the text holds a NUL character",
        ),
        (
            replaced("memories", "The budget", "The \\ud800budget"),
            "data/memories.jsonl, line 1: “raw_text”: the text is not valid Unicode",
        ),
        (
            replaced("memories", '"namespace":""', '"namespace":"../..//x y\\n"'),
            "data/memories.jsonl, line 1: “namespace” has an invalid value",
        ),
        (
            replaced("entities", '"name":"Aozora"', '"name":" "'),
            "data/entities.jsonl, line 1: “name” is empty",
        ),
        (twice("memories"), "data/memories.jsonl, line 2: the id "),
        (added("tags", b'{"id":NaN}\n'), "data/tags.jsonl, line 2: is not JSON"),
        (
            replaced("journal", '"target_id":"1"', '"target_id":"x"'),
            "data/journal.jsonl, line",
        ),
    ],
)
def test_what_is_wrong_is_named(
    archive: bytes, change: Change, words: str, start_anew: Callable[..., None]
) -> None:
    start_anew("bob")
    assert words in refusal(Caller(base_user="bob"), rebuilt(archive, change))


def test_an_id_twice_is_refused_beside_other_rows(archive: bytes, owner: Caller) -> None:
    assert "line 2: the id " in refusal(owner, rebuilt(archive, twice("memories")))
    damaged = rebuilt(archive, replaced("memories", "The budget", "The \\ud800budget"))
    assert "not valid Unicode" in refusal(owner, damaged)


def test_references_to_nothing_are_named(archive: bytes, start_anew: Callable[..., None]) -> None:
    start_anew("bob")
    bob = Caller(base_user="bob")

    def without(name: str) -> Change:
        return holds(f"data/{name}.jsonl", b"")

    assert "data/memories.jsonl, line 1: “tags” refers to" in refusal(
        bob, rebuilt(archive, without("tags"))
    )
    assert "data/memories.jsonl, line 1: “session_id” refers to" in refusal(
        bob, rebuilt(archive, without("sessions"))
    )
    assert "data/mentions.jsonl" in refusal(bob, rebuilt(archive, without("entities")))


def test_changed_bytes(archive: bytes, other: Caller, start_anew: Callable[..., None]) -> None:
    start_anew("bob")
    said = refusal(
        other, rebuilt(archive, replaced("memories", "30,000", "90,000"), is_signed=False)
    )
    assert "data/memories.jsonl: its bytes are not those that were written" in said


@pytest.mark.parametrize("share", [0.0, 0.2, 0.5, 0.9, 0.999])
def test_cut_files(archive: bytes, other: Caller, share: float) -> None:
    assert "no complete archive" in refusal(other, archive[: int(len(archive) * share)])


def test_each_flipped_byte_is_noticed(archive: bytes, other: Caller) -> None:
    """Of the zip's own bytes some say nothing (times, flags); of the members none may change."""
    for at in range(40, len(archive), len(archive) // 60):
        raw = bytearray(archive)
        raw[at] ^= 0x10
        with pytest.raises(InvalidInput):
            imported(other, bytes(raw))


def test_a_line_without_end(archive: bytes, other: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MOST_LINE_BYTES", 300)
    assert "line 1: longer than allowed" in refusal(other, archive)
