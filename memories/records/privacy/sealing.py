"""Keep the original of masked texts encrypted for a while, and read it for its owner."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core.db.sealing import Unreadable, seal, unseal
from core.errors import Conflict, NotFound
from core.journal import erase_payloads
from core.models import Revision
from memories.models import Memory, SealedText


def seal_originals(kept: Sequence[tuple[Memory, Mapping[str, str]]], *, now: datetime) -> None:
    """Store the originals of masked columns; an earlier original of another column stays.

    Raises:
        OSError: the key file cannot be written.
        Conflict: an earlier original of such a memory was sealed with another key.
    """
    wanted = {memory.pk: originals for memory, originals in kept if originals}
    if not wanted:
        return
    earlier = {row.memory_id: row for row in SealedText.objects.filter(memory__in=wanted)}
    expires_at = now + timedelta(days=settings.SEALED_DAYS)
    is_first = not SealedText.objects.kept_at(now).exists()
    rows = []
    for pk, originals in wanted.items():
        row = earlier.get(pk) or SealedText(memory_id=pk, created_at=now)
        before = _earlier(row) if row.pk and row.expires_at > now else {}
        text = json.dumps({**before, **originals}, ensure_ascii=False)
        row.sealed = seal(text, is_first=is_first)
        row.expires_at = expires_at
        rows.append(row)
    SealedText.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["memory"],
        update_fields=["sealed", "expires_at"],
    )


def _earlier(row: SealedText) -> dict[str, str]:
    """Return the originals that a new one joins; what cannot be opened is not overwritten."""
    try:
        found: dict[str, str] = json.loads(unseal(row.sealed))
    except Unreadable as error:
        text = _(
            "an earlier original of this memory was encrypted with another key: put that key back"
            " (sealing.key), or have it masked for good in the inbox"
        )
        raise Conflict(text, field="id", code="other_key") from error
    return found


def _opened(row: SealedText) -> dict[str, str]:
    try:
        found: dict[str, str] = json.loads(unseal(row.sealed))
    except Unreadable:
        return {}
    return found


def originals_of(memory: Memory) -> dict[str, str]:
    """Return the original texts of a memory by column; empty if none can be read."""
    row = SealedText.objects.filter(memory=memory.pk).first()
    return _opened(row) if row else {}


def original_texts(memory: Memory, *, now: datetime) -> dict[str, str]:
    """Return the original texts of a memory by column.

    Raises:
        NotFound: nothing of it was masked, or the original is no longer kept.
        Conflict: it was sealed with another key.
    """
    row = SealedText.objects.kept_at(now).filter(memory=memory).first()
    if row is None:
        raise NotFound(_("no original is kept of this memory"), field="id")
    try:
        found: dict[str, str] = json.loads(unseal(row.sealed))
    except Unreadable as error:
        raise Conflict(
            _("the original was encrypted with another key"), field="id", code="other_key"
        ) from error
    return found


def unreadable_originals(now: datetime) -> int:
    """Return how many originals are kept that the present key does not open."""
    kept = SealedText.objects.kept_at(now)
    return sum(not _is_readable(row) for row in kept.iterator())


def _is_readable(row: SealedText) -> bool:
    try:
        unseal(row.sealed)
    except (Unreadable, Conflict):
        return False
    return True


def has_original(memory: Memory) -> bool:
    """Return whether the original of a memory is kept."""
    return SealedText.objects.kept_at(timezone.now()).filter(memory=memory).exists()


def mask_for_good(memory: Memory, *, now: datetime) -> None:
    """Erase the original of a memory, also where the journal has it; its masks stay."""
    row = SealedText.objects.filter(memory=memory).first()
    if row is None:
        return
    originals = _opened(row)
    row.delete()
    entries = Revision.objects.filter(
        target_type="memory", target_id=str(memory.uid), erased_at=None
    )
    told = [
        pk
        for pk, *payloads in entries.values_list("pk", "before", "after")
        if any(_quotes(payload, originals) for payload in payloads)
    ]
    erase_payloads(entries.filter(pk__in=told), now)


def _quotes(payload: Mapping[str, Any] | None, originals: Mapping[str, str]) -> bool:
    return any((payload or {}).get(column) == text for column, text in originals.items())


def erase_expired(now: datetime) -> int:
    """Erase the originals that are kept no longer; return their number."""
    count, _by_model = SealedText.objects.filter(expires_at__lte=now).delete()
    return count
