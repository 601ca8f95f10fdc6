"""Four processes save and four search for a minute: nothing lost, nothing broken, no 5xx."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.live_server import LiveServer, live_server
from tests.prepared import ROOT, environment

pytestmark = pytest.mark.slow

SECONDS = float(os.environ.get("MANY_CLIENTS_SECONDS", "60"))
CLIENTS = [
    (interface, deed, f"{deed}-{interface}-{number}")
    for deed in ("save", "search")
    for interface in ("mcp", "rest")
    for number in (1, 2)
]
# Run in a process of its own, on the data of the stopped server.
INSPECT = """
import json, sys, django
django.setup()
from django.db import connection
from core.caller import Caller
from memories.index import embedding_jobs
from memories.models import Memory, RetrievalRun, VectorMetadata
from memories.schemas import SearchInput
from memories.services.search import recall
embedding_jobs.drain()
alice = Caller(base_user="alice")
names = list(Memory.objects.order_by("?").values_list("uid", "raw_text")[:300])
unfound = []
for uid, text in names:
    mark = text.rsplit(" ", 1)[1]
    for mode in ("keyword", "hybrid"):
        hits = recall(alice, SearchInput(query=mark, mode=mode)).results
        if not hits or hits[0].memory.id != uid:
            unfound.append((mode, text))
with connection.cursor() as cursor:
    integrity = cursor.execute("PRAGMA integrity_check").fetchall()
    foreign = cursor.execute("PRAGMA foreign_key_check").fetchall()
    for table in ("memories_fts", "memories_identifiers"):
        cursor.execute(f"INSERT INTO {table}({table}, rank) VALUES ('integrity-check', 0)")
    indexed = cursor.execute("SELECT count(*) FROM memories_fts_docsize").fetchone()[0]
print(json.dumps({
    "integrity": [row[0] for row in integrity],
    "foreign": foreign,
    "ids": [str(uid) for uid in Memory.objects.values_list("uid", flat=True)],
    "indexed": indexed,
    "with_vector": VectorMetadata.objects.values("memory").distinct().count(),
    "unfound": unfound,
    "runs": RetrievalRun.objects.count(),
}))
"""


def run_clients(server: LiveServer) -> dict[str, dict[str, Any]]:
    script = str(Path(__file__).with_name("one_client.py"))
    processes = {
        name: subprocess.Popen(
            [
                sys.executable,
                script,
                server.base_url,
                server.token,
                interface,
                deed,
                name,
                str(SECONDS),
            ],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        )
        for interface, deed, name in CLIENTS
    }
    answers = {
        name: process.communicate(timeout=SECONDS + 120)[0] for name, process in processes.items()
    }
    return {name: json.loads(answer) for name, answer in answers.items()}


def p95(took: list[float]) -> float:
    """Return the 95th percentile in milliseconds."""
    return sorted(took)[int(0.95 * len(took))] * 1000


def test_nothing_is_lost(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with live_server(tmp_path, background="thread") as server:
        done = run_clients(server)
        health = server.client().get("/health")
    log = (tmp_path / "server.log").read_text("utf-8")
    inspected = subprocess.run(
        [sys.executable, "-c", INSPECT],
        cwd=ROOT,
        env=environment(tmp_path),
        capture_output=True,
        text=True,
    )
    assert inspected.returncode == 0, inspected.stderr
    found = json.loads(inspected.stdout)
    figures = [
        f"{name}: {len(client['took'])} calls, p95 {p95(client['took']):.0f} ms"
        for name, client in done.items()
    ]
    with capsys.disabled():
        sys.stderr.write("\n".join(["", *figures, f"{len(found['ids'])} memories", ""]))
    assert {name: client["errors"] for name, client in done.items() if client["errors"]} == {}
    assert health.status_code == 200 and "Traceback" not in log and "locked" not in log
    saved = [uid for client in done.values() for uid in client["ids"]]
    # Tools answer with the beginnings of ids.
    stored = [uid for one in saved for uid in found["ids"] if uid.startswith(one)]
    assert saved and sorted(stored) == sorted(found["ids"])
    assert found["integrity"] == ["ok"] and found["foreign"] == []
    assert found["indexed"] == found["with_vector"] == len(saved)
    assert found["unfound"] == []
    searches = sum(len(done[name]["took"]) for _, deed, name in CLIENTS if deed == "search")
    assert found["runs"] >= searches
