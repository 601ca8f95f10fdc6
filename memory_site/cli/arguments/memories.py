"""Memories: ``save``, ``search``, ``inbox``, ``context``, ``import``, ``demo``."""

import argparse

from memory_site.cli.environment import _

from .parser import Commands, add_json, add_user, command, positive

MODES = ("hybrid", "semantic_only", "keyword", "graph_only", "temporal", "entity_focused")
KINDS = ("memory", "state")
SORTS = ("relevance", "time", "importance")
ORDERS = ("desc", "asc")
EXPORTS = ("archive", "markdown", "csv", "json-ld")
CONTEXT_ORDERS = ("time", "relevance")


def declare(commands: Commands) -> None:
    """Declare the commands of this group."""
    _declare_save(commands)
    _declare_search(commands)
    _declare_inbox(commands)
    _declare_context(commands)
    _declare_export(commands)
    _declare_import(commands)
    undo = command(commands, "undo", "save:take_back", _("Undo one change of the history."))
    undo.add_argument(
        "change", metavar=_("ID"), help=_("the id of the change, as commands name it")
    )
    add_user(undo)
    add_json(undo)
    demo = command(commands, "demo", "save:demo", _("Fill the user “demo” with sample memories."))
    demo.set_defaults(user="demo")


def _declare_save(commands: Commands) -> None:
    save = command(commands, "save", "save:save", _("Save a text, word for word."))
    save.add_argument(
        "text", metavar=_("TEXT"), help=_("the text to save; “-” reads standard input")
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
    search = command(commands, "search", "search:search", _("Find memories."))
    search.add_argument(
        "query", nargs="?", default="", metavar=_("QUERY"), help=_("words or a question")
    )
    _declare_filters(search)
    _declare_times(search)
    search.add_argument("--mode", choices=MODES, default="hybrid", help=_("the search mode"))
    search.add_argument("--sort", choices=SORTS, help=_("the order of the results (relevance)"))
    search.add_argument("--order", choices=ORDERS, help=_("newest or most important first (desc)"))
    search.add_argument(
        "--limit", type=positive, default=10, metavar="N", help=_("number of results (10)")
    )
    search.add_argument(
        "--any-time", action="store_true", help=_("leave a time in the query unread")
    )
    search.add_argument(
        "--explain", action="store_true", help=_("show the routes and the parts of each score")
    )
    add_user(search)
    add_json(search)


def _declare_filters(search: argparse.ArgumentParser) -> None:
    search.add_argument(
        "--pack", action="append", metavar=_("PACK"), help=_("search this pack only; repeatable")
    )
    search.add_argument("--tag", action="append", metavar=_("TAG"), help=_("only with this tag"))
    search.add_argument("--type", action="append", metavar=_("TYPE"), help=_("only of this type"))
    search.add_argument(
        "--kind", action="append", choices=KINDS, help=_("only memories, or only states")
    )
    search.add_argument(
        "--near", metavar=_("LATITUDE,LONGITUDE,KM"), help=_("only near this place")
    )
    search.add_argument(
        "--filter",
        action="append",
        type=named_value,
        default=[],
        metavar=_("NAME=VALUE"),
        help=_("any filter of the REST API, as entity=田中; repeatable"),
    )
    search.add_argument(
        "--not",
        dest="without",
        action="append",
        type=named_value,
        default=[],
        metavar=_("NAME=VALUE"),
        help=_("exclude results that match this filter; repeatable"),
    )


def _declare_times(search: argparse.ArgumentParser) -> None:
    time = _("TIME")
    search.add_argument("--after", metavar=time, help=_("only memories from this time or later"))
    search.add_argument("--before", metavar=time, help=_("only memories before this time"))
    search.add_argument("--held-at", metavar=time, help=_("only facts that held at this time"))
    search.add_argument("--known-at", metavar=time, help=_("only what was recorded at this time"))


def named_value(text: str) -> tuple[str, str]:
    """Return the name and the value of ``name=value``."""
    name, separator, value = text.partition("=")
    if not (name and separator):
        raise argparse.ArgumentTypeError(_("NAME=VALUE is expected"))
    return name, value


def _declare_inbox(commands: Commands) -> None:
    inbox = command(
        commands,
        "inbox",
        "inbox:inbox",
        _("Show the proposals that need your decision, or decide all of them."),
    )
    inbox.add_argument("--kind", metavar=_("KIND"), help=_("only this kind: link, relation…"))
    inbox.add_argument(
        "--limit", type=positive, default=10, metavar="N", help=_("number of results (10)")
    )
    action = inbox.add_mutually_exclusive_group()
    action.add_argument(
        "--accept-all", dest="decide_all", action="store_const", const="accept",
        help=_("accept all of them, or all of the kind"),
    )  # fmt: skip
    action.add_argument(
        "--reject-all", dest="decide_all", action="store_const", const="reject",
        help=_("reject all of them, or all of the kind"),
    )  # fmt: skip
    action.add_argument("--undo", action="store_true", help=_("undo the last decision"))
    action.add_argument(
        "--methods", action="store_true",
        help=_("show how many proposals of each method you accepted"),
    )  # fmt: skip
    inbox.add_argument("--yes", action="store_true", help=_("decide without asking again"))
    add_user(inbox)
    add_json(inbox)


def _declare_context(commands: Commands) -> None:
    context = command(
        commands,
        "context",
        "search:context",
        _("Show the context an assistant gets for a message."),
    )
    context.add_argument(
        "message", metavar=_("MESSAGE"), help=_("the message; “-” reads standard input")
    )
    context.add_argument(
        "--budget", type=positive, metavar="TOKENS", help=_("at most this many tokens (1500)")
    )
    context.add_argument("--session", metavar=_("ID"), help=_("the current conversation"))
    context.add_argument(
        "--pack", action="append", metavar=_("PACK"), help=_("search this pack only; repeatable")
    )
    context.add_argument(
        "--order", choices=CONTEXT_ORDERS, help=_("how lines are ordered in a section (time)")
    )
    add_user(context)
    add_json(context)


def _declare_export(commands: Commands) -> None:
    export = command(
        commands, "export", "transfer.archive:export",
        _("Write all that a person has to one open file (.wasurena)."),
    )  # fmt: skip
    export.add_argument(
        "file", metavar=_("FILE"), help=_("“-” writes to standard output; a folder for Markdown")
    )
    export.add_argument(
        "--format",
        choices=EXPORTS,
        default=EXPORTS[0],
        help=_("an archive to be imported, or memories to be read (%(default)s)"),
    )
    export.add_argument(
        "--pack", action="append", metavar=_("PACK"), help=_("this pack only; repeatable")
    )
    export.add_argument("--since", metavar=_("TIME"), help=_("only what was created from then on"))
    export.add_argument(
        "--namespace", metavar=_("NAMESPACE"), help=_("only what lies there or below")
    )
    export.add_argument(
        "--passphrase-file", metavar=_("FILE"), help=_("encrypt with the passphrase in this file")
    )
    export.add_argument(
        "--recipient", action="append", metavar=_("RECIPIENT"),
        help=_("encrypt for this age recipient (age1…); repeatable"),
    )  # fmt: skip
    add_user(export)
    add_json(export)


def _declare_import(commands: Commands) -> None:
    load = command(
        commands,
        "import",
        "transfer.archive:load",
        _("Import an archive (.wasurena), or memories from a file with one JSON object per line."),
    )
    load.add_argument("file", metavar=_("FILE"), help=_("“-” reads standard input"))
    load.add_argument(
        "--check", action="store_true", help=_("check an archive and count; store nothing")
    )
    load.add_argument("--pack", metavar=_("PACK"), help=_("the pack of lines that name none"))
    load.add_argument(
        "--source", metavar=_("NAME"), help=_("the source of lines that name none (import)")
    )
    load.add_argument(
        "--passphrase-file", metavar=_("FILE"), help=_("the file that holds its passphrase")
    )
    load.add_argument(
        "--identity", metavar=_("FILE"), help=_("the file that holds the age identity")
    )
    add_user(load)
    add_json(load)
