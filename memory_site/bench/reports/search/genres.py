"""The product beside the plain rankings of the same run, genre by genre."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from memory_site.bench.quality.answers import AnswerOutcome
from memory_site.bench.quality.plain_rankings import SEARCHERS
from memory_site.bench.reports.tables import Table

MEASURE = "recall@10"


@dataclass(frozen=True, slots=True)
class GenreScore:
    """One data set: how much the product finds, and each plain ranking, in 0…1."""

    genre: str
    questions: int
    ours: float
    plain: Mapping[str, float]

    @property
    def margin(self) -> float:
        """How far the product lies above the best plain ranking; negative if below."""
        return self.ours - max(self.plain.values())


def genre_score(genre: str, ours: str, outcomes: Mapping[str, AnswerOutcome]) -> GenreScore:
    """Return the scores of one data set; ``ours`` names the product among the outcomes."""
    found = {name: outcome.overall[MEASURE] for name, outcome in outcomes.items()}
    count = len(outcomes[ours].counted)
    return GenreScore(genre, count, found[ours], {name: found[name] for name in SEARCHERS})


def genre_table(scores: Sequence[GenreScore]) -> Table:
    """Return a row for each data set, and the worst margin."""
    rows = [
        [
            score.genre, str(score.questions), _percent(score.ours),
            *(_percent(score.plain[name]) for name in SEARCHERS), f"{100 * score.margin:+.1f}",
        ]
        for score in scores
    ]  # fmt: skip
    worst = min(score.margin for score in scores)
    rows.append([_("worst margin"), *[""] * (len(SEARCHERS) + 2), f"{100 * worst:+.1f}"])
    columns = [_("genre"), "n", "Wasurena", *SEARCHERS, _("above the best plain one")]
    return Table(_("{measure} by genre, %").format(measure=MEASURE), columns, rows)


def _percent(value: float) -> str:
    return f"{100 * value:.1f}"
