"""Look for secrets and personal data in what is stored, and treat them as saves are treated today."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from core.caller import Caller, Scope, pack_of
from core.errors import InvalidInput
from memories.enrichment.suggestions import suggest_sealed
from memories.inbox.proposals import create_proposals
from memories.knowledge.originals import mask_stored
from memories.models import Memory, PrivacyJob, PrivacyWork
from memories.records.changes.update import invalidate
from memories.records.lookup import require_whole_space
from memories.schemas.privacy.forgetting import PrivacyJobOut
from memories.schemas.privacy.scan import UNMASKED, Place, ScanInput
from memories.search import log
from nlp.privacy.policy import KEEP, detect, treatment
from packs import registry
from packs.privacy import policies_of_person

from .choice import chunks
from .jobs import ROUTE, job_finish, job_out, job_start
from .names import PolicyOf, named_keys, read_named
from .places import texts_of

APPLY, IDS = "apply", "ids"
# More memories are read by a job.
SCANNED_AT_ONCE = 300
# Of each kind so many memories are named.
MOST_IDS = 100
REASON = "privacy scan"


def scan(caller: Caller, asked: ScanInput, *, now: datetime | None = None) -> PrivacyJobOut:
    """Count sensitive texts by pack and kind; with ``apply``, do with them what the policies say.

    Masked are texts under ``mask`` and ``ask``, as a change that can be undone; ``ask`` asks the
    owner too. What a pack refuses is hidden, and can be restored or forgotten. Tags, contexts and
    the log of searches are masked too; names of people and things, identifiers, and reasons of
    links stay and are named. Up to 300 memories and names are read at once, more by a job.

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
    # Unwritten search log records are read too.
    log.flush()
    keys: list[int | str] = [*rows.values_list("pk", flat=True), *named_keys(caller, asked.pack)]
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


def scan_batch(caller: Caller, job: PrivacyJob, keys: Sequence[int | str]) -> dict[str, int]:
    """Read some memories and names of a job; return the counts to add to its outcome."""
    counts: Counter[str] = Counter()
    chosen = Memory.objects.of(caller).filter(pk__in=[key for key in keys if isinstance(key, int)])
    memories = list(chosen.select_related("session").order_by("pk"))
    texts, policy_of = texts_of(memories), policies_of_person(caller.base_user)
    for memory in memories:
        found = _routes_in(memory.user_id, texts[memory.pk], policy_of)
        _note(counts, job, found, [str(memory.uid)])
        if job.options[APPLY] and any(map(_is_changed, found)):
            counts[_treated(caller, memory)] += 1
    for name in read_named(caller, [key for key in keys if isinstance(key, str)], policy_of):
        found = _routes_in(name.space, name.texts, policy_of)
        _note(counts, job, found, name.ids if found else [])
        if job.options[APPLY] and any(map(_is_changed, found)) and name.mask(REASON):
            counts["masked"] += 1
    return dict(counts)


def _note(counts: Counter[str], job: PrivacyJob, found: Sequence[str], ids: Sequence[str]) -> None:
    for route in found:
        counts[route] += 1
        listed = job.options[IDS].setdefault(route, [])
        listed += [one for one in ids if one not in listed][: MOST_IDS - len(listed)]


def _routes_in(space: str, texts: Sequence[tuple[Place, str]], policy_of: PolicyOf) -> list[str]:
    """Return ``pack/kind/treatment/place`` of each kind of sensitive text in these texts."""
    policy, pack = policy_of(space), pack_of(space)
    spans = [(one, place) for place, text in texts for one in detect(text) if not one.is_example]
    kinds = dict.fromkeys((one.what, treatment(policy, one), place) for one, place in spans)
    return [ROUTE.join((pack, kind, wish, place)) for kind, wish, place in kinds]


def _is_changed(route: str) -> bool:
    """Whether the policy changes what was found, and a scan can."""
    _pack, _kind, wish, place = route.split(ROUTE)
    return wish != KEEP and place not in UNMASKED


def _treated(caller: Caller, memory: Memory) -> str:
    """Do with a memory what the policy of its pack says; return what that was."""
    try:
        done = mask_stored(caller, memory.uid, reason=REASON)
    except InvalidInput:
        return invalidate(caller, memory.uid, reason=REASON).action
    if done.is_asked and done.kept_originals():
        memory.refresh_from_db()
        create_proposals([suggest_sealed(memory)], now=timezone.now())
        return "asked"
    return "masked" if done.masked else "unchanged"
