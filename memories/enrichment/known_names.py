"""Names that a space knows already, found in new texts as they are written.

What an assistant, a person or another text has named once is recognised from then on:
ミナト, once it is known to be a company. Looked up by the pieces of each text, so that the
cost does not grow with what is known.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from django.db.models import Q

from entities.models import Entity, EntityAlias, ValidationStatus
from memories.models import Proposal, ProposalKind, ProposalStatus
from nlp.names.keys import look_up_key
from nlp.types import ANNOTATIONS, PERSON, Found

METHOD = "rules:known"
# Enough to be linked to who is known; whether it is a name at all was settled before.
CONFIDENCE = 0.75
# Words of these kinds are seldom names of their own: “meeting” is one whenever it is said.
COMMON_WORDS = ANNOTATIONS | {"Concept", "Error", "Event", "Food", "Meeting", "Role", "Task"}
# From so many places on a name is no chance find.
MIN_MENTIONS = 2
# Runs of one script; in Latin letters a word. A name is up to four of them in a row.
RUN = re.compile(
    r"(?P<latin>[A-Za-z0-9][\w'’&.+-]*)|(?P<kana>[ァ-ヶー・]+)|(?P<han>[一-龥々〆]+)", re.A
)
MAX_RUNS = 4
MIN_LENGTHS = {"latin": 3, "kana": 3, "han": 2}
# The beginning of a whole book tells enough of whom it is about.
MAX_CHARACTERS = 20_000
CAPITAL_OR_DIGIT = re.compile(r"[A-Z0-9]")


@dataclass(frozen=True, slots=True)
class NameCandidate:
    """Part of a text that may be a name, and where it begins."""

    text: str
    start: int


def find_known_names(user_id: str, texts: Sequence[str]) -> list[list[Found]]:
    """Return for each text the names in it that one entity of the space bears."""
    candidates = [list(_candidates(text[:MAX_CHARACTERS])) for text in texts]
    keys = {key for found in candidates for candidate in found for key in _keys(candidate.text)}
    known = _count_bearers(user_id, keys)
    return [[*_unambiguous(found, known)] for found in candidates] if known else [[] for _ in texts]


def _candidates(text: str) -> Iterator[NameCandidate]:
    runs = list(RUN.finditer(text))
    follows = [_are_adjacent(text, one, other) for one, other in pairwise(runs)] + [False]
    for first, run in enumerate(runs):
        for last in range(first, min(first + MAX_RUNS, len(runs))):
            candidate = text[run.start() : runs[last].end()].rstrip(".'’-+&")
            is_long = last > first or len(candidate) >= MIN_LENGTHS[run.lastgroup or "latin"]
            if is_long and (not candidate.isascii() or CAPITAL_OR_DIGIT.search(candidate)):
                yield NameCandidate(candidate, run.start())
            if not follows[last]:
                break


def _are_adjacent(text: str, one: re.Match[str], other: re.Match[str]) -> bool:
    """Whether two runs may be parts of one name: side by side, or English words with a space."""
    between = text[one.end() : other.start()]
    return not between or (between == " " and bool(one["latin"] and other["latin"]))


def _keys(text: str) -> tuple[str, str]:
    return look_up_key(text, ""), look_up_key(text, PERSON)


def _count_bearers(user_id: str, keys: Collection[str]) -> Mapping[tuple[str, str], int]:
    """Return how many entities bear each folded name, by name and type, as far as they count."""
    if not keys:
        return {}
    trusted = Q(validation_status=ValidationStatus.ACCEPTED) | Q(confidence_score__gte=CONFIDENCE)
    entities = (
        Entity.objects.filter(user_id=user_id, merged_into=None)
        .filter(trusted | Q(extraction_count__gte=MIN_MENTIONS))
        .exclude(validation_status=ValidationStatus.REJECTED)
        .exclude(entity_type__in=COMMON_WORDS)
    )
    bearers: dict[tuple[str, str], set[int]] = defaultdict(set)
    named = entities.filter(name_key__in=keys).values_list("name_key", "entity_type", "pk")
    called = EntityAlias.objects.filter(entity__in=entities, alias_key__in=keys)
    for key, type_name, pk in [
        *named,
        *called.values_list("alias_key", "entity__entity_type", "entity__pk"),
    ]:
        bearers[key, type_name].add(pk)
    return {name: len(pks) for name, pks in bearers.items()}


def _unambiguous(
    candidates: Sequence[NameCandidate], known: Mapping[tuple[str, str], int]
) -> Iterator[Found]:
    """Yield the pieces that one entity alone bears; of a name with several nobody knows whose it is."""
    total: Counter[str] = Counter()
    for (key, _type), count in known.items():
        total[key] += count
    types = {key: type_name for key, type_name in known if total[key] == 1}
    for candidate in candidates:
        general, personal = _keys(candidate.text)
        kind = types.get(general) or types.get(personal)
        if kind and look_up_key(candidate.text, kind) in types:
            end = candidate.start + len(candidate.text)
            yield Found(candidate.text, candidate.start, end, kind, CONFIDENCE, METHOD)


# A folded name with the type that it is not.
RejectedNames = frozenset[tuple[str, str]]


def rejected_names(user_id: str) -> RejectedNames:
    """Return what is no name in a space, by what was rejected in the inbox.

    Where something of that type is called so by now, a caller or a person has said so since:
    it is a name again.
    """
    proposals = Proposal.objects.filter(
        user_id=user_id, kind=ProposalKind.ENTITY, status=ProposalStatus.REJECTED
    )
    rejected = {
        (look_up_key(name, payload["type"]), payload["type"])
        for payload in proposals.values_list("payload", flat=True)
        for name in payload.get("names", ())
    }
    return frozenset(rejected - _named_since(user_id, {key for key, _type in rejected}))


def remove_rejected_names(mentions: Iterable[Found], rejected: RejectedNames) -> list[Found]:
    """Return the mentions whose words may be a name of their type."""
    return [
        one for one in mentions if (look_up_key(one.surface, one.type), one.type) not in rejected
    ]


def _named_since(user_id: str, keys: set[str]) -> set[tuple[str, str]]:
    if not keys:
        return set()
    named = Entity.objects.filter(user_id=user_id, merged_into=None, name_key__in=keys)
    called = EntityAlias.objects.filter(
        user_id=user_id, entity__merged_into=None, alias_key__in=keys
    )
    return {
        *named.values_list("name_key", "entity_type"),
        *called.values_list("alias_key", "entity__entity_type"),
    }
