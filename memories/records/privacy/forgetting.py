"""Let decisions forget memories: forgetting is a service, which stands above them."""

from collections.abc import Callable, Sequence
from typing import Any
from uuid import UUID

from core.caller import Caller

Forget = Callable[..., Any]
_forget: list[Forget] = []


def on_forget(forget: Forget) -> None:
    """Have memories forgotten by this function: caller, ids, ``confirm``, ``reason``."""
    _forget[:] = [forget]


def forget_memories(caller: Caller, ids: Sequence[UUID], reason: str) -> None:
    """Forget memories for good."""
    for forget in _forget:
        forget(caller, list(ids), confirm=True, reason=reason)
