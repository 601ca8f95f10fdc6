"""Run ``wasurena bench quality`` from files to tables, one measurement after the other."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from memories.schemas import SearchMode
from memories.search.query.plan import PLANS
from memory_site.bench.datasets.corpus import Corpus
from memory_site.bench.quality import ablation, learning
from memory_site.bench.quality.answers import (
    AnswerOutcome,
    answered_by_baseline,
    answered_by_product,
)
from memory_site.bench.quality.context import ContextRecall, context_recall
from memory_site.bench.quality.store import Stored, store

from . import quality_tables, setup
from .quality_tables import context_table
from .tables import Table

# Called with what is going on, how much there is of it, and yielding how to tell progress.
Steps = Callable[[str, int], Callable[[int], None]]


@dataclass(frozen=True, slots=True)
class QualityRequest:
    """What shall be measured."""

    mode: SearchMode = SearchMode.HYBRID
    has_baseline: bool = False
    has_scopes: bool = False
    has_ablation: bool = False
    has_learning: bool = False
    has_context: bool = False


@dataclass(slots=True)
class Report:
    """Tables by the name of the section that they belong to, and the same as data."""

    sections: dict[str, list[Table]] = field(default_factory=dict)
    data: dict[str, Any] = field(default_factory=dict)


def measured(corpora: Sequence[Corpus], wanted: QualityRequest, steps: Steps) -> Report:
    """Measure each data set in the empty database that the settings name."""
    report = Report(data={"setup": _facts(wanted.mode)})
    learnable: list[tuple[Corpus, Sequence[Stored]]] = []
    for number, corpus in enumerate(corpora):
        stored = _stored(corpus, number, steps)
        _measure(corpus, stored, wanted, report, steps)
        learnable.append((corpus, stored))
    if wanted.has_learning:
        _learn(learnable, report, steps)
    return report


def _facts(mode: SearchMode) -> dict[str, str]:
    return {"plan": PLANS[mode].name, "model": setup.model(), **setup.machine()}


def _stored(corpus: Corpus, number: int, steps: Steps) -> list[Stored]:
    progress = steps(_("{name}: remembering").format(name=corpus.name), corpus.item_count)
    stored = []
    for at, scope in enumerate(corpus.scopes):
        stored.append(store(scope, user_name=f"{corpus.name}-{number}-{at}"))
        progress(len(scope.items))
    return stored


def _measure(
    corpus: Corpus, stored: Sequence[Stored], wanted: QualityRequest, report: Report, steps: Steps
) -> None:
    outcomes: dict[str, AnswerOutcome] = {}
    if wanted.has_baseline:
        name = "FTS5"
        progress = steps(_("{name}: asking FTS5").format(name=corpus.name), corpus.question_count)
        outcomes[name] = answered_by_baseline(corpus, progress)
    ours = f"Wasurena {wanted.mode.value}"
    progress = steps(_("{name}: asking").format(name=corpus.name), corpus.question_count)
    outcomes[ours] = answered_by_product(stored, corpus, wanted.mode, progress)
    tables = [
        quality_tables.overall_table(corpus, outcomes),
        quality_tables.category_table(outcomes),
    ]
    if wanted.has_scopes:
        tables.append(quality_tables.scope_table(outcomes))
    data: dict[str, Any] = {
        name: quality_tables.as_data(outcome) for name, outcome in outcomes.items()
    }
    if wanted.has_ablation:
        without = _without(corpus, stored, steps)
        tables.append(quality_tables.ablation_table(outcomes[ours], without))
        data |= {f"without {part}": quality_tables.as_data(o) for part, o in without.items()}
    if wanted.has_context:
        contexts = _contexts(corpus, stored, steps)
        tables.append(context_table(contexts))
        data["context"] = [asdict(result) for result in contexts]
    tables.append(setup.setup_table(report.data["setup"]))
    report.sections[corpus.name] = tables
    report.data[corpus.name] = data


def _contexts(corpus: Corpus, stored: Sequence[Stored], steps: Steps) -> list[ContextRecall]:
    doing = _("{name}: building contexts").format(name=corpus.name)
    return context_recall(stored, apart=corpus.apart, progress=steps(doing, corpus.question_count))


def _without(corpus: Corpus, stored: Sequence[Stored], steps: Steps) -> dict[str, AnswerOutcome]:
    outcomes = {}
    for part in (*ablation.PARTS, ablation.SPREAD):
        doing = _("{name}: without {part}").format(name=corpus.name, part=part)
        progress = steps(doing, corpus.question_count)
        with ablation.without_part(part):
            outcomes[part] = answered_by_product(stored, corpus, SearchMode.HYBRID, progress)
    return outcomes


def _learn(
    learnable: Sequence[tuple[Corpus, Sequence[Stored]]], report: Report, steps: Steps
) -> None:
    names = learning.feature_names([place for _corpus, stored in learnable for place in stored])
    progress = steps(_("learning"), sum(corpus.question_count for corpus, _stored in learnable))
    rows = []
    for corpus, stored in learnable:
        for row in learning.candidates_of(corpus.name, corpus.apart, stored, names):
            rows.append(row)
            progress(1)
    learnt = learning.learnt(rows, names)
    results = learning.held_out(rows, names)
    present = PLANS[SearchMode.HYBRID].weights
    report.sections["learning"] = [
        quality_tables.weight_table(learnt, present),
        quality_tables.held_out_table(results),
    ]
    report.data["learning"] = quality_tables.learnt_as_data(learnt, results)
