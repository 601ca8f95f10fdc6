"""Keep, mask or refuse the sensitive parts of texts, lists, objects and inputs."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pydantic import BaseModel

from core.caller import pack_of
from core.errors import InvalidInput, Problem
from memories.schemas.inputs import sensitive_label
from nlp.predicates import CONDITION
from nlp.privacy.policy import (
    HEALTH,
    MASK,
    REFUSE,
    Masked,
    Refused,
    apply_privacy,
    keeps_everything,
    masking,
)
from nlp.readers import PrivacyPolicy
from packs.privacy import policies_of, policy_of

# Fields of a save or a change, and the columns whose originals are kept.
KEPT = {"text": "raw_text", "assistant_text": "assistant_text", "title": "title"}
# Key in ``extra_data``: the kinds of sensitive text that were masked.
MASKED = "masked"
# Keys of a vocabulary, and what the parts of a save are attached to.
KEYS = frozenset({"type", "kind", "predicate", "target_id", "memory_type", "category", "pack"})
# Names: one that is masked as a whole would join all who share it, and is left out.
NAMES = frozenset({"title", "speaker", "context", "tags", "name", "aliases", "subject"})
# Names without which a part of a save says nothing.
NEEDED = {
    "EntityInput": ("name",),
    "RelationInput": ("source", "target"),
    "SaidState": ("subject",),
}
Treatable = TypeVar("Treatable", bound=BaseModel)


@dataclass(slots=True)
class Treatment:
    """The policy of a space; it collects the kinds that it masked, and why it refused."""

    pack: str
    policy: PrivacyPolicy
    problems: list[Problem] = field(default_factory=list)
    masked: set[str] = field(default_factory=set)
    # Texts as they were before they were masked, by path, if the policy keeps them encrypted.
    originals: dict[str, str] = field(default_factory=dict)
    is_asked: bool = False

    @classmethod
    def of(cls, space: str) -> "Treatment":
        """Return the treatment of texts in a space, by its policy of today."""
        return cls(pack_of(space), policy_of(space))

    @classmethod
    def of_spaces(cls, spaces: Sequence[str]) -> "Treatment":
        """Return the treatment of a text that belongs to several spaces: what one masks is masked."""
        return cls("", masking(policies_of(spaces)))

    @property
    def is_idle(self) -> bool:
        """Whether the policy keeps every text as it is."""
        return keeps_everything(self.policy)

    @property
    def as_mask(self) -> "Treatment":
        """Return a treatment that masks whatever this one does not keep."""
        return Treatment(self.pack, masking([self.policy]))

    def text(self, given: str, path: str) -> str:
        """Return a text as it may be stored; ``path`` names it if it is refused."""
        outcome = apply_privacy(self.policy, given)
        if isinstance(outcome, Masked):
            self.masked |= {one.what for one in outcome.found}
            if outcome.is_asked or self.policy.reveal:
                self.originals[path] = given
                self.is_asked |= outcome.is_asked
            return outcome.text
        if isinstance(outcome, Refused):
            self._refuse(outcome.what, path)
        return given

    def _refuse(self, kinds: Collection[str], path: str) -> None:
        found = ", ".join(map(sensitive_label, kinds))
        detail = f"the pack “{self.pack}” does not keep this: {found}"
        self.problems.append(Problem(path, "sensitive", detail))

    def state_value(self, predicate: str, given: str, path: str) -> str:
        """Return the value of a state as it may be stored: that of a condition is on health."""
        if predicate == CONDITION and self.policy.health == REFUSE:
            self._refuse((HEALTH,), path)
        if predicate == CONDITION and self.policy.health == MASK:
            self.masked.add(HEALTH)
            return f"[{HEALTH}]"
        return self.text(given, path)

    def name(self, given: str, path: str) -> str:
        """Return a name as it may be stored; empty if nothing of it may be."""
        kept = self.text(given, path)
        return "" if kept != given and kept in {f"[{what}]" for what in self.masked} else kept

    def fields(
        self, given: Treatable, prefix: str = "", *, keys: Collection[str] = KEYS
    ) -> Treatable:
        """Return an input with its texts treated, but for ``keys``."""
        if self.is_idle:
            return given
        changed = {}
        for field_name in type(given).model_fields:
            if field_name in keys:
                continue
            before = getattr(given, field_name)
            # The ends of a relation are names too.
            is_name = field_name in (NAMES | set(NEEDED.get(type(given).__name__, ())))
            after = self.value(before, f"{prefix}{field_name}", is_name=is_name)
            if after != before:
                changed[field_name] = after
        return given.model_copy(update=changed) if changed else given

    def value(self, given: Any, path: str, *, is_name: bool = False) -> Any:
        """Return a value with all texts in it treated."""
        if isinstance(given, str):
            return self.name(given, path) if is_name else self.text(given, path)
        if isinstance(given, BaseModel):
            return self.fields(given, f"{path}.")
        if isinstance(given, list):
            treated = (
                self.value(one, f"{path}.{at}", is_name=is_name) for at, one in enumerate(given)
            )
            return [one for one in treated if not _is_nameless(one, is_name=is_name)]
        if isinstance(given, Mapping):
            return {
                self.text(key, path): self.value(one, f"{path}.{key}") for key, one in given.items()
            }
        return given

    def kept_originals(self, prefix: str = "") -> dict[str, str]:
        """Return the originals of the columns of a memory that are kept, by column."""
        named = {f"{prefix}{name}": column for name, column in KEPT.items()}
        return {named[path]: text for path, text in self.originals.items() if path in named}

    def raise_problems(self) -> None:
        """Raise InvalidInput with the reasons to refuse."""
        if self.problems:
            raise InvalidInput(self.problems)

    def noted(self, extra: Mapping[str, Any]) -> dict[str, Any]:
        """Return the extra data of a memory with the kinds that were masked."""
        return {**extra, MASKED: sorted(self.masked)} if self.masked else dict(extra)


def treated(given: Treatable, space: str) -> Treatable:
    """Return a link, a state or a change of one as its space may store it, its reason too.

    Raises:
        InvalidInput: the policy refuses a part of it.
    """
    treatment = Treatment.of(space)
    kept = treatment.fields(given)
    if (predicate := getattr(kept, "predicate", "")) == CONDITION:
        value = treatment.state_value(predicate, getattr(kept, "value", ""), "value")
        kept = kept.model_copy(update={"value": value})
    treatment.raise_problems()
    return kept


def _is_nameless(one: Any, *, is_name: bool) -> bool:
    needed = NEEDED.get(type(one).__name__, ())
    return (is_name and one == "") or any(not getattr(one, name) for name in needed)
