"""The archive over REST: resumed downloads, imports in one body or a form, and whose data it is."""

import hashlib
import io
import json
import os
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import override_settings
from rest_framework.test import APIClient

from core.caller import Caller
from memories.models import Memory
from memories.services.archive.files import kept
from memories.services.forget import forget

from .conftest import ClientOf, fields_of

EXPORT, IMPORT = "/api/database/export/", "/api/database/import/"
BINARY = "application/octet-stream"
Save = Callable[..., Any]


@pytest.fixture(autouse=True)
def _directory(tmp_path: Path) -> Any:
    with override_settings(DATA_DIR=tmp_path):
        yield


def body_of(answered: Any) -> bytes:
    assert answered.status_code in (200, 206), answered.content
    return b"".join(answered.streaming_content)


def texts_of(raw: bytes) -> list[str]:
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        lines = archive.read("data/memories.jsonl").splitlines()
    return [json.loads(line)["raw_text"] for line in lines]


def files() -> list[Path]:
    return list(Path(settings.DATA_DIR).glob("transfers/*/*"))


def test_everybody_gets_their_own(
    admin: APIClient, client_of: ClientOf, owner: Caller, other: Caller, save: Save
) -> None:
    save(owner, "The fig tree is Alice's.", pack="work")
    save(other, "The quince tree is Bob's.", pack="work")
    bob = client_of("bob", scopes=["read", "admin"])
    answered = admin.get(EXPORT)
    raw = body_of(answered)
    assert texts_of(raw) == ["The fig tree is Alice's."]
    assert int(answered["Content-Length"]) == len(raw) and ".wasurena" in answered[
        "Content-Disposition"
    ]  # fmt: skip
    # Neither the range nor the hash of another's file leads to it.
    again = bob.get(EXPORT, headers={"Range": "bytes=0-", "If-Range": answered["ETag"]})
    assert again.status_code == 200 and texts_of(body_of(again)) == ["The quince tree is Bob's."]


@pytest.mark.parametrize(
    "fields",
    [
        {"scopes": ["read", "write"]},
        {"scopes": ["read", "write", "admin"], "packs": ["work"]},
        {"scopes": ["read", "write", "admin"], "namespace": "team"},
    ],
)
def test_limited_tokens_are_refused(client_of: ClientOf, fields: dict[str, Any]) -> None:
    api = client_of("alice", **fields)
    assert api.get(EXPORT).status_code == 403
    refused = api.post(IMPORT, b"whatever", content_type=BINARY)
    assert refused.status_code == 403 and fields_of(refused) == ["token"]
    assert files() == []


def test_reading_is_not_importing(client_of: ClientOf, owner: Caller, save: Save) -> None:
    save(owner, "One.", pack="work")
    api = client_of("alice", scopes=["read", "admin"])
    raw = body_of(api.get(EXPORT))
    assert api.post(IMPORT, raw, content_type=BINARY).status_code == 403
    assert APIClient().get(EXPORT).status_code == 401


def test_a_broken_download_is_resumed(admin: APIClient, owner: Caller, save: Save) -> None:
    save(owner, "The fig tree is old.", pack="work")
    first = admin.get(EXPORT)
    raw, etag = body_of(first), first["ETag"]
    save(owner, "The fig tree is gone.", pack="work")
    rest = admin.get(EXPORT, headers={"Range": "bytes=100-", "If-Range": etag})
    assert rest.status_code == 206 and rest["ETag"] == etag
    assert rest["Content-Range"] == f"bytes 100-{len(raw) - 1}/{len(raw)}"
    assert body_of(rest) == raw[100:]
    assert body_of(admin.get(EXPORT, headers={"Range": "bytes=5-9"})) == raw[5:10]
    assert body_of(admin.get(EXPORT, headers={"Range": "bytes=-7"})) == raw[-7:]
    beyond = admin.get(EXPORT, headers={"Range": f"bytes={len(raw)}-"})
    assert beyond.status_code == 416 and beyond["Content-Range"] == f"bytes */{len(raw)}"
    assert fields_of(beyond) == ["Range"]
    for odd in ("bytes=1-2,4-5", "lines=1-", "bytes=-"):
        assert body_of(admin.get(EXPORT, headers={"Range": odd})) == raw
    # Another file than the one that began, or of other parameters: all of it.
    part = admin.get(EXPORT, {"pack": "lifelog"}, headers={"Range": "bytes=100-"})
    assert part.status_code == 200 and texts_of(body_of(part)) == []
    body_of(admin.post(EXPORT, {"passphrase": "correct horse"}, format="json"))
    whole = admin.get(EXPORT, headers={"Range": "bytes=100-"})
    assert whole.status_code == 200 and len(texts_of(body_of(whole))) == 2
    other = admin.get(EXPORT, headers={"Range": "bytes=100-", "If-Range": '"else"'})
    assert other.status_code == 200 and len(texts_of(body_of(other))) == 2
    assert len(files()) == 1


def test_the_file_is_private_and_goes(
    admin: APIClient,
    owner: Caller,
    save: Save,
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:
    saved = save(owner, "The fig tree is a secret.", pack="work")
    etag = admin.get(EXPORT)["ETag"]
    [file] = files()
    assert file.stat().st_mode & 0o777 == 0o600 and file.parent.stat().st_mode & 0o777 == 0o700
    with django_capture_on_commit_callbacks(execute=True):
        forget(owner, [saved.id], confirm=True)
    assert files() == []
    again = admin.get(EXPORT, headers={"Range": "bytes=10-", "If-Range": etag})
    assert again.status_code == 200 and texts_of(body_of(again)) == []
    [file] = files()
    old = time.time() - kept.KEPT_FOR.total_seconds() - 60
    os.utime(file, (old, old))
    assert admin.get(EXPORT, headers={"Range": "bytes=10-"}).status_code == 200
    [file] = files()
    os.utime(file, (old, old))
    assert kept.drop_old() == 1 and files() == []


def test_what_is_forgotten_meanwhile_is_written_again(owner: Caller) -> None:
    written: list[str] = []

    def write(file: Any) -> None:
        file.write(b"the text" if not written else b"nothing")
        if not written:
            kept.drop("alice")
        written.append("once")

    done = kept.keep("alice", ".wasurena", write)
    assert done.file.read() == b"nothing" and len(written) == 2
    assert [file.read_bytes() for file in files()] == [b"nothing"]


def test_nothing_is_kept_beside_an_encrypted_database(
    admin: APIClient, owner: Caller, save: Save
) -> None:
    save(owner, "The fig tree is a secret.", pack="work")
    with override_settings(DATABASE_KEY="a passphrase"):
        assert len(texts_of(body_of(admin.get(EXPORT)))) == 1
    assert files() == []


@pytest.mark.parametrize("is_form", [True, False])
def test_import(admin: APIClient, owner: Caller, save: Save, is_form: bool) -> None:
    save(owner, "The fig tree bears fruit.", pack="work", tags=["garden"])
    raw = body_of(admin.get(EXPORT))
    Memory.objects.all().delete()

    def send(query: str = "") -> dict[str, Any]:
        if is_form:
            upload = SimpleUploadedFile("a.wasurena", raw)
            answered = admin.post(IMPORT + query, {"file": upload}, format="multipart")
        else:
            answered = admin.post(IMPORT + query, raw, content_type=BINARY)
        assert answered.status_code == 200, answered.content
        return dict(answered.json())

    checked = send("?check=true")
    assert checked["is_check"] and checked["members"]["memories"]["created"] == 1
    assert not Memory.objects.exists()
    assert send()["members"] == checked["members"]
    assert Memory.objects.get().raw_text == "The fig tree bears fruit."
    assert send()["created"] == 0
    Memory.objects.update(raw_text="The fig tree is bare.")
    conflicting = send()
    assert conflicting["conflict_count"] == 1
    assert conflicting["conflicts"][0]["member"] == "data/memories.jsonl"


def test_what_is_wrong_is_named(admin: APIClient, owner: Caller, save: Save) -> None:
    save(owner, "One.", pack="work")
    raw = body_of(admin.get(EXPORT))
    for query, body in (("", b"no archive"), ("", b""), ("", raw[:-40])):
        refused = admin.post(IMPORT + query, body, content_type=BINARY)
        assert refused.status_code == 400 and fields_of(refused) == ["file"]
    assert fields_of(admin.post(f"{IMPORT}?chek=true", raw, content_type=BINARY)) == ["chek"]
    assert fields_of(admin.post(IMPORT, {"other": "x"}, format="multipart")) == ["file"]
    refused = admin.post(IMPORT, broken(raw), content_type=BINARY)
    assert "data/memories.jsonl, line 1" in refused.json()["errors"][0]["detail"]
    with override_settings(IMPORT_MB=0):
        refused = admin.post(IMPORT, raw, content_type=BINARY)
        assert refused.status_code == 413 and fields_of(refused) == ["file"]
    assert admin.post(IMPORT, raw, content_type="text/plain").status_code == 415


def broken(raw: bytes) -> bytes:
    """Return an archive with a line that is no JSON, and the right hash of it."""
    held = zipfile.ZipFile(io.BytesIO(raw))
    members = {name: held.read(name) for name in held.namelist()}
    line = members["data/memories.jsonl"].replace(b'"raw_text":', b'"raw_text"-')
    manifest = json.loads(members["manifest.json"])
    for member in manifest["members"]:
        if member["name"] == "data/memories.jsonl":
            member["sha256"], member["bytes"] = hashlib.sha256(line).hexdigest(), len(line)
    members |= {"data/memories.jsonl": line, "manifest.json": json.dumps(manifest).encode()}
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return file.getvalue()


def test_a_part_and_an_encrypted_archive(admin: APIClient, owner: Caller, save: Save) -> None:
    save(owner, "The fig tree bears fruit.", pack="lifelog")
    save(owner, "Aozora ships in May.", pack="work")
    assert texts_of(body_of(admin.get(EXPORT, {"pack": "work"}))) == ["Aozora ships in May."]
    assert admin.get(EXPORT, {"pack": "nowhere"}).json()["errors"][0]["field"] == "pack"

    asked = {"pack": ["work"], "passphrase": "correct horse"}
    sealed = body_of(admin.post(EXPORT, asked, format="json"))
    assert b"Aozora" not in sealed

    def send(**given: str) -> Any:
        file = SimpleUploadedFile("me.wasurena", sealed)
        return admin.post(f"{IMPORT}?check=true", {"file": file, **given}, format="multipart")

    missing = send().json()["errors"][0]
    assert missing["code"] == "passphrase_missing"
    assert missing["detail"].startswith("the file is encrypted with a passphrase: send it as")
    assert send(passphrase="battery").json()["errors"][0]["code"] == "wrong_passphrase"
    done = send(passphrase="correct horse")
    assert done.json()["members"]["memories"] == {"created": 0, "unchanged": 1, "left_out": 0}


def test_recipients_and_passphrases_that_cannot_be_used_name_their_field(admin: APIClient) -> None:
    for given, field in (
        ({"recipient": ["age1x"]}, "recipient"),
        ({"recipient": ["age1x"], "passphrase": "both"}, "recipient"),
        ({"passphrase": 5}, "passphrase"),
        ({"since": "some day"}, "since"),
    ):
        refused = admin.post(EXPORT, given, format="json")
        assert refused.status_code == 400
        assert refused.json()["errors"][0]["field"] == field


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"passphrase": ""}, "passphrase"),
        ({"passphrase": "   "}, "passphrase"),
        ({"passphrase": "", "recipient": []}, "passphrase"),
        ({"recipient": []}, "recipient"),
        ({"recipient": [" "]}, "recipient.0"),
        ({}, "passphrase"),
        ({"pack": ["work"]}, "passphrase"),
    ],
)
def test_a_post_without_protection_is_refused(
    admin: APIClient, given: dict[str, Any], field: str
) -> None:
    refused = admin.post(EXPORT, given, format="json")
    assert refused.status_code == 400
    assert fields_of(refused)[0] == field


def test_an_import_is_undone_by_its_change(admin: APIClient, owner: Caller, save: Save) -> None:
    saved = save(owner, "The fig tree bears fruit.", pack="lifelog")
    raw = body_of(admin.get(EXPORT))
    memory = f"/api/memories/{saved.id}/"
    assert admin.patch(memory, {"text": "The fig tree is bare."}, format="json").status_code == 200

    done = admin.post(IMPORT, raw, content_type=BINARY).json()
    assert (done["conflict_count"], done["asked"]) == (1, 1)
    [question] = admin.get("/api/inbox/", {"kind": "imported"}).json()["results"]
    assert "is bare" in str(question["preview"]) and "bears fruit" in question["title"]
    answer = f"/api/inbox/{question['id']}/decide/"
    assert admin.post(answer, {"decision": "accept"}, format="json").status_code == 200
    assert admin.get(memory).json()["text"] == "The fig tree bears fruit."
    back = admin.post(f"/api/inbox/{question['id']}/undo/")
    assert back.status_code == 200 and admin.get(memory).json()["text"] == "The fig tree is bare."

    undone = admin.post(f"/api/revisions/{done['change_id']}/undo/")
    assert undone.status_code == 200, undone.content
    assert admin.get("/api/inbox/", {"kind": "imported"}).json()["results"] == []
