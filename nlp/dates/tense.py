"""Whether a text speaks of what was or of what is to come."""

import re

from .parts import Pick

FUTURE = re.compile(
    r"(?<![a-z])(?:will|'ll|going to|plan(?:s|ned|ning)? (?:to|on|for)|upcoming|due|deadline|shall|scheduled)"
    r"(?![a-z])|予定|つもり|締め?切り?|〆切|期限|でしょう|しよう|までに"
)
PAST = re.compile(
    r"(?<![a-z])(?:was|were|did|had|went|came|saw|met|said|[a-z]{2,12}ed)(?![a-z])"
    r"|(?:った|した|いた|えた|れた|けた|した|べた|きた|みた|んだ)(?![ぁ-ん])"
)


def pick(folded: str, *, is_past: bool) -> Pick:
    """Return which of several possible times a text means."""
    if is_past:
        return Pick.PAST
    if FUTURE.search(folded):
        return Pick.FUTURE
    return Pick.PAST if PAST.search(folded) else Pick.NEAREST
