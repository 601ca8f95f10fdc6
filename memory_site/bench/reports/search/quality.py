"""Run ``wasurena bench quality`` from files to tables, one measurement after the other."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from memories.schemas import SearchMode
from memories.search.query.plan import PLANS
from memory_site.bench.datasets.readers import Corpus
from memory_site.bench.quality import baseline, learning
from memory_site.bench.quality.answerable import LabelledSpace, ask_labelled, ask_stored
from memory_site.bench.quality.answers import (
    COLUMNS,
    Answer,
    AnswerOutcome,
    Scores,
    Stored,
    answered_by_product,
    mean,
    store,
)
from memory_site.bench.quality.context import ContextRecall, context_recall
from memory_site.bench.quality.learning import HeldOut, Learnt
from memory_site.bench.quality.plain_rankings import SEARCHERS, answered_plainly
from memory_site.bench.reports import tables as setup
from memory_site.bench.reports.search.answerable import answerable_data, answerable_table
from memory_site.bench.reports.search.genres import GenreScore, genre_score, genre_table
from memory_site.bench.reports.tables import Steps, Table

# What a table of parts shows; the full row stands in the table above it.
SHORT = ("recall@1", "recall@5", "recall@10", "hit@5", "MRR")
Outcomes = Mapping[str, AnswerOutcome]


def percent(scores: Scores, columns: Sequence[str]) -> list[str]:
    """Return scores as percentages with one decimal."""
    return [f"{100 * scores[column]:.1f}" for column in columns]


def overall_table(corpus: Corpus, outcomes: Outcomes) -> Table:
    """Return all scores, a column for each system."""
    results = list(outcomes.values())
    rows = [["n", *(str(len(result.counted)) for result in results)]]
    scores = [percent(result.overall, COLUMNS) for result in results]
    rows += [list(row) for row in zip(COLUMNS, *scores, strict=True)]
    for name, quantile in (("p50", 0.5), ("p95", 0.95)):
        rows.append([name, *(f"{result.milliseconds(quantile):.1f} ms" for result in results)])
    title = _("{name}: {scopes} scopes, {items} memories, {questions} questions").format(
        name=corpus.name,
        scopes=len(corpus.scopes),
        items=f"{corpus.item_count:,}",
        questions=f"{corpus.question_count:,}",
    )
    return Table(title, [_("score, %"), *outcomes], rows)


def category_table(outcomes: Outcomes) -> Table:
    """Return the scores of each category; those kept apart are named so."""
    rows = []
    for name, outcome in outcomes.items():
        for category, answers in outcome.by_category().items():
            is_apart = category in outcome.apart
            shown = _("{category} (apart)").format(category=category) if is_apart else category
            rows.append([name, shown, *_part(answers)])
    return Table(_("By category"), [_("system"), _("category"), "n", *SHORT], rows)


def scope_table(outcomes: Outcomes) -> Table:
    """Return the scores of each scope: how much they differ is how sure the mean is."""
    rows = [
        [name, scope, *_part(answers)]
        for name, outcome in outcomes.items()
        for scope, answers in outcome.by_scope().items()
    ]
    return Table(_("By scope"), [_("system"), _("scope"), "n", *SHORT], rows)


def _part(answers: Sequence[Answer]) -> list[str]:
    scores = mean(answer.scores for answer in answers)
    return [str(len(answers)), *percent(scores, SHORT)]


def ablation_table(whole: AnswerOutcome, without: Outcomes) -> Table:
    """Return the scores without each part, and the loss."""
    rows = [[_("all of it"), *percent(whole.overall, SHORT), ""]]
    for part, outcome in without.items():
        change = 100 * (outcome.overall["recall@10"] - whole.overall["recall@10"])
        shown = _("without {part}").format(part=part)
        rows.append([shown, *percent(outcome.overall, SHORT), f"{change:+.1f}"])
    columns = [_("hybrid plan"), *SHORT, _("change of recall@10")]
    return Table(_("One part taken out at a time"), columns, rows)


def weight_table(learnt: Learnt, present: Mapping[str, float]) -> Table:
    """Return the weights as learnt, beside those of the plan."""
    names = sorted({*learnt.weights, *present})
    rows = [[name, _weight(learnt.weights, name), _weight(present, name)] for name in names]
    rows.append(["slope", f"{learnt.slope:.3f}", ""])
    rows.append(["bias", f"{learnt.bias:.3f}", ""])
    return Table(_("Learnt weights"), [_("feature"), _("learnt"), _("plan")], rows)


def _weight(weights: Mapping[str, float], name: str) -> str:
    return f"{weights[name]:.2f}" if name in weights else "–"


def held_out_table(results: Sequence[HeldOut]) -> Table:
    """Return the scores on the questions that were held out of the fit."""
    rows = []
    for result in results:
        for name, scores in ((_("learnt"), result.learnt), (_("plan"), result.plan)):
            rows.append([result.corpus, name, str(result.questions), *percent(scores, SHORT)])
    columns = [_("data"), _("weights"), "n", *SHORT]
    return Table(_("Each scope ranked with weights learnt on the others"), columns, rows)


def as_data(outcome: AnswerOutcome) -> dict[str, Any]:
    """Return the figures of one system for programs."""
    parts = (outcome.by_category(), outcome.by_scope())
    categories, scopes = (
        {
            name: {"n": len(part), **mean(answer.scores for answer in part)}
            for name, part in p.items()
        }
        for p in parts
    )
    return {
        "n": len(outcome.counted),
        **outcome.overall,
        "p50_ms": outcome.milliseconds(0.5),
        "p95_ms": outcome.milliseconds(0.95),
        "categories": categories,
        "scopes": scopes,
    }


def learnt_as_data(learnt: Learnt, results: Sequence[HeldOut]) -> dict[str, Any]:
    """Return the learned weights for programs."""
    return {**asdict(learnt), "held_out": [asdict(result) for result in results]}


def context_table(results: Sequence[ContextRecall]) -> Table:
    """Return the shares as a table, in per cent."""
    return Table(
        "Share of the evidence inside the context, %",
        ("tokens", "plain list of hits", "build_context", "tokens taken"),
        [
            (f"{row.budget:,}", f"{row.plain:.1%}", f"{row.built:.1%}", f"{row.tokens:.0f}")
            for row in results
        ],
    )


@dataclass(frozen=True, slots=True)
class QualityRequest:
    """The measurements to make."""

    mode: SearchMode = SearchMode.HYBRID
    has_baseline: bool = False
    has_scopes: bool = False
    has_ablation: bool = False
    has_learning: bool = False
    has_context: bool = False
    has_unanswerable: bool = False


@dataclass(slots=True)
class Report:
    """Tables by the name of the section that they belong to, and the same as data."""

    sections: dict[str, list[Table]] = field(default_factory=dict)
    data: dict[str, Any] = field(default_factory=dict)
    genres: list[GenreScore] = field(default_factory=list)


def measured(
    corpora: Sequence[Corpus],
    wanted: QualityRequest,
    steps: Steps,
    labelled: Mapping[str, Sequence[LabelledSpace]] | None = None,
) -> Report:
    """Measure each data set in the empty database that the settings name.

    ``labelled`` are files of questions of which some have no answer, by name.
    """
    report = Report(data={"setup": _facts(wanted.mode)})
    for name, spaces in (labelled or {}).items():
        asked = sum(len(space.questions) for space in spaces)
        groups = ask_labelled(spaces, steps(name, asked), user_name=f"labelled-{name}")
        setup_shown = setup.setup_table(report.data["setup"])
        report.sections[name] = [answerable_table(groups), setup_shown]
        report.data[name] = answerable_data(groups)
    learnable: list[tuple[Corpus, Sequence[Stored]]] = []
    for number, corpus in enumerate(corpora):
        stored = _stored(corpus, number, steps)
        _measure(corpus, stored, wanted, report, steps)
        learnable.append((corpus, stored))
    if report.genres:
        setup_shown = setup.setup_table(report.data["setup"])
        report.sections["genres"] = [genre_table(report.genres), setup_shown]
        report.data["genres"] = [asdict(score) for score in report.genres]
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
    for name in SEARCHERS if wanted.has_baseline else ():
        doing = _("{name}: asking {system}").format(name=corpus.name, system=name)
        outcomes[name] = answered_plainly(name, corpus, steps(doing, corpus.question_count))
    ours = f"Wasurena {wanted.mode.value}"
    progress = steps(_("{name}: asking").format(name=corpus.name), corpus.question_count)
    outcomes[ours] = answered_by_product(stored, corpus, wanted.mode, progress)
    if wanted.has_baseline:
        report.genres.append(genre_score(corpus.name, ours, outcomes))
    tables = [
        overall_table(corpus, outcomes),
        category_table(outcomes),
    ]
    if wanted.has_scopes:
        tables.append(scope_table(outcomes))
    data: dict[str, Any] = {name: as_data(outcome) for name, outcome in outcomes.items()}
    if wanted.has_ablation:
        without = _without(corpus, stored, steps)
        tables.append(ablation_table(outcomes[ours], without))
        data |= {f"without {part}": as_data(o) for part, o in without.items()}
    if wanted.has_context:
        contexts = _contexts(corpus, stored, steps)
        tables.append(context_table(contexts))
        data["context"] = [asdict(result) for result in contexts]
    if wanted.has_unanswerable:
        doing = _("{name}: asking what is known").format(name=corpus.name)
        groups = ask_stored(stored, steps(doing, corpus.question_count))
        tables.append(answerable_table(groups))
        data["answerable"] = answerable_data(groups)
    tables.append(setup.setup_table(report.data["setup"]))
    report.sections[corpus.name] = tables
    report.data[corpus.name] = data


def _contexts(corpus: Corpus, stored: Sequence[Stored], steps: Steps) -> list[ContextRecall]:
    doing = _("{name}: building contexts").format(name=corpus.name)
    return context_recall(stored, apart=corpus.apart, progress=steps(doing, corpus.question_count))


def _without(corpus: Corpus, stored: Sequence[Stored], steps: Steps) -> dict[str, AnswerOutcome]:
    outcomes = {}
    for part in (*baseline.PARTS, baseline.SPREAD):
        doing = _("{name}: without {part}").format(name=corpus.name, part=part)
        progress = steps(doing, corpus.question_count)
        with baseline.without_part(part):
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
        weight_table(learnt, present),
        held_out_table(results),
    ]
    report.data["learning"] = learnt_as_data(learnt, results)
