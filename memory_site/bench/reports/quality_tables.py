"""The figures of ``wasurena bench quality`` as tables and as data."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from django.utils.translation import gettext as _

from memory_site.bench.datasets.corpus import Corpus
from memory_site.bench.quality.answers import Answer, AnswerOutcome
from memory_site.bench.quality.context import ContextRecall
from memory_site.bench.quality.learning import HeldOut, Learnt
from memory_site.bench.quality.scores import COLUMNS, Scores, mean

from .tables import Table

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
    """Return what is left without each part, and how much that is less."""
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
    """Return the scores on what was left out of the fitting."""
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
    """Return what was learnt for programs."""
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
