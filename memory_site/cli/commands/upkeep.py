"""``wasurena rebuild``, ``verify``, ``django`` and ``model``."""

from argparse import Namespace
from collections.abc import Sequence

from django.conf import settings
from django.core.management import execute_from_command_line
from django.utils import timezone
from rich.table import Table

from core.journal.replay import ABSENT, UNREADABLE, UNRECORDED, Difference, Verified, verify
from memories.models import DerivationJob, EmbeddingJob, EmbeddingModel, derives
from memories.services import maintenance
from memories.services.maintenance import derive_waiting, discard_derived, rebuild_indexes
from memory_site.cli.database.preparation import (
    back_up_before_migration,
    needs_migration,
    refuse_foreign_database,
    require_database,
    update_database,
)
from memory_site.cli.environment import _, ngettext
from memory_site.cli.output import CommandFailed, console, count_bars, note, say, say_json

HELP = {"-h", "--help", "--version"}
# Django's commands that open no database, and those that only read it.
WITHOUT_DATABASE = {
    "help", "version", "check", "diffsettings", "makemessages", "compilemessages",
    "collectstatic", "findstatic", "spectacular",
}  # fmt: skip
LOOKING = {"showmigrations", "sqlmigrate", "inspectdb", "dumpdata", "sqlflush", "sqlsequencereset"}
SHOWN = 50
LONGEST = 60


def rebuild(options: Namespace) -> int:
    """Rebuild the indexes, or everything that was derived from the memories."""
    require_database()
    if options.derived:
        return _rebuild_derived()
    count = rebuild_indexes()
    say(ngettext("{count} memory indexed.", "{count} memories indexed.", count).format(count=count))
    return 0


def _rebuild_derived() -> int:
    """Enrich everything again, or continue after an interruption."""
    if not derives():
        raise CommandFailed(_("enrichment is switched off: WASURENA_EXTRACTION is off"))
    waiting = DerivationJob.objects.waiting().count() or discard_derived(timezone.now())
    count = enrich_with_bar(waiting)
    text = ngettext("{count} memory enriched again.", "{count} memories enriched again.", count)
    say(text.format(count=count))
    return 0


def django(options: Namespace) -> int:
    """Hand over to Django's own command line, with our settings.

    Raises:
        CommandFailed: the command could change a database that is lost or of a newer version.
    """
    if not _needs_no_database(options.arguments):
        refuse_foreign_database(is_looked_at=_only_looks(options.arguments))
        if options.arguments[0] == "migrate" and needs_migration(may_be_new=True):
            back_up_before_migration()
    execute_from_command_line(["wasurena django", *options.arguments])
    return 0


def _needs_no_database(arguments: Sequence[str]) -> bool:
    return not arguments or bool(HELP & set(arguments)) or arguments[0] in WITHOUT_DATABASE


def _only_looks(arguments: Sequence[str]) -> bool:
    return arguments[0] in LOOKING


def verify_journal(options: Namespace) -> int:
    """Compare every row with what the journal says of it; 1 if they differ."""
    require_database()
    found = verify()
    if options.json:
        say_json(_as_json(found))
    else:
        _draw_result(found)
    return 0 if found.is_sound else 1


def _as_json(found: Verified) -> dict[str, object]:
    return {
        "entries": found.entries,
        "rows": found.rows,
        "erased": [list(gap) for gap in sorted(found.gaps)],
        "unknown": list(found.unknown),
        "differences": [
            {
                "table": d.table,
                "id": d.target_id,
                "what": d.column,
                "told": d.expected,
                "found": d.found,
            }
            for d in found.differences
        ],
    }


def _draw_result(found: Verified) -> None:
    if found.differences:
        _draw_differences(found.differences)
    if found.unknown:
        count = len(found.unknown)
        text = ngettext(
            "{count} entry modifies a row that no earlier entry created: {first}",
            "{count} entries modify rows that no earlier entry created: {first} …",
            count,
        )
        note(text.format(count=count, first=found.unknown[0]))
    if found.gaps:
        count = len(found.gaps)
        text = ngettext(
            "{count} row was forgotten; the journal keeps only that.",
            "{count} rows were forgotten; the journal keeps only that.",
            count,
        )
        note(text.format(count=count))
    if found.is_sound:
        text = _("The journal matches the stored rows: {entries} entries, {rows} rows.")
        say(text.format(entries=f"{found.entries:,}", rows=f"{found.rows:,}"))
    else:
        count = len(found.differences)
        text = ngettext("{count} difference.", "{count} differences.", count)
        say(text.format(count=f"{count:,}"))


def _draw_differences(differences: Sequence[Difference]) -> None:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for title in (_("kind"), _("id"), _("what"), _("in the journal"), _("stored")):
        table.add_column(title)
    words = {
        ABSENT: _("no longer stored"),
        UNRECORDED: _("not in the journal"),
        UNREADABLE: _("cannot be read"),
    }
    for one in differences[:SHOWN]:
        what = words.get(one.column, one.column)
        table.add_row(one.table, one.target_id, what, _short(one.expected), _short(one.found))
    console().print(table)
    if len(differences) > SHOWN:
        note(_("and {count} more").format(count=len(differences) - SHOWN))


def _short(value: object) -> str:
    text = "" if value is None else str(value)
    shortened = text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
    return shortened.replace("[", r"\[")


def enrich_with_bar(waiting: int) -> int:
    """Derive everything that waits, and make the vectors of what came of it; return how many memories."""
    with count_bars() as progress:
        bar = progress.add_task(_("enriching"), total=waiting)
        return derive_waiting(lambda done: progress.advance(bar, done))


def list_models(options: Namespace) -> int:
    """List the embedding models of this database."""
    require_database()
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for title in (_("model"), _("version"), _("dimension"), _("state"), _("waiting")):
        table.add_column(title)
    for model in EmbeddingModel.objects.order_by("created_at"):
        waiting = EmbeddingJob.objects.filter(model=model).count()
        table.add_row(
            model.name,
            model.version,
            str(model.dimension),
            model.get_status_display(),
            str(waiting),
        )
    console().print(table)
    return 0


def use_model(options: Namespace) -> int:
    """Begin to re-embed with another model."""
    update_database()
    maintenance.use_model(options.name)
    note(
        _(
            "Vectors are made while “wasurena up” runs; search changes over to {name} when every"
            " memory has one. “wasurena model list” shows how far it is."
        ).format(name=options.name)
    )
    return 0


def calibrate_model(options: Namespace) -> int:
    """Measure what "the same", "related" and "worth a look" are on a model's scale."""
    require_database()
    measured = maintenance.calibrate_model(options.name or settings.EMBEDDING_MODEL)
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for title in (_("pairs"), _("median cosine"), _("threshold")):
        table.add_column(title)
    thresholds = measured.thresholds()
    names = {
        "same": _("say the same"),
        "related": _("are related"),
        "answered": _("question and answer"),
        "unrelated": _("have nothing in common"),
    }
    for key, name in names.items():
        threshold = thresholds.get("relevant" if key == "unrelated" else key)
        table.add_row(name, f"{measured.medians[key]:.3f}", f"{threshold:.3f}" if threshold else "")
    console().print(table)
    return 0
