"""Find the discourse marker that links a text to the text before it."""

import re
from dataclasses import dataclass

from nlp.text.sentences import POLITE_ENDINGS, QUESTION_MARK

# The first words of a longer text seldom refer to the whole text before it.
LONGEST = 1_000
# A shorter text states nothing that another one could explain, extend or deny.
SHORTEST = 12
ASKS = re.compile(rf"{QUESTION_MARK}|(?:{POLITE_ENDINGS}|の)か。?\s*$")


@dataclass(frozen=True, slots=True)
class DiscourseMarker:
    """First words of a text, and the link type that they announce.

    ``is_backwards``: the link leads from the earlier text to this one.
    """

    type: str
    begins: re.Pattern[str]
    confidence: float
    is_backwards: bool = False


def _begins(english: str, japanese: str) -> re.Pattern[str]:
    return re.compile(rf"\s*(?:(?P<en>(?:{english})(?!\w))|(?P<ja>{japanese}))", re.IGNORECASE)


MARKERS = (
    DiscourseMarker(
        "explains",
        _begins(
            r"because|(?:that|this)(?:'s| is| was) because|the (?:reason|cause) (?:is|was|for (?:this|that))"
            r"|it turned out that the (?:reason|cause)",
            r"なぜなら|なぜかと(?:いう|言う)と|と(?:いう|言う)の[はも]、|(?:その|この)?(?:理由|原因)は",
        ),
        0.75,
    ),
    DiscourseMarker(
        "explains",
        _begins(
            r"(?:that|this)(?:'s| is| was) why|(?:as a result|therefore|consequently),?",
            r"だからこそ|その(?:ため|結果)、|このため、|したがって",
        ),
        0.7,
        is_backwards=True,
    ),
    DiscourseMarker(
        "extends",
        _begins(
            r"for (?:example|instance)|e\.g\.|(?:more )?(?:specifically|precisely)|to be (?:precise|exact)"
            r"|(?:in|to give you) more detail|to add to (?:that|this)",
            r"(?:例|たと)えば|具体的に(?:は|言うと|いうと)|詳し(?:くは|く言うと)|(?:補足|追記)(?:すると|ですが|[:：、])",
        ),
        0.75,
    ),
    DiscourseMarker(
        "supports",
        _begins(
            r"(?:this|that) (?:confirms|proves|bears out)|as (?:proof|evidence)|sure enough"
            r"|(?:indeed|in fact),",
            r"(?:その|この)証拠に|それを裏付ける|(?:実際に?|事実)、|案の定",
        ),
        0.65,
    ),
    DiscourseMarker(
        "contradicts",
        _begins(
            r"(?:that|this)(?:'s| is| was) (?:not (?:true|right|correct)|wrong|incorrect|a mistake)"
            r"|i was wrong|correction:|on the contrary",
            r"(?:それ|これ)は(?:違|間違|誤り|嘘|正しくな)|(?:訂正|誤りでした)[:：、。]|実は逆で",
        ),
        0.7,
    ),
    DiscourseMarker(
        "depends_on",
        _begins(
            r"for (?:this|that) (?:we|i|you|they) (?:first )?need"
            r"|(?:this|that) (?:requires|depends on|presupposes)"
            r"|(?:first|before that),? (?:we|i|you) (?:need|have) to",
            r"その(?:ために|前提)(?:は|として)|それには|その前に",
        ),
        0.65,
        is_backwards=True,
    ),
)


def find_marker(text: str) -> tuple[DiscourseMarker, str] | None:
    """Return the discourse marker at the start of a text, and its words."""
    if not SHORTEST <= len(text) <= LONGEST or ASKS.search(text):
        return None
    for one in MARKERS:
        if match := one.begins.match(text):
            return one, match.group().strip(" \t\r\n、,:：。")
    return None
