"""Find the known names of a space in new texts, and the names that users rejected.

A name given once by an assistant, a user or another text is recognized from then on. Candidates
are cut from each text and looked up together, so the cost does not grow with the space.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from django.db.models import Q

from core.caller import Caller
from entities.models import Entity, EntityAlias, ValidationStatus
from memories.models import Proposal, ProposalKind, ProposalStatus, State
from nlp.names.spelling import look_up_key
from nlp.predicates import NAME
from nlp.readers import ANNOTATIONS, PERSON, Found

METHOD = "rules:known"
# Enough to be linked to its entity: that it is a name is already known.
CONFIDENCE = 0.75
# Entities of these types are often common words, such as “meeting”.
COMMON_WORDS = ANNOTATIONS | {"Concept", "Error", "Event", "Food", "Meeting", "Role", "Task"}
# An entity with this many mentions is trusted.
MIN_MENTIONS = 2
# Runs of one script; in Latin letters a word. A name is up to four of them in a row.
RUN = re.compile(
    r"(?P<latin>[A-Za-z0-9][\w'’&.+-]*)|(?P<kana>[ァ-ヶー・]+)|(?P<han>[一-龥々〆]+)", re.A
)
MAX_RUNS = 4
MIN_LENGTHS = {"latin": 3, "kana": 3, "han": 2}
# A name of one Han character, or in hiragana, ends where a particle, a title or a pause follows: 楓は,
# むぎの. Only people and pets are so called; relatives (父は) are no names.
LIVING = frozenset({PERSON, "Pet"})
_BEHIND = r"(?=さん|ちゃん|くん|[君様はがをにとのもへやで、。，．！!？?\s]|から|まで|って|$)"
ONE_SIGN = re.compile(rf"(?<![一-龥々〆])(?![父母兄姉弟妹妻夫娘孫嫁犬猫私僕俺])[一-龥]{_BEHIND}")
HIRAGANA = re.compile(r"[ぁ-んー]{2,}")
LONGEST_HIRAGANA = 6
HIRAGANA_NAME = tuple(
    re.compile(rf"[ぁ-んー]{{{length}}}{_BEHIND}") for length in range(2, LONGEST_HIRAGANA + 1)
)
CALLED = re.compile(r"(?<=[ぁ-んー]{2})(?:さん|ちゃん|くん)")
LEADING_PARTICLES = frozenset("のとはがもやをに")
# Only the beginning of a very long text is searched.
MAX_CHARACTERS = 20_000
CAPITAL_OR_DIGIT = re.compile(r"[A-Z0-9]")


@dataclass(frozen=True, slots=True)
class NameCandidate:
    """Part of a text that may be a name, and its position; ``is_living``: of a person or pet only."""

    text: str
    start: int
    is_living: bool = False


def find_known_names(user_id: str, texts: Sequence[str]) -> list[list[Found]]:
    """Return for each text the names in it that belong to exactly one entity of the space."""
    candidates = [list(_candidates(text[:MAX_CHARACTERS])) for text in texts]
    keys = {key for found in candidates for candidate in found for key in _keys(candidate.text)}
    known = _count_bearers(user_id, keys)
    return [[*_unambiguous(found, known)] for found in candidates] if known else [[] for _ in texts]


def names_of_owner(caller: Caller) -> set[str]:
    """Return the names that the owner is known by, in any pack."""
    rows = State.objects.of(caller).findable().filter(predicate=NAME, subject=None, valid_to=None)
    return set(rows.values_list("value", flat=True))


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
    yield from _short_candidates(text)


def _short_candidates(text: str) -> Iterator[NameCandidate]:
    """Yield names of one Han character, and those in hiragana at the beginning of a run of it."""
    for sign in ONE_SIGN.finditer(text):
        yield NameCandidate(sign[0], sign.start(), is_living=True)
    for run in HIRAGANA.finditer(text):
        starts = (
            (run.start(), run.start() + 1) if run[0][0] in LEADING_PARTICLES else (run.start(),)
        )
        for start in starts:
            for name in HIRAGANA_NAME:
                if found := name.match(text, start):
                    yield NameCandidate(found[0], start, is_living=True)
        for title in CALLED.finditer(text, *run.span()):
            for start in range(
                max(run.start(), title.start() - LONGEST_HIRAGANA), title.start() - 1
            ):
                yield NameCandidate(text[start : title.start()], start, is_living=True)


def _are_adjacent(text: str, one: re.Match[str], other: re.Match[str]) -> bool:
    """Return whether two runs may form one name: adjacent, or Latin words with a space between."""
    between = text[one.end() : other.start()]
    return not between or (between == " " and bool(one["latin"] and other["latin"]))


def _keys(text: str) -> tuple[str, str]:
    return look_up_key(text, ""), look_up_key(text, PERSON)


def _count_bearers(user_id: str, keys: Collection[str]) -> Mapping[tuple[str, str], int]:
    """Return how many trusted entities have each folded name, by name and type."""
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
    """Yield the candidates that name exactly one entity."""
    total: Counter[str] = Counter()
    for (key, _type), count in known.items():
        total[key] += count
    types = {key: type_name for key, type_name in known if total[key] == 1}
    for candidate in candidates:
        general, personal = _keys(candidate.text)
        kind = types.get(general) or types.get(personal)
        if candidate.is_living and kind not in LIVING:
            continue
        if kind and look_up_key(candidate.text, kind) in types:
            end = candidate.start + len(candidate.text)
            yield Found(candidate.text, candidate.start, end, kind, CONFIDENCE, METHOD)


# Folded names, each with the type that it does not have.
RejectedNames = frozenset[tuple[str, str]]


def rejected_names(user_id: str) -> RejectedNames:
    """Return the names that a user rejected in the inbox, with their type.

    A name that an entity of that type has by now is a name again, and left out.
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
    """Return the mentions that were not rejected as names of their type."""
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
