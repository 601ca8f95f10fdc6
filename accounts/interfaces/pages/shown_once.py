"""Hand a new token's secret from the form that made it to the page that shows it once.

A form that answered with the secret itself would make another token at each reload.
"""

from django.core.cache import caches

CACHE = "new_secrets"
KEPT_SECONDS = 5 * 60


def keep_secret(secret: str, *, token: int, maker: str) -> None:
    """Keep the secret for the next page of whoever made the token, in this process's memory."""
    caches[CACHE].set(_key(token, maker), secret, KEPT_SECONDS)


def take_secret(*, token: int, maker: str) -> str | None:
    """Return the secret; None where it was shown already, or nobody came for it in time."""
    key = _key(token, maker)
    secret: str | None = caches[CACHE].get(key)
    # Of two requests at once only one deletes it.
    return secret if caches[CACHE].delete(key) else None


def _key(token: int, maker: str) -> str:
    # Names hold characters that keys of a cache may not.
    return f"{token}-{maker.encode().hex()}"
