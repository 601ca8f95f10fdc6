"""Train the model of answers in a database of its own, and write it into the package.

``python -m memory_site.cli.commands.bench.answers --help``
"""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from .database import fresh_database

FALSE_NOT_KNOWN = 0.06


def main(arguments: Sequence[str] | None = None) -> int:
    """Ask all questions of the files, and fit the model to the measures of their hits."""
    given = _parser().parse_args(arguments)
    os.environ["DJANGO_SETTINGS_MODULE"] = "memory_site.settings.base"
    with fresh_database(None):
        from memory_site.bench.quality.answer_examples import asked_for_training
        from memory_site.bench.training.answers import train

        asked = list(asked_for_training(given.demo, given.notes, given.dataset or []))
        train(asked, given.share, given.write)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m memory_site.cli.commands.bench.answers")
    parser.add_argument(
        "--demo", type=Path, required=True, help="questions about the demonstration"
    )
    parser.add_argument(
        "--notes", type=Path, nargs="+", required=True, help="memories and questions (jsonl)"
    )  # fmt: skip
    parser.add_argument(
        "--dataset", nargs=2, action="append", metavar=("FORMAT", "FILE"),
        help="public questions, as wasurena bench quality reads them",
    )  # fmt: skip
    parser.add_argument(
        "--share", type=float, default=FALSE_NOT_KNOWN, help="answers that may lie below the floor"
    )
    parser.add_argument(
        "--write", type=Path, help="the file of the model, instead of the package's"
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
