"""Why a backup could not be made, or is refused; the text names the part and the way out."""

from core.errors import WasurenaError

# The code of a refusal after which an older backup may do.
DAMAGED = "damaged"
# The code of a refusal that is not about the file.
DISK_FULL = "disk_full"


class BackupFailed(WasurenaError):
    """A backup could not be made; nothing was left behind."""

    status = 507
    code = "backup_failed"
    title = "The backup could not be made."


class BackupRefused(WasurenaError):
    """A file cannot be restored; nothing was changed."""

    code = "backup_refused"
    title = "This backup cannot be restored."


class BackupRunning(WasurenaError):
    """Another backup is being made."""

    status = 409
    code = "backup_running"
    title = "Another backup is being made."
