"""``wasurena forget``: erase what a filter chooses, after a preview."""

import time
from argparse import Namespace
from collections.abc import Mapping
from typing import Any

from core.caller import Caller
from core.jobs.background import paused
from memories.schemas import parsed
from memories.schemas.privacy.forgetting import (
    ForgetByFilter,
    ForgetPreview,
    PrivacyJobOut,
    PrivacyStatus,
)
from memories.services.privacy.forgetting import forget_by_filter
from memories.services.privacy.jobs import job_get, job_out
from memories.services.privacy.work import drain
from memory_site.cli.accounts import caller_named
from memory_site.cli.database.preparation import require_database
from memory_site.cli.environment import _, ngettext
from memory_site.cli.output import CommandFailed, count_bars, note, say, say_json

# Seconds of work between two looks at the progress.
STEP_SECONDS = 0.5
OPTIONS = {
    "pack": "pack", "namespace": "namespace", "person": "entity", "session": "session_id",
    "source": "source", "change": "import_change", "tag": "tags", "day": "day",
    "since": "created_after", "before": "created_before", "matching": "matching",
}  # fmt: skip


def forget(options: Namespace) -> int:
    """Show what would be forgotten; with ``--yes``, or the confirmation of a preview, forget it."""
    require_database()
    caller = caller_named(options.user)
    asked = parsed(ForgetByFilter, _asked(options))
    with paused("privacy"):
        preview = forget_by_filter(caller, asked)
        if not (preview.confirmed or options.yes):
            return _shown(options, preview)
        if not preview.confirmed:
            asked = asked.model_copy(update={"confirm": preview.confirmation})
            preview = forget_by_filter(caller, asked)
        job = followed(caller, preview.job, _("Forgetting")) if preview.job else None
    if options.json:
        say_json(preview.model_copy(update={"job": job}).model_dump(mode="json"))
        return 0
    count = job.outcome.get("forgotten", 0) if job else preview.memory_count
    text = ngettext("%(n)s memory is forgotten.", "%(n)s memories are forgotten.", count)
    say(text % {"n": f"{count:,}"})
    for line in (*_staying(preview), *preview.notes):
        note(line)
    return 0


def _asked(options: Namespace) -> Mapping[str, Any]:
    given = {name: getattr(options, option) for option, name in OPTIONS.items()}
    filters = {name: value for name, value in given.items() if value is not None}
    if options.everything:
        filters["everything"] = True
    return {
        "filters": filters,
        "pinned": options.pinned,
        "erase_names": options.names,
        "confirm": options.confirm or "",
        "reason": options.reason or "",
    }


def _shown(options: Namespace, preview: ForgetPreview) -> int:
    if options.json:
        say_json(preview.model_dump(mode="json"))
        return 0
    for label, count in _counts(preview):
        say(f"{label}: {count:,}")
    for memory in preview.examples:
        say(f"  {memory.created_at:%Y-%m-%d} {memory.title or memory.text[:80]}")
    named = _("  goes too: {kind} {name}") if options.names else _("  stays: {kind} {name}")
    for one in preview.only_named_here:
        say(named.format(kind=one.kind, name=one.name))
    for line in _staying(preview):
        note(line)
    for line in preview.notes:
        note(line)
    if preview.memory_count or (options.names and preview.only_named_here):
        text = _("Nothing is forgotten yet: repeat this with --yes, or with --confirm {token}.")
        note(text.format(token=preview.confirmation))
    else:
        say(_("Nothing matches."))
    return 0


def _counts(preview: ForgetPreview) -> list[tuple[str, int]]:
    return [
        (_("Memories"), preview.memory_count),
        (_("Of these hidden"), preview.hidden_count),
        (_("Links"), preview.link_count),
        (_("Mentions"), preview.mention_count),
        (_("Facts"), preview.state_count),
        (_("Relations"), preview.relation_count),
        (_("Vectors"), preview.vector_count),
        (_("Journal texts"), preview.revision_count),
        (_("Searches with the text"), preview.search_count),
    ]


def _staying(preview: ForgetPreview) -> list[str]:
    stays = preview.stays
    told = [
        (stays.pinned, _("{count} pinned memories match and stay; --pinned takes them too.")),
        (stays.named_only, _("{count} more hold the name without a link to it; see --matching.")),
        (stays.states, _("{count} facts stay: other memories say them too.")),
        (stays.relations, _("{count} relations stay: other memories say them too.")),
        (stays.names, _("{count} names stay: other memories use them too.")),
        (
            stays.only_named_here,
            _("{count} names and searches stay, though no other memory uses them, unless --names."),
        ),
    ]
    return [text.format(count=count) for count, text in told if count]


def followed(caller: Caller, job: PrivacyJobOut, label: str) -> PrivacyJobOut:
    """Work on a job here, or wait for the process that does, and show the progress."""
    with count_bars() as bars:
        shown = bars.add_task(label, total=job.total)
        while job.status is PrivacyStatus.RUNNING:
            if not drain(seconds=STEP_SECONDS):
                time.sleep(STEP_SECONDS)
            job = job_out(job_get(caller, job.id))
            bars.update(shown, completed=job.done)
    if job.status is not PrivacyStatus.DONE:
        text = _("Stopped after {done} of {total}: repeat the command.")
        raise CommandFailed(text.format(done=job.done, total=job.total))
    return job
