"""Upkeep: ``model``, ``rebuild``, ``verify``, ``django``."""

import argparse

from memory_site.cli.environment import _

from .parser import Commands, command


def declare(commands: Commands) -> None:
    """Declare the commands of this group."""
    _declare_model(commands)
    rebuild = command(
        commands, "rebuild", "upkeep:rebuild", _("Make every index again from the memories.")
    )
    rebuild.add_argument(
        "--derived", action="store_true",
        help=_(
            "derive people, things, links, states and summaries anew instead; what a person"
            " validated stays"
        ),
    )  # fmt: skip
    verify = command(
        commands, "verify", "upkeep:verify_journal",
        _("Compare what is stored with what the journal says; print what differs."),
    )  # fmt: skip
    verify.add_argument(
        "--journal", action="store_true", help=_("the journal, which is all that is compared now")
    )
    verify.add_argument("--json", action="store_true", help=_("for programs"))
    django = command(commands, "django", "upkeep:django", _("Run one of Django's own commands."))
    django.add_argument("arguments", nargs=argparse.REMAINDER, metavar=_("COMMAND …"))


def _declare_model(commands: Commands) -> None:
    text = _("Show and choose the embedding model.")
    group = commands.add_parser("model", help=text, description=text)
    actions = group.add_subparsers(metavar=_("ACTION"), dest="action", required=True)
    command(actions, "list", "models:list_models", _("List the models that have vectors here."))
    use = command(
        actions, "use", "models:use_model",
        _("Switch to a model: vectors are made in the background, then search changes over."),
        # The server's worker does the work, and not this command before it ends.
        defaults={"WASURENA_BACKGROUND": "thread"},
    )  # fmt: skip
    use.add_argument("name", metavar=_("NAME"))
    measure = command(
        actions, "calibrate", "models:calibrate_model",
        _("Measure what “the same” and “related” are on a model's scale, and keep it."),
    )  # fmt: skip
    measure.add_argument("name", metavar=_("NAME"), nargs="?", default="")
