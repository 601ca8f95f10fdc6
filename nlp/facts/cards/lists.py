"""Read a list below a heading that says what its items are: "Tools I use:", 嫌いなもの."""

import re
from collections.abc import Sequence

from .labels import Field

_I = r"(?:I|i|we)"
_OF_MINE = r"(?:(?:my|the|all|some|our) )?"
# "Things I hate right now" are of the moment.
_TAIL = r"(?!(?:[^:\n]{0,12} )?(?:rn|right now|today|now|this|about|for)\b)[^:\n]{0,24}"
_ANSWERS = r"(?:answers?|repl(?:y|ies)|responses?|messages)"
# A heading, and how an item below it is said.
_HEADINGS: Sequence[tuple[str, Field]] = (
    (
        rf"{_OF_MINE}(?:tools|apps|software|programs|devices|gear|things|kit"
        rf"|stuff|services)(?: and \w+)? (?:that )?{_I} use\b{_TAIL}",
        Field("The user uses "),
    ),
    (
        rf"(?:things|stuff|what|foods?|music) (?:that )?{_I} (?:really )?"
        rf"(?:like|love|enjoy)\b{_TAIL}|(?:my )?(?:likes|hobbies|interests"
        rf"|favou?rites|favou?rite things)",
        Field("The user likes "),
    ),
    (
        rf"(?:things|stuff|what|foods?) (?:that )?{_I} (?:really )?(?:hate"
        rf"|dislike|don't like|can't stand|can't eat)\b{_TAIL}|(?:my )?dislikes",
        Field("The user dislikes "),
    ),
    (
        r"(?:my )?allergies|(?:things|foods?|what) (?:that )?(?:I'm|I am|im) allergic to",
        Field("The user is allergic to "),
    ),
    (
        r"(?:my )?(?:medications?|medicines|meds|daily meds|prescriptions)"
        r"|(?:medications?|medicines|meds|pills) (?:that )?I(?:'m on| take)",
        Field("The user takes "),
    ),
    (
        r"(?:my )?(?:health|medical) (?:conditions|issues|problems)|(?:my )?conditions",
        Field("The user has "),
    ),
    (
        rf"(?:(?:the )?languages (?:that )?{_I} (?:speak|know)|my languages)",
        Field("The user speaks "),
    ),
    (
        rf"(?:the )?(?:groups|clubs|teams|societies) (?:that )?{_I}(?:'m| am)?(?: a member of| belong to| in)",
        Field("The user is a member of "),
    ),
    (
        rf"how to (?:answer|reply to|talk to|write to) me|(?:for|in) (?:your "
        rf"|all )?{_ANSWERS},? {_I} (?:prefer|want|like)",
        Field("The user prefers "),
    ),
    (
        rf"(?:how|what) {_I} (?:want|like|prefer)\b[^:\n]{{0,20}}\b{_ANSWERS}{_TAIL}"
        rf"|(?:my )?{_ANSWERS} (?:style|preferences|rules|format){_TAIL}"
        rf"|(?:rules|preferences|instructions) for (?:your )?{_ANSWERS}",
        Field("The user prefers "),
    ),
    (
        r"(?:(?:私|僕|俺)が)?(?:普段)?(?:使っている|使ってる|使用している|愛用の)(?:もの|ツール|アプリ|道具|機材|ソフト)(?:一覧)?|使用(?:ツール|アプリ|機材)",
        Field("ユーザーは", "を使っている。"),
    ),
    (
        r"(?:(?:私|僕|俺)の)?好きな(?:もの|物|食べ物|こと|音楽)(?:一覧)?|好物",
        Field("ユーザーは", "が好き。"),
    ),
    (
        r"(?:(?:私|僕|俺)の)?(?:嫌い|苦手)な(?:もの|物|食べ物|こと)(?:一覧)?",
        Field("ユーザーは", "が苦手。"),
    ),
    (r"(?:(?:私|僕|俺)の)?アレルギー(?:一覧)?", Field("ユーザーは", "アレルギー。")),
    (r"(?:話せる|使える)言(?:語|葉)", Field("ユーザーは", "を話す。")),
    (
        r"(?:飲んでいる|服用(?:している|中の))薬|常用薬|服用薬",
        Field("ユーザーは毎日", "を飲んでいる。"),
    ),
)
_KNOWN = tuple((re.compile(rf"(?:{words})", re.IGNORECASE), field) for words, field in _HEADINGS)


def field_of_items(heading: str) -> Field | None:
    """Return how the items below a heading are said; None if it says nothing of the owner."""
    words = heading.replace("’", "'")
    return next((field for pattern, field in _KNOWN if pattern.fullmatch(words)), None)
