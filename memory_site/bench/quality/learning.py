"""Fit the weights of the hybrid plan to questions with known answers.

The features are those of a real search. The loss is listwise: the softmax over a
question's candidates shall put its weight on the answers; a square penalty keeps the
weights small. Both are convex, so Newton's method finds the one minimum in a few steps.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from memories.index.in_memory.rows import decode_all
from memories.models import Memory, State
from memories.schemas import SearchInput, SearchMode
from memories.search.candidates.collect import collect_candidates
from memories.search.candidates.search_context import ScoredCandidates, SearchContext
from memories.search.query.parsing import parse_query
from memories.search.query.plan import PLANS
from memory_site.bench.datasets.readers import Question
from packs.selection import chosen_packs

from .answers import DEPTH, Scores, Stored, mean, scored

Numbers = NDArray[np.float64]
Derivatives = tuple[float, Numbers, Numbers]
STEPS = 30
SMALL = 1e-9
Matrix = NDArray[np.float64]
PENALTY = 0.002
# Data sets that are one scope are cut into so many parts.
FOLDS = 3
# Set by hand: the data sets have too few of them to learn from. Their shares are added as they are.
BY_HAND = frozenset(
    [
        "identifier", "entity", "whole", "phrases_note", "foreign", "meaning_foreign",
        "bridge", "assistant_asked",
    ]
)  # fmt: skip
# The same for all candidates of a question: only the level of the relevance says how much it is.
LEVEL = "chat"
# A probability learnt on public data is too sure of itself on a person's own.
SOFTENING = 3.0


def least(derivatives: Callable[[Numbers], Derivatives], start: Numbers) -> Numbers:
    """Return where a convex function is least: Newton's method with halved steps."""
    at = start
    loss, gradient, curvature = derivatives(at)
    for _ in range(STEPS):
        step, size = np.linalg.solve(curvature, gradient), 1.0
        while (there := derivatives(at - size * step))[0] > loss and size > SMALL:
            size /= 2
        at = at - size * step
        is_done = loss - there[0] < SMALL
        loss, gradient, curvature = there
        if is_done:
            break
    return at


@dataclass(frozen=True, slots=True)
class Candidates:
    """The candidates of one question: ids, features (a row each), and which are answers.

    ``given`` is what the features that are set by hand add to each.
    """

    corpus: str
    fold: str
    question: Question
    ids: Sequence[str]
    features: Matrix
    is_answer: NDArray[np.bool_]
    given: Matrix

    def sums(self, weights: Matrix) -> Matrix:
        """Return the weighted sum of each candidate."""
        return self.features @ weights + self.given


@dataclass(frozen=True, slots=True)
class Learnt:
    """Weights by feature, and the relevance 1 / (1 + exp(-(bias + slope · sum)))."""

    weights: dict[str, float]
    slope: float
    bias: float


@dataclass(frozen=True, slots=True)
class HeldOut:
    """Scores on questions that the weights were not fitted to, and of the plan as it is."""

    corpus: str
    questions: int
    learnt: Scores
    plan: Scores


def feature_names(stored: Sequence[Stored]) -> list[str]:
    """Return the learned features: all features of the real path that are not set by hand."""
    known: set[str] = set()
    for place in (place for place in stored if place.scope.questions):
        search = _search(place, place.scope.questions[0])
        collect_candidates(search)
        known.update(*(space.features.columns for space in search.scored))
    return sorted(known - BY_HAND)


def candidates_of(
    corpus: str, apart: frozenset[str], stored: Sequence[Stored], names: Sequence[str]
) -> Iterator[Candidates]:
    """Yield the candidates of every counted question of a data set."""
    for place in stored:
        for at, question in enumerate(place.scope.questions):
            if question.category in apart:
                continue
            # A chat that two data sets share is left out of both.
            fold = place.scope.id if len(stored) > 1 else f"{corpus} {at % FOLDS}"
            ids, features, given = _gathered(place, question, names)
            is_answer = np.array([found in question.gold for found in ids], dtype=np.bool_)
            yield Candidates(corpus, fold, question, ids, features, is_answer, given)


def _gathered(
    place: Stored, question: Question, names: Sequence[str]
) -> tuple[Sequence[str], Matrix, Matrix]:
    search = _search(place, question)
    collect_candidates(search)
    blocks, by_hand, pks = [np.zeros((0, len(names)))], [np.zeros(0)], []
    for space in search.scored:
        empty = np.zeros(len(space.items))
        columns = [space.features.columns.get(name, empty) for name in names]
        is_memory, found = decode_all(space.items)
        blocks.append(np.stack(columns, axis=1).astype(np.float64)[is_memory])
        by_hand.append(_given(search, space)[is_memory])
        pks += found[is_memory].tolist()
    rows = Memory.objects.of(place.caller).filter(pk__in=pks)
    external = dict(rows.values_list("pk", "external_id"))
    ids = [external[pk] or "" for pk in pks]
    return ids, np.concatenate(blocks), np.concatenate(by_hand)


def _given(search: SearchContext, space: ScoredCandidates) -> Matrix:
    """Return what the features that are set by hand add; a second hop has its limits already."""
    columns, weights = space.features.columns, search.plan.weights
    shares = [weights[name] * columns[name] for name in BY_HAND - {"bridge"} if name in columns]
    bridged = space.shares.get("bridge", np.zeros(len(space.items)))
    given: Matrix = np.sum([bridged, *shares], axis=0).astype(np.float64)
    return given


def _search(place: Stored, question: Question) -> SearchContext:
    """Return the search as `recall` plans it, to be stopped once its candidates are known."""
    caller, now = place.caller, question.asked_at or place.now
    packs = chosen_packs(caller, [])
    user_ids = caller.spaces(packs)
    return SearchContext(
        caller=caller,
        request=SearchInput(query=question.text, limit=DEPTH),
        plan=PLANS[SearchMode.HYBRID],
        packs=packs,
        user_ids=user_ids,
        allowed=Memory.objects.of(caller).in_spaces(user_ids).findable,
        meeting=Memory.objects.of(caller).in_spaces(user_ids).all,
        allowed_states=State.objects.none,
        is_narrowed=False,
        question=parse_query(question.text, now.astimezone(caller.zone)),
        now=now,
    )


def fitted(rows: Sequence[Candidates], start: Matrix | None = None) -> Matrix:
    """Return the weights with the least loss; every data set counts the same.

    ``start`` are weights that are near already, which saves most steps.
    """
    used = [row for row in rows if row.is_answer.any()]
    share = _shares(used)
    dimension = used[0].features.shape[1]

    def derivatives(weights: Matrix) -> Derivatives:
        loss = PENALTY * float(weights @ weights)
        gradient, curvature = 2 * PENALTY * weights, 2 * PENALTY * np.eye(dimension)
        for row, part in zip(used, share, strict=True):
            chance = _softmax(row.sums(weights))
            target = row.is_answer / row.is_answer.sum()
            loss -= part * float(target @ np.log(chance + SMALL))
            gradient = gradient + part * (row.features.T @ (chance - target))
            centre = row.features.T @ chance
            spread = (row.features.T * chance) @ row.features
            curvature = curvature + part * (spread - np.outer(centre, centre))
        return loss, gradient, curvature

    return least(derivatives, np.zeros(dimension) if start is None else start)


def _shares(rows: Sequence[Candidates]) -> list[float]:
    counts: dict[str, int] = {}
    for row in rows:
        counts[row.corpus] = counts.get(row.corpus, 0) + 1
    return [1 / counts[row.corpus] / len(counts) for row in rows]


def _softmax(values: Matrix) -> Matrix:
    powers = np.exp(values - values.max())
    chances: Matrix = powers / powers.sum()
    return chances


def learnt(rows: Sequence[Candidates], names: Sequence[str]) -> Learnt:
    """Fit to everything, and map the sum to a probability (Platt), softened.

    The weight of ``LEVEL`` makes the same sum as probable in every genre.
    """
    weights = fitted(rows)
    by_name = dict(zip(names, weights.tolist(), strict=True))
    features = np.concatenate([row.features for row in rows])
    level = features[:, list(names).index(LEVEL)] if LEVEL in names else np.zeros(len(features))
    is_answer = np.concatenate([row.is_answer for row in rows])
    sums = np.concatenate([row.sums(weights) for row in rows])
    bias, slope, above = _platt(np.stack([sums, level], axis=1), is_answer)
    if LEVEL in names:
        by_name[LEVEL] += float(above / slope)
    return Learnt(by_name, float(slope / SOFTENING), float(bias / SOFTENING))


def _platt(columns: Matrix, is_answer: NDArray[np.bool_]) -> Matrix:
    design = np.column_stack([np.ones(len(columns)), columns])
    dimension = design.shape[1]

    def derivatives(parameters: Matrix) -> Derivatives:
        chance = 1 / (1 + np.exp(-np.clip(design @ parameters, -500, 500)))
        likelihood = np.where(is_answer, chance, 1 - chance)
        curvature = (design.T * (chance * (1 - chance))) @ design / len(columns)
        gradient = design.T @ (chance - is_answer) / len(columns)
        loss = -float(np.log(likelihood + SMALL).mean())
        return loss, gradient, curvature + SMALL * np.eye(dimension)

    return least(derivatives, np.zeros(dimension))


def held_out(rows: Sequence[Candidates], names: Sequence[str]) -> list[HeldOut]:
    """Fit to all scopes but one, rank that one's candidates, and so on for each of them."""
    plan = PLANS[SearchMode.HYBRID].weights
    present = np.array([plan.get(name, 0.0) for name in names])
    whole = fitted(rows)
    results: dict[str, list[tuple[Scores, Scores]]] = {}
    for fold in dict.fromkeys(row.fold for row in rows):
        weights = fitted([row for row in rows if row.fold != fold], whole)
        for row in rows:
            if row.fold == fold:
                pair = (_ranked(row, weights), _ranked(row, present))
                results.setdefault(row.corpus, []).append(pair)
    return [
        HeldOut(
            corpus, len(pairs), mean(pair[0] for pair in pairs), mean(pair[1] for pair in pairs)
        )
        for corpus, pairs in results.items()
    ]


def _ranked(row: Candidates, weights: Matrix) -> Scores:
    order = np.argsort(-row.sums(weights), kind="stable")[:DEPTH]
    return scored([row.ids[at] for at in order], row.question.gold)
