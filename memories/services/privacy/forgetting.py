"""Forget what a filter chooses: a preview, a confirmation, and a job where it is much."""

from collections.abc import Callable, Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from core import jobs
from core.caller import Caller, Scope
from core.errors import Conflict, InvalidInput
from core.journal import Change
from memories.models import Memory, PrivacyJob, PrivacyWork
from memories.records.lookup import require_whole_space
from memories.schemas.privacy.forgetting import ForgetByFilter, ForgetPreview
from memories.search import log
from memories.services.erasure.searches import SearchLog
from memories.services.forget import FORGOTTEN_AT_ONCE, erase, erase_remains, read_searches

from .choice import Chosen, choose
from .jobs import job_out, job_start
from .preview import preview_of

NAMES = "erase_names"


def forget_by_filter(
    caller: Caller, asked: ForgetByFilter, *, now: datetime | None = None
) -> ForgetPreview:
    """Preview what a filter chooses; with the confirmation of a preview, forget it.

    Up to 200 memories are forgotten at once; more are a job, which the preview names. With
    ``erase_names`` and a text as the only condition, what an earlier forget left of it goes too.
    Only the owner may do this: it cannot be undone.

    Raises:
        Forbidden: the caller is not the owner, or is limited to a part.
        InvalidInput: a filter is wrong, or nothing matches.
        Conflict: what matches has changed since the preview; nothing was forgotten.
    """
    caller.require(Scope.READ)
    caller.require_owner()
    require_whole_space(caller)
    # Unwritten search log records may name memories that are erased now.
    log.flush()
    change = Change(caller=caller, at=now or timezone.now(), reason=asked.reason)
    searches = SearchLog(caller.base_user)
    # What this reads of the log is known under the lock, where only what came since is read.
    chosen = choose(caller, asked, searches)
    preview = preview_of(change, chosen, asked, searches)
    if not asked.confirm:
        return preview
    if len(chosen.keys) <= FORGOTTEN_AT_ONCE:
        memories = _stored(change, chosen.keys)
        read_searches(change, memories, searches, with_names=asked.erase_names)
    with transaction.atomic():
        searches.catch_up()
        chosen = choose(caller, asked, searches)
        _check(chosen, asked)
        preview = preview_of(change, chosen, asked, searches, confirmed=True)
        if asked.erase_names and chosen.remains.listed():
            erase_remains(change, chosen.remains, searches)
        if len(chosen.keys) <= FORGOTTEN_AT_ONCE:
            erase_keys(change, chosen.keys, searches, with_names=asked.erase_names)
            jobs.wake("compact")
            return preview
        job = job_start(
            caller,
            PrivacyWork.FORGET,
            chosen.keys,
            options={NAMES: asked.erase_names},
            reason=asked.reason,
            now=change.at,
        )
    job.refresh_from_db()
    return preview.model_copy(update={"job": job_out(job)})


def _check(chosen: Chosen, asked: ForgetByFilter) -> None:
    remains = chosen.remains.listed()
    if not chosen.keys and not (remains and asked.erase_names):
        detail = "no memory matches"
        if remains:
            detail += f"; {len(remains)} names and searches hold the text: erase_names takes them"
        raise InvalidInput(detail, field="filters", code="no_match")
    if asked.confirm != chosen.token:
        raise Conflict(
            format_lazy(
                _(
                    "what matches is not what was shown; now it is {value} memories:"
                    " look at a new preview, then confirm “{token}”"
                ),
                value=f"{len(chosen.keys):,}",
                token=chosen.token,
            ),
            field="confirm",
            code="changed",
        )


def erase_keys(
    change: Change, keys: Sequence[int], searches: SearchLog, *, with_names: bool
) -> int:
    """Erase those of these memories that are still there; return their number."""
    memories = _stored(change, keys)
    if memories:
        erase(change, memories, searches, with_names=with_names)
    return len(memories)


def _stored(change: Change, keys: Sequence[int]) -> list[Memory]:
    return list(Memory.objects.of(change.caller).filter(pk__in=keys).with_rendering())


def forget_batch(
    caller: Caller, job: PrivacyJob, keys: Sequence[int]
) -> Callable[[], dict[str, int]]:
    """Read what forgetting some memories of a job needs of the log of searches.

    Returns what forgets them in a transaction, and returns the counts to add to the outcome.
    """
    change = Change(caller=caller, at=timezone.now(), reason=job.reason)
    searches, with_names = SearchLog(caller.base_user), bool(job.options.get(NAMES))
    if memories := _stored(change, keys):
        read_searches(change, memories, searches, with_names=with_names)

    def forget() -> dict[str, int]:
        searches.catch_up()
        return {"forgotten": erase_keys(change, keys, searches, with_names=with_names)}

    return forget
