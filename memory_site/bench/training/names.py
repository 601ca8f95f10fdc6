"""Train the tagger of names: ``python -m memory_site.bench.training.names --help``.

The first, third, fifth … text of Stockmark and WNUT 2017 and the tuning lines of our own files
make the weights. Five folds of the same texts set the calibration: how often a finding of the
tagger was right, and of a rule in the texts that no rule was written on. The same files give the same bytes.
"""

import argparse
import json
import math
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from memory_site.bench.datasets.labelled_names import (
    SAID_AT,
    Label,
    LabelledText,
    entities,
    halved,
    stockmark,
    wnut17,
)
from nlp.mentions import calibration
from nlp.mentions.extraction import by_rules
from nlp.mentions.tagger.features import DescribedWord, described, without_rules
from nlp.mentions.tagger.gaps import NAMES, agreement
from nlp.mentions.tagger.model import BEGIN, INSIDE, OTHER, TYPES, WEIGHTS, read_names
from nlp.readers import Found
from nlp.text.sentences import script_sentences

LANGUAGES = ("ja", "en")
SHORT = {long: short for short, long in TYPES.items()}
FOLDS = 5
SETTINGS = {"c1": 0.03, "c2": 0.15, "max_iterations": 150, "feature.possible_transitions": True}
# The least probabilities that count, chosen on the folds and on our tuning lines: in English,
# tweets want less (0.4), and chats more.
BARS = {"ja": 0.45, "en": 0.7}
# A measured rate counts as this many texts against the rule's own confidence.
PRIOR = 4
LEAST_MEASURED = 3
SUREST = 0.98
STEPS = 200
# No rule was written on the lines to check: elsewhere in our files rules are right too often.
CHECK = "check"
TUNING = ("tuning", "seen", CHECK)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A labeled sentence; its rule findings and labels have offsets of the sentence."""

    language: str
    words: Sequence[DescribedWord]
    features: Sequence[Sequence[str]]
    tags: Sequence[str]
    rules: Sequence[Found]
    labels: Sequence[Label]
    is_measured: bool = True


def main(arguments: Sequence[str] | None = None) -> int:
    """Train, and write weights and calibration into the package."""
    given = _parser().parse_args(arguments)
    texts = [
        *halved(stockmark(given.stockmark), "even").texts,
        *halved(wnut17(given.wnut17), "even").texts,
        *(text for path in given.own for text in entities(path).texts if _is_tuning(text)),
    ]
    sentences = [sentence for text in texts for sentence in prepared(text)]
    result: dict[str, Any] = {"rules": {}, "tagger": {}, "bars": BARS}
    given.write.mkdir(parents=True, exist_ok=True)
    for language in LANGUAGES:
        own = [one for one in sentences if one.language == language]
        predictions = list(_out_of_fold(own))
        result["rules"] |= rule_rates(language, predictions)
        result["tagger"][language] = fitted_line(list(_gaps(predictions)))
        train(own, given.write / f"{language}.crfsuite")
        sys.stdout.write(f"{language}: {len(own)} sentences\n")
    text = json.dumps(result, ensure_ascii=False, indent=1, sort_keys=True)
    given.calibration.write_text(text + "\n", "utf-8")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m memory_site.bench.training.names")
    parser.add_argument("--stockmark", type=Path, required=True, help="Stockmark's ner.json")
    parser.add_argument("--wnut17", type=Path, required=True, help="a file of WNUT 2017")
    parser.add_argument("--own", type=Path, nargs="+", required=True, help="marked lines (jsonl)")
    parser.add_argument("--write", type=Path, default=WEIGHTS, help="a folder for the weights")
    parser.add_argument("--calibration", type=Path, default=calibration.FILE)
    return parser


def _is_tuning(text: LabelledText) -> bool:
    return _split(text) in TUNING


def _split(text: LabelledText) -> str:
    return text.group.rpartition(" ")[2]


def prepared(text: LabelledText) -> Iterator[Sentence]:
    """Yield the sentences of a text with features and tags."""
    found = by_rules(text.text, language=text.language, said_at=SAID_AT).mentions
    for part in script_sentences(text.text, text.language):
        end = part.start + len(part.text)
        rules = [
            _moved(one, part.start) for one in found if part.start <= one.start and one.end <= end
        ]
        labels = [
            Label(one.start - part.start, one.end - part.start, one.types)
            for one in text.labels
            if part.start <= one.start and one.end <= end
        ]
        words, features = described(part.text, is_japanese=part.is_japanese, rules=rules)
        language = "ja" if part.is_japanese else "en"
        tags = list(_tags(words, labels))
        is_public = " " not in text.group
        is_measured = is_public or _split(text) == CHECK
        yield Sentence(language, words, features, tags, rules, labels, is_measured)


def _moved(one: Found, start: int) -> Found:
    return Found(
        one.surface, one.start - start, one.end - start, one.type, one.confidence, one.method
    )


def _tags(words: Sequence[DescribedWord], labels: Sequence[Label]) -> Iterator[str]:
    seen: set[int] = set()
    for word in words:
        at = next(
            (i for i, one in enumerate(labels) if one.start < word.end and word.start < one.end),
            None,
        )
        if at is None:
            yield "O"
            continue
        name = SHORT.get(labels[at].types[0] if labels[at].types else "", OTHER)
        yield (INSIDE if at in seen else BEGIN) + name
        seen.add(at)


def train(sentences: Sequence[Sentence], path: Path) -> None:
    """Write the weights learned from sentences, each with and without what the rules found."""
    import pycrfsuite

    trainer = pycrfsuite.Trainer(algorithm="lbfgs", params=SETTINGS, verbose=False)
    for one in sentences:
        if one.words:
            trainer.append(one.features, one.tags)
            trainer.append([without_rules(each) for each in one.features], one.tags)
    trainer.train(str(path))


@dataclass(frozen=True, slots=True)
class Prediction:
    """What the tagger says of a sentence that it was not trained on."""

    sentence: Sentence
    names: Mapping[tuple[int, int, str], float]


def _out_of_fold(sentences: Sequence[Sentence]) -> Iterator[Prediction]:
    import pycrfsuite

    with TemporaryDirectory() as folder:
        for fold in range(FOLDS):
            path = Path(folder) / f"{fold}.crfsuite"
            train([one for at, one in enumerate(sentences) if at % FOLDS != fold], path)
            tagger = pycrfsuite.Tagger()
            tagger.open(str(path))
            for one in sentences[fold::FOLDS]:
                if one.words:
                    yield Prediction(one, _named(one, tagger))


def _named(one: Sentence, tagger: Any) -> dict[tuple[int, int, str], float]:
    return {
        (one.words[each.first].start, one.words[each.stop - 1].end, each.type): each.probability
        for each in read_names(tagger, one.features)
    }


def rule_rates(language: str, predictions: Sequence[Prediction]) -> dict[str, float]:
    """Return how often findings were right, by rule, type and what the tagger says of them."""
    counts: dict[str, list[float]] = defaultdict(lambda: [0, 0, 0])
    for prediction in predictions:
        for one in prediction.sentence.rules if prediction.sentence.is_measured else ():
            right = is_right(prediction.sentence.labels, (one.start, one.end, one.type))
            if one.type in NAMES and right is not None:
                probability = prediction.names.get((one.start, one.end, one.type), 0.0)
                key = calibration.rule_key(one, language, agreement(probability))
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


def is_right(labels: Sequence[Label], found: tuple[int, int, str]) -> bool | None:
    """Return whether a finding is labeled so; None where the labels say nothing."""
    start, end, type_name = found
    over = [one for one in labels if one.start < end and start < one.end]
    if any((one.start, one.end) == (start, end) and type_name in one.types for one in over):
        return True
    return None if any(not one.types for one in over) else False


def _gaps(predictions: Sequence[Prediction]) -> Iterator[tuple[float, bool]]:
    """Yield the probability of each name where no rule found anything, and whether it is right."""
    for prediction in predictions:
        rules = prediction.sentence.rules
        for (start, end, type_name), probability in prediction.names.items():
            right = is_right(prediction.sentence.labels, (start, end, type_name))
            is_gap = not any(one.start < end and start < one.end for one in rules)
            if right is not None and is_gap:
                yield calibration.logit(probability), right


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
