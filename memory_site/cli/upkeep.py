"""``wasurena model``, ``wasurena rebuild`` and ``wasurena django``."""

from argparse import Namespace
from collections.abc import Sequence

from django.conf import settings
from django.core.management import execute_from_command_line
from django.utils import timezone
from rich.table import Table

from memories import index
from memories.enrichment import rebuild as rebuilding
from memories.models import DerivationJob, EmbeddingJob, EmbeddingModel, derives
from memories.services import maintenance as embedding_models

from .database import prepare_database, refuse_foreign_database, require_database
from .deriving import derive_with_bar
from .failures import CommandFailed
from .language import _, ngettext
from .output import console, note, say

HELP = {"-h", "--help", "--version"}
# Django's commands that open no database, and those that only read it.
WITHOUT_DATABASE = {
    "help", "version", "check", "diffsettings", "makemessages", "compilemessages",
    "collectstatic", "findstatic", "spectacular",
}  # fmt: skip
LOOKING = {"showmigrations", "sqlmigrate", "inspectdb", "dumpdata", "sqlflush", "sqlsequencereset"}


def list_models(options: Namespace) -> int:
    """List the models that have vectors here."""
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
    prepare_database()
    embedding_models.use_model(options.name)
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
    measured = embedding_models.calibrate_model(options.name or settings.EMBEDDING_MODEL)
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


def rebuild(options: Namespace) -> int:
    """Throw the indexes away and make them again; or what was derived from the memories."""
    require_database()
    if options.derived:
        return _rebuild_derived()
    count = index.rebuild()
    say(ngettext("{count} memory indexed.", "{count} memories indexed.", count).format(count=count))
    return 0


def _rebuild_derived() -> int:
    """Derive everything anew, or go on with what an interruption left."""
    if not derives():
        raise CommandFailed(_("nothing is derived: WASURENA_EXTRACTION is off"))
    waiting = DerivationJob.objects.waiting().count() or rebuilding.discard(timezone.now())
    count = derive_with_bar(waiting)
    text = ngettext("{count} memory derived anew.", "{count} memories derived anew.", count)
    say(text.format(count=count))
    return 0


def django(options: Namespace) -> int:
    """Hand over to Django's own command line, with our settings.

    Raises:
        CommandFailed: the command could change a database that is lost or of a newer version.
    """
    if not _needs_no_database(options.arguments):
        refuse_foreign_database(is_looked_at=_only_looks(options.arguments))
    execute_from_command_line(["wasurena django", *options.arguments])
    return 0


def _needs_no_database(arguments: Sequence[str]) -> bool:
    return not arguments or bool(HELP & set(arguments)) or arguments[0] in WITHOUT_DATABASE


def _only_looks(arguments: Sequence[str]) -> bool:
    return arguments[0] in LOOKING
