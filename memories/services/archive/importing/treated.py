"""What follows once cleaned lines are stored: counts, encrypted originals, and questions."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext as _

from memories.enrichment.suggestions import suggest_sealed
from memories.inbox.proposals import create_proposals
from memories.models import DerivationJob, Memory
from memories.records.privacy.sealing import seal_originals
from memories.records.privacy.treatment import Treatment

from ..refusals import refuse
from ..tables import Table, file_of
from .clean.lines import Cleaner
from .matching import Matches


@dataclass(slots=True)
class CleanedLines:
    """How many new rows an import changed: private parts left out, words masked, times corrected."""

    private: int = 0
    masked: int = 0
    redated: int = 0


def check_refused(table: Table, cleaner: Cleaner, matches: Matches) -> None:
    """Refuse the import if a pack refuses the words of a new row.

    Raises:
        InvalidInput: it does; the line is named.
    """
    for number, reason in cleaner.changes[table.member].refused.items():
        if matches.is_stored(table, number):
            text = _("{problem}; let the pack mask it or keep it, and import the file again")
            text = text.format(problem=reason)
            raise refuse(text, "sensitive", member=file_of(table), line=number)


def count_cleaned(tables: Sequence[Table], cleaner: Cleaner, matches: Matches) -> CleanedLines:
    """Return how many new rows are not as the file has them."""
    done = CleanedLines()
    for table in tables:
        changes = cleaner.changes[table.member]
        done.private += _stored(table, changes.private, matches)
        done.masked += _stored(table, changes.masked, matches)
        done.redated += _stored(table, changes.redated, matches)
    return done


def _stored(table: Table, numbers: Iterable[int], matches: Matches) -> int:
    return sum(matches.is_stored(table, number) for number in numbers)


def follow_masked(treated: Mapping[int, Treatment], *, change_id: UUID, now: datetime) -> None:
    """Keep the originals of masked memories as their policies say, ask about them, derive again.

    ``treated`` holds by key what masked a new memory.
    """
    memories = list(Memory.objects.filter(pk__in=treated))
    seal_originals([(one, treated[one.pk].kept_originals()) for one in memories], now=now)
    asked = [suggest_sealed(one) for one in memories if treated[one.pk].is_asked]
    create_proposals(asked, now=now, change_id=change_id)
    DerivationJob.objects.enqueue([one.pk for one in memories if one.is_findable], now=now)
