"""Upkeep: ``model``, ``rebuild``, ``verify``, ``django``."""

import argparse

from memory_site.cli.environment import _

from .parser import Commands, command


def declare(commands: Commands) -> None:
    """Declare the commands of this group."""
    _declare_model(commands)
    rebuild = command(
        commands, "rebuild", "upkeep:rebuild", _("Rebuild every index from the memories.")
    )
    rebuild.add_argument(
        "--derived", action="store_true",
        help=_(
            "rebuild people, things, links, states and summaries instead; keep what a user"
            " validated"
        ),
    )  # fmt: skip
    verify = command(
        commands, "verify", "upkeep:verify_journal",
        _("Compare the stored rows with the journal and print the differences."),
    )  # fmt: skip
    verify.add_argument(
        "--journal",
        action="store_true",
        help=_("compare with the journal (the default, and the only check so far)"),
    )
    verify.add_argument("--json", action="store_true", help=_("print JSON"))
    django = command(commands, "django", "upkeep:django", _("Run one of Django's own commands."))
    django.add_argument("arguments", nargs=argparse.REMAINDER, metavar=_("COMMAND …"))


def _declare_model(commands: Commands) -> None:
    text = _("Show and choose the embedding model.")
    group = commands.add_parser("model", help=text, description=text)
    actions = group.add_subparsers(metavar=_("ACTION"), dest="action", required=True)
    command(actions, "list", "models:list_models", _("List the embedding models of this database."))
    use = command(
        actions, "use", "models:use_model",
        _("Switch to a model: vectors are made in the background, then search changes over."),
        # The server's worker does the work, and not this command before it ends.
        defaults={"WASURENA_BACKGROUND": "thread"},
    )  # fmt: skip
    use.add_argument("name", metavar=_("NAME"))
    measure = command(
        actions, "calibrate", "models:calibrate_model",
        _("Measure a model's thresholds for “the same” and “related”, and store them."),
    )  # fmt: skip
    measure.add_argument("name", metavar=_("NAME"), nargs="?", default="")
