"""The second factor of a log-in: codes of an authenticator (TOTP, RFC 6238), and recovery codes."""

import hashlib
import secrets
import time
from base64 import b32encode, urlsafe_b64encode
from datetime import datetime
from urllib.parse import quote

from cryptography.fernet import Fernet, InvalidToken
from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP
from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import SecondFactor
from core.errors import Conflict, InvalidInput

STEP_SECONDS = 30
DIGITS = 6
SECRET_BYTES = 20
# Clocks of phones differ by some seconds.
NEIGHBORS = (0, -1, 1)
RECOVERY_CODES = 10
# 80 bits each: no slow hash is needed.
RECOVERY_BYTES = 10


def new_secret() -> bytes:
    """Return a new secret for an authenticator."""
    return secrets.token_bytes(SECRET_BYTES)


def typed_secret(secret: bytes) -> str:
    """Return a secret as people type it into an authenticator."""
    return b32encode(secret).decode().rstrip("=")


def authenticator_address(secret: bytes, name: str) -> str:
    """Return the address that an authenticator reads from a picture."""
    label = quote(f"Wasurena:{name}")
    return f"otpauth://totp/{label}?secret={typed_secret(secret)}&issuer=Wasurena"


def has_second_factor(user: User) -> bool:
    """Return whether a log-in of this person asks for a code."""
    return SecondFactor.objects.filter(user=user).exists()


def codes_left(user: User) -> int:
    """Return the number of recovery codes that were not used."""
    found = SecondFactor.objects.filter(user=user).first()
    return len(found.recovery) if found else 0


@transaction.atomic
def second_factor_begin(user: User, secret: bytes, code: str, *, now: datetime) -> list[str]:
    """Turn the second factor on, proven by a code; return the recovery codes, only this once.

    Raises:
        Conflict: it is on already.
        InvalidInput: the code is wrong.
    """
    if has_second_factor(user):
        raise Conflict(_("the second factor is on already"), field="code")
    step = _step_of(secret, code, after=0)
    if step is None:
        raise InvalidInput(_("this is not the code of now"), field="code", code="wrong_code")
    codes = _new_codes()
    SecondFactor.objects.create(
        user=user,
        secret=_cipher().encrypt(secret).decode(),
        last_step=step,
        recovery=[_digest(one) for one in codes],
        created_at=now,
    )
    return codes


@transaction.atomic
def second_factor_accepts(user: User, code: str) -> bool:
    """Return whether a code is right; each code of either kind counts once."""
    found = SecondFactor.objects.select_for_update().filter(user=user).first()
    if found is None:
        return False
    if (digest := _digest(code)) in found.recovery:
        found.recovery.remove(digest)
        found.save(update_fields=["recovery"])
        return True
    try:
        secret = _cipher().decrypt(found.secret.encode())
    except InvalidToken:
        # The signing key is another one: recovery codes alone count.
        return False
    step = _step_of(secret, code, after=found.last_step)
    if step is None:
        return False
    found.last_step = step
    found.save(update_fields=["last_step"])
    return True


@transaction.atomic
def recovery_codes_renew(user: User) -> list[str]:
    """Replace the recovery codes, and return the new ones, only this once."""
    codes = _new_codes()
    SecondFactor.objects.filter(user=user).update(recovery=[_digest(one) for one in codes])
    return codes


def second_factor_end(user: User) -> bool:
    """Turn the second factor off; return whether it was on."""
    count, _by_model = SecondFactor.objects.filter(user=user).delete()
    return bool(count)


def _step_of(secret: bytes, code: str, *, after: int) -> int | None:
    """Return the step of a right code; None for a wrong one, or one that was used."""
    given = "".join(code.split())
    current = int(time.time()) // STEP_SECONDS
    authenticator = TOTP(secret, DIGITS, SHA1(), STEP_SECONDS)
    for step in (current + one for one in NEIGHBORS):
        expected = authenticator.generate(step * STEP_SECONDS).decode()
        if secrets.compare_digest(expected.encode(), given.encode()) and step > after:
            return step
    return None


def _new_codes() -> list[str]:
    made = [
        b32encode(secrets.token_bytes(RECOVERY_BYTES)).decode() for _one in range(RECOVERY_CODES)
    ]
    return ["-".join(code[at : at + 4] for at in range(0, len(code), 4)).lower() for code in made]


def _digest(code: str) -> str:
    plain = "".join(code.replace("-", "").split()).lower()
    return hashlib.sha256(f"recovery:{plain}".encode()).hexdigest()


def _cipher() -> Fernet:
    """Return the cipher of secrets: a copy of the database alone makes no codes."""
    key = hashlib.sha256(f"second factor:{settings.SECRET_KEY}".encode()).digest()
    return Fernet(urlsafe_b64encode(key))
