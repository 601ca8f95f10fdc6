"""Detect sensitive data in a text, and apply a pack's policy: keep, mask or refuse."""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from nlp.readers import PrivacyPolicy

from .by_network import is_doubted, secrets_by_network
from .credentials import learned_credentials
from .examples import is_called_example, is_reserved, may_be_of_story, tells_story
from .personal.addresses import addresses
from .personal.bank_accounts import bank_accounts, ibans
from .personal.cards import card_codes, credit_cards
from .personal.emails import emails
from .personal.health import health
from .personal.identity import driving_licenses, insurance_numbers, medical_records, ni_numbers
from .personal.numbers import (
    my_numbers,
    passports,
    residence_cards,
    social_security_numbers,
)
from .personal.telephones import telephones
from .secrets.keys import api_keys
from .secrets.passwords import passwords, with_last_signs
from .secrets.private_keys import private_keys

# Kinds that give access; every other kind but health and examples is personal data.
SECRETS = frozenset({"private_key", "api_key", "password"})
HEALTH = "health"
BETWEEN = re.compile(r"[^\S\n]?(?:[のでとや、・]|and|with|for|of|,)?[^\S\n]?")
# Values that are reserved for tests and documents: they belong to nobody.
EXAMPLE = "example"
# A network goes by this, and nobody has to hide it.
NETWORK_NAME = re.compile(
    r"(?:\bSSID|\b(?:wi-?fi|hotspot|network|wlan)(?:['’]s)?(?: here| at \w+)?"
    r"(?: (?:is |name |was )?(?:called|named)| name)"
    r"|\bnetwork|(?:Wi-?Fi|無線|ネットワーク)の名前)[^\S\n]?(?:is|:|=|：|は|が)?[^\S\n]?[\"'“「『]?$",
    re.I,
)
SUCH_AS = re.compile(r"[」』”\"']?(?:みたい[なに]|のよう[なに]|といった)")
NAME_NEAR = 32
# Names that routers come with.
ROUTER = re.compile(
    r"(?:BT-?(?:Wi-?fi|Hub)|aterm-|buffalo-|elecom-|TP-Link|NETGEAR|Linksys|FRITZ|SKY[A-Z0-9]{5}$|VM\d{7}$)",
    re.I,
)
MASK, REFUSE, KEEP, ASK = "mask", "refuse", "keep", "ask"


@dataclass(frozen=True, slots=True)
class Sensitive:
    """Characters ``start`` to ``end`` of a text, their kind, and a confidence in 0…1.

    ``is_trained``: the trained network found it, and no rule.
    """

    start: int
    end: int
    what: str
    confidence: float
    is_trained: bool = False

    @property
    def is_secret(self) -> bool:
        """Whether the characters are a secret; otherwise they are personal data."""
        return self.what in SECRETS

    @property
    def is_example(self) -> bool:
        """Whether the characters look sensitive, but are reserved for tests and documents."""
        return self.what == EXAMPLE


def detect(text: str, *, is_trained: bool = False) -> list[Sensitive]:
    """Return the sensitive spans of a text in order; of two that overlap, the surer one.

    With ``is_trained`` the trained network reads secrets too, and what it finds very unlikely is
    left out.
    """
    in_story = tells_story(text)
    spans = [(what, *span, False) for what, finder in FINDERS.items() for span in finder(text)]
    if is_trained:
        spans += ((*one, True) for one in secrets_by_network(text))
    found = [
        Sensitive(start, end, _kind(what, text, start, end, in_story=in_story), confidence, trained)
        for what, start, end, confidence, trained in spans
        if what != "password" or not _is_no_password(text, start, end)
    ]
    if is_trained:
        found = [
            one
            for one in found
            if one.is_trained or not is_doubted(text, one.what, one.start, one.end)
        ]
    kept: list[Sensitive] = []
    for one in sorted(found, key=lambda one: (-one.confidence, one.start - one.end)):
        at = bisect_left(kept, one.start, key=lambda other: other.start)
        is_before_next = at == len(kept) or one.end <= kept[at].start
        if is_before_next and (at == 0 or kept[at - 1].end <= one.start):
            kept.insert(at, one)
    return _with_joined_health(kept, text)


def _with_joined_health(found: Sequence[Sensitive], text: str) -> list[Sensitive]:
    """Join statements on health with only a small word between them: they are one."""
    joined: list[Sensitive] = []
    for one in found:
        last = joined[-1] if joined else None
        is_health = last is not None and last.what == one.what == HEALTH
        if last and is_health and BETWEEN.fullmatch(text, last.end, one.start):
            joined[-1] = replace(last, end=one.end)
        else:
            joined.append(one)
    return joined


def _kind(what: str, text: str, start: int, end: int, *, in_story: bool) -> str:
    value = text[start:end]
    if is_reserved(what, value) or (in_story and may_be_of_story(what, value)):
        return EXAMPLE
    return EXAMPLE if is_called_example(what, text, start, end) else what


def _passwords(text: str) -> Iterator[tuple[int, int, float]]:
    """Find passwords and codes by rules, and those that no rule knows by what is around them."""
    for start, end, sure in (*passwords(text), *learned_credentials(text)):
        yield start, with_last_signs(text, start, end), sure


def _is_no_password(text: str, start: int, end: int) -> bool:
    """Whether a word is the name of a network, or one that a text warns of."""
    before = text[max(0, start - NAME_NEAR) : start]
    is_network = NETWORK_NAME.search(before) or ROUTER.match(text, start, end)
    return bool(is_network or SUCH_AS.match(text, end))


Finder = Callable[[str], Iterator[tuple[int, int, float]]]
FINDERS: dict[str, Finder] = {
    "private_key": private_keys,
    "api_key": api_keys,
    "password": _passwords,
    "credit_card": credit_cards,
    "cvv": card_codes,
    "my_number": my_numbers,
    "ssn": social_security_numbers,
    "ni_number": ni_numbers,
    "passport": passports,
    "residence_card": residence_cards,
    "driving_license": driving_licenses,
    "insurance_number": insurance_numbers,
    "medical_record": medical_records,
    "iban": ibans,
    "bank_account": bank_accounts,
    "email": emails,
    "phone": telephones,
    "address": addresses,
    HEALTH: health,
}


@dataclass(frozen=True, slots=True)
class Masked:
    """A text in which the kinds of sensitive spans replace the spans.

    ``is_asked``: the owner is asked what shall become of the original.
    """

    text: str
    found: tuple[Sensitive, ...]
    is_asked: bool = False


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
    if keeps_everything(policy):
        return text
    found = detect(text)
    if refused := _under(policy, found, REFUSE):
        return Refused(refused)
    asked = tuple(one for one in _under(policy, found, ASK) if one.what != HEALTH)
    if masked := sorted((*_under(policy, found, MASK), *asked), key=lambda one: one.start):
        return Masked(_masked(text, masked), tuple(masked), is_asked=bool(asked))
    return text


def keeps_everything(policy: PrivacyPolicy) -> bool:
    """Return whether a policy keeps every text as it is; statements on health are asked about as kept."""
    changing = {MASK, REFUSE, ASK}
    return not (
        {policy.secrets, policy.personal_data} & changing or policy.health in {MASK, REFUSE}
    )


def masking(policies: Sequence[PrivacyPolicy]) -> PrivacyPolicy:
    """Return the policy that masks what one of these does not keep; originals are not kept."""
    return PrivacyPolicy(
        secrets=_masked_unless_kept(one.secrets for one in policies),
        personal_data=_masked_unless_kept(one.personal_data for one in policies),
        # Asking about statements on health keeps them.
        health=_masked_unless_kept(KEEP if one.health == ASK else one.health for one in policies),
    )


def _masked_unless_kept(wishes: Iterable[str]) -> str:
    return MASK if set(wishes) - {KEEP} else KEEP


def treatment(policy: PrivacyPolicy, one: Sensitive) -> str:
    """Return what a policy does with a sensitive span; an example is always kept."""
    if one.is_example:
        return KEEP
    if one.what == HEALTH:
        return policy.health
    return policy.secrets if one.is_secret else policy.personal_data


def is_asked_about(policy: PrivacyPolicy, one: Sensitive) -> bool:
    """Whether the owner is asked about a span that was kept; about health only on request."""
    if one.what in (HEALTH, EXAMPLE):
        return treatment(policy, one) == ASK
    return True


def _under(policy: PrivacyPolicy, found: Sequence[Sensitive], wish: str) -> tuple[Sensitive, ...]:
    return tuple(one for one in found if treatment(policy, one) == wish)


def _masked(text: str, found: Sequence[Sensitive]) -> str:
    pieces, at = [], 0
    for one in found:
        pieces += [text[at : one.start], f"[{one.what}]"]
        at = one.end
    return "".join([*pieces, text[at:]])
