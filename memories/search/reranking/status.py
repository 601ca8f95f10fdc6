"""Which reranker is in use, for `wasurena info` and `wasurena status`."""

from django.conf import settings
from django.utils.translation import gettext as _

from .base import RerankerError
from .choice import Choice, chosen
from .encoder import is_on_disk
from .loading import loading_of


def status() -> str:
    """Return one line, translated: off, or the model's name and whether it can be used.

    Looks at files and at what this process has tried; loads and fetches nothing.
    """
    choice = chosen()
    if choice is None:
        return _off()
    try:
        return f"{choice.name} ({_state(choice)})"
    except RerankerError as error:
        return str(error)


def _off() -> str:
    if settings.RERANKER_MODEL_DIR:
        return _("off: WASURENA_RERANKER_DIR is set, WASURENA_RERANKER_MODEL is not")
    return _("off")


def _state(choice: Choice) -> str:
    attempt = loading_of(choice).attempt()
    if attempt is None:
        return _("on this machine") if is_on_disk(choice) else _("will be fetched when first used")
    if not attempt.done():
        return _("being loaded")
    outcome = attempt.result()
    if isinstance(outcome, RerankerError):
        raise RerankerError(*outcome.args)
    return _("loaded")
