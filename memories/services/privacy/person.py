"""Give a person all that is kept of them, and then erase the person with everything."""

import hashlib
from collections import Counter
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from typing import BinaryIO

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Count, Max
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from accounts.models import ApiToken
from core import jobs
from core.caller import Caller, Role, Scope
from core.errors import Conflict, NotFound
from core.models import Action, Revision
from memories.models import Memory, RetrievalRun
from memories.schemas.privacy.person import CheckedArchive, PersonErased, PersonPreview
from memories.search import log
from memories.services.archive.files import kept
from memories.services.archive.files.downloads import new_download
from memories.services.archive.reading import opened
from memories.services.erasure.ledger.file import note_person
from memories.services.erasure.ledger.records import ErasedPerson, digest_of
from memories.services.erasure.people import (
    end_browser_sessions,
    erase_index,
    erase_rows,
    personal_models,
    rows_of,
)
from memories.services.forget import clear_caches, erasure_notes

from . import readings

# Whoever wrote within it goes on writing.
RECENTLY = timedelta(minutes=10)


def person_preview(caller: Caller) -> PersonPreview:
    """Return how much of everything would be erased with the caller's person.

    Raises:
        Forbidden: the caller is not the owner.
    """
    _check(caller)
    log.flush()
    counted = {model._meta.db_table: _count(caller, model) for model in personal_models()}
    return PersonPreview(
        person=caller.base_user,
        confirmation=_token(caller.base_user),
        rows={name: count for name, count in sorted(counted.items()) if count},
        notes=list(erasure_notes()),
    )


def _count(caller: Caller, model: type) -> int:
    count: int = rows_of(model, caller.base_user).count()
    return count


def checked_archive(caller: Caller) -> CheckedArchive:
    """Write the person's archive as of one moment, compare it with what is stored, and read it back.

    It can be downloaded for a day, where files are kept. Make the preview before it: what is
    stored in between then changes the confirmation.

    Raises:
        Forbidden: the caller is not the owner.
        OSError: the disk is full.
        InvalidInput: what was written is not what is stored.
    """
    _check(caller)
    written = new_download(caller)
    with written.file:
        return check_archive(written.file, written.sha256)


def check_archive(file: BinaryIO, sha256: str) -> CheckedArchive:
    """Read an archive, compare hashes and counts, and return what it holds.

    Raises:
        InvalidInput: it is broken.
    """
    with opened(file) as archive:
        archive.check()
        lines = {table.member: archive.member(table).lines for table in archive.tables()}
    return CheckedArchive(
        sha256=sha256, rows={name: count for name, count in lines.items() if count}
    )


def erase_person(caller: Caller, *, confirm: str, now: datetime | None = None) -> PersonErased:
    """Erase a person with everything: memories, journal, settings, tokens, sessions, the account.

    ``confirm`` is that of a preview; the interface has made sure who asks. It cannot be undone. A
    restored backup of an earlier time erases the person again.

    Raises:
        Forbidden: the caller is not the owner.
        Conflict: something was stored since the preview; nothing was erased.
    """
    _check(caller)
    log.flush()
    person, now = caller.base_user, now or timezone.now()
    user = _user(person)
    with transaction.atomic():
        if confirm != (token := _token(person)):
            raise _changed(person, token, now)
        _lock_out(user)
        # Noted before anything is erased: after a crash the hourly upkeep goes on.
        note_person(ErasedPerson(digest_of(person), user.date_joined, now))
    return PersonErased(person=person, rows=dict(_erase(person)))


def _check(caller: Caller) -> None:
    caller.require(Scope.READ)
    caller.require(Scope.WRITE)
    caller.require_owner()


def _user(person: str) -> User:
    if user := User.objects.filter(username=person).first():
        return user
    raise NotFound(format_lazy(_("there is no user “{person}”"), person=person), field="person")


def _token(person: str) -> str:
    """Return what changes whenever something of the person is stored or changed."""
    written = rows_of(Revision, person).exclude(action=Action.ACCESS)
    last = written.aggregate(last=Max("pk"), n=Count("pk"))
    stored = rows_of(Memory, person).aggregate(last=Max("pk"), n=Count("pk"))
    told = f"{person} {last['last']} {last['n']} {stored['last']} {stored['n']}"
    return f"{stored['n']}-{hashlib.sha256(told.encode()).hexdigest()[:16]}"


def _changed(person: str, token: str, now: datetime) -> Conflict:
    """Return the refusal of an outdated preview; it names the programs that still write."""
    rows = rows_of(Revision, person).filter(created_at__gte=now - RECENTLY)
    actors = rows.exclude(action=Action.ACCESS).order_by("actor").values_list("actor", flat=True)
    programs = [actor for actor in actors.distinct() if actor.startswith(f"{Role.ASSISTANT}:")]
    text = _("something was stored since the preview: look again, then confirm “{token}”")
    if programs:
        text = _(
            "something was stored since the preview, and {programs} wrote lately: end these"
            " programs or revoke their tokens, look again, then confirm “{token}”"
        )
    named = ", ".join(f"“{actor.partition(':')[2]}”" for actor in programs)
    return Conflict(
        text.format(token=token, programs=named),
        field="confirm",
        code="still_written" if programs else "changed",
    )


def _lock_out(user: User) -> None:
    """Let nobody read or write for the person any longer."""
    user.is_active = False
    user.set_unusable_password()
    user.save(update_fields=["is_active", "password"])
    ApiToken.objects.filter(user=user).delete()
    end_browser_sessions(user)


def _erase(person: str) -> Counter[str]:
    steps = erase_index(person)
    while True:
        with transaction.atomic():
            if next(steps, None) is None:
                break
    log.flush()
    readings.flush()
    with transaction.atomic():
        counts = erase_rows(person)
        User.objects.filter(username=person).delete()
        jobs.wake("compact")
        transaction.on_commit(clear_caches)
    kept.drop(person)
    return counts


def erase_people_again(people: Iterable[ErasedPerson]) -> int:
    """Erase people who were erased earlier, and came back with a restored database.

    Also what other processes still wrote for them. Return the number of people.
    """
    known = {one.digest: one for one in people}
    again = [
        user for user in User.objects.all() if _is_erased(user, known.get(digest_of(user.username)))
    ]
    for user in again:
        with transaction.atomic():
            _lock_out(user)
        _erase(user.username)
    _erase_leftovers(known)
    return len(again)


def _is_erased(user: User, erased: ErasedPerson | None) -> bool:
    """Whether this is the person of that time, not a later one of the same name."""
    return erased is not None and user.date_joined <= erased.erased_at


def _erase_leftovers(known: Collection[str]) -> None:
    """Erase what a server that still ran wrote for erased people."""
    if not known:
        return
    named = RetrievalRun.objects.order_by().values_list("base_user", flat=True).distinct()
    there = set(User.objects.values_list("username", flat=True))
    for person in set(named) - there:
        if digest_of(person) in known:
            _erase(person)
