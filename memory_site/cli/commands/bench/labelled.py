"""``wasurena bench quality``, ``resolution``, ``duplicates``, ``extraction``: labelled data."""

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from memory_site.cli.environment import _
from memory_site.cli.output import UsageError

from .database import fresh_database
from .output import deliver, show, steps, write_json

# Questions about the demonstration data or labelled notes, some of which nothing answers.
ANSWERABLE = "answerable"
# The only data set that is a folder.
SUMMARY = "summary"


def quality(options: Namespace) -> int:
    """Answer the questions of public data sets, and score the rankings."""
    files = _paired(options.dataset, options.data)
    with fresh_database(None):
        from memories.schemas import SearchMode
        from memory_site.bench.datasets.readers import read
        from memory_site.bench.quality.answerable import read_answerable
        from memory_site.bench.reports.search.quality import QualityRequest, measured

        corpora = [read(dataset, path) for dataset, path in files if dataset != ANSWERABLE]
        labelled = {
            path.stem: read_answerable(path) for dataset, path in files if dataset == ANSWERABLE
        }
        if options.limit_queries:
            corpora = [corpus.limited(options.limit_queries) for corpus in corpora]
        wanted = QualityRequest(
            mode=SearchMode(options.mode),
            has_baseline=options.baseline,
            has_scopes=options.splits,
            has_ablation=options.ablation,
            has_learning=options.learn,
            has_context=options.context,
            has_unanswerable=options.unanswerable,
        )
        with steps() as step:
            report = measured(corpora, wanted, step, labelled)
    for name, shown in report.sections.items():
        show(options, f"quality {name}", shown)
    write_json(options.json, report.data)
    return 0


def resolution(options: Namespace) -> int:
    """Decide labelled pairs of names, and say how many were taken for the same rightly."""
    path = Path(options.data)
    if not path.is_file():
        raise UsageError(_("{path}: there is no such file").format(path=path))
    with fresh_database(None):
        from memory_site.bench.reports.resolution import resolution_data, resolution_tables
        from memory_site.bench.resolution import pairs_of, read_cases

        try:
            pairs = pairs_of(read_cases(path))
        except (ValueError, KeyError, TypeError) as error:
            raise UsageError(
                _("{path} holds no labelled names: {reason}").format(path=path, reason=error)
            ) from error
        shown, data = resolution_tables(pairs), resolution_data(pairs)
    deliver(options, "resolution", shown, data)
    return 0


def duplicates(options: Namespace) -> int:
    """Judge labelled pairs of texts, and say what would be merged that differs."""
    path = Path(options.data)
    if not path.is_file():
        raise UsageError(_("{path}: there is no such file").format(path=path))
    with fresh_database(None):
        from core.errors import InvalidInput
        from memories.services.maintenance import current_embedder
        from memory_site.bench.reports.resolution import duplicate_data, duplicate_tables
        from memory_site.bench.resolution import judged, read

        embedder = current_embedder()
        try:
            outcomes = judged(read(path), embedder, embedder.spec.thresholds())
        except InvalidInput as error:
            raise UsageError(error.message) from error
        shown, data = duplicate_tables(outcomes), duplicate_data(outcomes)
    deliver(options, "duplicates", shown, data)
    return 0


def extraction(options: Namespace) -> int:
    """Find the names and relations in labelled texts, and say how many were found rightly."""
    files = _paired(options.dataset, options.data)
    with fresh_database(None):
        from memory_site.bench.reports.extraction import section

        asks_model = options.extractor == "model"
        if asks_model:
            _require_model(options.dataset)
        with steps() as step:
            sections = [
                section(dataset, path, options.half, step, asks_model=asks_model)
                for dataset, path in files
            ]
    for each in sections:
        show(options, f"extraction {each.name}", each.tables)
    write_json(options.json, {each.name: each.data for each in sections})
    return 0


def _require_model(datasets: Sequence[str]) -> None:
    """Stop if the model could not be asked, or would change nothing."""
    from django.conf import settings

    if set(datasets) != {"facts"}:
        raise UsageError(_("--extractor model is for --dataset facts"))
    if not settings.LLM_URL:
        raise UsageError(
            _("set WASURENA_LLM_URL and WASURENA_LLM_MODEL to measure a language model")
        )


def _paired(datasets: Sequence[str], files: Sequence[str]) -> list[tuple[str, Path]]:
    if len(datasets) != len(files):
        raise UsageError(_("each --dataset needs its --data"))
    paths = [Path(name) for name in files]
    for dataset, path in zip(datasets, paths, strict=True):
        if not (path.is_dir() if dataset == SUMMARY else path.is_file()):
            raise UsageError(_("{path}: there is no such file").format(path=path))
    return list(zip(datasets, paths, strict=True))
