"""A disk that is full, lost or replaced under a real server: said everywhere, and over when it is over."""

import os
import shutil
import subprocess
import time
from pathlib import Path

import httpx
import pytest

from tests.cli.conftest import Server, Wasurena, wait_until

from .conftest import (
    QUIET,
    Client,
    Patient,
    fill_up,
    prepare,
    require_sound,
    small_disk,
    start,
)

# Of the server and of its worker; a line a second would be thirty.
MOST_LINES = 12
# More than the log of the database has room for.
LONG = " ".join(f"word{number}" for number in range(2_000))


def test_a_full_disk_and_a_lost_directory_are_told_everywhere_and_get_over(
    tmp_path: Path,
) -> None:
    with small_disk(tmp_path / "disk", size="20m") as disk:
        token = prepare(disk / "data")
        wasurena = Patient(disk / "data", QUIET | {"WASURENA_BACKUP_DIR": str(tmp_path / "b")})
        server = start(wasurena, tmp_path / "log")
        client = Client(server.url, token)
        assert client.save("w000").status_code == 201
        try:
            _is_full(client, server, wasurena, disk)
            _is_gone(client, server, disk)
            _is_replaced(client, disk)
            _directory_is_replaced(client, disk)
            _refuses_a_second_one(wasurena, server)
            for word in client.acknowledged:
                assert client.found(word, "keyword") == [word]
        finally:
            server.stop()
        require_sound(wasurena)


def _is_full(client: Client, server: Server, wasurena: Wasurena, disk: Path) -> None:
    filler = fill_up(disk)
    size, begun = len(server.output), time.monotonic()
    refused = client.save("w001", LONG)
    assert (refused.status_code, refused.json()["code"]) == (507, "storage_full")
    said = client.save_by_mcp("w002", LONG)
    assert said["isError"]
    assert "The disk is full." in said["content"][0]["text"]
    health = client.health()
    assert (health.status_code, health.json()["storage"]) == (503, "full")
    assert client.found("w000", "keyword") == ["w000"]
    by_command = wasurena("save", "--user", "alice", LONG)
    assert by_command.returncode == 1
    assert "is full; free some space" in by_command.stderr
    while time.monotonic() - begun < 3:
        client.save("w003", LONG)
        time.sleep(0.1)
    assert len(server.output[size:].splitlines()) <= MOST_LINES, server.output[size:]
    filler.unlink()
    _goes_on(client, "w004")


def _is_gone(client: Client, server: Server, disk: Path) -> None:
    (disk / "data").rename(disk / "aside")
    refused = client.save("w010")
    assert (refused.status_code, refused.json()["code"]) == (503, "storage_gone")
    assert client.health().json()["storage"] == "gone"
    time.sleep(1.5)
    # Nothing made an empty directory in its place.
    assert not (disk / "data").exists()
    (disk / "aside").rename(disk / "data")
    _goes_on(client, "w011")


def _is_replaced(client: Client, disk: Path) -> None:
    database = disk / "data" / "wasurena.sqlite3"
    database.rename(disk / "kept")
    shutil.copy(disk / "kept", database)
    refused = client.save("w020")
    assert (refused.status_code, refused.json()["code"]) == (503, "storage_gone")
    assert client.health().json()["storage"] == "replaced"
    (disk / "kept").rename(database)
    _goes_on(client, "w021")


def _directory_is_replaced(client: Client, disk: Path) -> None:
    """Put another directory in the place: the server writes nothing to it, and says what to do."""
    data = disk / "data"
    data.rename(disk / "aside")
    shutil.copytree(disk / "aside", data)
    before = _contents(data)
    refused = client.save("w030")
    assert (refused.status_code, refused.json()["code"]) == (503, "storage_gone")
    assert "restart the server" in refused.text
    # Not even the token can be looked up.
    with pytest.raises(httpx.HTTPStatusError) as by_mcp:
        client.save_by_mcp("w031")
    assert by_mcp.value.response.status_code == 503
    assert "restart the server" in by_mcp.value.response.text
    assert client.health().json()["storage"] == "replaced"
    # Of the worker, too.
    time.sleep(1.5)
    assert _contents(data) == before
    shutil.rmtree(data)
    (disk / "aside").rename(data)
    _goes_on(client, "w032")


def _contents(directory: Path) -> dict[str, bytes]:
    files = (path for path in directory.rglob("*") if path.is_file())
    return {str(path.relative_to(directory)): path.read_bytes() for path in files}


def _goes_on(client: Client, word: str) -> None:
    wait_until(lambda: client.health().status_code == 200, 10)
    assert client.save(word).status_code == 201


def _refuses_a_second_one(wasurena: Wasurena, server: Server) -> None:
    named = wasurena("up", "--port", "0")
    assert str(server.process.pid) in named.stdout + named.stderr


@pytest.mark.parametrize(
    "commands",
    [
        (("save", "x"), ("up", "--port", "0")),
        pytest.param((("status",), ("search", "x")), marks=pytest.mark.slow),
    ],
    ids=["save and start", "the rest"],
)
def test_commands_say_that_the_disk_can_only_be_read(
    tmp_path: Path, commands: tuple[tuple[str, ...], ...]
) -> None:
    with small_disk(tmp_path / "disk", size="40m") as disk:
        prepare(disk / "data")
        subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
        wasurena = Patient(disk / "data", QUIET)
        for command in commands:
            done = wasurena(*command)
            assert (done.returncode, done.stdout) == (1, ""), command
            assert "can only be read; make it writable" in done.stderr, command
        examined = wasurena("doctor")
        assert examined.returncode == 2 and "storage_read_only" in examined.stdout
        assert "damaged" not in examined.stdout


@pytest.mark.slow
def test_a_disk_that_turns_read_only_is_told(
    tmp_path: Path,
) -> None:
    image, disk = tmp_path / "image", tmp_path / "disk"
    disk.mkdir()
    image.write_bytes(b"")
    os.truncate(image, 64_000_000)
    if os.geteuid() or subprocess.run(["mkfs.ext4", "-q", image], check=False).returncode:
        pytest.skip("mounting a disk is not allowed here")
    if subprocess.run(["mount", "-o", "loop", image, disk], check=False).returncode:
        pytest.skip("mounting a disk is not allowed here")
    try:
        token = prepare(disk / "data")
        wasurena = Patient(disk / "data", QUIET)
        server = start(wasurena, tmp_path / "log")
        client = Client(server.url, token)
        assert client.save("w000").status_code == 201
        # As the kernel does after an error.
        subprocess.run(["mount", "-o", "remount,abort", disk], check=False)
        refused = client.save("w001")
        assert refused.status_code == 503
        assert refused.json()["code"] in ("storage_read_only", "storage_failing")
        assert client.health().json()["storage"] in ("read_only", "failing")
        assert client.save_by_mcp("w002")["isError"]
        server.stop()
    finally:
        subprocess.run(["umount", "-l", disk], check=False)
    assert list(client.acknowledged) == ["w000"]
