"""``wasurena connect``: the configuration of one assistant, ready to paste."""

from argparse import Namespace

from django.conf import settings

from accounts.interfaces.pages.mcp_configurations import Configuration, configurations
from accounts.services.tokens import token_create

from .daemon import base_url, running_daemon
from .database import prepare_database
from .failures import BadUsage
from .language import _
from .output import note, say
from .owner import user_named


def run(options: Namespace) -> int:
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
        raise BadUsage(wrong.format(client=options.client, known=", ".join(keys)))
    place, user = keys.index(options.client), user_named(options.user)
    secret = options.token or token_create(user_name=user.username, name=options.client)[1]
    daemon = running_daemon()
    url = daemon.url if daemon else base_url(settings.HOST, settings.PORT)
    return configurations(url, secret)[place]
