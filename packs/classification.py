"""Which pack a text belongs to, by the hints that packs declare."""

import re
from collections.abc import Sequence
from functools import lru_cache

from . import registry

# One stray word should not decide; a strong hint (weight 1) alone may.
THRESHOLD = 1.0


def classify(text: str, candidates: Sequence[str]) -> str | None:
    """Return the pack whose hints speak loudest, or None where none reaches the threshold."""
    scores = {pack: _score(text, pack) for pack in candidates}
    best = max(scores, key=lambda pack: scores[pack], default=None)
    return best if best is not None and scores[best] >= THRESHOLD else None


def _score(text: str, pack: str) -> float:
    spec = registry.find(pack)
    if spec is None:
        return 0.0
    return sum(hint.weight for hint in spec.hints if _compiled(hint.pattern).search(text))


@lru_cache(maxsize=1024)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)
