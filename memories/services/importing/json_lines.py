"""Import memories from JSON lines: idempotent, resumable; and the demonstration data."""

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from importlib.resources import files
from typing import Any
from uuid import UUID, uuid4

from django.utils.translation import gettext_lazy as _

from core.caller import Caller
from core.errors import InvalidInput, WasurenaError
from memories.schemas import BatchOut, MemoryInput, SavedOut, parsed
from memories.services.save import remember, remember_batch

from .recognition import BYTE_ORDER_MARK

BATCH = 500
SOURCE = "demo"


@dataclass(frozen=True, slots=True)
class FailedLine:
    """A line that was not imported: its number in the file, and the reason."""

    line: int
    reason: str


@dataclass(slots=True)
class ImportSummary:
    """Counts of created, unchanged and failed lines of a file, and the change to undo it by.

    ``hidden`` are those of the unchanged ones that were deleted, and stay so.
    """

    created: int = 0
    unchanged: int = 0
    hidden: int = 0
    failed: list[FailedLine] = field(default_factory=list)
    change_id: UUID | None = None


NumberedInput = tuple[int, MemoryInput]


@dataclass(slots=True)
class Importer:
    """Import the lines of one file in batches.

    A line without ``external_id`` gets a hash of the file name and the line, so that importing
    the file again, or after an interruption, creates no duplicates.
    """

    caller: Caller
    file_name: str
    source: str = "import"
    pack: str | None = None
    summary: ImportSummary = field(default_factory=ImportSummary)
    _change_id: UUID = field(default_factory=uuid4)
    _seen: Counter[bytes] = field(default_factory=Counter)
    _batch: list[NumberedInput] = field(default_factory=list)

    def load(self, lines: Iterable[bytes], on_progress: Callable[[int], None]) -> ImportSummary:
        """Store every line; ``on_progress`` is called with the number of bytes read so far."""
        size = 0
        for number, raw in enumerate(lines, start=1):
            size += len(raw)
            self._take(number, raw.removeprefix(BYTE_ORDER_MARK) if number == 1 else raw)
            if len(self._batch) == BATCH:
                self._flush()
                on_progress(size)
        self._flush()
        on_progress(size)
        self.summary.failed.sort(key=lambda failed: failed.line)
        return self.summary

    def _take(self, number: int, raw: bytes) -> None:
        if not raw.strip():
            return
        try:
            self._batch.append((number, parsed(MemoryInput, self._fields(raw.strip()))))
        except WasurenaError as error:
            self._failed(number, error)

    def _fields(self, raw: bytes) -> dict[str, Any]:
        value = parse_line(raw)
        defaults = {"external_id": self._id_of(raw), "pack": self.pack}
        return {**{name: given for name, given in defaults.items() if given}, **value}

    def _id_of(self, raw: bytes) -> str:
        """Return a stable id; of two equal lines each gets its own."""
        self._seen[raw] += 1
        digest = hashlib.sha256(f"{self.file_name}\n{self._seen[raw]}\n".encode() + raw)
        return f"line-{digest.hexdigest()[:40]}"

    def _flush(self) -> None:
        batch, self._batch = self._batch, []
        self._save(batch)

    def _save(self, batch: Sequence[NumberedInput]) -> None:
        """Store a batch; on errors retry without the failed lines, since a batch is all or nothing."""
        if not batch:
            return
        try:
            self._count(self._stored([item for _number, item in batch]))
        except WasurenaError as error:
            if len(batch) == 1:
                self._failed(batch[0][0], error)
                return
            bad = failed_positions(error) if isinstance(error, InvalidInput) else set()
            for part in _split(batch, bad):
                self._save(part)

    def _stored(self, items: Sequence[MemoryInput]) -> Sequence[SavedOut]:
        caller, change = self.caller, self._change_id
        if len(items) == 1:
            return [remember(caller, items[0], source=self.source, change_id=change)]
        return remember_batch(caller, items, source=self.source, change_id=change).results

    def _count(self, results: Sequence[SavedOut]) -> None:
        unchanged = sum(saved.action == "unchanged" for saved in results)
        # What was merged or related at once is new, too.
        self.summary.created += len(results) - unchanged
        self.summary.unchanged += unchanged
        self.summary.hidden += sum(saved.hidden for saved in results)
        if self.summary.created:
            self.summary.change_id = self._change_id

    def _failed(self, number: int, error: WasurenaError) -> None:
        self.summary.failed.append(FailedLine(number, error.message))


def _split(batch: Sequence[NumberedInput], bad: set[int]) -> list[Sequence[NumberedInput]]:
    """Separate the failed lines from the rest; halve the batch if no line is known to fail."""
    if not bad:
        return [batch[: len(batch) // 2], batch[len(batch) // 2 :]]
    good = [line for at, line in enumerate(batch) if at not in bad]
    return [good, *([batch[at]] for at in sorted(bad))]


def failed_positions(error: WasurenaError) -> set[int]:
    """Return the batch positions that an error names: 3 for ``memories.3.text``."""
    paths = [problem.field.split(".") for problem in error.problems]
    return {int(path[1]) for path in paths if len(path) > 1 and path[1].isdigit()}


def parse_line(raw: bytes) -> dict[str, Any]:
    """Parse one line as a JSON object.

    Raises:
        InvalidInput: the line is not UTF-8, not JSON, or not an object.
    """
    try:
        value = json.loads(raw.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise InvalidInput(_("the line is not valid UTF-8"), code="broken_unicode") from error
    except (ValueError, RecursionError) as error:
        raise InvalidInput(_("the line is not JSON"), code="not_json") from error
    if not isinstance(value, dict):
        raise InvalidInput(_("the line is not a JSON object"), code="not_an_object")
    return value


def load_demo(caller: Caller, *, now: datetime) -> BatchOut:
    """Save the sample memories, dated back from ``now``; loading twice creates no duplicates."""
    lines = (files(__package__) / "demo_memories.jsonl").read_text("utf-8").splitlines()
    items = [parsed(MemoryInput, _dated(json.loads(line), now)) for line in lines if line.strip()]
    return remember_batch(caller, items, source=SOURCE, wait=True, now=now)


def _dated(fields: dict[str, Any], now: datetime) -> dict[str, Any]:
    days = fields.pop("days_ago")
    return {**fields, "created_at": now - timedelta(days=days)}
