"""The building blocks of the declarations."""

import argparse
import re
from collections.abc import Mapping
from typing import NoReturn, TypeAlias

from memory_site.cli.environment import _

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


class Parser(argparse.ArgumentParser):
    """A parser that reports wrong usage in one line."""

    def error(self, message: str) -> NoReturn:
        """Print the error and exit with code 2."""
        self.exit(2, f"{self.prog}: {translated(message)} (“{self.prog} --help”)\n")


def gettext_noop(message: str) -> str:
    """Mark a message that is translated when it is said."""
    return message


# What argparse says, in our words.
MESSAGES = (
    (
        r"the following arguments are required: (.*)",
        gettext_noop("these arguments are required: {first}"),
    ),
    (r"unrecognized arguments: (.*)", gettext_noop("there are no such arguments: {first}")),
    (
        r"one of the arguments (.*) is required",
        gettext_noop("one of these arguments is required: {first}"),
    ),
    (
        r"argument (.*): expected (?:one|at least one) argument",
        gettext_noop("{first} needs a value"),
    ),
    (
        r"argument (.*): not allowed with argument (.*)",
        gettext_noop("{first} is not allowed with {second}"),
    ),
    (
        r"argument (.*): invalid choice: (.*) \(choose from (.*)\)",
        gettext_noop("{first}: {second} is none of these: {third}"),
    ),
    (r"argument (.*): invalid \w+ value: (.*)", gettext_noop("{first}: {second} cannot be taken")),
    (
        r"ambiguous option: (.*) could match (.*)",
        gettext_noop("{first} can mean several options: {second}"),
    ),
    (
        r"argument (.*): ignored explicit argument (.*)",
        gettext_noop("{first} takes no value: {second}"),
    ),
    (r"argument (.*?): (.*)", "{first}: {second}"),
)
NAMES = ("first", "second", "third")


def translated(message: str) -> str:
    """Return a message of argparse in the language of the command."""
    for pattern, template in MESSAGES:
        if found := re.fullmatch(pattern, message, re.S):
            return _(template).format(**dict(zip(NAMES, found.groups(), strict=False)))
    return message


def common_options() -> argparse.ArgumentParser:
    """Return the options that every command takes, before or after its name."""
    # SUPPRESS: a command's silence must not undo what was said before its name.
    common = Parser(add_help=False, argument_default=argparse.SUPPRESS)
    common.add_argument("--data-dir", metavar=_("DIR"), help=_("the data directory"))
    common.add_argument("--config", metavar=_("FILE"), help=_("a configuration file (TOML)"))
    common.add_argument("--port", type=port, metavar=_("PORT"), help=_("the server's port (8377)"))
    return common


def command(
    commands: Commands,
    name: str,
    handler: str,
    text: str,
    *,
    is_django: bool = True,
    defaults: Mapping[str, str] | None = None,
) -> argparse.ArgumentParser:
    """Declare a command.

    ``handler`` is ``module:function`` below ``memory_site.cli.commands``; ``defaults`` are
    environment variables to set where the person has not.
    """
    parser = commands.add_parser(name, help=text, description=text, parents=[common_options()])
    parser.set_defaults(
        handler=f"memory_site.cli.commands.{handler}",
        is_django=is_django,
        defaults=dict(defaults or {}),
    )
    return parser


def port(text: str) -> int:
    """Parse a port number."""
    number = int(text) if text.isascii() and text.isdigit() else -1
    if not 0 <= number <= 65_535:
        raise argparse.ArgumentTypeError(_("a port is a number from 0 to 65535"))
    return number


def positive(text: str) -> int:
    """Parse a whole number above 0."""
    if not (text.isascii() and text.isdigit() and int(text) > 0):
        raise argparse.ArgumentTypeError(_("a whole number above 0 is expected"))
    return int(text)


def add_user(parser: argparse.ArgumentParser) -> None:
    """Add ``--user``: whose memories."""
    parser.add_argument(
        "--user", metavar=_("NAME"), help=_("whose memories (default: the owner's)")
    )


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add ``--json``."""
    parser.add_argument("--json", action="store_true", help=_("print JSON"))
