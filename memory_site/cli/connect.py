"""``wasurena connect``: the configuration of one assistant, ready to paste."""

from argparse import Namespace

from django.conf import settings
from django.contrib.auth.models import User

from accounts.mcp_configurations import Configuration, configurations
from accounts.services import token_create

from .daemon import base_url, running_daemon
from .database import prepare_database
from .failures import BadUsage
from .language import _
from .output import note, say
from .owner import find_owner, user_named

TOKEN_PLACE = "{token}"


def run(options: Namespace) -> int:
    """Print the configuration on standard output; where to put it, beside it."""
    if options.client is None:
        for entry in configurations("", ""):
            say(f"{entry.key:<16} {entry.title}")
        return 0
    prepare_database()
    entry = _configuration(options)
    if entry.file_hint:
        note(_("{title}: put this into {file}").format(title=entry.title, file=entry.file_hint))
    say(entry.text)
    return 0


def _configuration(options: Namespace) -> Configuration:
    keys = [entry.key for entry in configurations("", "")]
    if options.client not in keys:
        wrong = _("“{client}” is not one of {known}")
        raise BadUsage(wrong.format(client=options.client, known=", ".join(keys)))
    place, user = keys.index(options.client), user_named(options.user)
    entry = configurations("", TOKEN_PLACE)[place]
    if TOKEN_PLACE not in entry.text:
        return _bridge_of(user, entry)
    secret = options.token or token_create(user_name=user.username, name=options.client)[1]
    daemon = running_daemon()
    url = daemon.url if daemon else base_url(settings.HOST, settings.PORT)
    return configurations(url, secret)[place]


def _bridge_of(user: User, entry: Configuration) -> Configuration:
    """Refuse to hand the bridge, which carries the owner's token, to somebody else."""
    if user != find_owner():
        raise BadUsage(
            _(
                "{title} uses “wasurena mcp”, which speaks for the owner; for {name}, put a token of"
                " theirs into WASURENA_TOKEN in its configuration"
            ).format(title=entry.title, name=user.username)
        )
    return entry
