"""``wasurena user``, ``wasurena token`` and ``wasurena connect``."""

from argparse import Namespace
from datetime import timedelta

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db.models import Count
from django.utils import timezone
from rich.table import Table

from accounts.callers import caller_of_user
from accounts.interfaces.pages.tokens import Configuration, configurations
from accounts.models import ApiToken
from accounts.services.second_factor import second_factor_end
from accounts.services.sessions import log_ins_end_others
from accounts.services.tokens import DEFAULT_SCOPES, token_create, token_revoke
from accounts.services.users import user_create
from memory_site.cli.accounts import new_password, system_time_zone, user_named
from memory_site.cli.database.preparation import prepare_database, require_database
from memory_site.cli.environment import _
from memory_site.cli.output import UsageError, console, note, say
from memory_site.cli.serving.daemon import base_url, running_daemon
from packs import registry


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
    prepare_database()
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
        "id", _("user"), _("name"), _("begins with"), _("scopes"), _("packs"), _("state")
    )
    for token in tokens:
        scopes, packs = ", ".join(token.scopes), ", ".join(token.packs) or _("all")
        table.add_row(
            str(token.pk),
            token.user.username,
            token.name,
            token.hint,
            scopes,
            packs,
            _token_status(token),
        )
    console().print(table)
    return 0


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


def _table(*titles: str) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for title in titles:
        table.add_column(title)
    return table


def connect(options: Namespace) -> int:
    """Print the configuration on standard output; where to put it, beside it."""
    if options.client is None:
        for entry in configurations("", ""):
            say(f"{entry.key:<16} {entry.title}")
        return 0
    prepare_database()
    entry = _configuration(options)
    if entry.file_hint:
        note(f"{entry.title} · {entry.file_hint}")
    say(entry.text)
    return 0


def _configuration(options: Namespace) -> Configuration:
    keys = [entry.key for entry in configurations("", "")]
    if options.client not in keys:
        wrong = _("“{client}” is not one of {known}")
        raise UsageError(wrong.format(client=options.client, known=", ".join(keys)))
    place, user = keys.index(options.client), user_named(options.user)
    secret = options.token or token_create(user_name=user.username, name=options.client)[1]
    daemon = running_daemon()
    url = daemon.url if daemon else base_url(settings.HOST, settings.PORT)
    return configurations(url, secret)[place]
