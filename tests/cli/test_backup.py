"""``wasurena backup`` and ``restore`` on real files: what comes back, and what must not."""

import json
import os
import re
import shutil
import stat
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import override_settings
from django.utils import timezone, translation
from oauth2_provider.models import AccessToken, Application, RefreshToken
from pyrage import x25519

from accounts.models import ApiToken
from accounts.services.connections import Reach, connection_create
from accounts.services.tokens import token_create, token_revoke
from accounts.services.users import user_create
from core.caller import Caller
from core.db.backups.folder import listed
from core.db.backups.installation import backup_status, make_backup
from core.db.sqlite.files import opened
from memories.models import Memory
from memories.schemas import MemoryInput, parsed
from memories.selectors.system import health
from memories.services.erasure.ledger.file import read_file
from memories.services.forget import forget
from memories.services.save import remember
from memories.tasks.jobs import back_up_daily
from memory_site.cli import main
from memory_site.cli.database.files import server_lock
from tests.db.conftest import migrated_file, pointing
from tests.encrypted_files import encrypt

__all__ = ["migrated_file", "pointing"]
KEY = "鍵 of the house"
IDENTITY = x25519.Identity.generate()
OPERATIONS = Path(__file__).resolve().parents[2] / "docs" / "operations.md"
SHELL = re.compile(r"^## (Backing up|Restoring)\n(.*?)(?=^## )", re.MULTILINE | re.DOTALL)
ALICE = Caller(base_user="alice", time_zone="Asia/Tokyo")


@dataclass
class Home:
    """A data directory, and the commands in it."""

    data_dir: Path
    capsys: pytest.CaptureFixture[str]

    @property
    def database(self) -> Path:
        return self.data_dir / "wasurena.sqlite3"

    def __call__(self, *arguments: str) -> tuple[int, str, str]:
        """Run a command; return its exit code and what it printed."""
        self.capsys.readouterr()
        code = main(arguments)
        return (code, *self.capsys.readouterr())

    def ok(self, *arguments: str) -> str:
        code, out, problem = self(*arguments)
        assert code == 0, problem
        return out

    def refused(self, *arguments: str) -> str:
        code, out, problem = self(*arguments)
        assert code in (1, 2) and not out and "Traceback" not in problem
        assert len(problem.strip().splitlines()) == 1
        return problem

    def back_up(self, *arguments: str) -> Path:
        return Path(json.loads(self.ok("backup", "--json", *arguments))["path"])

    def files(self) -> set[str]:
        return {path.name for path in self.data_dir.iterdir()}


@pytest.fixture
def make_home(
    pointing: Any, migrated_file: Path, tmp_path: Path, settings: Any,
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Callable[..., Home]]:  # fmt: skip
    before, umask = dict(os.environ), os.umask(0o077)
    monkeypatch.setenv("WASURENA_LANGUAGE", "en")
    with ExitStack() as stack:

        def make(key: str = "") -> Home:
            data_dir = tmp_path / "data"
            data_dir.mkdir()
            settings.DATA_DIR, settings.BACKUP_DIR = data_dir, data_dir / "backups"
            settings.STATIC_ROOT = data_dir / "static"
            settings.DATABASE_PATH = data_dir / "wasurena.sqlite3"
            if key:
                encrypt(migrated_file, data_dir / "wasurena.sqlite3", key)
            else:
                shutil.copy(migrated_file, data_dir / "wasurena.sqlite3")
            stack.enter_context(pointing(data_dir / "wasurena.sqlite3", encryption_key=key))
            user_create(name="alice", time_zone="Asia/Tokyo")
            return Home(data_dir, capsys)

        yield make
    os.umask(umask)
    os.environ.clear()
    os.environ.update(before)
    translation.deactivate()


@pytest.fixture
def home(make_home: Callable[..., Home]) -> Home:
    return make_home()


def save(text: str, **given: Any) -> Any:
    return remember(ALICE, parsed(MemoryInput, {"text": text, "pack": "work", **given})).id


def texts() -> list[str]:
    return sorted(Memory.objects.values_list("raw_text", flat=True))


@pytest.mark.parametrize("key", ["", KEY], ids=["plain", "encrypted"])
def test_what_was_saved_comes_back_and_the_old_files_stay(
    make_home: Callable[..., Home], key: str
) -> None:
    home = make_home(key)
    save("the heron came back")
    made = home.back_up()
    save("the bicycle is in the shed")
    said = home.ok("restore", str(made))
    assert texts() == ["the heron came back"] and "1 memory" in said
    (kept,) = home.data_dir.glob("wasurena.sqlite3.before-restore-*")
    with opened(kept, key) as old:
        assert old.execute("SELECT count(*) FROM memories").fetchone() == (2,)
    assert stat.S_IMODE(home.database.stat().st_mode) == 0o600
    save("and it is written to again")
    assert len(texts()) == 2


def test_what_was_forgotten_later_does_not_come_back(home: Home) -> None:
    """Neither into the tables nor into any byte of the file, and names go as they had gone."""
    stays = save("the heron came back", tags=["birds"])
    gone = save("purplephant met Yamamoto-Q", tags=["zanzibarquux"])
    made = home.back_up()
    forget(ALICE, [gone], confirm=True, erase_names=True)
    assert b"purplephant" in made.read_bytes()
    said = home.ok("restore", made.name)
    assert "1 memory was forgotten after the backup" in said
    assert list(Memory.objects.values_list("uid", flat=True)) == [stays]
    connection.close()
    held = home.database.read_bytes()
    assert b"heron" in held
    assert b"purplephant" not in held and b"zanzibarquux" not in held
    assert home.ok("verify")


def test_tokens_that_were_revoked_later_stay_revoked(home: Home) -> None:
    token, secret = token_create(user_name="alice", name="lost laptop")
    kept, _secret = token_create(user_name="alice", name="desk")
    made = home.back_up()
    token_revoke(token, now=timezone.now())
    assert "1 token was revoked" in home.ok("restore", str(made))
    usable = ApiToken.objects.usable(timezone.now())
    assert not usable.matching(secret).exists() and usable.filter(pk=kept.pk).exists()


def test_log_ins_and_apps_that_were_ended_later_do_not_come_back(home: Home) -> None:
    """One that was ended cannot be told from one that was not: all of them end."""
    person = User.objects.get(username="alice")
    for _browser in range(2):
        session = SessionStore()
        session[SESSION_KEY] = str(person.pk)
        session.create()
    app = Application.objects.create(
        name="app", client_type="public", authorization_grant_type="authorization-code"
    )
    mark = connection_create(person, app, Reach(("read",)), "code")
    expires = timezone.now() + timedelta(hours=1)
    held = AccessToken.objects.create(
        user=person, application=app, token="secret", scope=f"read {mark}", expires=expires
    )
    RefreshToken.objects.create(user=person, application=app, token="more", access_token=held)
    token_create(user_name="alice", name="desk")
    made = home.back_up()
    Session.objects.all().delete()
    told = json.loads(home.ok("restore", str(made), "--json"))
    assert (told["log_ins_ended"], told["apps_disconnected"]) == (2, 1)
    assert not Session.objects.exists() and not AccessToken.objects.exists()
    assert not RefreshToken.objects.exists()
    assert [one.name for one in ApiToken.objects.usable(timezone.now())] == ["desk"]


def test_what_was_forgotten_is_known_when_the_database_is_lost(home: Home) -> None:
    """The file beside it holds ids and no text."""
    gone = save("purplephant E77")
    made = home.back_up()
    forget(ALICE, [gone], confirm=True)
    assert {one.memory for one in read_file(home.data_dir)} == {gone}
    assert "purplephant" not in (home.data_dir / "forgotten.jsonl").read_text()
    connection.close()
    home.database.write_bytes(b"scrambled" * 5_000)
    code, said, noted = home("restore", str(made))
    assert code == 0 and "forgotten again" in said and "could not be read" in noted
    assert texts() == []


def test_damaged_lines_of_what_was_forgotten_are_counted(home: Home) -> None:
    """A line that a crash cut off takes no other along."""
    gone = [save("purplephant E77"), save("the heron came back")]
    made = home.back_up()
    forget(ALICE, gone[:1], confirm=True)
    told = home.data_dir / "forgotten.jsonl"
    told.write_bytes(b'[1]\n7\n"x"\n{"person": "al\xff"}\n' + told.read_bytes() + b'{"pers')
    forget(ALICE, gone[1:], confirm=True)
    assert {one.memory for one in read_file(home.data_dir)} == set(gone)
    code, said, _problem = home("doctor", "--json")
    (found,) = [one for one in json.loads(said)["findings"] if one["name"].startswith("forgotten")]
    assert code == 2 and found["count"] == 5 and "1, 2, 3, 4, 6" in found["text"]
    code, _said, noted = home("restore", str(made))
    assert code == 0 and "5 lines of forgotten.jsonl are damaged" in noted and texts() == []
    assert json.loads(home.ok("restore", str(made), "--json"))["damaged_lines"] == 5


def test_a_restore_waits_until_it_can_read_what_was_forgotten(home: Home) -> None:
    save("the heron came back")
    made = home.back_up()
    (home.data_dir / "forgotten.jsonl").mkdir()
    before = home.database.read_bytes()
    assert "forgotten.jsonl" in home.refused("restore", str(made))
    assert home.database.read_bytes() == before
    code, said, _problem = home("doctor", "--json")
    assert code == 2 and "forgotten_damaged" in said


def test_what_was_saved_again_after_it_was_forgotten_stays(home: Home) -> None:
    uid = save("told again")
    forget(ALICE, [uid], confirm=True)
    again = save("told again, and wanted")
    Memory.objects.filter(uid=again).update(uid=uid)
    made = home.back_up()
    assert json.loads(home.ok("restore", str(made), "--json"))["forgotten_again"] == 0
    assert texts() == ["told again, and wanted"]


def test_two_backups_one_after_the_other(home: Home) -> None:
    """An older one, which knows nothing of an erasure, does not make it be unlearnt."""
    older = home.back_up()
    gone = save("purplephant")
    newer = home.back_up()
    forget(ALICE, [gone], confirm=True)
    home.ok("restore", str(older))
    home.ok("restore", str(newer))
    assert texts() == []


def test_into_another_directory(home: Home, tmp_path: Path) -> None:
    gone = save("purplephant")
    save("the heron came back")
    made = home.back_up(str(tmp_path / "usb" / "mine.tar"))
    forget(ALICE, [gone], confirm=True)
    before = home.files()
    home.ok("restore", str(made), "--into", str(tmp_path / "new"))
    assert home.files() - before <= {"server.lock", "prepare.lock"}
    with opened(tmp_path / "new" / "wasurena.sqlite3", "") as new:
        found = new.execute("SELECT raw_text FROM memories").fetchall()
    assert found == [("the heron came back",)] and texts() == ["the heron came back"]
    assert (tmp_path / "new" / "instance_id").exists()


def test_with_a_passphrase(home: Home, tmp_path: Path, settings: Any) -> None:
    save("the heron came back")
    word = tmp_path / "word"
    word.write_text("correct horse\n")
    made = home.back_up("--passphrase-file", str(word))
    assert b"heron" not in made.read_bytes()
    before, held = home.files(), texts()
    assert "--passphrase-file" in home.refused("restore", str(made))
    assert home.files() - before <= {"server.lock", "prepare.lock"} and texts() == held
    settings.BACKUP_PASSPHRASE = "correct horse"
    home.ok("restore", str(made))


@pytest.mark.parametrize(
    ("command", "option"),
    [
        (["backup"], "--passphrase-file"),
        (["restore", "FILE"], "--passphrase-file"),
        (["restore", "FILE"], "--identity"),
        (["export", "FILE.wasurena", "--user", "alice"], "--passphrase-file"),
        (["import", "BACKUP", "--user", "alice"], "--passphrase-file"),
        (["import", "BACKUP", "--user", "alice"], "--identity"),
    ],
)
def test_files_of_keys_that_are_none_are_bad_input(
    home: Home, tmp_path: Path, command: list[str], option: str
) -> None:
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00secret")
    (tmp_path / "mine.wasurena").write_bytes(b"")
    names = {"FILE": "none.tar", "FILE.wasurena": str(tmp_path / "new"),
             "BACKUP": str(tmp_path / "mine.wasurena")}  # fmt: skip
    save("the heron came back")
    for file, said in (("bytes", "no text"), (".", "cannot be read"), ("none", "cannot be read")):
        given = str(tmp_path / file)
        code, out, problem = home(*(names.get(one, one) for one in command), option, given)
        assert code == 2 and not out and "Traceback" not in problem, problem
        assert f"{option}: {given}" in problem and said in problem
    assert texts() == ["the heron came back"] and listed(home.data_dir / "backups") == []
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"\xff\xfe", b"[]", b"7", b"[" * 100_000, b'{"at": 7, "problem": []}',
     b'{"at": "2026-01-01T00:00:00", "problem": null}', b'{"at": "soon"}'],
)  # fmt: skip
def test_a_damaged_note_of_a_failure_is_none(home: Home, content: bytes) -> None:
    home.back_up()
    (home.data_dir / "backup_failed.json").write_bytes(content)
    assert health()["backup"] == "ok" and backup_status().problem == ""
    assert json.loads(home.ok("status", "--json"))["backup"]["state"] == "ok"


def test_refused_files_change_nothing(home: Home, tmp_path: Path) -> None:
    save("the heron came back")
    made = home.back_up()
    held = made.read_bytes()
    broken = bytearray(held)
    broken[len(held) // 2] ^= 4
    made.with_name("flipped.tar").write_bytes(broken)
    made.with_name("half.tar").write_bytes(held[: len(held) // 2])
    made.with_name("letter.tar").write_text("dear diary")
    newer = held.replace(b'"format_version": 2', b'"format_version": 7')
    made.with_name("newer.tar").write_bytes(newer)
    home.ok("restore", str(made), "--check")
    before, inode = home.files(), home.database.stat().st_ino
    for name, reason in {
        "flipped.tar": "checksum", "half.tar": "incomplete", "letter.tar": "no backup",
        "newer.tar": "newer version", "nowhere.tar": "there is no file",
    }.items():  # fmt: skip
        for option in ([], ["--check"]):
            problem = home.refused("restore", str(made.with_name(name)), *option)
            assert reason in problem and name in problem, problem
    assert home.files() - before <= {"server.lock", "prepare.lock"}
    assert home.database.stat().st_ino == inode and texts() == ["the heron came back"]


def test_a_backup_of_a_newer_version_is_refused(home: Home) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('memories', '9999_x', '')"
        )
    # As that version would have made it.
    with override_settings(VERSION="99.1.0"):
        newer = make_backup().path
    problem = home.refused("restore", str(newer))
    assert "newer version of Wasurena (99.1.0)" in problem
    assert not list(home.data_dir.glob("*.before-restore-*"))


def test_while_a_server_runs_it_is_refused(home: Home) -> None:
    made = home.back_up()
    with server_lock():
        assert "stop it first" in home.refused("restore", str(made))


def test_while_another_program_uses_the_database_it_is_refused(home: Home) -> None:
    save("the heron came back")
    made = home.back_up()
    held, go = threading.Event(), threading.Event()

    def use() -> None:
        with opened(home.database, "") as other:
            other.execute("BEGIN")
            other.execute("SELECT count(*) FROM memories").fetchone()
            held.set()
            go.wait(30)

    thread = threading.Thread(target=use)
    thread.start()
    try:
        assert held.wait(10)
        assert "another program uses" in home.refused("restore", str(made))
    finally:
        go.set()
        thread.join()
    assert texts() == ["the heron came back"]


def test_a_missing_database_names_the_backup_to_restore(home: Home) -> None:
    save("the heron came back")
    made = home.back_up()
    connection.close()
    for suffix in ("", "-wal", "-shm"):
        Path(f"{home.database}{suffix}").unlink(missing_ok=True)
    problem = home.refused("save", "text", "--user", "alice")
    assert f"wasurena restore {made}" in problem and "up --new" in problem
    home.ok("restore", str(made))
    assert texts() == ["the heron came back"]


def test_the_daily_one_is_made_once_a_day_and_old_ones_go(home: Home, settings: Any) -> None:
    assert back_up_daily() == 1 and back_up_daily() == 0
    settings.BACKUP_DAILY = False
    assert backup_status().state == "ok"
    (made,) = listed(settings.BACKUP_DIR)
    made.path.unlink()
    assert back_up_daily() == 0 and backup_status().state == "off"


def test_what_a_killed_backup_or_restore_left_does_not_stay(home: Home) -> None:
    """It may hold what is forgotten later."""
    back_up_daily()
    left = [home.data_dir / "backup-copy.partial", home.data_dir / "wasurena.sqlite3.restoring"]
    for path in left:
        path.write_text("purplephant")
    assert back_up_daily() == 0 and not left[0].exists()
    home.ok("user", "create", "carol")
    assert not left[1].exists()


def test_a_failure_is_a_warning_until_one_succeeds(home: Home, settings: Any) -> None:
    assert health()["backup"] == "none" and health()["status"] == "ok"
    settings.BACKUP_DIR = home.data_dir / "film"
    settings.BACKUP_DIR.write_text("a file")
    problem = home.refused("backup")
    assert "film" in problem
    assert health()["backup"] == "failed" and health()["status"] == "degraded"
    assert "film" not in str(health()["notes"])
    report = json.loads(home.ok("status", "--json"))
    assert report["backup"]["state"] == "failed" and "film" in report["backup"]["problem"]
    settings.BACKUP_DIR = home.data_dir / "backups"
    settings.BACKUP_RECIPIENTS = ["age1mistyped"]
    assert "age1mistyped" in home.refused("backup")
    assert "age1mistyped" in backup_status().problem
    settings.BACKUP_RECIPIENTS = []
    home.ok("backup")
    told = health()
    assert (told["backup"], told["status"], told["notes"]) == ("ok", "ok", [])
    assert told["backup_age_seconds"] < 600


def test_an_overdue_one_is_a_warning(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    home.ok("backup")
    later = timezone.now() + timedelta(days=3)
    monkeypatch.setattr(timezone, "now", lambda: later)
    assert backup_status().state == "overdue"
    assert any("two days" in note for note in health()["notes"])


def test_a_backup_dated_ahead_hides_no_failure_and_is_no_age(home: Home, settings: Any) -> None:
    ahead = timezone.now() + timedelta(days=400)
    with patch.object(timezone, "now", return_value=ahead):
        home.back_up()
    assert (health()["backup"], health()["backup_age_seconds"]) == ("none", None)
    note = {"at": timezone.now().isoformat(), "problem": "the disk is full"}
    (home.data_dir / "backup_failed.json").write_text(json.dumps(note))
    assert health()["backup"] == "failed" and backup_status().problem == "the disk is full"
    mark = home.data_dir / "instance_id"
    mark.write_text("x")
    os.utime(mark, (1e9, 1e9))
    assert backup_status().is_overdue
    made = home.back_up()
    assert health()["backup"] == "ok" and health()["backup_age_seconds"] < 600
    assert backup_status().last.path == made  # type: ignore[union-attr]


def test_the_list(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    assert "There is no backup" in home.ok("backup", "--list")
    made = home.back_up()
    shown = home.ok("backup", "--list")
    assert "on demand" in shown and "not encrypted" in shown and made.name in shown
    (row,) = json.loads(home.ok("backup", "--list", "--json"))
    assert row["path"] == str(made) and row["problem"] is None


def test_forget_says_that_backups_keep_the_text(home: Home) -> None:
    uid = save("purplephant")
    assert not any("Backups" in note for note in forget(ALICE, [uid]).notes)
    home.back_up()
    assert any("after 30 days" in note for note in forget(ALICE, [uid]).notes)


def test_the_instructions_can_be_followed_word_for_word(home: Home, tmp_path: Path) -> None:
    """The name of the file is the one that the list shows, and not the one in the text."""
    save("the heron came back")
    written = "wasurena-20261124T010203Z-daily.tar"
    sections = dict(SHELL.findall(OPERATIONS.read_text("utf-8")))
    for section in ("Backing up", "Restoring"):
        commands = "".join(re.findall(r"```sh\n(.*?)```", sections[section], re.DOTALL))
        assert commands.startswith("wasurena ")
        for line in commands.splitlines():
            rows = json.loads(home.ok("backup", "--list", "--json"))
            name = Path(rows[0]["path"]).name if rows else written
            home.ok(*line.replace(written, name).split()[1:])
    assert texts() == ["the heron came back"]
    opened_by = home.back_up("--recipient", str(IDENTITY.to_public()))
    (tmp_path / "identity").write_text(f"# mine\n{IDENTITY}\n")
    home.ok("restore", str(opened_by), "--identity", str(tmp_path / "identity"))
    assert texts() == ["the heron came back"]
