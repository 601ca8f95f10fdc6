import json
import os
from collections.abc import Callable

import pytest
from django.contrib.auth import get_user_model

from accounts.callers import caller_of_token
from accounts.services.tokens import token_authenticate, token_create
from core.caller import Caller
from core.errors import InvalidInput

from .conftest import Done, Wasurena

Cli = Callable[..., Done]


# A first start makes a database in test_up, and every prepared directory has a person made by command.
@pytest.mark.slow
def test_user_create_works_on_a_fresh_machine(empty: Wasurena) -> None:
    first = empty.ok("user", "create", "taro")
    assert "Password (shown once)" in first
    again = empty.ok("user", "create", "taro")
    assert "exists already" in again and "Password" not in again
    assert "taro" in empty.ok("user", "list")
    assert os.stat(empty.data_dir).st_mode & 0o077 == 0
    assert os.stat(empty.data_dir / "wasurena.sqlite3").st_mode & 0o077 == 0


def test_token_create_prints_only_the_token(cli: Cli, owner: Caller) -> None:
    done = cli("token", "create", "--user", "alice", "--scope", "read", "--pack", "work")
    assert done.stderr == "" and len(done.stdout.split()) == 1
    caller = caller_of_token(token_authenticate(done.stdout.strip()))
    assert caller.base_user == "alice" and caller.packs == {"work"} and caller.scopes == {"read"}


def test_a_token_is_the_owners_unless_somebody_is_named(cli: Cli, owner: Caller) -> None:
    done = cli("token", "create")
    assert (
        done.returncode == 2 and "there is no owner yet; name a person with --user" in done.stderr
    )
    get_user_model().objects.filter(username="alice").update(is_superuser=True)
    assert token_authenticate(cli("token", "create").stdout.strip()).user.username == "alice"


def test_wrong_tokens_are_one_line_and_exit_code_2(cli: Cli, owner: Caller) -> None:
    for arguments in (
        ["--user", "nobody"],
        ["--user", "alice", "--pack", "kitchen"],
        ["--user", "alice", "--scope", "everything"],
    ):
        done = cli("token", "create", *arguments)
        assert done.returncode == 2 and done.stdout == ""
        assert arguments[-1] in done.stderr and len(done.stderr.strip().splitlines()) == 1


def test_user_names_hold_no_hash(cli: Cli) -> None:
    done = cli("user", "create", "a#b")
    assert done.returncode == 2 and "name" in done.stderr


def test_tokens_can_be_revoked_by_number_and_by_secret(cli: Cli, owner: Caller) -> None:
    secret = cli("token", "create", "--user", "alice", "--name", "laptop").stdout.strip()
    number = token_authenticate(secret).pk
    assert "laptop" in cli("token", "list", "--user", "alice").stdout
    assert cli("token", "revoke", secret).returncode == 0
    assert "revoked" in cli("token", "list").stdout
    assert cli("token", "revoke", str(number)).returncode == 0
    assert cli("token", "revoke", "999999").returncode == 2


def test_connect_prints_a_configuration_with_a_token(cli: Cli, owner: Caller) -> None:
    listed = cli("connect").stdout
    for client in ("claude-desktop", "claude-code", "cursor", "vs-code"):
        assert client in listed
        assert "wsr_" in cli("connect", client, "--user", "alice").stdout
    assert "wsr_mine" in cli("connect", "cursor", "--user", "alice", "--token", "wsr_mine").stdout
    assert cli("connect", "toaster").returncode == 2


def test_the_bridge_speaks_for_whom_it_was_made(cli: Cli, owner: Caller) -> None:
    made = cli("connect", "claude-desktop", "--user", "alice")
    environment = json.loads(made.stdout)["mcpServers"]["wasurena"]["env"]
    assert token_authenticate(environment["WASURENA_TOKEN"]).user.username == "alice"


def test_weak_passwords_are_refused_by_name(cli: Cli, owner: Caller) -> None:
    for weak in ("short", "password1"):
        done = cli("user", "create", "carol", "--password", weak)
        assert done.returncode == 2 and done.stdout == ""
        assert "password: This password is too" in done.stderr
    assert not get_user_model().objects.filter(username="carol").exists()
    assert cli("user", "create", "carol", "--password", "correct horse").returncode == 0


def test_no_scope_at_all_is_no_token(owner: Caller) -> None:
    with pytest.raises(InvalidInput, match="scope"):
        token_create(user_name="alice", scopes=[])
