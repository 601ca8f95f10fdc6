"""Tell which memories are replaced, tell of what has ended, or contradict another."""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.db import connection
from django.utils.dateparse import parse_datetime

from core.caller import Caller
from core.db.prepared import PreparedAmong
from memories.models import Memory
from memories.schemas import ReplacedBy
from memories.search.candidates.search_context import SearchContext, Standing, Successor

from .answer import Fingerprint, fingerprint_of
from .final_score import RankingRow

Pair = tuple[int, int]
# One statement, since every search runs it; CROSS JOIN, so that SQLite begins with the few ids. The
# states of a memory count only if none still holds, and if they ended after it was said: "I lived in
# Nara until 2015" is not out of date.
STANDING = """
    WITH asked(id) AS (SELECT value FROM json_each(%(ids)s)),
        copies(id, shown) AS (
            SELECT id, id FROM asked
            UNION ALL
            SELECT m.id, m.canonical_id FROM asked CROSS JOIN memories m ON m.canonical_id = asked.id),
        spaces(id) AS (SELECT value FROM json_each(%(spaces)s)),
        disputes(id, payload, reason) AS (
            SELECT id, payload, reason FROM proposals
            WHERE user_id IN (SELECT id FROM spaces) AND status = 'open' AND kind = 'contradiction'
              AND %(namespace)s = '')
    SELECT 'said', c.shown, NULL, max(m.created_at), ''
    FROM copies c JOIN memories m ON m.id = c.id
    WHERE c.id <> c.shown AND m.invalidated_at IS NULL GROUP BY c.shown
    UNION ALL
    SELECT 'replaced', c.shown, l.src_memory_id, NULL, ''
    FROM copies c CROSS JOIN memory_links l ON l.dst_memory_id = c.id
    WHERE l.relation_type = 'supersedes' AND l.validation_status <> 'rejected'
    UNION ALL
    SELECT 'ended', e.memory_id, json_extract(s.extra_data, '$.ended_by[0]'), s.valid_to, ''
    FROM asked CROSS JOIN state_evidence e ON e.memory_id = asked.id
      CROSS JOIN state s ON s.id = e.state_id CROSS JOIN memories m ON m.id = e.memory_id
    WHERE s.user_id = m.user_id AND {ended}
      AND s.valid_to > m.created_at AND {seen}
      AND NOT EXISTS (
        SELECT 1 FROM state_evidence f JOIN state s ON s.id = f.state_id
        WHERE f.memory_id = e.memory_id AND {holds})
    UNION ALL
    SELECT 'contradicts', m.id, NULL, NULL, d.reason
    FROM disputes d CROSS JOIN json_each(d.payload, '$.memories') named
      CROSS JOIN memories m ON m.uid = replace(named.value, '-', '')
    WHERE m.id IN (SELECT id FROM asked)
    UNION ALL
    SELECT 'contradicts', e.memory_id, NULL, NULL, d.reason
    FROM disputes d JOIN json_each(d.payload, '$.states') named
      JOIN state s ON s.uid = replace(named.value, '-', '')
      JOIN state_evidence e ON e.state_id = s.id
    WHERE e.memory_id IN (SELECT id FROM asked) AND s.superseded_at IS NULL
    UNION ALL
    SELECT 'contradicts', l.dst_memory_id, l.src_memory_id, NULL, ''
    FROM asked CROSS JOIN memory_links l ON l.dst_memory_id = asked.id
    WHERE l.relation_type = 'contradicts' AND l.validation_status <> 'rejected'
    UNION ALL
    SELECT 'contradicts', l.src_memory_id, l.dst_memory_id, NULL, ''
    FROM asked CROSS JOIN memory_links l ON l.src_memory_id = asked.id
    WHERE l.relation_type = 'contradicts' AND l.validation_status <> 'rejected'
""".format(
    ended="s.superseded_at IS NULL AND s.valid_to <= %(now)s"
    " AND s.validation_status NOT IN ('proposed', 'rejected')",
    holds="s.superseded_at IS NULL AND (s.valid_to IS NULL OR s.valid_to > %(now)s)"
    " AND s.validation_status <> 'rejected'",
    seen="(%(namespace)s = '' OR s.namespace = %(namespace)s"
    " OR substr(s.namespace, 1, length(%(namespace)s) + 1) = %(namespace)s || '/')",
)
ARROW, OR = " → ", " / "


AS_IT_WAS = Standing()


@dataclass(slots=True)
class _Noted:
    """The rows about one memory."""

    successors: list[int] = field(default_factory=list)
    ends: list[datetime] = field(default_factory=list)
    said_again: datetime | None = None
    against: list[int] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)


_others = PreparedAmong[Caller](
    lambda caller: (
        Memory.objects.of(caller)
        .kept()
        .order_by()
        .values_list("pk", "uid", "title", "created_at", "searchable")
    )
)


def standing_of(search: SearchContext, rows: Sequence[RankingRow]) -> dict[int, Standing]:
    """Return what is known of those memories that are replaced, past or contradicted.

    What the caller may not see replaces and contradicts nothing. A copy of a replaced memory is
    replaced too. Of what was said again later, nothing is replaced.
    """
    noted = _noted(search, [row.pk for row in rows])
    if not noted:
        return {}
    others = _seen(search.caller, noted.values())
    found = {pk: _standing(pk, of_one, others) for pk, of_one in noted.items()}
    known = {pk: standing for pk, standing in found.items() if standing != AS_IT_WAS}
    return _shared(search, rows, known)


def _shared(
    search: SearchContext, rows: Sequence[RankingRow], known: Mapping[int, Standing]
) -> dict[int, Standing]:
    """Return the standings, each past one for all copies of a text, unless one was said later."""
    if not any(one.is_past for one in known.values()):
        return dict(known)
    texts: dict[Fingerprint, list[RankingRow]] = {}
    for row in rows:
        texts.setdefault(fingerprint_of(search, row.pk), []).append(row)
    shared = dict(known)
    for copies in texts.values():
        past = [known[row.pk] for row in copies if row.pk in known and known[row.pk].is_past]
        if past:
            shared |= _of_one_text(copies, past[-1], known)
    return shared


def _of_one_text(
    copies: Sequence[RankingRow], past: Standing, known: Mapping[int, Standing]
) -> dict[int, Standing]:
    others = [row.created_at for row in copies if not known.get(row.pk, AS_IT_WAS).is_past]
    if past.ended_at is not None and any(past.ended_at <= said_at for said_at in others):
        kept = {row.pk: known.get(row.pk, AS_IT_WAS).disputes for row in copies}
        return {pk: Standing(disputes=disputes) for pk, disputes in kept.items()}
    return {row.pk: known.get(row.pk, past) for row in copies}


def marks_of(search: SearchContext, pk: int) -> dict[str, Any]:
    """Return the marks of a hit: what replaced it, when it ended, and what is not settled."""
    if (standing := search.standing.get(pk)) is None:
        return {}
    by = standing.replaced_by
    shown = ReplacedBy(id=by.id, title=by.title, date=by.at) if by and by.is_findable else None
    return {
        "replaced_by": shown,
        "ended_at": standing.ended_at,
        "unsettled": "; ".join(dict.fromkeys(standing.disputes)),
    }


def successor_pairs(standings: Mapping[int, Standing]) -> list[Pair]:
    """Return (replaced, successor) pairs, older successors first."""
    pairs = [(pk, new) for pk, one in standings.items() for new in one.successors]
    return sorted(pairs, key=lambda pair: (pair[1], pair[0]))


def _noted(search: SearchContext, memory_ids: Collection[int]) -> dict[int, _Noted]:
    values: dict[str, str | datetime] = {
        "ids": json.dumps(list(memory_ids)),
        "spaces": json.dumps(list(search.user_ids)),
        "now": search.now.astimezone(UTC).replace(tzinfo=None),
        "namespace": search.caller.namespace or "",
    }
    with connection.cursor() as cursor:
        cursor.execute(STANDING, values)
        rows = cursor.fetchall()
    noted: dict[int, _Noted] = {}
    for kind, pk, other, at, words in rows:
        _note(noted.setdefault(int(pk), _Noted()), kind, other, at, words)
    return noted


def _note(noted: _Noted, kind: str, other: int | None, at: object, words: str) -> None:
    if kind == "contradicts":
        noted.reasons += [words] if words else []
        noted.against += [int(other)] if other is not None else []
        return
    if kind == "said":
        noted.said_again = _moment(at)
        return
    noted.successors += [int(other)] if other is not None else []
    if kind == "ended" and (ended := _moment(at)):
        noted.ends.append(ended)


def _moment(stored: object) -> datetime | None:
    parsed = stored if isinstance(stored, datetime) else parse_datetime(str(stored))
    return parsed.replace(tzinfo=UTC) if parsed else None


def _seen(caller: Caller, noted: Iterable[_Noted]) -> dict[int, Successor]:
    """Return those memories that the caller may see, in one statement if there are any."""
    wanted = {pk for rows in noted for pk in (*rows.successors, *rows.against)}
    if not wanted:
        return {}
    return {
        pk: Successor(pk, UUID(str(uid)), title, at.replace(tzinfo=UTC), bool(is_findable))
        for pk, uid, title, at, is_findable in _others.pick(caller, wanted)
    }


def _standing(pk: int, noted: _Noted, others: Mapping[int, Successor]) -> Standing:
    known = [others[one] for one in noted.successors if one in others and one != pk]
    ends = noted.ends
    if (again := noted.said_again) is not None:
        known = [one for one in known if one.at > again]
        ends = [end for end in ends if end > again]
    latest = max(known, key=lambda one: (one.at, one.pk), default=None)
    against = [others[one].title for one in noted.against if one in others]
    return Standing(
        replaced_by=latest,
        successors=tuple(one.pk for one in known),
        ended_at=max(ends, default=latest.at if latest else None),
        disputes=(*(words.replace(ARROW, OR) for words in noted.reasons), *against),
    )
