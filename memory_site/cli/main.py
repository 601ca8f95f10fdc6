"""Run one command.

``arguments`` declares every command with nothing but argparse, so that ``--help``
answers at once. The module of a command is imported only when the command runs,
after the options have become the environment that the settings read; and not even
then if a running server answers in its place.
"""

import os
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from importlib import import_module

from .arguments import build_parser
from .encoding import encoding_text, refuse_unreadable
from .environment import apply_options, set_up_django, warn_of_unknown_variables
from .output import BAD_INPUT, describe_error, print_to
from .serving.asking import ask

INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0, 1 for a failure, 2 for bad input."""
    try:
        refuse_unreadable(sys.argv[1:] if argv is None else argv)
        options = build_parser().parse_args(argv)
        apply_options(options)
        # First, so that the file has what is wrong with the settings as well.
        if file := getattr(options, "log_file", None):
            print_to(file)
        code = ask(options)
        return _handler(options)(options) if code is None else code
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader (`| head`) has left; what Python still buffers has nowhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except UnicodeEncodeError as error:
        text = encoding_text(error)
        if not text:
            raise
        print(f"wasurena: {text}", file=sys.stderr)
        return BAD_INPUT
    except Exception as error:
        failure = describe_error(error)
        if failure is None:
            raise
        print(f"wasurena: {failure.line}", file=sys.stderr)
        return failure.exit_code


def _handler(options: Namespace) -> Callable[[Namespace], int]:
    from core.allocation import uncollected

    module, _, name = options.handler.partition(":")
    with uncollected():
        if options.is_django:
            set_up_django()
            # The worker of a server is told nothing that the server was not told.
            if not getattr(options, "supervised", False):
                warn_of_unknown_variables()
        handler: Callable[[Namespace], int] = getattr(import_module(module), name)
    return handler
