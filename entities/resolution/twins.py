"""Known entities that may be one: for a person who looks, and for proposals."""

from collections.abc import Iterable

from entities.models import Entity, EntityAlias
from nlp.names.context import Context
from nlp.names.forms import form_of
from nlp.names.scoring import score_candidates

from .resolver import Rival
from .roster import Roster, compatible_types

MOST_SHOWN = 10


def likely_same(entity: Entity) -> list[Rival]:
    """Return the entities of its space that may be the same as this one, likeliest first."""
    kind = entity.entity_type_id
    aliases = EntityAlias.objects.filter(entity=entity).values_list("alias", "reading")
    names: Iterable[tuple[str, str]] = [(entity.name, entity.reading), *aliases]
    forms = [form_of(name, kind, reading) for name, reading in names]
    types = compatible_types({kind})[kind]
    roster = Roster(entity.user_id)
    roster.load(forms, types)
    itself = roster.of(entity)
    others = [one for one in roster.candidates(forms, types) if one.what != entity]
    verdict = score_candidates(others, forms, itself.context if itself else Context())
    return [Rival(row.what, row.score, row.reasons) for row in verdict.candidates[:MOST_SHOWN]]
