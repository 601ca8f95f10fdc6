"""Find the words that say that something changed, or that something is added to what holds.

Only a word of change may end what holds: "I live in Kobe now" does, "I live in Kobe" asks.
"""

import re

CHANGE = re.compile(
    r"\b(?:now(?!here)|nowadays|no longer|any ?more|instead|these days|as of|recently|just "
    r"(?:moved|started|switched|changed)|moved|switched"
    r"|changed|became|turned|new (?:job|home|flat|place|address|employer|company|name)|back"
    r" (?:in|at|with)|finally|used to|formerly"
    r"|currently|at the moment|since (?:last|this|january|february|march|april|may|june"
    r"|july|august|september|october"
    r"|november|december|spring|summer|autumn|fall|winter|then|my|the))\b"
    r"|今(?:は|では|や|年から|月から|週から|度)|いまは|現在は?|もう|最近|このたび|この度"
    r"|になった|になりました|になって|変わ|変え|転職|転籍|転勤|異動|引っ?越|移っ|移り"
    r"|移住|辞め|退職|新しい|新居|新しく|からは|から、?(?=[^、。]{1,12}(?:に住|で働|に勤"
    r"|で暮ら))|改名|改姓|やめ",
    re.IGNORECASE,
)
FURTHER = re.compile(
    r"\b(?:also|too|as well|part[- ]time|on (?:weekdays|weekends|the side|mondays|tuesdays"
    r"|wednesdays|thursdays|fridays"
    r"|saturdays|sundays)|at weekends|during the (?:week|summer|winter|term)|second (?:home"
    r"|job|flat|house)|another|sometimes"
    r"|half (?:the|of the) (?:year|week|time)|moonlight\w*|side (?:job|gig)|in addition|freelance)\b"
    r"|(?:に|で|と|の)も(?!う)|週末|平日|副業|別宅|別荘|単身赴任|二拠点|2拠点|掛け持ち"
    r"|かけもち|兼業|兼任|ときどき|時々|たまに|夏の間|冬の間|(?:月|火|水|木|金|土|日)曜"
    r"(?:日)?(?:は|だけ)",
    re.IGNORECASE,
)


def says_change(clause: str) -> bool:
    """Return whether a clause has a word of change."""
    return bool(CHANGE.search(clause))


def says_further(clause: str) -> bool:
    """Return whether a clause adds something to what holds: "also", "on weekends", も."""
    return bool(FURTHER.search(clause))
