"""What a command says when the disk or the database file cannot be used."""

from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext as _

from core.db.storage.faults import Fault, fault_of


def _lies_here(error: OSError) -> bool:
    """Whether a file that the system refuses lies in the data directory."""
    return Path(str(error.filename or "")).is_relative_to(settings.DATA_DIR)


def storage_text(error: Exception) -> str:
    """Return the fault behind an error with the way out; empty if it is none of the storage."""
    fault = fault_of(error)
    if fault is None or (isinstance(error, OSError) and not _lies_here(error)):
        return ""
    texts = {
        Fault.FULL: _("the disk of {path} is full; free some space and try again"),
        Fault.READ_ONLY: _("the disk of {path} can only be read; make it writable and try again"),
        Fault.GONE: _("{path} is gone; put it back where it was"),
        Fault.REPLACED: _("the database in {path} was replaced meanwhile; try again"),
        Fault.FAILING: _("the disk of {path} reports an error ({problem})"),
        Fault.DAMAGED: _(
            "the database in {path} is damaged ({problem}); “wasurena doctor” says more"
        ),
    }
    return texts[fault].format(path=settings.DATA_DIR, problem=" ".join(str(error).split()))
