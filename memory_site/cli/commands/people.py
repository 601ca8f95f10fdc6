"""``wasurena user``, ``wasurena token`` and ``wasurena connect``."""

import os
from argparse import Namespace
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db.models import Count
from django.utils import timezone

from accounts.callers import caller_of_user
from accounts.interfaces.pages.tokens import Configuration, configurations
from accounts.models import ApiToken
from accounts.services.second_factor import second_factor_end
from accounts.services.sessions import log_ins_end_others
from accounts.services.tokens import DEFAULT_SCOPES, token_create, token_revoke
from accounts.services.users import user_create
from memory_site.cli.accounts import new_password, system_time_zone, user_named
from memory_site.cli.connecting.connection import HIDDEN, FileConnection
from memory_site.cli.connecting.editing import BrokenFile
from memory_site.cli.connecting.files import copy_of
from memory_site.cli.connecting.programs import program_file
from memory_site.cli.database.preparation import (
    prepare_database,
    require_database,
    update_database,
)
from memory_site.cli.environment import _
from memory_site.cli.output import UsageError, console, note, say
from memory_site.cli.serving.daemon import base_url, running_daemon
from packs import registry

if TYPE_CHECKING:
    from rich.table import Table


def create_user(options: Namespace) -> int:
    """Create a person; one who exists stays as they are."""
    prepare_database()
    password = options.password or new_password()
    user, is_new = user_create(name=options.name, password=password, time_zone=system_time_zone())
    if not is_new:
        say(_("User “{name}” exists already.").format(name=user.username))
        return 0
    say(_("User “{name}” created.").format(name=user.username))
    if not options.password:
        say(_("Password (shown once): {password}").format(password=password))
    return 0


def list_users(options: Namespace) -> int:
    """List the users."""
    require_database()
    table = _table(_("name"), _("owner"), _("tokens"), _("time zone"))
    people = get_user_model().objects.select_related("profile").order_by("pk")
    for user in people.annotate(token_count=Count("api_tokens")):
        zone = user.profile.time_zone if hasattr(user, "profile") else ""
        table.add_row(user.username, "✓" if user.is_superuser else "", str(user.token_count), zone)
    console().print(table)
    return 0


def unlock_user(options: Namespace) -> int:
    """Remove a lost second factor and end every log-in of the person."""
    require_database()
    user = user_named(options.name)
    was_on = second_factor_end(user)
    count = log_ins_end_others(caller_of_user(user), current_key=None)
    if was_on:
        say(_("“{name}” logs in with the password only.").format(name=user.username))
    else:
        say(_("“{name}” has no second factor.").format(name=user.username))
    say(_("Log-ins ended: {count}").format(count=count))
    return 0


def create_token(options: Namespace) -> int:
    """Print a new token and nothing else, so that scripts can take it."""
    update_database()
    for pack in options.pack:
        registry.get(pack)
    expires_at = timezone.now() + timedelta(days=options.expires) if options.expires else None
    _token, secret = token_create(
        user_name=user_named(options.user).username,
        name=options.name,
        scopes=options.scope or DEFAULT_SCOPES,
        packs=options.pack,
        namespace=options.namespace,
        expires_at=expires_at,
    )
    say(secret)
    return 0


def list_tokens(options: Namespace) -> int:
    """List the tokens; the secrets are not kept anywhere."""
    require_database()
    tokens = ApiToken.objects.select_related("user")
    if options.user:
        tokens = tokens.filter(user__username=options.user)
    table = _table(
        "id", _("user"), _("name"), _("begins with"), _("scopes"), _("packs"), _("namespace"),
        _("last used"), _("ends"), _("state"),
    )  # fmt: skip
    for token in tokens:
        scopes, packs = ", ".join(token.scopes), ", ".join(token.packs) or _("all")
        table.add_row(
            str(token.pk),
            token.user.username,
            token.name,
            token.hint,
            scopes,
            packs,
            token.namespace,
            _day(token.last_used_at),
            _day(token.expires_at),
            _token_status(token),
        )
    console().print(table)
    return 0


def _day(moment: datetime | None) -> str:
    return f"{moment.astimezone():%Y-%m-%d}" if moment else "–"


def _token_status(token: ApiToken) -> str:
    names = {"usable": _("usable"), "expired": _("expired"), "revoked": _("revoked")}
    return names[token.status_at(timezone.now())]


def revoke_token(options: Namespace) -> int:
    """Revoke by number or by the token itself."""
    require_database()
    named = options.token
    matching = (
        ApiToken.objects.filter(pk=int(named))
        if named.isascii() and named.isdigit()
        else ApiToken.objects.matching(named)
    )
    token = matching.first()
    if token is None:
        raise UsageError(_("there is no such token; see “wasurena token list”"))
    token_revoke(token, now=timezone.now())
    say(_("Token {token} of {user} is revoked.").format(token=token, user=token.user.username))
    return 0


def _table(*titles: str) -> "Table":
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for title in titles:
        table.add_column(title)
    return table


def connect(options: Namespace) -> int:
    """Print the configuration of a program, or write it into the program's file."""
    if options.client is None:
        for entry in configurations("", ""):
            say(f"{entry.key:<16} {entry.title}")
        return 0
    _check_client(options.client)
    update_database()
    if options.write or options.dry_run or options.undo:
        return _connect_file(options)
    entry = _configuration(options, options.token or _new_token(options))
    if entry.file_hint:
        note(f"{entry.title} · {entry.file_hint}")
    say(entry.text)
    return 0


def _check_client(client: str) -> None:
    keys = [entry.key for entry in configurations("", "")]
    if client not in keys:
        wrong = _("“{client}” is not one of {known}")
        raise UsageError(wrong.format(client=client, known=", ".join(keys)))


def _configuration(options: Namespace, secret: str) -> Configuration:
    daemon = running_daemon()
    url = daemon.url if daemon else base_url(settings.HOST, settings.PORT)
    return next(one for one in configurations(url, secret) if one.key == options.client)


def _new_token(options: Namespace) -> str:
    return token_create(user_name=user_named(options.user).username, name=options.client)[1]


def _connect_file(options: Namespace) -> int:
    connection = FileConnection(program_file(options.client, Path.home(), os.environ))
    try:
        if options.undo:
            return _undo(options, connection)
        known = options.token or _living(connection.secret())
        if options.dry_run:
            wanted = _configuration(options, known or HIDDEN).entry
            say(connection.difference(wanted) or _("Nothing would change."))
            return 0
        return _write(options, connection, known)
    except BrokenFile as error:
        wrong = _(
            "{file} was left as it is: {reason}. “wasurena connect {client}” prints what it needs."
        )
        file = connection.file.path
        raise UsageError(wrong.format(file=file, reason=error, client=options.client)) from error


def _write(options: Namespace, connection: FileConnection, known: str) -> int:
    path = connection.file.path
    # The file is read before a token is made: a broken one leaves nothing behind.
    connection.changed(_configuration(options, HIDDEN).entry)
    configuration = _configuration(options, known or _new_token(options))
    is_new = connection.write(configuration.entry)
    told = _("Written to {file}.") if is_new else _("{file} has it already.")
    say(told.format(file=path))
    if copy_of(path).exists():
        note(_("The file as it was: {copy}").format(copy=copy_of(path)))
    after = _("Start {program} anew; “wasurena connect {client} --undo” takes it back.")
    note(after.format(program=configuration.title, client=options.client))
    return 0


def _living(secret: str) -> str:
    """Return the token of an entry that is there, if it still works."""
    found = ApiToken.objects.matching(secret).first() if secret else None
    return secret if found and not found.revoked_at else ""


def _undo(options: Namespace, connection: FileConnection) -> int:
    secret, path = connection.secret(), connection.file.path
    if not connection.undo():
        say(_("{file} has nothing of Wasurena.").format(file=path))
        return 0
    say(_("Taken out of {file}.").format(file=path))
    made_here = ApiToken.objects.matching(secret).filter(name=options.client, revoked_at=None)
    if secret and (token := made_here.first()):
        token_revoke(token, now=timezone.now())
        note(_("Its token is revoked."))
    return 0
