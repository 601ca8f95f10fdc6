import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from memory_site.cli.arguments import build_parser
from memory_site.cli.output import note

from .conftest import ROOT, Wasurena


def test_help_needs_no_django(empty: Wasurena) -> None:
    program = (
        "import sys\n"
        "from memory_site.cli import main\n"
        "try:\n    main(['--help'])\nexcept SystemExit:\n    pass\n"
        "sys.exit('django' in sys.modules or 'numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    assert "wasurena COMMAND --help" in done.stdout


def test_help_speaks_the_language_of_the_environment() -> None:
    program = "from memory_site.cli.environment import spoken_language; print(spoken_language())"
    for value, language in (("ja_JP.UTF-8", "ja"), ("en_US.UTF-8", "en"), ("C", "en")):
        done = subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True,
            text=True,
            cwd=ROOT,
            env={"LANG": value},
        )
        assert done.stdout.strip() == language


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"],
        [],
        ["up", "--port", "abc"],
        ["up", "--port", "70000"],
        ["search", "x", "--limit", "-1"],
        ["search", "x", "--mode", "magic"],
        ["token", "revoke"],
    ],
)
def test_wrong_usage_is_one_line_and_exit_code_2(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as leaving:
        build_parser().parse_args(arguments)
    assert leaving.value.code == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


def test_global_options_work_before_and_after_the_command() -> None:
    parser = build_parser()
    assert parser.parse_args(["--port", "9000", "status"]).port == 9000
    assert parser.parse_args(["status", "--port", "9000"]).port == 9000
    assert not hasattr(parser.parse_args(["status"]), "port")


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("WASURENA_PORT", "abc"),
        ("WASURENA_VECTORS", "perhaps"),
        ("WASURENA_CONFIG", "/nowhere/wasurena.toml"),
        ("WASURENA_DB_KEY_FILE", "/nowhere/key"),
        ("WASURENA_LOG_LEVEL", "LOUD"),
        ("WASURENA_LOG_FORMAT", "xml"),
        ("WASURENA_DB_PATH", f"/tmp/{'/'.join(['a' * 200] * 3)}"),
    ],
    ids=lambda given: given[:20],
)
def test_wrong_settings_are_one_line(empty: Wasurena, variable: str, value: str) -> None:
    empty.extra = {variable: value}
    done = empty("info")
    assert done.returncode in (1, 2)
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    assert value in done.stderr


def test_a_message_that_cannot_be_written_stops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        monkeypatch.setattr(sys, "stderr", full)
        note("Preparing the database…")
        monkeypatch.undo()
        with suppress(OSError):
            full.close()


def test_a_log_file_has_what_keeps_a_server_from_starting(empty: Wasurena, tmp_path: Path) -> None:
    empty.extra = {"WASURENA_PORT": "abc"}
    log = tmp_path / "service.log"
    log.write_text("earlier\n")
    done = empty("up", "--log-file", str(log))
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "")
    earlier, said = log.read_text("utf-8").splitlines()
    assert earlier == "earlier" and "WASURENA_PORT: 'abc' is not a whole number" in said
    done = empty("up", "--log-file", str(tmp_path))
    assert done.returncode == 1 and str(tmp_path) in done.stderr


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", None], ids=["bytes", "directory"])
@pytest.mark.parametrize(
    "name",
    ["secret_key", "WASURENA_CONFIG", "WASURENA_DB_KEY_FILE", "WASURENA_BACKUP_PASSPHRASE_FILE"],
)
def test_files_that_are_no_text_are_named(
    empty: Wasurena, name: str, content: bytes | None
) -> None:
    empty.data_dir.mkdir(exist_ok=True)
    file = empty.data_dir / "secret_key"
    if name != "secret_key":
        file = empty.data_dir.parent / "given"
        empty.extra = {name: str(file)}
    file.mkdir() if content is None else file.write_bytes(content)
    done = empty("info")
    assert done.returncode == 2 and len(done.stderr.strip().splitlines()) == 1, done.stderr
    assert str(file) in done.stderr
    assert name in done.stderr or name == "WASURENA_CONFIG"


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("[database]\nbusy_timeout = 5\n", "database.busy_timeout is no setting; did you mean “busy_"),
        ("[serverr]\nport = 5\n", "[serverr] is no setting; did you mean “server”"),
        ("port = 5\n", "[port] is no setting"),
        ("[server]\nzzz = 5\n", "server.zzz is no setting; known: "),
    ],
)  # fmt: skip
def test_unknown_settings_are_named(empty: Wasurena, tmp_path: Path, text: str, named: str) -> None:
    file = tmp_path / "wasurena.toml"
    file.write_text(text, "utf-8")
    empty.extra = {"WASURENA_CONFIG": str(file)}
    done = empty("info")
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    assert named in done.stderr


def test_wrong_values_of_the_file_are_named_with_their_place(
    empty: Wasurena, tmp_path: Path
) -> None:
    file = tmp_path / "wasurena.toml"
    file.write_text('[server]\nport = "abc"\n', "utf-8")
    empty.extra = {"WASURENA_CONFIG": str(file)}
    assert f"{file}: server.port: 'abc' is not a whole number" in empty("info").stderr


def test_unknown_variables_are_warned_of(empty: Wasurena) -> None:
    empty.extra = {"WASURENA_DB_PAHT": "secret", "WASURENA_TOKEN": "wsr_1"}
    done = empty("info")
    assert done.returncode == 0
    assert done.stderr.startswith(
        "wasurena: warning: WASURENA_DB_PAHT is no setting; did you mean “WASURENA_DB_PATH”"
    )
    assert len(done.stderr.splitlines()) == 1
    assert "secret" not in done.stderr
