"""Commands that run and maintain an installation, its people and their tokens."""

import argparse

from memory_site.cli.environment import _

from .parser import Commands, add_json, add_user, command, positive

SCOPES = ("read", "write", "admin")
SERVICE_KINDS = ("systemd", "launchd", "windows")


def declare_serving(commands: Commands) -> None:
    """Declare the commands of this group."""
    _declare_up(commands)
    worker = command(commands, "worker", "worker:run", _("Run the background worker alone."))
    worker.add_argument(
        "--supervised",
        action="store_true",
        help=_("stop when standard input closes (used by “up”)"),
    )
    command(
        commands, "mcp", "mcp:run", is_django=False,
        text=_("Speak MCP over standard input and output, starting the server if needed."),
    )  # fmt: skip
    _declare_service(commands)
    _declare_reports(commands)
    _declare_connect(commands)


def _declare_service(commands: Commands) -> None:
    text = _("Start the server whenever you log in.")
    group = commands.add_parser("service", help=text, description=text)
    actions = group.add_subparsers(metavar=_("ACTION"), dest="action", required=True)
    install = command(
        actions, "install", "service.installing:install",
        _("Define the service, and start it now and at every log-in."),
    )  # fmt: skip
    install.add_argument(
        "--print", action="store_true", help=_("print the definition and change nothing")
    )
    install.add_argument("--no-start", action="store_true", help=_("only write the definition"))
    uninstall = command(
        actions, "uninstall", "service.installing:uninstall",
        _("Stop the service and remove its definition; memories stay."),
    )  # fmt: skip
    show = command(actions, "status", "service.installing:show", _("Show what the system says."))
    for action in (install, uninstall, show):
        action.add_argument("--kind", choices=SERVICE_KINDS, help=_("default: that of this system"))


def _declare_up(commands: Commands) -> None:
    up = command(
        commands, "up", "up:run", _("Start everything: web pages, REST, MCP and the worker."),
        defaults={"WASURENA_BACKGROUND": "thread"},
    )  # fmt: skip
    up.add_argument("--host", metavar=_("HOST"), help=_("the address to listen on (127.0.0.1)"))
    up.add_argument(
        "--owner", metavar=_("NAME"), help=_("the owner's user name at the first start")
    )
    up.add_argument(
        "--new",
        action="store_true",
        help=_("start with an empty database if the earlier one is lost"),
    )
    up.add_argument("--no-banner", action="store_true", help=_("print no addresses"))
    up.add_argument(
        "--log-file", metavar=_("FILE"), help=_("write to this file what is printed and logged")
    )


def _declare_reports(commands: Commands) -> None:
    status = command(
        commands, "status", "status:status", _("Show health, counts, queue and worker.")
    )
    add_json(status)
    info = command(commands, "info", "status:info", _("Show paths and versions."))
    add_json(info)


def _declare_connect(commands: Commands) -> None:
    connect = command(
        commands,
        "connect",
        "people:connect",
        _("Print or write the MCP configuration of an assistant."),
    )
    connect.add_argument(
        "client", nargs="?", metavar=_("CLIENT"), help=_("its name; without a name, list all")
    )
    connect.add_argument(
        "--token", metavar=_("TOKEN"), help=_("an existing token (default: a new one)")
    )
    how = connect.add_mutually_exclusive_group()
    how.add_argument(
        "--write",
        action="store_true",
        help=_("write it into the program’s file, after a copy of it"),
    )
    how.add_argument("--dry-run", action="store_true", help=_("show what --write would change"))
    how.add_argument(
        "--undo", action="store_true", help=_("take it out of the file, and revoke its token")
    )
    add_user(connect)


def declare_people(commands: Commands) -> None:
    """Declare the commands of this group."""
    _declare_user(commands)
    _declare_token(commands)


def _declare_user(commands: Commands) -> None:
    text = _("Create and list users.")
    group = commands.add_parser("user", help=text, description=text)
    actions = group.add_subparsers(metavar=_("ACTION"), dest="action", required=True)
    create = command(
        actions,
        "create",
        "people:create_user",
        _("Create a user; an existing user stays as it is."),
    )
    create.add_argument("name", metavar=_("NAME"))
    create.add_argument(
        "--password", metavar=_("PASSWORD"), help=_("default: a random one, shown once")
    )
    command(actions, "list", "people:list_users", _("List the users."))
    erase = command(
        actions, "erase", "privacy.leaving:erase",
        _("Write all about a user to a checked archive; with --yes, erase the user with everything."),
    )  # fmt: skip
    erase.add_argument("name", metavar=_("NAME"))
    erase.add_argument("--archive", metavar=_("FILE"), help=_("where the archive goes (.wasurena)"))
    erase.add_argument("--no-archive", action="store_true", help=_("make no archive"))
    erase.add_argument(
        "--yes", action="store_true", help=_("erase; without it, only say what goes")
    )
    add_json(erase)
    unlock = command(
        actions,
        "unlock",
        "people:unlock_user",
        _("Remove a user's second factor, which was lost, and log them out everywhere."),
    )
    unlock.add_argument("name", metavar=_("NAME"))


def _declare_token(commands: Commands) -> None:
    text = _("Create, list and revoke API tokens.")
    group = commands.add_parser("token", help=text, description=text)
    actions = group.add_subparsers(metavar=_("ACTION"), dest="action", required=True)
    _declare_token_create(actions)
    listing = command(
        actions, "list", "people:list_tokens", _("List the tokens, without their secrets.")
    )
    listing.add_argument("--user", metavar=_("NAME"), help=_("only this person's"))
    revoke = command(actions, "revoke", "people:revoke_token", _("Revoke a token."))
    revoke.add_argument(
        "token", metavar=_("ID"), help=_("its number in “token list”, or the token")
    )


def _declare_token_create(actions: Commands) -> None:
    create = command(
        actions, "create", "people:create_token", _("Create a token and print it alone.")
    )
    create.add_argument("--user", metavar=_("NAME"), help=_("whose token (default: the owner's)"))
    create.add_argument("--name", default="", metavar=_("NAME"), help=_("a name for the token"))
    create.add_argument(
        "--scope", action="append", default=[], metavar="|".join(SCOPES),
        help=_("its scope; repeatable (default: read and write)"),
    )  # fmt: skip
    create.add_argument(
        "--pack", action="append", default=[], metavar=_("PACK"),
        help=_("only this pack; repeatable (default: all)"),
    )  # fmt: skip
    create.add_argument(
        "--namespace", default="", metavar=_("ROOT"), help=_("only at or below this path")
    )
    create.add_argument(
        "--expires", type=positive, metavar=_("DAYS"), help=_("valid for this many days")
    )


def declare_upkeep(commands: Commands) -> None:
    """Declare the commands of this group."""
    _declare_backup(commands)
    _declare_restore(commands)
    _declare_model(commands)
    rebuild = command(
        commands, "rebuild", "upkeep:rebuild", _("Rebuild every index from the memories.")
    )
    rebuild.add_argument(
        "--derived", action="store_true",
        help=_(
            "rebuild people, things, links, states and summaries instead; keep what a user"
            " validated"
        ),
    )  # fmt: skip
    verify = command(
        commands, "verify", "upkeep:verify_journal",
        _("Compare the stored rows with the journal and print the differences."),
    )  # fmt: skip
    verify.add_argument(
        "--journal",
        action="store_true",
        help=_("compare with the journal (the default, and the only check so far)"),
    )
    verify.add_argument("--json", action="store_true", help=_("print JSON"))
    doctor = command(
        commands, "doctor", "doctor:doctor",
        _("Check the database, its indexes, jobs, files and backups; change nothing."),
        # What a repair leaves to be done is the worker's.
        defaults={"WASURENA_BACKGROUND": "thread"},
    )  # fmt: skip
    doctor.add_argument(
        "--repair",
        action="store_true",
        help=_("repair a copy, and put it in the database's place; the old files are kept"),
    )
    add_json(doctor)
    django = command(commands, "django", "upkeep:django", _("Run one of Django's own commands."))
    django.add_argument("arguments", nargs=argparse.REMAINDER, metavar=_("COMMAND …"))


def _declare_model(commands: Commands) -> None:
    text = _("Show and choose the embedding model.")
    group = commands.add_parser("model", help=text, description=text)
    actions = group.add_subparsers(metavar=_("ACTION"), dest="action", required=True)
    command(actions, "list", "upkeep:list_models", _("List the embedding models of this database."))
    use = command(
        actions, "use", "upkeep:use_model",
        _("Switch to a model: vectors are made in the background, then search changes over."),
        # The server's worker does the work, and not this command before it ends.
        defaults={"WASURENA_BACKGROUND": "thread"},
    )  # fmt: skip
    use.add_argument("name", metavar=_("NAME"))
    measure = command(
        actions, "calibrate", "upkeep:calibrate_model",
        _("Measure a model's thresholds for “the same” and “related”, and store them."),
    )  # fmt: skip
    measure.add_argument("name", metavar=_("NAME"), nargs="?", default="")


def _declare_backup(commands: Commands) -> None:
    backup = command(
        commands,
        "backup",
        "backups.making:backup",
        _("Back up the database while everything runs."),
    )
    backup.add_argument(
        "path", nargs="?", metavar=_("PATH"),
        help=_("a new file, or a folder (default: the folder of backups)"),
    )  # fmt: skip
    backup.add_argument("--list", action="store_true", help=_("list the backups instead"))
    backup.add_argument(
        "--passphrase-file", metavar=_("FILE"), help=_("encrypt with the passphrase in this file")
    )
    backup.add_argument(
        "--recipient", action="append", metavar=_("RECIPIENT"),
        help=_("encrypt for this age recipient (age1…); repeatable"),
    )  # fmt: skip
    add_json(backup)


def _declare_restore(commands: Commands) -> None:
    restore = command(
        commands, "restore", "backups.restoring:restore",
        _("Put a backup in the place of the database; the old files are kept."),
    )  # fmt: skip
    restore.add_argument(
        "file", metavar=_("FILE"), help=_("a backup, or its name in the folder of backups")
    )
    restore.add_argument("--into", metavar=_("DIR"), help=_("restore into this directory instead"))
    restore.add_argument(
        "--foreign", action="store_true",
        help=_("also a backup of another installation, in the place of this one's database"),
    )  # fmt: skip
    restore.add_argument(
        "--check", action="store_true", help=_("only check the file; nothing is changed")
    )
    restore.add_argument(
        "--passphrase-file", metavar=_("FILE"), help=_("the file that holds its passphrase")
    )
    restore.add_argument(
        "--identity", metavar=_("FILE"), help=_("the file that holds the age identity")
    )
    add_json(restore)
