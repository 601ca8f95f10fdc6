"""Train the model of own changes: ``python -m memory_site.bench.training.own_changes --help``.

Each labelled message is an example: it ends a known fact of its author, or it only seems to.
The messages of each file, judged by a model that learned nothing of them, set the two bars. The
same files give the same bytes.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from memory_site.bench.datasets.labelled_lines import read_lines
from nlp.facts.own_change.model import WEIGHTS, ChangeModel, message_features, write_model
from nlp.text.hashed import BUCKETS, Floats, Numbers

from .regression import logistic, minimized

L2, STEPS = 0.01, 60
# The share of the changes of other files that may be below the bar.
ASKED = 0.17
# The share of the other messages that may be above the score of doubt. Most seem to be changes.
ASKED_IN_VAIN = 0.15


@dataclass(frozen=True, slots=True)
class LabelledMessage:
    """A message with its features and the file that it is from."""

    text: str
    ends: bool
    features: tuple[Numbers, Floats]
    source: str


def main(arguments: Sequence[str] | None = None) -> int:
    """Train, and write the weights into the package."""
    given = _parser().parse_args(arguments)
    examples = [each for path in given.lines for each in _examples(path)]
    judged = list(_out_of_file(examples))
    bar = bar_for([score for one, score in judged if one.ends], ASKED)
    doubt = bar_for([score for one, score in judged if not one.ends], 1 - ASKED_IN_VAIN)
    for score in (bar, doubt):
        _report(judged, score)
    model = fitted(examples)
    write_model(ChangeModel(model.weights, model.bias, bar, doubt), given.write)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m memory_site.bench.training.own_changes")
    parser.add_argument("--lines", type=Path, nargs="+", required=True, help="labelled messages")
    parser.add_argument("--write", type=Path, default=WEIGHTS, help="the file of weights")
    return parser


def _examples(path: Path) -> Iterator[LabelledMessage]:
    for row in read_lines(path, dict):
        yield LabelledMessage(row["text"], row["ends"], message_features(row["text"]), path.stem)


def _out_of_file(examples: Sequence[LabelledMessage]) -> Iterator[tuple[LabelledMessage, float]]:
    """Yield each message with its score by a model of the other files."""
    for source in sorted({one.source for one in examples}):
        model = fitted([one for one in examples if one.source != source])
        for one in examples:
            if one.source == source:
                yield one, model.score(one.text)


def bar_for(scores: Sequence[float], below: float) -> float:
    """Return the score that this share of some scores is below; 0 without any."""
    return float(np.quantile(scores, below)) if scores else 0.0


def _report(judged: Sequence[tuple[LabelledMessage, float]], bar: float) -> None:
    """Print how many changes, and how many other messages, of each file are above the bar."""
    for source in sorted({one.source for one, _score in judged}):
        scores = [(one.ends, score) for one, score in judged if one.source == source]
        changes = [score >= bar for ends, score in scores if ends]
        others = [score >= bar for ends, score in scores if not ends]
        found = f"{sum(changes)} of {len(changes)} changes, {sum(others)} of {len(others)} others"
        sys.stdout.write(f"{source}: {found}\n")


def fitted(examples: Sequence[LabelledMessage]) -> ChangeModel:
    """Return the weights that tell the changes among the messages from the others."""
    rows = [one.features for one in examples]
    signs = np.array([1.0 if one.ends else -1.0 for one in examples])
    loss = logistic(rows, signs, np.ones(len(rows)), size=BUCKETS, l2=L2)
    state = minimized(loss, np.zeros(BUCKETS + 1), STEPS)
    return ChangeModel(state[:-1].astype(np.float32), float(state[-1]), 0.0, 0.0)


if __name__ == "__main__":
    sys.exit(main())
