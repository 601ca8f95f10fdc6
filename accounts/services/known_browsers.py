"""Browsers that have logged a person in: they are told apart from guesses made elsewhere.

What such a browser keeps is signed, and good for one person until the next password. It opens
nothing: it exempts from waits that are due to others.
"""

import hashlib
import secrets
from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.core import signing

COOKIE_PREFIX = "wasurena_browser_"
KNOWN_SECONDS = 180 * 24 * 60 * 60
SALT = "accounts.known_browser"


def cookie_name(user_name: str) -> str:
    """Return the name of a person's cookie: several people may share a browser."""
    return COOKIE_PREFIX + hashlib.sha256(user_name.casefold().encode()).hexdigest()[:16]


def new_cookie(user: User) -> str:
    """Return what a browser keeps that this person has logged in with."""
    held = {"user": user.pk, "id": secrets.token_hex(16), "password": user.get_session_auth_hash()}
    return signing.dumps(held, salt=SALT)


def known_browser(cookies: Mapping[str, str], user_name: str) -> str:
    """Return the id of a browser known for this name; empty if it is not known.

    Without a cookie nothing is looked up, so that the answer does not tell which names exist.
    """
    if not (held := _read(cookies, user_name)):
        return ""
    user = User.objects.filter(pk=held["user"]).first()
    if user is None or user.username.casefold() != user_name.casefold():
        return ""
    return str(held["id"]) if held["password"] == user.get_session_auth_hash() else ""


def _read(cookies: Mapping[str, str], user_name: str) -> dict[str, Any]:
    try:
        cookie = cookies.get(cookie_name(user_name), "")
        held: dict[str, Any] = signing.loads(cookie, salt=SALT, max_age=KNOWN_SECONDS)
    except signing.BadSignature:
        return {}
    return held
