"""Tell messages that report a change in their author's life from those that only mention one.

People write of other people's changes, of songs and stories, of plans and dreams, in the words of
their own. No list of words tells them apart; a linear model weighs the letters and words of the
whole message. A message below its bar still claims what it says, but asks before it ends anything.
"""

from .corrections import may_correct, taken_back
from .doubt import may_report_end, named_in_statements, tells_parting
from .model import learned_model

__all__ = [
    "may_correct",
    "may_report_end",
    "named_in_statements",
    "reports_own_change",
    "taken_back",
    "tells_parting",
]


def reports_own_change(text: str) -> bool:
    """Return whether a message reads like the report of a change by its author."""
    model = learned_model()
    return model.score(text) >= model.bar
