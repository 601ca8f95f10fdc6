"""Deriving what waits, with a bar: after an import, and for ``wasurena rebuild --derived``."""

from memories.enrichment import rebuild
from memories.index import embedding_jobs

from .language import _
from .progress import counting_bars


def derive_with_bar(waiting: int) -> int:
    """Derive everything that waits, and make the vectors of what came of it; return how many memories."""
    with counting_bars() as progress:
        bar = progress.add_task(_("deriving"), total=waiting)
        count = rebuild.rebuild(lambda done: progress.advance(bar, done))
        embedding_jobs.drain()
    return count
