"""Check the installation, print what is wrong, and repair it if that was asked for."""

from argparse import Namespace
from collections.abc import Sequence
from typing import Any

from django.conf import settings

from memories.services.doctor.examination import examine
from memories.services.doctor.findings import Finding, exit_code
from memory_site.cli.database.preparation import refuse_missing_database
from memory_site.cli.database.repairing import Repaired, repair
from memory_site.cli.environment import _, ngettext
from memory_site.cli.output import note, say, say_json


def doctor(options: Namespace) -> int:
    """Print what is wrong and what would be done; 0 for nothing, 1 if it can be repaired, else 2."""
    if not settings.DATA_DIR.is_dir():
        refuse_missing_database()
    found = examine()
    done = None
    if options.repair and any(one.is_repairable for one in found):
        done = repair(found)
    if options.json:
        say_json(_as_json(found, done))
    else:
        _say(found, done, options.repair)
    return exit_code(found if done is None else done.left)


def _as_json(found: Sequence[Finding], done: Repaired | None) -> dict[str, Any]:
    report: dict[str, Any] = {"findings": [_one(finding) for finding in found]}
    if done is not None:
        report["repaired"] = {
            "backup": str(done.backup) if done.backup else None,
            "kept": [str(path) for path in done.kept],
            "left": [_one(finding) for finding in done.left],
        }
    return report


def _one(finding: Finding) -> dict[str, Any]:
    return {
        "name": finding.name,
        "text": finding.text,
        "count": finding.count,
        "repairable": finding.is_repairable,
        "remedy": finding.remedy,
    }


def _say(found: Sequence[Finding], done: Repaired | None, is_repair: bool) -> None:
    if not found:
        say(_("Nothing is wrong."))
    for finding in found:
        _say_finding(finding)
    if done is not None:
        _say_done(done)
    elif not is_repair and any(finding.is_repairable for finding in found):
        note(_("Nothing was changed. “wasurena doctor --repair” does what stands behind “would”."))


def _say_finding(finding: Finding) -> None:
    say(f"{finding.name} ({finding.count:,}): {finding.text}")
    would = _("would: {deed}") if finding.is_repairable else _("what you can do: {deed}")
    say(f"  {would.format(deed=finding.remedy)}")


def _say_done(done: Repaired) -> None:
    if done.backup:
        note(_("A backup was made first: {path}").format(path=done.backup))
    if done.kept:
        paths = ", ".join(map(str, done.kept))
        note(_("The database as it was is kept as {path}.").format(path=paths))
    if not done.left:
        say(_("All of it is repaired."))
        return
    count = len(done.left)
    text = ngettext("{count} finding is left:", "{count} findings are left:", count)
    say(text.format(count=count))
    for finding in done.left:
        _say_finding(finding)
