"""Apply a pack's privacy policy to a text: keep, mask or refuse."""

from collections.abc import Sequence
from dataclasses import dataclass

from nlp.types import PrivacyPolicy

from .detect import Sensitive, detect

MASK, REFUSE, KEEP = "mask", "refuse", "keep"


@dataclass(frozen=True, slots=True)
class Masked:
    """A text in which the kinds of sensitive spans replace the spans."""

    text: str
    found: tuple[Sensitive, ...]


@dataclass(frozen=True, slots=True)
class Refused:
    """The sensitive spans for which a pack refuses a text."""

    found: tuple[Sensitive, ...]

    @property
    def what(self) -> tuple[str, ...]:
        """Return the kinds of the sensitive spans, each once."""
        return tuple(dict.fromkeys(one.what for one in self.found))


def apply_privacy(policy: PrivacyPolicy, text: str) -> Masked | Refused | str:
    """Return the text as it is, masked, or the reason to refuse it."""
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
