"""Look for secrets and personal data in what is stored, and treat them as saves are treated today."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from core.caller import Caller, Scope
from core.errors import InvalidInput
from memories.enrichment.suggestions import suggest_sealed
from memories.inbox.proposals import create_proposals
from memories.knowledge.originals import mask_stored
from memories.models import Memory, PrivacyJob, PrivacyWork
from memories.records.lookup import require_whole_space
from memories.records.update import invalidate
from memories.schemas.privacy.forgetting import PrivacyJobOut
from memories.schemas.privacy.scan import ScanInput
from nlp.privacy.policy import detect, treatment
from packs import registry
from packs.privacy import policy_of

from .choice import chunks
from .jobs import ROUTE, job_finish, job_out, job_start

APPLY, IDS = "apply", "ids"
# More memories are read by a job.
SCANNED_AT_ONCE = 300
# Of each kind so many memories are named.
MOST_IDS = 100
REASON = "privacy scan"
FIELDS = ("raw_text", "assistant_text", "title")


def scan(caller: Caller, asked: ScanInput, *, now: datetime | None = None) -> PrivacyJobOut:
    """Count sensitive texts by pack and kind; with ``apply``, do with them what the policies say.

    Masked are texts under ``mask`` and ``ask``, as a change that can be undone; ``ask`` asks the
    owner too. What a pack refuses is hidden, and can be restored or forgotten. Up to 300 memories
    are read at once, more by a job.

    Raises:
        Forbidden: the caller is not the owner, or is limited to a part.
        InvalidInput: there is no such pack.
    """
    caller.require(Scope.READ)
    caller.require_owner()
    require_whole_space(caller)
    for pack in asked.pack:
        registry.get(pack, field="pack")
    rows = Memory.objects.of(caller).order_by("pk")
    if asked.pack:
        rows = rows.filter(user_id__in=caller.spaces(asked.pack))
    keys = list(rows.values_list("pk", flat=True))
    is_small = len(keys) <= SCANNED_AT_ONCE
    job = job_start(
        caller,
        PrivacyWork.SCAN,
        keys,
        options={APPLY: asked.apply, IDS: {}},
        reason="",
        now=now or timezone.now(),
        is_waiting=not is_small,
    )
    if is_small:
        _run(caller, job)
    return job_out(job)


def _run(caller: Caller, job: PrivacyJob) -> None:
    """Work on a whole job at once; nobody else knows of it yet."""
    outcome: Counter[str] = Counter()
    for part in chunks(job.keys):
        with transaction.atomic():
            outcome.update(scan_batch(caller, job, part))
    job.done, job.outcome = job.total, dict(outcome)
    job.save(update_fields=["done", "outcome", "options"])
    job_finish(PrivacyJob.objects.filter(pk=job.pk))
    job.refresh_from_db()


def scan_batch(caller: Caller, job: PrivacyJob, keys: Sequence[int]) -> dict[str, int]:
    """Read some memories of a job; return the counts to add to its outcome, by pack and kind."""
    counts: Counter[str] = Counter()
    for memory in Memory.objects.of(caller).filter(pk__in=keys).order_by("pk"):
        found = _found(memory)
        for name in found:
            counts[name] += 1
            listed = job.options[IDS].setdefault(name, [])
            if len(listed) < MOST_IDS:
                listed.append(str(memory.uid))
        if job.options[APPLY] and any(not name.endswith(f"{ROUTE}keep") for name in found):
            counts[_treated(caller, memory)] += 1
    return dict(counts)


def _found(memory: Memory) -> list[str]:
    """Return ``pack/kind/treatment`` of each kind that a memory holds."""
    policy = policy_of(memory.user_id)
    spans = [one for name in FIELDS for one in detect(getattr(memory, name)) if not one.is_example]
    kinds = dict.fromkeys((one.what, treatment(policy, one)) for one in spans)
    return [ROUTE.join((memory.pack, kind, wish)) for kind, wish in kinds]


def _treated(caller: Caller, memory: Memory) -> str:
    """Do with a memory what the policy of its pack says; return what that was."""
    try:
        done = mask_stored(caller, memory.uid, reason=REASON)
    except InvalidInput:
        return invalidate(caller, memory.uid, reason=REASON).action
    if done.is_asked:
        memory.refresh_from_db()
        create_proposals([suggest_sealed(memory)], now=timezone.now())
        return "asked"
    return "masked" if done.masked else "unchanged"
