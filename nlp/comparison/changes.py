"""Words that say that something has changed: moved to, no longer, に変更, になった."""

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
# Words that end a state by themselves; nothing has to take its place.
ENDING = re.compile(
    r"(?<!n't )(?<!not )(?<!never )\b(?:no longer|anymore|dropped|stopped|quit|gave up|cancell?ed"
    r"|left (?:the|our|my|his|her|their))\b"
    r"|なくなっ|なくなり|辞め|やめた|やめました|退職|中止|廃止|異動|転勤",
    re.IGNORECASE,
)
CHANGE = re.compile(rf"(?<!n't )(?<!not )(?<!never )\b(?:{ENGLISH})\b|{JAPANESE}", re.IGNORECASE)
# Too common to say by themselves, without another value, that something has changed.
WEAK = re.compile(r"now|new|starting\s*|新しい|新たに|今は|現在|もう|as of", re.IGNORECASE)
# What changes how things are, and says something itself.
TURNS = re.compile(
    r"\bnew\b|\b(?:got|is now) (?:married|divorced)\b|新しい|新たに|結婚した|離婚した",
    re.IGNORECASE,
)
# What was not so yet, and now is.
NOT_YET = re.compile(r"\bnot\b[^.]*\byet\b|n't [^.]*\byet\b|まだ.*(?:ない|ません)", re.IGNORECASE)


def markers(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield the words of change in a text (NFKC), and where those stand that say nothing else."""
    for match in CHANGE.finditer(text):
        yield match.group().lower(), match.start(), match.end()
    for match in TURNS.finditer(text):
        yield match.group().lower(), match.start(), match.start()


def is_weak(marker: str) -> bool:
    """Whether a word of change needs another value beside it."""
    return bool(WEAK.fullmatch(marker))


def ends_something(text: str) -> bool:
    """Whether a text says that something is over."""
    return bool(ENDING.search(text))


def was_open(text: str) -> bool:
    """Whether a text says that something is not so yet."""
    return bool(NOT_YET.search(text))
