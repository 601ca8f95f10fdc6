"""Register what people choose for their packs with the journal."""

from core.caller import Caller
from core.journal import Journaled, Snapshot, register

from .models import PackActivation


def register_models() -> None:
    """Let the journal know it; the memories of a person are replayed without it."""
    register(
        Journaled(
            PackActivation,
            is_replayed=False,
            moving=("changed_at",),
            shown_when_new=lambda _after: ("is_enabled", "privacy"),
            require_undo=_require_owner,
        )
    )


def _require_owner(caller: Caller, _values: Snapshot) -> None:
    caller.require_owner()
