"""Title proposals: a short line that names what each one is about."""

import re
from difflib import SequenceMatcher
from functools import singledispatch

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from core.journal import TOKEN
from entities.models import Entity
from graph.same_as import SAME_AS
from memories.models import Memory, Proposal, ProposalKind, State
from memories.schemas.inputs import sensitive_label
from nlp.readers import PERSON
from nlp.summary import EMPTY
from packs import registry

from .kinds import Payload, handler_for
from .kinds.contradictions import ContradictionPayload
from .kinds.entities import EntityPayload, MergePayload
from .kinds.imported import ImportedPayload, differences
from .kinds.links import LinkPayload, RelationPayload
from .kinds.memories import DuplicatePayload, UnclassifiedPayload
from .kinds.sensitive import SensitivePayload
from .kinds.states import StatePayload
from .preview import SubjectCache

# Characters of one name in a title, and of a text that fills a title alone.
SHORT, LONG = 40, 60
# Only the beginnings of two texts are compared.
MOST_COMPARED = 300
# A shorter common text says nothing: "it is", 「した」.
LEAST_COMMON = 4
HIDDEN = "…"
# Particles and marks, which begin or end no name.
EDGE = re.compile(
    r"^[\s、。,.;:!?はがをにでともの]+|(?<![\s、。,.;:!?「(（はがをにでともの])[\s、。,.;:!?「(（はがをにでともの]++$"
)


def title_of(proposal: Proposal, subjects: SubjectCache) -> str:
    """Return the title of a proposal; the name of its kind if its subject was erased.

    Names and texts stand as they are stored; a merged entity or a hidden memory still has one.
    """
    kind = str(ProposalKind(proposal.kind).label)
    if not proposal.payload:
        return kind
    handler = handler_for(proposal.kind)
    payload = handler.parsed(proposal.payload)
    return _title(payload, subjects) if subjects.stored(handler.subject_ids(payload)) else kind


def shortened(text: str, most: int = SHORT) -> str:
    """Return a text on one line, cut after so many characters."""
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"


@singledispatch
def _title(payload: Payload, subjects: SubjectCache) -> str:
    raise NotImplementedError


@_title.register
def _of_merge(payload: MergePayload, subjects: SubjectCache) -> str:
    kept = subjects.entities[payload.keep]
    if payload.also:
        number = len(payload.gone) + 1
        return _("%(name)s: %(number)s of the same name?") % {
            "name": shortened(kept.name),
            "number": number,
        }
    return _same(kept, subjects.entities[payload.merge])


def _same(one: Entity, other: Entity) -> str:
    names = {"one": shortened(one.name), "other": shortened(other.name)}
    if PERSON in (one.type_key, other.type_key):
        return pgettext("people", "%(one)s = %(other)s?") % names
    return pgettext("things", "%(one)s = %(other)s?") % names


@_title.register
def _of_entity(payload: EntityPayload, subjects: SubjectCache) -> str:
    entity = subjects.entities[payload.entity]
    named = {"name": shortened(entity.name), "type": subjects.entity_type_label(entity)}
    return _("%(name)s: %(type)s?") % named


@_title.register
def _of_relation(payload: RelationPayload, subjects: SubjectCache) -> str:
    source, target = subjects.entities[payload.source], subjects.entities[payload.target]
    if payload.type == SAME_AS:
        return _same(source, target)
    return _("%(source)s – %(type)s – %(target)s?") % {
        "source": shortened(source.name),
        "type": subjects.relation_label(payload.type),
        "target": shortened(target.name),
    }


@_title.register
def _of_link(payload: LinkPayload, subjects: SubjectCache) -> str:
    ends = (subjects.memories[uid] for uid in (payload.source, payload.target))
    return " → ".join(shortened(str(memory)) for memory in ends)


@_title.register
def _of_state(payload: StatePayload, subjects: SubjectCache) -> str:
    said = shortened(payload.value or payload.body, LONG)
    if payload.completes:
        return _("Done? %(what)s") % {"what": said}
    who = shortened(subjects.entities[payload.subject].name) if payload.subject else ""
    what = ": ".join(part for part in (said, _about(who, payload.predicate, subjects)) if part)
    return _("Ended? %(what)s") % {"what": what} if payload.ends else what


def _about(who: str, predicate: str, subjects: SubjectCache) -> str:
    """Return of whom and of what a state is: “Tanaka – works at”."""
    label = subjects.relation_label(predicate).replace("_", " ") if predicate else ""
    return " – ".join(part for part in (who, label) if part)


@_title.register
def _of_contradiction(payload: ContradictionPayload, subjects: SubjectCache) -> str:
    if payload.states:
        return _of_states([subjects.states[uid] for uid in payload.states], subjects)
    common = _common([subjects.memories[uid] for uid in payload.memories])
    return _("Contradiction: %(what)s") % {"what": common}


def _of_states(states: list[State], subjects: SubjectCache) -> str:
    older, newer = (shortened(state.value or state.body) for state in states)
    either = _("%(older)s or %(newer)s?") % {"older": older, "newer": newer}
    if len({(state.subject_id, state.predicate) for state in states}) > 1:
        return either
    [subject, predicate] = states[0].subject, states[0].predicate
    about = _about(shortened(subject.name) if subject else "", predicate, subjects)
    return f"{about}: {either}" if about else either


@_title.register
def _of_duplicate(payload: DuplicatePayload, subjects: SubjectCache) -> str:
    common = _common([subjects.memories[uid] for uid in (payload.canonical, payload.memory)])
    return _("Twice: %(what)s") % {"what": common}


def _common(memories: list[Memory]) -> str:
    """Return the longest words that two memories share, or else both titles."""
    one, other = (TOKEN.findall(memory.raw_text[:MOST_COMPARED]) for memory in memories)
    found = SequenceMatcher(None, one, other, autojunk=False).find_longest_match()
    tokens = one[found.a : found.a + found.size]
    while tokens and _says_nothing(tokens[0]):
        tokens.pop(0)
    while tokens and _says_nothing(tokens[-1]):
        tokens.pop()
    common = EDGE.sub("", "".join(tokens))
    if len(common) >= LEAST_COMMON:
        return shortened(common, LONG)
    return " / ".join(shortened(str(memory)) for memory in memories)


def _says_nothing(token: str) -> bool:
    return not token.strip() or token.lower() in EMPTY


@_title.register
def _of_unclassified(payload: UnclassifiedPayload, subjects: SubjectCache) -> str:
    memory = subjects.memories[payload.memory]
    pack = registry.pack_name(payload.pack or memory.pack)
    return f"{shortened(str(memory), LONG)} → {pack}?"


@_title.register
def _of_sensitive(payload: SensitivePayload, subjects: SubjectCache) -> str:
    found = dict.fromkeys(sensitive_label(what) for _start, _end, what in payload.spans)
    text = subjects.memories[payload.memory].raw_text
    # The title goes to programs too, so that it must not quote what may be hidden.
    for start, end, _what in sorted(payload.spans, reverse=True):
        text = text[:start] + HIDDEN + text[end:]
    return ": ".join(part for part in (_(", ").join(found), shortened(text, LONG)) if part)


@_title.register
def _of_imported(payload: ImportedPayload, subjects: SubjectCache) -> str:
    said = [(one, other) for _label, one, other in differences(payload, subjects)]
    _here, there = next((pair for pair in said if pair[0] != pair[1]), said[0])
    return _("In a file: %(what)s") % {"what": shortened(there, LONG)}
