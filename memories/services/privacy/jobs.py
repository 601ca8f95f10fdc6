"""Orders of a person about many memories: start, follow and cancel them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from core import jobs
from core.caller import Caller
from core.errors import Conflict, NotFound
from core.jobs.queue import MAX_ATTEMPTS
from memories.models import PrivacyJob, PrivacyWork
from memories.schemas.inputs import sensitive_label
from memories.schemas.privacy.forgetting import PrivacyJobOut, PrivacyStatus
from memories.schemas.privacy.scan import LABELS, UNMASKED, Place, ScanRow
from nlp.privacy.policy import KEEP

WAKE = "privacy"
ROUTE = "/"


def job_start(
    caller: Caller,
    work: PrivacyWork,
    keys: Sequence[int | str],
    *,
    options: dict[str, Any],
    reason: str,
    now: datetime,
    is_waiting: bool = True,
) -> PrivacyJob:
    """Order work on memories; it goes on in the background, unless the caller works on it."""
    with transaction.atomic():
        job: PrivacyJob = PrivacyJob.objects.create(
            base_user=caller.base_user,
            role=caller.role,
            name=caller.name,
            work=work,
            keys=list(keys),
            options=options,
            reason=reason,
            total=len(keys),
            enqueued_at=now,
            leased_until=None if is_waiting else now + PrivacyJob.lease_lasts,
        )
        if is_waiting:
            jobs.wake(WAKE)
    return job


def job_list(caller: Caller) -> QuerySet[PrivacyJob]:
    """Return the person's privacy jobs, newest first.

    Raises:
        Forbidden: the caller is not the owner.
    """
    caller.require_owner()
    return PrivacyJob.objects.filter(base_user=caller.base_user).defer("keys").order_by("-pk")


def job_get(caller: Caller, uid: UUID) -> PrivacyJob:
    """Return one job; raise NotFound if the caller may not see it."""
    if job := job_list(caller).filter(uid=uid).first():
        return job
    raise NotFound(format_lazy(_("there is no privacy job {uid}"), uid=uid), field="id")


def job_cancel(caller: Caller, uid: UUID) -> PrivacyJob:
    """Stop a job after the current batch; what is done stays done.

    Raises:
        Conflict: it is finished already.
    """
    with transaction.atomic():
        job = job_get(caller, uid)
        if job.finished_at is not None:
            raise Conflict(_("this is finished already"), field="id", code="finished")
        PrivacyJob.objects.filter(pk=job.pk).update(is_canceled=True)
        if job.leased_until is None or job.leased_until <= timezone.now():
            job_finish(PrivacyJob.objects.filter(pk=job.pk))
    return job_get(caller, uid)


def job_finish(rows: QuerySet[PrivacyJob]) -> None:
    """Store that jobs are over, and drop what they no longer need."""
    rows.update(finished_at=timezone.now(), leased_until=None, last_error="", reason="", keys=[])


def job_out(job: PrivacyJob) -> PrivacyJobOut:
    """Return a job with its progress."""
    return PrivacyJobOut(
        id=job.uid,
        work=job.work,
        status=_status(job),
        total=job.total,
        done=job.done,
        outcome={name: n for name, n in job.outcome.items() if ROUTE not in name},
        found=_found(job),
        started_at=job.enqueued_at,
        finished_at=job.finished_at,
    )


def _found(job: PrivacyJob) -> list[ScanRow]:
    """Return what a scan counted: its names are ``pack/kind/treatment/place``."""
    rows = []
    for name, count in sorted(job.outcome.items()):
        if ROUTE in name:
            pack, kind, treatment, *places = name.split(ROUTE)
            place = Place(places[0]) if places else Place.TEXT
            rows.append(
                ScanRow(
                    pack=pack,
                    kind=kind,
                    label=sensitive_label(kind),
                    treatment=treatment,
                    place=place,
                    place_label=str(LABELS[place]),
                    is_unmasked=place in UNMASKED and treatment != KEEP,
                    count=count,
                    ids=job.options.get("ids", {}).get(name, []),
                )
            )
    return rows


def job_outs(rows: Sequence[PrivacyJob]) -> list[PrivacyJobOut]:
    """Return jobs with their progress."""
    return [job_out(job) for job in rows]


def _status(job: PrivacyJob) -> PrivacyStatus:
    if job.finished_at is None:
        has_failed = job.attempts >= MAX_ATTEMPTS
        return PrivacyStatus.FAILED if has_failed else PrivacyStatus.RUNNING
    return PrivacyStatus.CANCELED if job.is_canceled else PrivacyStatus.DONE
