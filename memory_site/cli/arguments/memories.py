"""Memories: ``save``, ``search``, ``import``, ``demo``."""

from ..language import _
from .parser import Commands, add_json, add_user, command, positive

MODES = ("hybrid", "semantic_only", "keyword", "graph_only", "temporal", "entity_focused")


def declare(commands: Commands) -> None:
    """Declare the commands of this group."""
    _declare_save(commands)
    _declare_search(commands)
    _declare_import(commands)
    demo = command(
        commands, "demo", "importing:demo", _("Fill the user “demo” with sample memories.")
    )
    demo.set_defaults(user="demo")


def _declare_save(commands: Commands) -> None:
    save = command(commands, "save", "memories:save", _("Remember a text, word for word."))
    save.add_argument(
        "text", metavar=_("TEXT"), help=_("what to remember; “-” reads standard input")
    )
    save.add_argument(
        "--pack", metavar=_("PACK"), help=_("work, dev, lifelog… (default: by the text)")
    )
    save.add_argument(
        "--tag", action="append", default=[], metavar=_("TAG"), help=_("a tag; repeatable")
    )
    save.add_argument(
        "--type", dest="memory_type", metavar=_("TYPE"), help=_("fact, event, decision…")
    )
    save.add_argument("--context", metavar=_("NAME"), help=_("the project or situation"))
    add_user(save)
    add_json(save)


def _declare_search(commands: Commands) -> None:
    search = command(commands, "search", "memories:search", _("Find memories."))
    search.add_argument("query", metavar=_("QUERY"), help=_("words or a question"))
    search.add_argument(
        "--pack", action="append", metavar=_("PACK"), help=_("search this pack only; repeatable")
    )
    search.add_argument("--mode", choices=MODES, default="hybrid", help=_("how to look"))
    search.add_argument("--limit", type=positive, default=10, metavar="N", help=_("how many (10)"))
    search.add_argument("--tag", action="append", metavar=_("TAG"), help=_("only with this tag"))
    search.add_argument(
        "--explain", action="store_true", help=_("show the routes and the parts of each score")
    )
    add_user(search)
    add_json(search)


def _declare_import(commands: Commands) -> None:
    load = command(
        commands, "import", "importing:run", _("Load memories from a file, one JSON object a line.")
    )
    load.add_argument("file", metavar=_("FILE.jsonl"), help=_("“-” reads standard input"))
    load.add_argument("--pack", metavar=_("PACK"), help=_("where lines go that name no pack"))
    load.add_argument(
        "--source",
        default="import",
        metavar=_("NAME"),
        help=_("the source of lines that name none"),
    )
    add_user(load)
    add_json(load)
