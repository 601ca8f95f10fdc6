"""The page of the graph as a file: its name and size, what an import did, and undoing that."""

import json
import re
from collections.abc import Callable

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from core.caller import Caller
from core.journal.replay import verify
from entities.models import Entity
from graph.models import EntityRelation
from memories.models import Memory
from memories.schemas import SavedOut

pytestmark = pytest.mark.django_db
FILES = "/graph/files/"
GRAPH = {
    "nodes": [
        {"id": 1, "label": "Rowan", "type": "Person"},
        {"id": 2, "label": "Oxtal", "type": "Organization"},
        {"id": 3, "text": "Rowan left Oxtal."},
    ],
    "edges": [{"source": 1, "target": 2, "type": "works_for"}, {"source": 3, "target": 1}],
}


def upload(site: Client, content: bytes, **more: str) -> str:
    file = SimpleUploadedFile("people.json", content, "application/json")
    answer = site.post(f"{FILES}import/", {"file": file, **more})
    return answer.content.decode()


def test_a_file_is_offered_with_its_name_and_size(
    site: Client, owner: Caller, save: Callable[..., SavedOut]
) -> None:
    save(owner, "Rowan waits for rain.", pack="lifelog", tags=["rain"])
    shown = site.get(f"{FILES}?format=graphml&pack=lifelog&known=2100-01-01").content.decode()
    address = re.search(r'href="(/api/graph/export/[^"]+)"', shown)
    assert address and re.search(r"wasurena-graph-[-0-9]+\.graphml", shown)
    whole = site.get(address[1].replace("&amp;", "&"))
    size = len(b"".join(whole.streaming_content))  # type: ignore[attr-defined]
    assert f"{size / 1024:.1f}\xa0KB" in shown and "3 nodes" in shown and "2 connections" in shown
    early = site.get(f"{FILES}?format=json&known=2000-01-01").content.decode()
    assert "0 nodes" in early
    assert site.get(f"{FILES}?format=word").status_code == 400
    assert site.get("/graph/").content.decode().count(FILES) == 1
    assert FILES in site.get("/settings/").content.decode()


def test_an_import_says_what_it_did_and_is_undone(site: Client, owner: Caller) -> None:
    content = json.dumps(GRAPH).encode()
    checked = upload(site, content, check="yes")
    assert "Nothing was stored" in checked and not Entity.objects.exists()
    shown = upload(site, content)
    assert "people.json" in shown and "Undo the import" in shown
    assert EntityRelation.objects.count() == 1 and Memory.objects.kept().count() == 1
    at = re.search(r'name="at" value="([^"]+)"', shown)
    assert at
    site.post(f"{FILES}import/undo/", {"at": at[1]})
    assert not Memory.objects.kept().exists() and not EntityRelation.objects.exists()
    assert not Entity.objects.exists() and verify().is_sound
    assert "The import is undone" in site.get(FILES).content.decode()
    assert site.post(f"{FILES}import/undo/", {"at": "2020-01-01T00:00:00Z"}).status_code == 404


def test_a_bad_file_is_refused_with_its_reasons(site: Client, owner: Caller) -> None:
    assert "not JSON" in upload(site, b"nodes: none")
    wrong = {"nodes": [{"id": 1, "label": "Rowan"}], "edges": [{"source": 1, "target": 9}]}
    assert "edges.0.target" in upload(site, json.dumps(wrong).encode())
    assert site.post(f"{FILES}import/").status_code == 400
    assert not Entity.objects.exists()
