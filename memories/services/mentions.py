"""Correct which entity a span of text refers to, and undo corrections."""

from memories.knowledge.mentions.correct import Ruled, mention_retype, mention_rule, mention_unrule
from memories.knowledge.mentions.undo import mention_undo

__all__ = ["Ruled", "mention_retype", "mention_rule", "mention_undo", "mention_unrule"]
