"""Running the product: ``up``, ``worker``, ``mcp``, ``status``, ``info``, ``connect``."""

from memory_site.cli.environment import _

from .parser import Commands, add_json, add_user, command


def declare(commands: Commands) -> None:
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
    _declare_reports(commands)
    _declare_connect(commands)


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


def _declare_reports(commands: Commands) -> None:
    status = command(
        commands, "status", "status:status", _("Show health, counts, queue and worker.")
    )
    add_json(status)
    info = command(commands, "info", "status:info", _("Show paths and versions."))
    add_json(info)


def _declare_connect(commands: Commands) -> None:
    connect = command(
        commands, "connect", "people:connect", _("Print the MCP configuration of an assistant.")
    )
    connect.add_argument(
        "client", nargs="?", metavar=_("CLIENT"), help=_("its name; without a name, list all")
    )
    connect.add_argument(
        "--token", metavar=_("TOKEN"), help=_("an existing token (default: a new one)")
    )
    add_user(connect)
