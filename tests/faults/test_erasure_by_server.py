"""What a running server forgets is in no byte of its data, its log and its temporary files."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.encrypted_files import decrypted, encrypt
from tests.live_server import LiveServer, prepared_directory, serving
from tests.prepared import run_code

WORD = "Zorvexaquill"
DATABASE = "wasurena.sqlite3"
JAPANESE = "麒麟児朱鷺子"
SAID = f"{WORD} keeps the spare key at {JAPANESE}の家, by the Xanthopol gate."
OWNERS_TOKEN = """
import django
django.setup()
from accounts.services.tokens import token_create
print(token_create(user_name="alice", name="own", scopes=["read", "write", "admin"])[1])
"""
MCP_HEADERS = {"Accept": "application/json, text/event-stream"}
FORMS = [
    form
    for word in (WORD.lower(), JAPANESE, "xanthopol")
    for form in (word.encode(), word.encode("unicode_escape"), word.encode("utf-16-le"))
]


# What is found in a plain database is found in pages of an encrypted one as well.
ENCRYPTED = pytest.param("a key of the server 鍵", marks=pytest.mark.slow)


@pytest.fixture(params=["", ENCRYPTED], ids=["plain", "encrypted"])
def key(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def server(tmp_path: Path, key: str) -> Iterator[LiveServer]:
    """A server with temporary files of its own; it logs into its data directory."""
    (tmp_path / "temporary").mkdir()
    data = shutil.copytree(prepared_directory()[0], tmp_path / "data")
    token = run_code(OWNERS_TOKEN, data).strip()
    if key:
        encrypt(data / DATABASE, data / "encrypted", key)
        shutil.move(data / "encrypted", data / DATABASE)
    settings = {"TMPDIR": str(tmp_path / "temporary"), "WASURENA_EXTRACTION": "rules"}
    settings |= {"WASURENA_BACKGROUND": "inline", "WASURENA_DB_KEY": key}
    with serving("memory_site.asgi:application", data, **settings) as address:
        yield LiveServer(address, data, token, "", "")


def call(client: httpx.Client, tool: str, **arguments: object) -> httpx.Response:
    body = {"name": tool, "arguments": arguments}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": body}
    return client.post("/mcp", json=message, headers=MCP_HEADERS)


def use(client: httpx.Client) -> None:
    """Say the words on every way in and out, errors among them."""
    people = [{"name": WORD, "type": "Person"}]
    saved = {"text": SAID, "pack": "lifelog", "entities": people, "tags": ["xanthopol"]}
    assert client.post("/api/memories/?wait=true", json=saved).status_code == 201
    assert call(client, "save_memory", text=f"{SAID} Told again.", pack="lifelog").is_success
    assert call(client, "search_memories", query=f"Where does {WORD} keep the key?").is_success
    call(client, "search_memories", query=f'{WORD} " AND (', packs=[WORD])
    call(client, "build_context", message=f"{JAPANESE}の家はどこ?")
    call(client, "no_such_tool", text=SAID)
    client.get("/api/memories/search/", params={"query": SAID})
    client.post("/api/memories/search/", json={"query": SAID, "limit": WORD})
    client.post("/api/memories/", content=f'{{"text": "{SAID}"'.encode())
    client.get(f"/api/memories/{WORD}/")
    client.get("/", params={"q": WORD})
    archive = client.get("/api/database/export/")
    assert archive.status_code in (200, 201, 202), archive.text
    files = {"file": ("mine.wasurena", SAID.encode(), "application/zip")}
    client.post("/api/database/import/", files=files, data={"dry_run": "true"})


def forget(client: httpx.Client) -> None:
    asked: dict[str, object] = {"filters": {"matching": WORD}, "erase_names": True, "pinned": True}
    preview = client.post("/api/privacy/forget/", json=asked)
    assert preview.status_code == 200, preview.text
    confirmed = asked | {"confirm": preview.json()["confirmation"]}
    done = client.post("/api/privacy/forget/", json=confirmed)
    assert done.status_code in (200, 202), done.text


def holding(directory: Path, key: str) -> list[str]:
    """Return the files in which one of the words stands; a database is read with its key too."""
    found = []
    for path in sorted(one for one in directory.rglob("*") if one.is_file()):
        raw = path.read_bytes().lower()
        if key and path.name == DATABASE:
            raw += decrypted(path, key).lower()
        found += [str(path.relative_to(directory)) for form in FORMS if form in raw]
    return list(dict.fromkeys(found))


def test_no_byte_is_left(server: LiveServer, key: str) -> None:
    everything = server.data_dir.parent
    with server.client() as client:
        use(client)
        assert holding(everything, key) == [f"data/{DATABASE}" if key else f"data/{DATABASE}-wal"]
        forget(client)
        assert holding(everything, key) == []
        assert client.get("/api/memories/search/", params={"query": "spare key"}).status_code < 500
    assert holding(everything, key) == []
