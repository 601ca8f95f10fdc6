"""``wasurena inbox``."""

from argparse import Namespace
from collections.abc import Mapping, Sequence

from rich.table import Table

from core.schemas import parsed
from memories.models import ProposalKind
from memories.schemas.inbox import InboxFilters, ProposalOut
from memories.selectors.inbox import ProposalQuery, open_counts, proposal_list, proposal_outs
from memory_site.cli.accounts import caller_named
from memory_site.cli.database.preparation import require_database
from memory_site.cli.environment import _
from memory_site.cli.output import console, note, say_json


def inbox(options: Namespace) -> int:
    """Show how many proposals of each kind wait, and the surest of them."""
    require_database()
    caller = caller_named(options.user)
    asked = parsed(InboxFilters, {"kind": [options.kind] if options.kind else []})
    counts = open_counts(caller)
    rows = proposal_list(caller, ProposalQuery(kinds=tuple(asked.kind))).order_by(
        "-confidence", "id"
    )
    found = proposal_outs(caller, list(rows[: options.limit]))
    if options.json:
        waiting = [out.model_dump(mode="json") for out in found]
        say_json({"open": counts, "proposals": waiting})
    else:
        _draw(counts, found)
    return 0


def _draw(counts: Mapping[str, int], found: Sequence[ProposalOut]) -> None:
    if not counts:
        note(_("The inbox is empty."))
        return
    kinds = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    for kind, count in sorted(counts.items(), key=lambda pair: -pair[1]):
        kinds.add_row(str(count), str(ProposalKind(kind).label))
    console().print(kinds)
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for title in (_("sure"), _("kind"), _("pack"), _("question")):
        table.add_column(title, no_wrap=title != _("question"))
    for out in found:
        question = out.preview.question if out.preview else ""
        kind = str(ProposalKind(out.kind).label)
        table.add_row(f"{out.confidence:.0%}", kind, out.pack, question.replace("[", r"\["))
    console().print(table)
    note(_("Decide in the browser, at /inbox/."))
