"""Train the model of credentials: ``python -m memory_site.bench.training.credentials --help``.

Each word of the tuning texts that has the form of a code or a password is an example; harmless
texts of other kinds give further ones. Parts of the texts, judged by a model that learned nothing
of them, set the bar. The same files give the same bytes.
"""

import argparse
import math
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from memory_site.bench.datasets.labelled_lines import read_lines
from memory_site.bench.extraction.secrets import TUNING, LabelledSecrets, read_secrets
from nlp.privacy.credentials.candidates import PossibleSecret, candidates
from nlp.privacy.credentials.features import classed, features
from nlp.privacy.credentials.finding import WEIGHTS, CredentialModel, write_model
from nlp.privacy.spans import half_width

from .regression import Floats, Numbers, logistic, minimized

PASSWORD = "password"
PARTS = 5
L2, STEPS = 0.02, 60
# A feature of fewer texts says nothing.
LEAST_TEXTS = 2
# The share of harmless texts in which a word may be above the bar.
ALARMS = 0.003
LARGEST = 127


@dataclass(frozen=True, slots=True)
class WordExample:
    """The features of a word, whether it opens something, and the text that it stands in."""

    found: Sequence[str]
    is_secret: bool
    text: int
    is_harmless: bool
    # Label of the text that it belongs to.
    value: str = ""


def main(arguments: Sequence[str] | None = None) -> int:
    """Train, and write the weights into the package."""
    given = _parser().parse_args(arguments)
    texts = [one for path in given.lines for one in read_secrets(path) if one.split in given.splits]
    texts += [one for path in given.harmless for one in _harmless(path)]
    examples = [each for at, one in enumerate(texts) for each in _examples(at, one)]
    judged = list(_judged(examples))
    bar = _bar(texts, judged)
    _report(texts, judged, bar)
    model = fitted(examples)
    write_model(CredentialModel(model.weights, model.step, model.bias, bar), given.write)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m memory_site.bench.training.credentials")
    parser.add_argument("--lines", type=Path, nargs="+", required=True, help="labelled texts")
    parser.add_argument("--harmless", type=Path, nargs="*", default=[], help="other texts")
    parser.add_argument("--splits", nargs="*", default=[TUNING], help="splits to learn from")
    parser.add_argument("--write", type=Path, default=WEIGHTS, help="the file of weights")
    return parser


def _harmless(path: Path) -> Iterator[LabelledSecrets]:
    """Yield the tuning texts of another file as texts without secrets."""
    for row in read_lines(path, dict):
        if row.get("split", TUNING) == TUNING and isinstance(row.get("text"), str):
            yield LabelledSecrets(row.get("language", "en"), TUNING, row["text"], ())


def _examples(at: int, text: LabelledSecrets) -> Iterator[WordExample]:
    folded = half_width(text.text)
    words = classed(folded)
    spans = [
        (start, start + len(value), kind, value)
        for kind, value in text.spans
        if (start := text.text.find(value)) >= 0
    ]
    for one in candidates(folded, with_names=words.has_question):
        over = [span for span in spans if one.start < span[1] and span[0] < one.end]
        is_secret = any(kind == PASSWORD for _start, _end, kind, _value in over)
        is_known = not over or is_secret or all(kind == "none" for _s, _e, kind, _v in over)
        if is_known and words.may_open(one) and not _is_part(one, over):
            found = features(words, one)
            yield WordExample(
                found, is_secret, at, text.is_harmless, over[0][3] if is_secret else ""
            )


def _is_part(one: PossibleSecret, over: Sequence[tuple[int, int, str, str]]) -> bool:
    """Whether a candidate is a small part of a longer label, and teaches nothing."""
    return any((one.end - one.start) < 0.5 * (end - start) for start, end, _kind, _value in over)


def _judged(examples: Sequence[WordExample]) -> Iterator[tuple[WordExample, float]]:
    """Yield each example with its score by a model of the other parts."""
    for part in range(PARTS):
        model = fitted([one for one in examples if one.text % PARTS != part])
        for one in examples:
            if one.text % PARTS == part:
                yield one, model.score(one.found)


def _bar(texts: Sequence[LabelledSecrets], judged: Sequence[tuple[WordExample, float]]) -> float:
    """Return the score that words of so many harmless texts are above."""
    highest: dict[int, float] = {}
    for one, score in judged:
        if one.is_harmless:
            highest[one.text] = max(score, highest.get(one.text, -math.inf))
    harmless = sum(text.is_harmless for text in texts)
    ranked = sorted(highest.values(), reverse=True)
    allowed = int(ALARMS * harmless)
    return ranked[allowed] + 1e-6 if allowed < len(ranked) else 0.0


def _report(
    texts: Sequence[LabelledSecrets], judged: Sequence[tuple[WordExample, float]], bar: float
) -> None:
    """Print how many labels and harmless texts are above the bar."""
    labels = {(one.text, one.value) for one, _score in judged if one.is_secret}
    found = {(one.text, one.value) for one, score in judged if one.is_secret and score >= bar}
    alarms = {one.text for one, score in judged if one.is_harmless and score >= bar}
    harmless = sum(text.is_harmless for text in texts)
    every = sum(kind == PASSWORD for text in texts for kind, _value in text.spans)
    sys.stdout.write(
        f"{len(found)} of {len(labels)} words with the form of a password ({every} in all), "
        f"{len(alarms)} of {harmless} harmless texts; bar {bar:.2f}\n"
    )


def fitted(examples: Sequence[WordExample]) -> CredentialModel:
    """Return the weights of the features that several texts have."""
    counts = Counter(name for one in examples for name in one.found)
    names = sorted(name for name, count in counts.items() if count >= LEAST_TEXTS)
    number = {name: at for at, name in enumerate(names)}
    rows = [_row(one.found, number) for one in examples]
    signs = np.array([1.0 if one.is_secret else -1.0 for one in examples])
    state = minimized(
        logistic(rows, signs, np.ones(len(rows)), size=len(names), l2=L2),
        np.zeros(len(names) + 1),
        STEPS,
    )
    step = float(np.abs(state[:-1]).max()) / LARGEST
    steps = np.rint(state[:-1] / step).astype(int)
    weights = {name: int(each) for name, each in zip(names, steps, strict=True) if each}
    return CredentialModel(weights, step, float(state[-1]), 0.0)


def _row(found: Sequence[str], number: dict[str, int]) -> tuple[Numbers, Floats]:
    known = [number[name] for name in found if name in number]
    # A row has one feature at least, so that sums over rows are right.
    values = np.full(max(1, len(known)), 1 / math.sqrt(max(1, len(found))))
    if not known:
        return np.zeros(1, np.uint64), values * 0
    return np.array(known, np.uint64), values


if __name__ == "__main__":
    sys.exit(main())
