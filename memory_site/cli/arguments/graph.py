"""``wasurena graph``: figures and quality of the whole graph, and the graph as files."""

from memory_site.cli.environment import _

from .parser import Commands, add_json, add_user, command, positive

FORMATS = ("graphml", "gexf", "json", "cypher", "csv")
KINDS = ("memory", "entity", "tag", "context", "thread")


def declare(commands: Commands) -> None:
    """Declare the commands of this group."""
    text = _("Measure, check, export and import the graph.")
    group = commands.add_parser("graph", help=text, description=text)
    actions = group.add_subparsers(metavar=_("ACTION"), dest="action", required=True)
    _declare_export(actions)
    _declare_import(actions)
    _declare_statistics(actions)
    _declare_quality(actions)


def _declare_statistics(actions: Commands) -> None:
    statistics = command(
        actions, "statistics", "graph_statistics:statistics",
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


def _declare_quality(actions: Commands) -> None:
    quality = command(
        actions, "quality", "graph_quality:quality",
        _("Count the links and relations that break a rule, and what nothing connects."),
    )  # fmt: skip
    add_user(quality)
    add_json(quality)


def _declare_export(actions: Commands) -> None:
    export = command(
        actions, "export", "graph:export", _("Write the graph to a file for other programs.")
    )
    export.add_argument("file", metavar=_("FILE"), help=_("“-” writes to standard output"))
    export.add_argument(
        "--format", choices=FORMATS, help=_("the format (default: by the file's name)")
    )
    export.add_argument(
        "--pack", action="append", metavar=_("PACK"), help=_("only this pack; repeatable")
    )
    export.add_argument(
        "--kind", dest="kinds", action="append", choices=KINDS,
        help=_("only nodes of this kind; repeatable"),
    )  # fmt: skip
    export.add_argument(
        "--since", metavar=_("TIME"), help=_("only what was recorded or changed since")
    )
    export.add_argument(
        "--focus", action="append", metavar=_("NODE"),
        help=_("only what lies around this node: an id, a name or kind:id; repeatable"),
    )  # fmt: skip
    export.add_argument("--depth", type=positive, metavar="N", help=_("steps from the focus (1)"))
    export.add_argument(
        "--min-confidence", type=float, metavar="N", help=_("the least confidence of an edge")
    )
    export.add_argument("--held-at", metavar=_("TIME"), help=_("only edges that held at this time"))
    export.add_argument(
        "--known-at", metavar=_("TIME"), help=_("only what was recorded by this time")
    )
    export.add_argument(
        "--no-texts", action="store_true", help=_("leave out the texts of memories")
    )
    add_user(export)


def _declare_import(actions: Commands) -> None:
    load = command(
        actions, "import", "graph:load",
        _("Import a graph in node-link JSON: an export, or what networkx writes."),
    )  # fmt: skip
    load.add_argument("file", metavar=_("FILE.json"), help=_("“-” reads standard input"))
    load.add_argument(
        "--dry-run", action="store_true", help=_("check the file and count; store nothing")
    )
    load.add_argument("--pack", metavar=_("PACK"), help=_("the pack of nodes that name none"))
    load.add_argument(
        "--name", metavar=_("NAME"), help=_("the name of the graph (default: the file's)")
    )
    load.add_argument(
        "--nodes-as", choices=("entity", "memory"),
        help=_("what nodes are that have neither a kind nor a text (entity)"),
    )  # fmt: skip
    for what, of in (
        ("entity", _("the type of entities that name none (Concept)")),
        ("memory", _("the type of memories that name none (note)")),
        ("relation", _("the type of relations that name none (relates_to)")),
        ("link", _("the type of links that name none (related)")),
    ):
        load.add_argument(f"--{what}-type", metavar=_("TYPE"), help=of)
    load.add_argument(
        "--map-type", action="append", default=[], metavar=_("THEIRS=OURS"),
        help=_("what a type of the file is called here; repeatable"),
    )  # fmt: skip
    load.add_argument(
        "--scale-weights", action="store_true",
        help=_("divide all weights by the greatest, where they are not 0 to 1"),
    )  # fmt: skip
    add_user(load)
    add_json(load)
