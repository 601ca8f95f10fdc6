"""``wasurena model``."""

from argparse import Namespace

from django.conf import settings
from rich.table import Table

from memories.models import EmbeddingJob, EmbeddingModel
from memories.services import maintenance
from memory_site.cli.database.preparation import prepare_database, require_database
from memory_site.cli.environment import _
from memory_site.cli.output import console, note


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
    prepare_database()
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
