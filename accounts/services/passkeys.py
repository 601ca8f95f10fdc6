"""Passkeys of a person (WebAuthn): in place of a code, after the password.

They belong to a second factor, whose recovery codes open the door if all of them are lost.
"""

import ipaddress
import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _
from fido2.server import Fido2Server
from fido2.utils import websafe_decode, websafe_encode
from fido2.webauthn import (
    AttestedCredentialData,
    AuthenticationResponse,
    PublicKeyCredentialRpEntity,
    PublicKeyCredentialUserEntity,
    UserVerificationRequirement,
)

from accounts.models import SecondFactor
from core.errors import InvalidInput, Problem

NAME_LENGTH = 64
MOST_PASSKEYS = 10
LONGEST_ANSWER = 16 * 1024
# What broken or foreign answers of a browser raise.
REFUSALS = (ValueError, KeyError, TypeError, AttributeError, IndexError)


@dataclass(frozen=True, slots=True)
class Site:
    """Where a browser sees us: a passkey is good for one host, under its origin."""

    host: str
    origin: str

    @property
    def may_have_passkeys(self) -> bool:
        """Whether browsers know passkeys for this host: they need a name."""
        try:
            ipaddress.ip_address(self.host.strip("[]"))
        except ValueError:
            return True
        return False

    def server(self) -> Fido2Server:
        """Return what makes and checks challenges for this host."""
        entity = PublicKeyCredentialRpEntity(name="Wasurena", id=self.host)
        return Fido2Server(entity, verify_origin=lambda origin: origin == self.origin)


@dataclass(frozen=True, slots=True)
class Passkey:
    """A passkey as its person sees it."""

    id: str
    name: str
    host: str
    created_at: datetime
    used_at: datetime | None


def passkeys(user: User) -> list[Passkey]:
    """Return the passkeys of a person, oldest first."""
    return [
        Passkey(
            id=one["id"],
            name=one["name"],
            host=one["host"],
            created_at=datetime.fromisoformat(one["created_at"]),
            used_at=datetime.fromisoformat(one["used_at"]) if one["used_at"] else None,
        )
        for one in _stored(user)
    ]


def passkey_offer(user: User, site: Site) -> tuple[str, Any]:
    """Return what a browser makes a passkey from, as JSON, and the state to keep until then."""
    known = [_credential(one) for one in _stored(user) if one["host"] == site.host]
    person = PublicKeyCredentialUserEntity(
        id=str(user.pk).encode(), name=user.username, display_name=user.username
    )
    options, state = site.server().register_begin(
        person, known, user_verification=UserVerificationRequirement.PREFERRED
    )
    return json.dumps(dict(options)["publicKey"]), state


def _checked_name(name: str) -> str:
    name = " ".join(name.split())
    if not name:
        raise InvalidInput(_("give the passkey a name"), field="name", code="empty")
    if (length := len(name)) > NAME_LENGTH:
        detail = f"at most {NAME_LENGTH} characters; this has {length:,}"
        raise InvalidInput([Problem("name", "string_too_long", detail, length, NAME_LENGTH)])
    return name


@transaction.atomic
def passkey_add(
    user: User, site: Site, state: Any, answer: str, *, name: str, now: datetime
) -> None:
    """Store the passkey that a browser has made.

    Raises:
        InvalidInput: it has no name or a long one, the answer does not belong to the challenge, there are ten
            already, or there is no second factor.
    """
    name = _checked_name(name)
    factor = SecondFactor.objects.select_for_update().filter(user=user).first()
    if factor is None or len(factor.passkeys) >= MOST_PASSKEYS:
        raise InvalidInput(_("no more passkeys can be added"), field="passkey", code="too_many")
    try:
        made = site.server().register_complete(state, json.loads(answer[:LONGEST_ANSWER]))
        credential = made.credential_data
        assert credential is not None
    except REFUSALS as error:
        raise InvalidInput(_("not the answer"), field="passkey", code="wrong_passkey") from error
    factor.passkeys.append(
        {
            "id": websafe_encode(credential.credential_id),
            "data": websafe_encode(bytes(credential)),
            "host": site.host,
            "name": name,
            "count": made.counter,
            "created_at": now.isoformat(),
            "used_at": None,
        }
    )
    factor.save(update_fields=["passkeys"])


def passkey_challenge(user: User, site: Site) -> tuple[str, Any] | None:
    """Return what a browser signs, as JSON, and the state; None without a passkey for this host."""
    known = [_credential(one) for one in _stored(user) if one["host"] == site.host]
    if not known:
        return None
    options, state = site.server().authenticate_begin(
        known, user_verification=UserVerificationRequirement.PREFERRED
    )
    return json.dumps(dict(options)["publicKey"]), state


@transaction.atomic
def passkey_accepts(user: User, site: Site, state: Any, answer: str, *, now: datetime) -> bool:
    """Return whether a passkey of this person has signed the challenge, and note its use."""
    factor = SecondFactor.objects.select_for_update().filter(user=user).first()
    if factor is None or not state:
        return False
    known = {one["id"]: one for one in factor.passkeys if one["host"] == site.host}
    try:
        given = AuthenticationResponse.from_dict(json.loads(answer[:LONGEST_ANSWER]))
        used = site.server().authenticate_complete(
            state, [_credential(one) for one in known.values()], given
        )
    except REFUSALS:
        return False
    stored, count = known[websafe_encode(used.credential_id)], _count(given)
    # A counter that does not grow is one of a copy; synchronized passkeys have none.
    if (count or stored["count"]) and count <= stored["count"]:
        return False
    stored |= {"count": count, "used_at": now.isoformat()}
    factor.save(update_fields=["passkeys"])
    return True


@transaction.atomic
def passkey_end(user: User, uid: str) -> None:
    """Forget a passkey; one that does not exist is none already."""
    factor = SecondFactor.objects.select_for_update().filter(user=user).first()
    if factor is not None:
        factor.passkeys = [one for one in factor.passkeys if one["id"] != uid]
        factor.save(update_fields=["passkeys"])


def _stored(user: User) -> list[dict[str, Any]]:
    factor = SecondFactor.objects.filter(user=user).first()
    return list(factor.passkeys) if factor else []


def _credential(stored: dict[str, Any]) -> AttestedCredentialData:
    return AttestedCredentialData(websafe_decode(stored["data"]))


def _count(given: AuthenticationResponse) -> int:
    return int(given.response.authenticator_data.counter)
