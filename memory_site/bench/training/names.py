"""Measure how often names are right: ``python -m memory_site.bench.training.names --help``.

Of the texts with labeled names that the trained network does not know (one of eight, and further
files), count how often its names are right where no rule found anything, and how often the findings
of a rule are right, by what the network says of them. Run it whenever the network was trained. The
same files give the same figures.
"""

import argparse
import json
import math
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from memory_site.bench.datasets.labelled_names import (
    SAID_AT,
    Label,
    LabelledText,
    entities,
    split_of,
    training_texts,
)
from nlp.mentions import calibration
from nlp.mentions.extraction import by_rules
from nlp.mentions.tagger import NAMES, Place, name_chances
from nlp.readers import Found
from nlp.text.sentences import script_sentences

LANGUAGES = ("ja", "en")
# A measured rate counts as this many texts against the rule's own confidence.
PRIOR = 4
LEAST_MEASURED = 3
SUREST = 0.98
STEPS = 200
# No rule was written on the lines to check: elsewhere in our files rules are right too often.
TUNING, CHECK = "tuning", "check"


@dataclass(frozen=True, slots=True)
class ReadSentence:
    """A labeled sentence: what the rules found and what the network says of it, and what that finds."""

    language: str
    rules: Sequence[tuple[Found, str]]
    names: Mapping[Place, float]
    labels: Sequence[Label]
    is_measured: bool


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, and write the figures into the package."""
    given = _parser().parse_args(arguments)
    _trained, held_back = training_texts(given.stockmark, given.wnut17, given.own)
    unread = [text for path in given.unread for text in entities(path).texts]
    sentences = [
        *(sentence for text in held_back for sentence in read(text)),
        *(
            replace(sentence, is_measured=True)
            for text in unread
            if split_of(text) == TUNING
            for sentence in read(text)
        ),
    ]
    result: dict[str, Any] = {"rules": {}, "tagger": {}}
    for language in LANGUAGES:
        own = [one for one in sentences if one.language == language]
        result["rules"] |= rule_rates(language, own)
        result["tagger"][language] = fitted_line(list(_gaps(own)))
        sys.stdout.write(f"{language}: {len(own)} sentences\n")
    text = json.dumps(result, ensure_ascii=False, indent=1, sort_keys=True)
    given.calibration.write_text(text + "\n", "utf-8")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m memory_site.bench.training.names")
    parser.add_argument("--stockmark", type=Path, required=True, help="Stockmark's ner.json")
    parser.add_argument("--wnut17", type=Path, required=True, help="a file of WNUT 2017")
    parser.add_argument("--own", type=Path, nargs="+", required=True, help="marked lines (jsonl)")
    parser.add_argument(
        "--unread", type=Path, nargs="*", default=[],
        help="marked lines that train nothing, and on which no rule was written (jsonl)",
    )  # fmt: skip
    parser.add_argument("--calibration", type=Path, default=calibration.FILE)
    return parser


def read(text: LabelledText) -> Iterator[ReadSentence]:
    """Yield the sentences of a text with what is found in them."""
    rules = by_rules(text.text, language=text.language, said_at=SAID_AT).mentions
    if (names := name_chances(text.text)) is None:
        raise SystemExit("the trained network is missing")
    is_public = " " not in text.group
    for part in script_sentences(text.text, text.language):
        end = part.start + len(part.text)

        def is_in(start: int, stop: int, first: int = part.start, last: int = end) -> bool:
            return first <= start and stop <= last

        yield ReadSentence(
            "ja" if part.is_japanese else "en",
            [
                (one, names.judgment(one.start, one.end, one.type))
                for one in rules
                if is_in(one.start, one.end)
            ],
            dict(names.within(part.start, end)),
            [one for one in text.labels if is_in(one.start, one.end)],
            is_public or split_of(text) == CHECK,
        )


def rule_rates(language: str, sentences: Sequence[ReadSentence]) -> dict[str, float]:
    """Return how often findings are right, by rule, type and what the network says of them."""
    counts: dict[str, list[float]] = defaultdict(lambda: [0, 0, 0])
    for sentence in sentences:
        for one, said in sentence.rules if sentence.is_measured else ():
            right = is_right(sentence.labels, (one.start, one.end, one.type))
            if one.type in NAMES and right is not None:
                key = calibration.rule_key(one, language, said)
                counts[key][0] += right
                counts[key][1] += 1
                counts[key][2] = one.confidence
    ratios = _ratios(counts)
    rates = {f"{language} {said}": round(ratio, 3) for said, ratio in sorted(ratios.items())}
    for key, (correct, number, own) in sorted(counts.items()):
        if number >= LEAST_MEASURED:
            prior = min(own * ratios[key.rpartition(" ")[2]], SUREST)
            rates[key] = round((correct + PRIOR * prior) / (number + PRIOR), 3)
    return rates


def _ratios(counts: Mapping[str, Sequence[float]]) -> dict[str, float]:
    """Return how often findings are right, against the rules' own confidence, by agreement."""
    sums: dict[str, list[float]] = defaultdict(lambda: [0, 0])
    for key, (right, number, own) in counts.items():
        sums[key.rpartition(" ")[2]][0] += right
        sums[key.rpartition(" ")[2]][1] += own * number
    return {said: right / expected for said, (right, expected) in sums.items()}


def is_right(labels: Sequence[Label], found: Place) -> bool | None:
    """Return whether a finding is labeled so; None where the labels say nothing."""
    start, end, type_name = found
    over = [one for one in labels if one.start < end and start < one.end]
    if any((one.start, one.end) == (start, end) and type_name in one.types for one in over):
        return True
    return None if any(not one.types for one in over) else False


def _gaps(sentences: Sequence[ReadSentence]) -> Iterator[tuple[float, bool]]:
    """Yield the chance of each name where no rule found anything, and whether it is right."""
    for sentence in sentences:
        for (start, end, type_name), chance in sentence.names.items():
            right = is_right(sentence.labels, (start, end, type_name))
            is_gap = not any(one.start < end and start < one.end for one, _said in sentence.rules)
            if right is not None and is_gap:
                yield calibration.logit(chance), right


def fitted_line(points: Sequence[tuple[float, bool]]) -> tuple[float, float]:
    """Return slope and shift of a logistic regression on one feature; no change without points."""
    slope, shift = 1.0, 0.0
    for _step in range(STEPS if points else 0):
        errors = [(1 / (1 + math.exp(-(slope * x + shift))) - right, x) for x, right in points]
        slope -= sum(error * x for error, x in errors) / len(points)
        shift -= sum(error for error, _x in errors) / len(points)
    return round(slope, 3), round(shift, 3)


if __name__ == "__main__":
    sys.exit(main())
