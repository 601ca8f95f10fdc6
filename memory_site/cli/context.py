"""``wasurena context``."""

import sys
from argparse import Namespace
from typing import Any

from memories.schemas import ContextFormat, ContextInput, parsed
from memories.services.context import build_context

from .database import require_database
from .language import _
from .output import note, say, say_json
from .owner import caller_named


def context(options: Namespace) -> int:
    """Show what an assistant is given for a message: the text, or the answer as JSON."""
    require_database()
    out = build_context(caller_named(options.user), parsed(ContextInput, _fields(options)))
    if options.json:
        say_json(out.model_dump(mode="json"))
        return 0
    if out.markdown:
        say(out.markdown)
    elif not out.notes:
        note(_("Nothing is remembered about this."))
    for remark in out.notes:
        note(remark)
    note(_("{count} of {budget} tokens").format(count=out.token_count, budget=out.token_budget))
    return 0


def _fields(options: Namespace) -> dict[str, Any]:
    given = {
        "message": sys.stdin.read() if options.message == "-" else options.message,
        "token_budget": options.budget,
        "session_id": options.session,
        "packs": options.pack,
        "order": options.order,
        "format": ContextFormat.JSON if options.json else None,
    }
    return {name: value for name, value in given.items() if value is not None}
