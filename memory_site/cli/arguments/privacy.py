"""Privacy: ``forget``, ``privacy scan``."""

from memory_site.cli.environment import _

from .parser import Commands, add_json, add_user, command


def declare(commands: Commands) -> None:
    """Declare the commands of this group."""
    _declare_forget(commands)
    _declare_scan(commands)


def _declare_forget(commands: Commands) -> None:
    forget = command(
        commands, "forget", "privacy.forgetting:forget",
        _("Erase for good what all of these conditions choose; without --yes, only show it."),
    )  # fmt: skip
    for option, metavar, text in (
        ("--pack", _("PACK"), _("of this pack; repeatable")),
        ("--namespace", _("NAMESPACE"), _("at or below this; repeatable")),
        ("--person", _("NAME"), _("mentions this person or thing; repeatable")),
        ("--session", _("ID"), _("of this conversation; repeatable")),
        ("--source", _("NAME"), _("from this source: import, mcp…; repeatable")),
        ("--tag", _("TAG"), _("with this tag; repeatable")),
    ):
        forget.add_argument(option, action="append", metavar=metavar, help=text)
    for option, metavar, text in (
        ("--change", _("ID"), _("stored by this change of the history, such as an import")),
        ("--day", _("DAY"), _("said on this day: 2026-11-24")),
        ("--since", _("TIME"), _("said at or after")),
        ("--before", _("TIME"), _("said before")),
        ("--matching", _("TEXT"), _("holds this text; case, width and kana do not matter")),
        ("--confirm", _("CONFIRMATION"), _("forget exactly what a preview with this word showed")),
        ("--reason", _("TEXT"), _("why, for the history")),
    ):
        forget.add_argument(option, metavar=metavar, help=text)
    for option, text in (
        ("--everything", _("all memories")),
        ("--pinned", _("pinned memories too")),
        ("--names", _("also names, tags, contexts and searches that only these memories use")),
        ("--yes", _("forget what matches now")),
    ):
        forget.add_argument(option, action="store_true", help=text)
    add_user(forget)
    add_json(forget)


def _declare_scan(commands: Commands) -> None:
    text = _("Look after secrets and personal data.")
    group = commands.add_parser("privacy", help=text, description=text)
    actions = group.add_subparsers(metavar=_("ACTION"), dest="action", required=True)
    scan = command(
        actions, "scan", "privacy.scanning:scan",
        _("Count secrets and personal data in what is stored, by pack and kind."),
    )  # fmt: skip
    scan.add_argument(
        "--pack", action="append", metavar=_("PACK"), help=_("this pack only; repeatable")
    )
    scan.add_argument(
        "--apply", action="store_true", help=_("mask, hide or ask, as the policy of each pack says")
    )
    add_user(scan)
    add_json(scan)
    policy = command(
        actions, "policy", "privacy.policies:policy",
        _("Show what happens to sensitive text in each pack, or choose it for one."),
    )  # fmt: skip
    policy.add_argument("--pack", metavar=_("PACK"), help=_("choose for this pack"))
    for option, text in (
        ("--secrets", _("passwords, keys and codes: keep, mask, ask or refuse")),
        ("--personal-data", _("numbers of people and cards, addresses: keep, mask, ask or refuse")),
        ("--health", _("statements on health: keep, ask, mask or refuse")),
        ("--reveal", _("keep originals of masked texts encrypted for a while: yes or no")),
    ):
        policy.add_argument(option, metavar=_("POLICY"), help=text)
    policy.add_argument(
        "--declared", action="store_true", help=_("go back to what the pack declares")
    )
    add_user(policy)
    add_json(policy)
