"""Ask questions with and without an answer, to train the model of answers from the measures of their hits."""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any
from zlib import crc32

from accounts.callers import caller_of_user
from accounts.services.users import user_create
from core.caller import Caller
from memories.schemas import SearchInput
from memories.services.importing.json_lines import load_demo
from memories.services.search import measured_hits
from memory_site.bench.datasets.readers import Scope, read

from .answerable import ADVERSARIAL, ASKED_AT, LOADED_AT, REMOVED, item_of
from .answers import store

# The demonstration is one scope; its questions are cut into so many parts.
FOLDS = 5
# A space of few memories holds so many.
FEW = 6
# So many questions of a scope are asked, and of so many hits the measures are kept.
MOST_QUESTIONS, MOST_HITS = 300, 10


@dataclass(frozen=True, slots=True)
class MeasuredHit:
    """The measures of a hit, and whether it is an answer."""

    measures: Mapping[str, float]
    is_answer: bool


@dataclass(frozen=True, slots=True)
class AskedOnce:
    """A question as it was asked: ``kind`` is empty if something answers it; ``fold`` is its scope."""

    dataset: str
    fold: str
    kind: str
    hits: Sequence[MeasuredHit]


def asked_for_training(
    demo: Path, notes: Sequence[Path], datasets: Sequence[tuple[str, str]]
) -> Iterator[AskedOnce]:
    """Ask all questions of the labelled files and of public data sets.

    Raises:
        InvalidInput: a file does not have its format.
        OSError: a file cannot be read.
    """
    yield from _of_demo(_rows(demo))
    for file in notes:
        yield from _of_notes(_rows(file))
    for name, path in datasets:
        yield from _of_dataset(name, Path(path))


def _rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def _of_demo(rows: Sequence[Mapping[str, Any]]) -> Iterator[AskedOnce]:
    user, _ = user_create(name="trained-demo")
    caller = caller_of_user(user)
    load_demo(caller, now=LOADED_AT)
    for row in rows:
        fold = f"demo {crc32(row['query'].encode()) % FOLDS}"
        yield from _asked(caller, row, ASKED_AT, "demo", fold)


def _of_notes(rows: Sequence[Mapping[str, Any]]) -> Iterator[AskedOnce]:
    """Ask in each scope, then in spaces of a few memories, in which most questions have no answer."""
    for scope in dict.fromkeys(row["scope"] for row in rows):
        own = [row for row in rows if row["scope"] == scope]
        questions = [row for row in own if "query" in row]
        memories = [row for row in own if "text" in row]
        yield from _of_space("notes", scope, scope, memories, questions)
        for at in range(0, len(memories), FEW):
            few = memories[at : at + FEW]
            yield from _of_space("few", scope, f"{scope}-{at}", few, questions)


def _of_space(
    dataset: str,
    scope: str,
    name: str,
    memories: Sequence[Mapping[str, Any]],
    questions: Sequence[Mapping[str, Any]],
) -> Iterator[AskedOnce]:
    known = {row["id"] for row in memories}
    stored = store(Scope(name, [item_of(row) for row in memories], []), user_name=f"trained-{name}")
    for row in questions:
        here = {"kind": REMOVED, **row, "gold": [gold for gold in row["gold"] if gold in known]}
        is_small = dataset == "few"
        yield from _asked(
            stored.caller, here, stored.now, dataset, f"notes {scope}", has_second=not is_small
        )


def _of_dataset(name: str, path: Path) -> Iterator[AskedOnce]:
    for scope in read(name, path).limited(MOST_QUESTIONS).scopes:
        stored = store(scope, user_name=f"trained-{name}-{scope.id}")
        for question in scope.questions:
            has_answer = question.category != ADVERSARIAL
            row = {"query": question.text, "gold": question.gold if has_answer else ()}
            now = question.asked_at or stored.now
            yield from _asked(
                stored.caller, {**row, "kind": ADVERSARIAL}, now, name, f"{name} {scope.id}"
            )


def _asked(
    caller: Caller,
    row: Mapping[str, Any],
    now: datetime,
    dataset: str,
    fold: str,
    *,
    has_second: bool = True,
) -> Iterator[AskedOnce]:
    """Ask a question and, if it has an answer, once more without what answers it."""
    kind = "" if row["gold"] else row["kind"]
    yield AskedOnce(dataset, fold, kind, _hits(caller, row, now, ()))
    if not kind and has_second:
        yield AskedOnce(dataset, fold, REMOVED, _hits(caller, row, now, row["gold"]))


def _hits(
    caller: Caller, row: Mapping[str, Any], now: datetime, left_out: Collection[str]
) -> list[MeasuredHit]:
    request = SearchInput(query=row["query"], limit=MOST_HITS + len(left_out))
    found = measured_hits(caller, request, now, left_out)
    return [MeasuredHit(measures, item in row["gold"]) for item, measures in found]
