"""``wasurena connect``: the configuration of one assistant, ready to paste."""

from argparse import Namespace

from django.utils.text import slugify

from accounts.mcp_configurations import Configuration, configurations
from accounts.services import token_create

from .daemon import base_url, running_daemon
from .database import prepare_database
from .failures import BadUsage
from .language import _
from .output import note, say
from .owner import user_named


def run(options: Namespace) -> int:
    """Print the configuration on standard output; where to put it, beside it."""
    if options.client is None:
        for name, entry in _by_name("…", "…").items():
            say(f"{name:<16} {entry.title}")
        return 0
    prepare_database()
    entry = _configuration(options)
    note(_("{title}: put this into {file}").format(title=entry.title, file=entry.file_hint))
    say(entry.text)
    return 0


def _configuration(options: Namespace) -> Configuration:
    known = _by_name("…", "…")
    if options.client not in known:
        raise BadUsage(
            _("“{client}” is not one of {known}").format(
                client=options.client, known=", ".join(known)
            )
        )
    owner = user_named(options.user)
    # Some configurations start the bridge, which has a token of its own.
    if "{token}" not in _by_name("…", "{token}")[options.client].text:
        return known[options.client]
    secret = options.token or token_create(user_name=owner.username, name=options.client)[1]
    return _by_name(_url(), secret)[options.client]


def _url() -> str:
    from django.conf import settings

    daemon = running_daemon()
    return daemon.url if daemon else base_url(settings.HOST, settings.PORT)


def _by_name(url: str, token: str) -> dict[str, Configuration]:
    return {slugify(entry.title): entry for entry in configurations(url, token)}
