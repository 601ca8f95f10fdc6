"""The data directory and database of a benchmark, apart from a person's own."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from memory_site.bench.directory import NotForBenchmarks, data_directory
from memory_site.cli.environment import _, set_up_django
from memory_site.cli.output import UsageError


@contextmanager
def fresh_database(chosen: Path | None) -> Iterator[Path]:
    """Set Django up on a data directory that belongs to this benchmark alone."""
    os.environ["WASURENA_BACKGROUND"] = "inline"
    try:
        with data_directory(chosen) as path:
            set_up_django()
            _refuse_other_data(path)
            from memory_site.cli.database.preparation import prepare_database

            prepare_database()
            yield path
            from django.db import connections

            connections.close_all()
    except NotForBenchmarks as error:
        raise UsageError(
            _("{path} holds something else; name an empty directory").format(path=error)
        ) from error


def _refuse_other_data(path: Path) -> None:
    """Stop if the settings were read before they could be pointed to ``path``."""
    from django.conf import settings

    if not Path(settings.DATABASE_PATH).is_relative_to(path):
        raise UsageError(_("run a benchmark in its own process"))
