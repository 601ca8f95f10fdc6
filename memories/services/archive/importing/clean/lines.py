"""Hold the lines of an archive to what a save may store: private parts, policies, times.

A line is cleaned when it is compared, and again when it is stored; its history likewise.
"""

from collections import defaultdict
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from core.caller import Caller, recording_time
from core.journal import registry
from core.models import Revision
from memories.models import Memory
from memories.records.privacy.treatment import MASKED, Treatment
from nlp.privacy.policy import MASK, REFUSE
from nlp.privacy.private_parts import without_private
from nlp.readers import PrivacyPolicy
from packs.privacy import PARTS, policy_of

from ...tables import PAYLOADS, Table
from ...values import Line
from .words import FIELDS, NAMES, NEEDED, WORDS, follow


@dataclass(slots=True)
class Changes:
    """What became of the lines of one member, by number; ``read`` is the last one that was read."""

    read: int = 0
    private: set[int] = field(default_factory=set)
    masked: dict[int, Treatment] = field(default_factory=dict)
    redated: set[int] = field(default_factory=set)
    # Why the pack refuses a line; it matters only for a line that is new here.
    refused: dict[int, str] = field(default_factory=dict)

    def has(self, number: int) -> bool:
        """Return whether a line was changed."""
        return number in self.private or number in self.masked or number in self.redated


@dataclass(slots=True)
class Cleaner:
    """Cleans the lines of an archive for a person, and notes by member what it changed."""

    caller: Caller
    now: datetime
    changes: dict[str, Changes] = field(default_factory=lambda: defaultdict(Changes))
    _policies: dict[str, PrivacyPolicy] = field(default_factory=dict)

    def clean(self, table: Table, number: int, line: Line) -> Line:
        """Return a line as it may be stored; words that the pack refuses are masked, and noted."""
        changes, model = self.changes[table.member], table.model
        if number <= changes.read and not changes.has(number):
            return line
        changes.read = max(changes.read, number)
        if model is Revision:
            return self._entry(line)
        kept = public_values(model, line)
        if kept != line:
            changes.private.add(number)
        if model is Memory and self._redate(kept):
            changes.redated.add(number)
        treatment = self._treatment(line.get("pack"))
        if treatment is not None and self._treat(model, kept, treatment):
            changes.masked[number] = treatment
            if reason := self._refusal(model, line, treatment.pack):
                changes.refused[number] = reason
        return kept

    def _treatment(self, pack: Any) -> Treatment | None:
        """Return what masks the words of a pack, also those that it refuses; None if it keeps all."""
        if not isinstance(pack, str):
            return None
        policy = self._policy(pack)
        masking: dict[str, Any] = {one: MASK for one in PARTS if getattr(policy, one) == REFUSE}
        treatment = Treatment(pack, replace(policy, **masking))
        return None if treatment.is_idle else treatment

    def _policy(self, pack: str) -> PrivacyPolicy:
        if pack not in self._policies:
            self._policies[pack] = policy_of(self.caller.space(pack))
        return self._policies[pack]

    def _refusal(self, model: Any, line: Line, pack: str) -> str:
        """Return why the pack refuses a line; empty if it masks what it found."""
        treatment = Treatment(pack, self._policy(pack))
        for name in WORDS[model]:
            treatment.value(line.get(name), name)
        return treatment.problems[0].detail if treatment.problems else ""

    def _treat(self, model: Any, values: Line, treatment: Treatment) -> bool:
        """Mask the words of a row, and set what follows; return whether anything was masked."""
        before = dict(values)
        for name in WORDS.get(model, ()):
            path = FIELDS.get(name, name) if model is Memory else name
            values[name] = treatment.value(values.get(name), path, is_name=name in NAMES)
            if name not in before:
                del values[name]
        if values == before:
            return False
        follow(model, values)
        if model is Memory and isinstance(extra := values.get("extra_data"), dict):
            kinds = sorted({*(extra.get(MASKED) or ()), *treatment.masked})
            values["extra_data"] = {**extra, MASKED: kinds}
        return True

    def _redate(self, values: Line) -> bool:
        """Set the time of a memory to now where a save would: before 1970, and in the future."""
        try:
            said = datetime.fromisoformat(values["created_at"])
        except (KeyError, TypeError, ValueError):
            return False
        at, problem = recording_time(said, self.caller, self.now, "created_at")
        if problem is not None:
            values["created_at"] = at.isoformat().replace("+00:00", "Z")
        return problem is not None

    def _entry(self, entry: Line) -> Line:
        """Return an entry of the history with the words that its rows may have."""
        treatment = self._treatment(entry.get("pack"))
        kept = {**entry, "reason": without_private(entry.get("reason") or "")}
        self._redate(kept)
        if treatment is not None:
            kept["reason"] = treatment.value(kept["reason"], "reason")
        for name in PAYLOADS:
            if isinstance(entry.get(name), dict):
                kept[name] = self._payload(str(entry.get("target_type")), entry[name], treatment)
        return kept

    def _payload(self, kind: str, payload: Line, treatment: Treatment | None) -> Line:
        if (parts := registry.group(kind)) is not None:
            rows = payload.get(parts.group) or []
            return {
                **payload,
                parts.group: [self._row(parts.model, one, treatment) for one in rows],
            }
        known = registry.find(kind)
        return self._row(known.model if known else None, payload, treatment)

    def _row(self, model: Any, row: Line, treatment: Treatment | None) -> Line:
        values = public_values(model, row)
        if model is Memory:
            self._redate(values)
        if treatment is not None:
            self._treat(model, values, treatment)
        return values


def public_values(model: Any, values: Line) -> Line:
    """Return the values of a row without private parts."""
    kept: Line = _public(values)
    if kept != values:
        follow(model, kept)
    return kept


def says_nothing(model: Any, given: Line, kept: Line) -> bool:
    """Return whether cleaning left nothing of the words without which a row is none."""
    name = NEEDED.get(model, "")
    return bool(given.get(name)) and not kept[name]


def _public(value: Any) -> Any:
    if isinstance(value, str):
        return without_private(value)
    if isinstance(value, dict):
        return {without_private(name): _public(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [_public(inner) for inner in value]
    return value
