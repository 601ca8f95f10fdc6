"""Join people whom several packs of one user name: on their own if clear, by a question if not.

Packs split spaces, not people (docs/decisions/0027-one-person-across-packs.md). The entities stay;
a ``same_as`` relation joins them. Once removed or rejected it is not made again.
"""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from uuid import UUID

from core.caller import Caller, pack_of
from core.db.fields import of_person
from core.journal import Change, described
from core.models import Action
from entities.models import Entity
from entities.models.types import types_by_key
from graph.models import RelationType
from graph.same_as import SAME_AS
from graph.services import entity_relation_save
from memories.inbox.projections import mark_obsolete
from memories.models import Proposal, ProposalKind, ProposalStatus
from memories.schemas.inbox.proposals import Suggestion

from .same_names import JOINED_TYPES, SameName, same_names

METHOD = "rules:same_as"


def join_same_people(
    caller: Caller, people: Collection[Entity] | None, now: datetime
) -> list[Suggestion]:
    """Join people of different packs who are surely the same; return questions about the others.

    ``people`` are those of one space to compare with other packs; None compares all people of
    the caller.
    """
    alike = same_names(caller.base_user, people)
    if sure := [pair for pair in alike if pair.reason]:
        kind = types_by_key(RelationType, caller.base_user)[SAME_AS]
        change = Change(caller=caller, at=now, reason="one person in several packs")
        for pair in sure:
            _store(change, kind, pair)
        change.write()
        settle_questions(caller.base_user, [pair.ids for pair in sure], now)
    return [_question(pair) for pair in alike if not pair.reason and pair.is_worth_asking]


def _store(change: Change, kind: RelationType, pair: SameName) -> None:
    relation, _is_new = entity_relation_save(
        pair.one,
        pair.other,
        kind,
        evidence=(),
        reason=pair.reason,
        method=METHOD,
        now=change.at,
        confidence=pair.rule.score,
    )
    change.note(Action.CREATE, relation, after=described(relation))


def settle_questions(base_user: str, joined: Sequence[frozenset[UUID]], now: datetime) -> None:
    """Close the open questions about entities that are joined now."""
    ends = [str(uid) for pair in joined for uid in pair]
    rows = Proposal.objects.filter(
        of_person(base_user), kind=ProposalKind.RELATION, status=ProposalStatus.OPEN
    ).filter(payload__type=SAME_AS, payload__source__in=ends, payload__target__in=ends)
    mark_obsolete(list(rows), now=now)


def _question(pair: SameName) -> Suggestion:
    one, other = pair.one, pair.other
    return Suggestion(
        kind=ProposalKind.RELATION,
        user_id=one.user_id,
        payload={
            "source": str(one.entity_id),
            "target": str(other.entity_id),
            "type": SAME_AS,
            "valid_from": None,
            "valid_to": None,
        },
        key=f"{one.entity_id}|{SAME_AS}|{other.entity_id}",
        confidence=pair.rule.score,
        reason=(
            f"{one.name} ({pack_of(one.user_id)}) and {other.name} ({pack_of(other.user_id)}):"
            f" {pair.rule.sentence}"
        ),
        method=METHOD,
    )


def people_among(entities: Iterable[Entity]) -> list[Entity]:
    """Return each person and pet once."""
    found = {row.entity_id: row for row in entities if row.entity_type_id in JOINED_TYPES}
    return list(found.values())
