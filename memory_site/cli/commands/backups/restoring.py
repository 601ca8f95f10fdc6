"""``wasurena restore``."""

import getpass
import sys
from argparse import Namespace
from pathlib import Path

from django.conf import settings

from core.db.backups.archive import read_manifest
from core.db.backups.installation import older_backup
from core.db.backups.manifest import Manifest
from core.db.backups.ownership import is_of_another
from core.db.backups.problems import DAMAGED, DISK_FULL, BackupRefused
from core.encryption import Opening
from memory_site.cli.database.restoring import Checked, Restored, check_backup
from memory_site.cli.database.restoring import restore as put_back
from memory_site.cli.environment import _, ngettext
from memory_site.cli.output import CommandFailed, UsageError, note, say, say_json

from .key_files import identities_in, note_unused_keys, passphrase_in


def restore(options: Namespace) -> int:
    """Restore a backup, or only check it."""
    file = _file(options.file)
    try:
        if options.check:
            found = check_backup(file, opening=_opening(options, file))
            note_unused_keys(options, file, found.manifest.protection)
            return _say_checked(options, file, found)
        into = Path(options.into).expanduser().absolute() if options.into else None
        done = put_back(
            file, into=into, opening=_opening(options, file), may_be_foreign=options.foreign
        )
        note_unused_keys(options, file, done.manifest.protection)
    except BackupRefused as error:
        raise _refusal(error, file) from error
    if options.json:
        say_json(_as_json(done))
    else:
        _say_done(done)
    return 0


def _refusal(error: BackupRefused, file: Path) -> CommandFailed:
    text = _("{problem}. Nothing was changed.").format(problem=error.message)
    codes = {one.code for one in error.problems}
    if DAMAGED in codes and (older := older_backup(file)):
        text += " " + _("The one before it: “wasurena restore {name}”.").format(name=older.name)
    return CommandFailed(text) if DISK_FULL in codes else UsageError(text)


def _file(given: str) -> Path:
    if not given:
        raise UsageError(_("name a backup; “wasurena backup --list” shows those that there are"))
    path = Path(given).expanduser().absolute()
    in_folder = Path(settings.BACKUP_DIR) / given
    return in_folder if not path.exists() and in_folder.exists() else path


def _opening(options: Namespace, file: Path) -> Opening:
    return Opening(_passphrase(options, file), identities_in(options.identity))


def _passphrase(options: Namespace, file: Path) -> str:
    if options.passphrase_file:
        return passphrase_in(options.passphrase_file)
    if settings.BACKUP_PASSPHRASE or not sys.stdin.isatty() or not file.is_file():
        return str(settings.BACKUP_PASSPHRASE)
    if read_manifest(file).protection != "passphrase":
        return ""
    return getpass.getpass(_("Passphrase of the backup: "))


def _say_checked(options: Namespace, file: Path, found: Checked) -> int:
    manifest = found.manifest
    if options.json:
        say_json({"path": str(file), "created_at": manifest.created_at.isoformat(), "sound": True,
                  "database_checked": not found.needed, "needed": found.needed or None,
                  "encryption": manifest.encryption, "program": manifest.program})  # fmt: skip
        return 0
    text = _("{path} is whole: made at {time} by version {version}.")
    say(text.format(path=file, time=_time(manifest), version=manifest.program))
    if is_of_another(manifest.instance, Path(settings.DATA_DIR)):
        note(_("It is of another installation: restore it with --into DIR or --foreign."))
    if found.needed:
        text = _(
            "Only the file was checked: its database is encrypted and was not opened. Give {needed}"
            " to have it checked as well."
        )
        say(text.format(needed=found.needed))
    else:
        say(_("Its database was opened and read from end to end."))
    return 0


def _time(manifest: Manifest) -> str:
    return manifest.created_at.astimezone().strftime("%Y-%m-%d %H:%M")


def _as_json(done: Restored) -> dict[str, object]:
    return {
        "database": str(done.database),
        "created_at": done.manifest.created_at.isoformat(),
        "memories": done.memories,
        "forgotten_again": done.forgotten,
        "revoked_again": done.revoked,
        "people_erased_again": done.erased,
        "log_ins_ended": done.log_ins,
        "apps_disconnected": done.apps,
        "kept": [str(path) for path in done.kept],
        "unread": done.unread or None,
        "damaged_lines": done.damaged_lines,
    }


def _say_done(done: Restored) -> None:
    text = ngettext(
        "{path} is the backup of {time} again, with {count} memory.",
        "{path} is the backup of {time} again, with {count} memories.",
        done.memories,
    )
    say(text.format(path=done.database, time=_time(done.manifest), count=f"{done.memories:,}"))
    _say_done_again(done)
    _note_unknown(done)
    note(_later(done))


def _say_done_again(done: Restored) -> None:
    """Say what happened after the backup, and was done again or undone for it."""
    if done.forgotten:
        text = ngettext(
            "{count} memory was forgotten after the backup, and has been forgotten again.",
            "{count} memories were forgotten after the backup, and have been forgotten again.",
            done.forgotten,
        )
        say(text.format(count=done.forgotten))
    if done.erased:
        text = ngettext(
            "{count} person was erased after the backup, and has been erased again.",
            "{count} people were erased after the backup, and have been erased again.",
            done.erased,
        )
        say(text.format(count=done.erased))
    if done.revoked:
        text = ngettext(
            "{count} token was revoked after the backup, and has been revoked again.",
            "{count} tokens were revoked after the backup, and have been revoked again.",
            done.revoked,
        )
        say(text.format(count=done.revoked))
    if done.log_ins or done.apps:
        say(
            _(
                "Log-ins in the browser and connections of apps are ended: a backup does not know"
                " which of them you ended since. Log in again, and connect the apps again."
            )
        )


def _note_unknown(done: Restored) -> None:
    """Note what cannot be known of the time after the backup."""
    if done.unread:
        text = _(
            "The old database could not be read ({problem}): what was forgotten after the backup is"
            " known from {file} only, and tokens that were revoked since then work again."
        )
        note(text.format(problem=done.unread, file="forgotten.jsonl"))
    if done.damaged_lines:
        text = ngettext(
            "{count} line of {file} is damaged: what it told was forgotten again only if the old"
            " database knew it too.",
            "{count} lines of {file} are damaged: what they told was forgotten again only if the"
            " old database knew it too.",
            done.damaged_lines,
        )
        note(text.format(count=done.damaged_lines, file="forgotten.jsonl"))


def _later(done: Restored) -> str:
    """Return where that is which the backup does not have."""
    if not done.kept:
        text = _("What was saved or changed after {time}, with users and tokens, is not in it.")
        return text.format(time=_time(done.manifest))
    text = _(
        "What was saved or changed after {time}, with users and tokens, is only in the old"
        " database, kept as {path}. Delete it when all is well: what you forget from now on"
        " stays in it."
    )
    return text.format(time=_time(done.manifest), path=done.kept[0])
