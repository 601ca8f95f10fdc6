"""``wasurena inbox``: what waits for a decision, deciding all of it, and taking that back."""

import time
from argparse import Namespace
from collections.abc import Mapping, Sequence

from rich.table import Table

from core.caller import Caller
from core.jobs.background import paused
from memories.models import BulkDecision, ProposalKind
from memories.schemas import parsed
from memories.schemas.inbox.bulk import BulkOut, BulkStatus
from memories.schemas.inbox.decisions import Decision
from memories.schemas.inbox.proposals import InboxFilters, ProposalOut
from memories.schemas.inbox.rules import PrecisionOut
from memories.selectors.bulk import bulk_get, bulk_out, matching_ids
from memories.selectors.inbox import (
    QUEUE_ORDER,
    ProposalQuery,
    inbox_precision,
    open_counts,
    proposal_list,
    proposal_outs,
)
from memories.services.inbox import bulk_start, decide_waiting, undo_newest
from memory_site.cli.accounts import caller_named
from memory_site.cli.database.preparation import require_database
from memory_site.cli.environment import _, ngettext
from memory_site.cli.output import CommandFailed, console, count_bars, note, say_json
from memory_site.web import labels

# Seconds between two looks at a job that another process works on.
POLL_SECONDS = 0.5


def inbox(options: Namespace) -> int:
    """Show what waits, those worth most first; decide all of it; undo; or judge the methods."""
    require_database()
    caller = caller_named(options.user)
    filters = parsed(InboxFilters, {"kind": [options.kind] if options.kind else []})
    asked = ProposalQuery(kinds=tuple(filters.kind))
    if options.undo:
        return _undo(caller, options)
    if options.methods:
        return _show_methods(caller, options)
    if options.decide_all:
        return _decide_all(caller, asked, Decision(options.decide_all), options)
    counts = open_counts(caller)
    rows = proposal_list(caller, asked).order_by(*QUEUE_ORDER)
    found = proposal_outs(caller, list(rows[: options.limit]))
    if options.json:
        waiting = [out.model_dump(mode="json") for out in found]
        say_json({"open": counts, "proposals": waiting})
    else:
        _draw_inbox(counts, found)
    return 0


def _decide_all(
    caller: Caller, asked: ProposalQuery, decision: Decision, options: Namespace
) -> int:
    uids = matching_ids(caller, asked)
    if not uids:
        note(_("The inbox is empty."))
        return 0
    if not options.yes:
        count = len(uids)
        text = ngettext(
            "%(n)s proposal would be decided; repeat the command with --yes.",
            "%(n)s proposals would be decided; repeat the command with --yes.",
            count,
        )
        raise CommandFailed(text % {"n": count})
    with paused("decide"):
        return _follow(caller, bulk_start(caller, uids, decision), options)


def _undo(caller: Caller, options: Namespace) -> int:
    with paused("decide"):
        undone = undo_newest(caller)
        if isinstance(undone, BulkDecision):
            return _follow(caller, undone, options)
    if options.json:
        say_json({"undone": [str(row.uid) for row in undone]})
    else:
        count = len(undone)
        text = ngettext("Undone: it is open again.", "Undone: %(n)s are open again.", count)
        note(text % {"n": count})
    return 0


def _follow(caller: Caller, started: BulkDecision, options: Namespace) -> int:
    """Work on a job and show its progress; a server that has taken it is waited for."""
    with count_bars() as progress:
        label = _("undoing") if started.is_undo else _("deciding")
        bar = progress.add_task(label, total=started.total)
        while (now_is := bulk_out(bulk_get(caller, started.uid))).status is BulkStatus.RUNNING:
            progress.update(bar, completed=now_is.done, total=now_is.total)
            if not decide_waiting(seconds=0):
                time.sleep(POLL_SECONDS)
        progress.update(bar, completed=now_is.done, total=now_is.total)
    if options.json:
        say_json(now_is.model_dump(mode="json"))
    else:
        _tell(now_is)
    return 0 if now_is.status is BulkStatus.DONE else 1


def _tell(ended: BulkOut) -> None:
    done, total = (ended.undone if ended.undoing else ended.decided), ended.total
    text = (
        _("%(done)s of %(total)s undone") if ended.undoing else _("%(done)s of %(total)s decided")
    )
    note(text % {"done": done, "total": total})
    for problem in ended.problems:
        note(f"  {problem.title}: {problem.detail}")


def _show_methods(caller: Caller, options: Namespace) -> int:
    found = inbox_precision(caller)
    if options.json:
        say_json(found.model_dump(mode="json"))
    elif found.results:
        _draw_methods(found.results)
    else:
        note(_("No method has proposed anything yet."))
    return 0


def _draw_methods(methods: Sequence[PrecisionOut]) -> None:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column(_("method"))
    for title in (_("accepted"), _("rejected"), _("open"), _("share accepted")):
        table.add_column(title, justify="right", no_wrap=True)
    table.add_column("")
    for one in methods:
        share = "–" if one.precision is None else f"{one.precision:.0%}"
        rest = "" if one.asks else _("no longer asked")
        counts = (str(count) for count in (one.accepted, one.rejected, one.open))
        table.add_row(labels.method(one.method), *counts, share, rest)
    console().print(table)


def _draw_inbox(counts: Mapping[str, int], found: Sequence[ProposalOut]) -> None:
    if not counts:
        note(_("The inbox is empty."))
        return
    kinds = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    for kind, count in sorted(counts.items(), key=lambda pair: -pair[1]):
        kinds.add_row(str(count), str(ProposalKind(kind).label))
    console().print(kinds)
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for title in (_("sure"), _("kind"), _("pack"), _("about")):
        table.add_column(title, no_wrap=title != _("about"))
    for out in found:
        kind = str(ProposalKind(out.kind).label)
        table.add_row(f"{out.confidence:.0%}", kind, out.pack, out.title.replace("[", r"\["))
    console().print(table)
    note(_("Decide in the browser, at /inbox/."))
