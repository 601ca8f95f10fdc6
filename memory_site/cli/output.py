"""Where text goes: results to standard output, everything else to standard error."""

import json
import sys
from typing import Any

from rich.console import Console


def say(text: str = "") -> None:
    """Print a result, exactly as it is."""
    print(text, flush=True)


def note(text: str) -> None:
    """Print something beside the result."""
    print(text, file=sys.stderr, flush=True)


def say_json(value: Any) -> None:
    """Print a result for programs."""
    say(json.dumps(value, ensure_ascii=False, indent=2, default=str))


def console() -> Console:
    """Return where tables are drawn."""
    return Console(highlight=False, soft_wrap=False)
