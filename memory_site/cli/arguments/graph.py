"""The graph: ``graph statistics``."""

from memory_site.cli.environment import _

from .parser import Commands, add_json, add_user, command


def declare(commands: Commands) -> None:
    """Declare the commands of this group."""
    text = _("Look at the graph of memories, people and things as a whole.")
    group = commands.add_parser("graph", help=text, description=text)
    actions = group.add_subparsers(metavar=_("ACTION"), dest="action", required=True)
    statistics = command(
        actions, "statistics", "graph:statistics",
        _("Show the figures of the whole graph, and its most central people and things."),
    )  # fmt: skip
    statistics.add_argument(
        "--pack", action="append", default=[], metavar=_("PACK"),
        help=_("only this pack; repeatable (default: all)"),
    )  # fmt: skip
    statistics.add_argument(
        "--recompute", action="store_true", help=_("analyze the graph now, however large it is")
    )
    add_user(statistics)
    add_json(statistics)
