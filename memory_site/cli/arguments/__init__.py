"""Every command and option of ``wasurena``, declared without importing Django."""

import argparse

from memory_site.cli.environment import _

from . import benchmarks, graph, installation, memories, privacy
from .parser import Parser, common_options


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    parser: argparse.ArgumentParser = Parser(
        prog="wasurena",
        description=_("A long-term memory for AI assistants and for you, on your own machine."),
        epilog=_("“wasurena COMMAND --help” explains one command."),
        parents=[common_options()],
    )
    parser.add_argument("--version", action=ShowVersion, nargs=0, help=_("show the version"))
    commands = parser.add_subparsers(metavar=_("COMMAND"), dest="command", required=True)
    installation.declare_serving(commands)
    memories.declare(commands)
    privacy.declare(commands)
    graph.declare(commands)
    installation.declare_people(commands)
    installation.declare_upkeep(commands)
    benchmarks.declare(commands)
    return parser


class ShowVersion(argparse.Action):
    """Print the installed version, looking it up only when asked."""

    def __call__(self, parser: argparse.ArgumentParser, *_args: object) -> None:
        from memory_site.cli.environment import installed_version

        print(f"wasurena {installed_version()}")
        parser.exit()
