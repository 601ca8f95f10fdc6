"""Rows that say something else here than in the archive: listed, and asked about in the inbox."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from core.caller import Caller
from core.errors import WasurenaError
from core.models import Revision
from entities.models import Entity
from memories.inbox.kinds import handler_for
from memories.inbox.preview import SubjectCache
from memories.inbox.proposals import create_proposals
from memories.models import Memory, ProposalKind, State
from memories.schemas.inbox.proposals import Suggestion

from ..reading import Archive
from ..tables import Table, file_of
from .decoding import Decoder
from .matching import Matches

MOST_LISTED = 100
BATCH = 100
METHOD = "archive"
CONFIDENCE = 0.5
Place = tuple[str, str]
# By model, the payload field of the row, and those of what is compared.
ASKED: dict[Any, tuple[str, Mapping[str, str]]] = {
    Memory: ("memory", {"raw_text": "text"}),
    Entity: ("entity", {"name": "name"}),
    State: ("state", {"value": "value", "body": "body"}),
}


@dataclass(frozen=True, slots=True)
class Conflicting:
    """A row that says something else here than in the archive; it stays as it is here."""

    member: str
    line: int
    id: str


def listed(archive: Archive, matches: Matches) -> tuple[int, list[Conflicting]]:
    """Return how many rows differ, and the first of them."""
    tables = [table for table in archive.tables() if matches.differing[table.member]]
    found = (
        Conflicting(file_of(table), line, public)
        for table in tables
        for line, (_space, public) in matches.differing[table.member].items()
    )
    return sum(map(len, matches.differing.values())), list(islice(found, MOST_LISTED))


def ask(
    caller: Caller, archive: Archive, decoder: Decoder, matches: Matches, change_id: UUID,
    now: datetime,
) -> int:  # fmt: skip
    """Ask which of both texts holds; return how many questions are new, as part of a change.

    What the inbox has no question for (an assistant's answer, a hidden memory) is only listed.
    """
    for table in archive.tables():
        if table.model not in ASKED or not matches.differing[table.member]:
            continue
        found = _suggestions(caller, archive, table, decoder, matches.differing[table.member])
        while batch := list(islice(found, BATCH)):
            create_proposals(batch, now=now, change_id=change_id)
    # What is open or decided already has no new entry.
    return Revision.objects.filter(change_id=change_id, target_type="proposal").count()


def _suggestions(
    caller: Caller, archive: Archive, table: Table, decoder: Decoder, differing: Mapping[int, Place]
) -> Iterator[Suggestion]:
    said_by = _("From the archive of {person} of {day}.").format(
        person=archive.manifest.person, day=f"{archive.manifest.exported_at:%Y-%m-%d}"
    )
    for number, line in archive.lines(table):
        if number not in differing:
            continue
        space, public = differing[number]
        row: Any = decoder.row(table.model, decoder.cleaned(table, number, line))
        here: Any = table.model._base_manager.get(**{table.public_id: public})
        payload = _payload(table, public, here, row)
        if _is_answerable(caller, payload):
            yield Suggestion(
                user_id=space,
                kind=ProposalKind.IMPORTED,
                payload=payload,
                confidence=CONFIDENCE,
                reason=said_by,
                method=METHOD,
                evidence=_evidence(here),
                namespace=getattr(here, "namespace", ""),
            )


def _payload(table: Table, public: str, here: Any, row: Any) -> dict[str, Any]:
    name, compared = ASKED[table.model]
    said = {field: getattr(row, column) for column, field in compared.items()}
    was = {field: getattr(here, column) for column, field in compared.items()}
    return {name: public, **{field: text for field, text in said.items() if text != was[field]}}


def _is_answerable(caller: Caller, payload: dict[str, Any]) -> bool:
    """Return whether the row can take what the file says."""
    handler = handler_for(ProposalKind.IMPORTED)
    try:
        about = handler.subject_ids(handler.parsed(payload))
    except WasurenaError:
        return False
    return SubjectCache.load({caller.base_user}, [about]).has(about)


def _evidence(here: Any) -> tuple[int, ...]:
    """Return the memories that a state rests on: with them, the question is forgotten."""
    return tuple(here.evidence.values_list("pk", flat=True)) if isinstance(here, State) else ()
