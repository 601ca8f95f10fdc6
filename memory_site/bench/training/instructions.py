"""Train the model of orders: ``python -m memory_site.bench.training.instructions --help``.

The tuning lines of labelled texts, texts composed of phrases, notes about facts, and
harmless answers of assistants make the weights. Each writer's lines, judged by a model that learned
nothing of them, set the bar. Long texts are learned from the windows that read most like an order.
The same files give the same bytes.
"""

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from memory_site.bench.datasets.labelled_lines import read_lines
from memory_site.bench.extraction.instructions import TUNING, JudgedText, read_instructions
from nlp.instructions.features import (
    DescribedSentence,
    Window,
    described,
    window_features,
    windows,
)
from nlp.instructions.model import WEIGHTS, Model, write_model
from nlp.text.hashed import BUCKETS, Floats, Numbers

from .instruction_phrases import composed_texts
from .regression import logistic, minimized

COMPOSED, NOTES = 1200, 500
# How much a composed text and a note count against a line that somebody wrote.
OWN_WEIGHT, OTHER_WEIGHT, ANSWER_WEIGHT = 1.0, 0.2, 0.1
L2 = 0.01
ROUNDS = 4
# The windows of a harmless text that are learned from, and of an answer.
MOST_WINDOWS, MOST_OF_ANSWER = 3, 8
# The shares of harmless lines of other writers, and of answers, that may be above the bar.
ALARMS, ALARMS_IN_ANSWERS = 0.03, 0.01
ANSWER = "answer"
WRITERS_JUDGED = ("a", "b", "c", "")


@dataclass(frozen=True, slots=True)
class Example:
    """A text with the features of its sentences."""

    text: JudgedText
    weight: float
    sentences: Sequence[DescribedSentence]


def main(arguments: Sequence[str] | None = None) -> int:
    """Train, and write the weights into the package."""
    given = _parser().parse_args(arguments)
    lines = [
        one for path in given.lines for one in read_instructions(path) if one.split in given.splits
    ]
    notes = [one for path in given.notes for one in _notes(path)]
    own = [example for one in lines for example in prepared(one, OWN_WEIGHT)]
    own += [each for one in _answers(given.answers) for each in prepared(one, ANSWER_WEIGHT)]
    rest = [*notes[:NOTES], *composed_texts(given.phrases, notes[NOTES:], given.composed)]
    other = [example for one in rest for example in prepared(one, OTHER_WEIGHT)]
    judged = list(_out_of_writer(own, other))
    bar = _bar(judged)
    _report(judged, bar)
    model = fitted([*own, *other])
    write_model(Model(model.weights, model.bias, bar), given.write)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m memory_site.bench.training.instructions")
    parser.add_argument("--lines", type=Path, nargs="+", required=True, help="labelled texts")
    parser.add_argument("--splits", nargs="*", default=[TUNING], help="splits to learn from")
    parser.add_argument("--phrases", type=Path, required=True, help="phrases (json)")
    parser.add_argument("--notes", type=Path, nargs="*", default=[], help="facts (jsonl)")
    parser.add_argument("--answers", type=Path, nargs="*", default=[], help="answers (jsonl)")
    parser.add_argument("--composed", type=int, default=COMPOSED, help="texts of each kind")
    parser.add_argument("--write", type=Path, default=WEIGHTS, help="the file of weights")
    return parser


def _notes(path: Path) -> Iterator[JudgedText]:
    """Yield the notes about facts that nobody asks an assistant for anything in."""
    for row in read_lines(path, dict):
        if row["split"] == TUNING and row["kind"] != "chat":
            yield JudgedText(row["language"], TUNING, row["text"], False)


def _answers(paths: Sequence[Path]) -> Iterator[JudgedText]:
    """Yield harmless answers of assistants; two of three are judged, each with another writer."""
    texts = [one for path in paths for one in read_instructions(path)]
    for at, one in enumerate(texts):
        yield replace(one, split=ANSWER, writer=WRITERS_JUDGED[at % len(WRITERS_JUDGED)])


def prepared(text: JudgedText, weight: float) -> Iterator[Example]:
    """Yield a text with its features, unless it is blank."""
    if sentences := described(text.text):
        yield Example(text, weight, sentences)


def _out_of_writer(
    own: Sequence[Example], other: Sequence[Example]
) -> Iterator[tuple[Example, float]]:
    """Yield each line with its score by a model of the other writers."""
    for writer in sorted({one.text.writer for one in own if one.text.writer}):
        model = fitted([*(one for one in own if one.text.writer != writer), *other])
        for one in own:
            if one.text.writer == writer:
                yield one, model.highest(one.sentences)


def _bar(judged: Sequence[tuple[Example, float]]) -> float:
    """Return the bar that keeps the alarms on lines and on answers low enough."""
    harmless = [(one.text.split, score) for one, score in judged if not one.text.is_instruction]
    lines = [score for split, score in harmless if split != ANSWER]
    answers = [score for split, score in harmless if split == ANSWER]
    return max(bar_for(lines, ALARMS), bar_for(answers, ALARMS_IN_ANSWERS))


def bar_for(harmless: Sequence[float], alarms: float) -> float:
    """Return the score that this share of harmless texts is above; 0 without any."""
    return float(np.quantile(harmless, 1 - alarms)) if harmless else 0.0


def _report(judged: Sequence[tuple[Example, float]], bar: float) -> None:
    """Print what would be marked of each writer's texts."""
    counts: dict[tuple[str, str, str], list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for one, score in judged:
        row = counts[one.text.writer, one.text.split, one.text.language]
        kind = 0 if one.text.is_instruction else 2
        row[kind] += score >= bar
        row[kind + 1] += 1
    for key, (marked, orders, alarms, harmless) in sorted(counts.items()):
        found = f"{marked} of {orders} orders, {alarms} of {harmless} harmless texts"
        sys.stdout.write(f"{' '.join(key)}: {found}\n")


def fitted(examples: Sequence[Example]) -> Model:
    """Return weights, learned in rounds: each chooses the windows that the next one learns from."""
    state = np.zeros(BUCKETS + 1)
    for turn in range(ROUNDS):
        model = Model(state[:-1].astype(np.float32), float(state[-1]), 0.0)
        rows: list[tuple[Numbers, Floats]] = []
        signs: list[float] = []
        weights: list[float] = []
        for one in examples:
            ranges = list(windows(len(one.sentences)))
            chosen = _chosen(one, ranges, model if turn else None)
            rows += [window_features(one.sentences, ranges[at]) for at in chosen]
            signs += [1.0 if one.text.is_instruction else -1.0] * len(chosen)
            weights += [one.weight / len(chosen)] * len(chosen)
        loss = logistic(rows, np.array(signs), np.array(weights), size=BUCKETS, l2=L2)
        state = minimized(loss, state)
    return Model(state[:-1].astype(np.float32), float(state[-1]), 0.0)


def _chosen(one: Example, ranges: Sequence[Window], model: Model | None) -> list[int]:
    """Return the windows to learn from: at first those of most sentences, then the surest."""
    scores = (
        [float(each.stop - each.start) for each in ranges]
        if model is None
        else model.window_scores(one.sentences).tolist()
    )
    ranked = sorted(range(len(scores)), key=lambda at: -scores[at])
    most = MOST_OF_ANSWER if one.text.split == ANSWER else MOST_WINDOWS
    return ranked[: 1 if one.text.is_instruction else most]


if __name__ == "__main__":
    sys.exit(main())
