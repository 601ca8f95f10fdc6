"""Find words of change, and sentences that exclude another value."""

import re
from collections.abc import Iterator

ENGLISH = (
    r"no longer|anymore|(?<=not )any more|instead of"
    r"|(?:has|have|had) (?:been )?(?:moved|changed|become|switched|replaced|fixed)"
    r"|moved|changed|switched|migrated|relocated|replaced|renamed|rescheduled|postponed|upgraded|downgraded"
    r"|(?:was|were|been|is|are) (?:raised|lowered|increased|reduced|extended|shortened|delayed|corrected"
    r"|updated)|went (?:up|down) to|dropped|stopped|quit|gave up|became|become|now|by now|from \w+ on|as of"
    r"|since then|cancelled|canceled|starting (?=next|on|in|from|tomorrow|[A-Z])"
    r"|left (?=the|our|my|his|her|their)"
)
JAPANESE = (
    r"変更|変わ[っりる]|変え[たまる]|に改め|引っ?越|移転|移行|移っ|移り|延期|延び|延長|前倒し|繰り上げ|繰り下げ"
    r"|代わ[っり]|交代|になった|になりました|となった|となりました|ようになっ|ことにな[っり]|なくなっ|なくなり|辞め"
    r"|やめた|やめました|ではなく|じゃなく|今は|現在|値上げ|値下げ|増設|改定|改訂|更新|置き換え|切り替え|切替|訂正"
    r"|になる|になります|異動|移し|移す|転勤|配属|もう|退職|転職|中止|廃止"
)
# Words that end a state without a successor.
ENDING = re.compile(
    r"(?<!n't )(?<!not )(?<!never )\b(?:no longer|anymore|dropped|stopped|quit|gave up|cancell?ed"
    r"|left (?:the|our|my|his|her|their))\b"
    r"|なくなっ|なくなり|辞め|やめた|やめました|退職|中止|廃止|異動|転勤",
    re.IGNORECASE,
)
CHANGE = re.compile(rf"(?<!n't )(?<!not )(?<!never )\b(?:{ENGLISH})\b|{JAPANESE}", re.IGNORECASE)
# Words that mark a change only together with another value.
WEAK = re.compile(r"now|new|starting\s*|新しい|新たに|今は|現在|もう|as of", re.IGNORECASE)
# Words that mark a change and carry content of their own.
TURNS = re.compile(
    r"\bnew\b|\b(?:got|is now) (?:married|divorced)\b|新しい|新たに|結婚した|離婚した",
    re.IGNORECASE,
)
# Words for a state that has not begun.
NOT_YET = re.compile(r"\bnot\b[^.]*\byet\b|n't [^.]*\byet\b|まだ.*(?:ない|ません)", re.IGNORECASE)


def find_change_words(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield the change words of a text (NFKC); those with content of their own get an empty span."""
    for match in CHANGE.finditer(text):
        yield match.group().lower(), match.start(), match.end()
    for match in TURNS.finditer(text):
        yield match.group().lower(), match.start(), match.start()


def is_weak(marker: str) -> bool:
    """Whether a change word counts only together with another value."""
    return bool(WEAK.fullmatch(marker))


def ends_something(text: str) -> bool:
    """Whether a text states that something has ended."""
    return bool(ENDING.search(text))


def was_open(text: str) -> bool:
    """Whether a text states that something has not happened yet."""
    return bool(NOT_YET.search(text))


STATED = re.compile(
    r"\b(?:is|are|'s|lives?|needs?|requires?|belongs?|was born|called|named)\b"
    r"|(?:です|だ|である|にあります|にある|に住んで(?:いる|います)|必要(?:です|だ)?|にいる|にいます|所属|在住)[。.!\s]*$",
    re.IGNORECASE,
)
# A role that only one can have: "Mr Okada is the owner".
DEFINITE = re.compile(r"\bis (?:the|my|our|his|her|their)\b", re.IGNORECASE)


def has_one_value(text: str) -> bool:
    """Whether a sentence states an identity, a place or a need, which have one value."""
    return bool(STATED.search(text))


def names_the_one(text: str) -> bool:
    """Whether a sentence names the only holder of a role."""
    return bool(DEFINITE.search(text))
