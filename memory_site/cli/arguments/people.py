"""People and their tokens: ``user``, ``token``."""

from memory_site.cli.environment import _

from .parser import Commands, command, positive

SCOPES = ("read", "write", "admin")


def declare(commands: Commands) -> None:
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
