"""``wasurena privacy scan``: secrets and personal data in what is stored."""

from argparse import Namespace

from rich.table import Table

from core.jobs.background import paused
from memories.schemas import parsed
from memories.schemas.privacy.forgetting import PrivacyJobOut
from memories.schemas.privacy.scan import ScanInput, ScanRow
from memories.services.privacy.scan import scan as scan_stored
from memory_site.cli.accounts import caller_named
from memory_site.cli.database.preparation import require_database
from memory_site.cli.environment import _
from memory_site.cli.output import console, note, say, say_json

from .forgetting import followed

MOST_NAMED = 10


def scan(options: Namespace) -> int:
    """Count what is found; with ``--apply``, treat it by the policies of the packs."""
    require_database()
    caller = caller_named(options.user)
    asked = parsed(ScanInput, {"pack": options.pack or [], "apply": options.apply})
    with paused("privacy"):
        job = followed(caller, scan_stored(caller, asked), _("Reading"))
    if options.json:
        say_json(job.model_dump(mode="json"))
        return 0
    _draw(job)
    if options.apply:
        for name, count in sorted(job.outcome.items()):
            say(f"{name}: {count:,}")
    elif any(row.treatment != "keep" and not row.is_unmasked for row in job.found):
        note(_("Nothing was changed. With --apply, the policy of each pack is carried out."))
    for row in job.found:
        if row.is_unmasked:
            note(_unmasked(row))
    return 0


def _unmasked(row: ScanRow) -> str:
    text = _(
        "No scan masks this: {kind} in {place} of the pack “{pack}” ({count}). Change it by hand, or"
        " forget it: {ids}"
    )
    ids = " ".join(str(uid) for uid in row.ids[:MOST_NAMED])
    return text.format(
        kind=row.label, place=row.place_label, pack=row.pack, count=row.count, ids=ids
    )


def _draw(job: PrivacyJobOut) -> None:
    note(_("{count} memories, names and searches were read.").format(count=f"{job.done:,}"))
    if not job.found:
        say(_("Nothing was found."))
        return
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    titles = (_("pack"), _("kind"), _("where"), _("count"), _("policy"), _("for example"))
    for title in titles:
        table.add_column(title)
    for row in job.found:
        examples = " ".join(str(uid) for uid in row.ids[:2])
        wish = _("not masked") if row.is_unmasked else row.treatment
        table.add_row(row.pack, row.label, row.place_label, f"{row.count:,}", wish, examples)
    console().print(table)
