"""What a pack's privacy policy makes of a text: kept, masked, or refused."""

from collections.abc import Sequence
from dataclasses import dataclass

from nlp.types import PrivacyPolicy

from .detect import Sensitive, detect

MASK, REFUSE, KEEP = "mask", "refuse", "keep"


@dataclass(frozen=True, slots=True)
class Masked:
    """A text in which sensitive stretches were replaced by what they were."""

    text: str
    found: tuple[Sensitive, ...]


@dataclass(frozen=True, slots=True)
class Refused:
    """A text that the pack does not keep, and what is in it."""

    found: tuple[Sensitive, ...]

    @property
    def what(self) -> tuple[str, ...]:
        """The kinds that were found, each once."""
        return tuple(dict.fromkeys(one.what for one in self.found))


def apply_privacy(policy: PrivacyPolicy, text: str) -> Masked | Refused | str:
    """Return the text as it is, masked, or why it is refused; nothing is read where all is kept."""
    if {policy.secrets, policy.personal_data} == {KEEP}:
        return text
    found = detect(text)
    if refused := _under(policy, found, REFUSE):
        return Refused(refused)
    if masked := _under(policy, found, MASK):
        return Masked(_masked(text, masked), masked)
    return text


def _under(policy: PrivacyPolicy, found: Sequence[Sensitive], wish: str) -> tuple[Sensitive, ...]:
    wishes = {True: policy.secrets, False: policy.personal_data}
    return tuple(one for one in found if wishes[one.is_secret] == wish)


def _masked(text: str, found: Sequence[Sensitive]) -> str:
    pieces, at = [], 0
    for one in found:
        pieces += [text[at : one.start], f"[{one.what}]"]
        at = one.end
    return "".join([*pieces, text[at:]])
