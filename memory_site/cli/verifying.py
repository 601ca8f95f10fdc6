"""``wasurena verify``."""

from argparse import Namespace
from collections.abc import Sequence

from rich.table import Table

from core.journal.replay import ABSENT, UNRECORDED, Difference, Verified, verify

from .database import require_database
from .language import _, ngettext
from .output import console, note, say, say_json

SHOWN = 50
LONGEST = 60


def verify_journal(options: Namespace) -> int:
    """Compare every row with what the journal says of it; 1 where they differ."""
    require_database()
    found = verify()
    if options.json:
        say_json(_as_json(found))
    else:
        _draw(found)
    return 0 if found.is_sound else 1


def _as_json(found: Verified) -> dict[str, object]:
    return {
        "entries": found.entries,
        "rows": found.rows,
        "erased": [list(gap) for gap in sorted(found.gaps)],
        "unknown": list(found.unknown),
        "differences": [
            {
                "table": d.table,
                "id": d.target_id,
                "what": d.column,
                "told": d.expected,
                "found": d.found,
            }
            for d in found.differences
        ],
    }


def _draw(found: Verified) -> None:
    if found.differences:
        _draw_differences(found.differences)
    if found.unknown:
        count = len(found.unknown)
        text = ngettext(
            "{count} entry modifies a row that no earlier entry created: {first}",
            "{count} entries modify rows that no earlier entry created: {first} …",
            count,
        )
        note(text.format(count=count, first=found.unknown[0]))
    if found.gaps:
        count = len(found.gaps)
        text = ngettext(
            "{count} row was forgotten; the journal keeps only that.",
            "{count} rows were forgotten; the journal keeps only that.",
            count,
        )
        note(text.format(count=count))
    if found.is_sound:
        text = _("The journal tells exactly what is stored: {entries} entries, {rows} rows.")
        say(text.format(entries=f"{found.entries:,}", rows=f"{found.rows:,}"))
    else:
        count = len(found.differences)
        text = ngettext("{count} difference.", "{count} differences.", count)
        say(text.format(count=f"{count:,}"))


def _draw_differences(differences: Sequence[Difference]) -> None:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for title in (_("kind"), _("id"), _("what"), _("in the journal"), _("stored")):
        table.add_column(title)
    words = {
        ABSENT: _("not stored any more"),
        UNRECORDED: _("not in the journal"),
    }
    for one in differences[:SHOWN]:
        what = words.get(one.column, one.column)
        table.add_row(one.table, one.target_id, what, _short(one.expected), _short(one.found))
    console().print(table)
    if len(differences) > SHOWN:
        note(_("and {count} more").format(count=len(differences) - SHOWN))


def _short(value: object) -> str:
    text = "" if value is None else str(value)
    shortened = text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
    return shortened.replace("[", r"\[")
