"""Leave out what a writer put between ``<private>`` and ``</private>``."""

import re
import unicodedata

# Stands where something was left out.
MARK = "[private]"
# Spaces, and characters that nobody sees.
_UNSEEN = r"\s\u00ad\u200b-\u200f\u2060\ufeff"
_GAP = f"[{_UNSEEN}]*+"
# As entities, escaped more than once too, as in addresses, and as in JSON that was escaped twice.
_ENTITY, _PERCENT = "&(?:amp;){0,3}+", "%(?:25){0,3}+"
_BACKSLASH = r"\\{1,4}+(?:u00|x)"
_OPEN = rf"(?:[<＜﹤]|{_ENTITY}(?:lt|#0{{0,5}}60|#x0{{0,5}}3c);|{_PERCENT}3c|{_BACKSLASH}3c)"
_CLOSE = rf"(?:[>＞﹥]|{_ENTITY}(?:gt|#0{{0,5}}62|#x0{{0,5}}3e);|{_PERCENT}3e|{_BACKSLASH}3e)"
_SLASH = rf"(?:\\{{0,4}}+[/／]|{_ENTITY}(?:sol|#47|#x2f);|{_PERCENT}2f|{_BACKSLASH}2f)"
_WORD = _GAP.join(f"[{narrow}{chr(ord(narrow) + 0xFEE0)}]" for narrow in "private")
_ATTRIBUTES = rf"(?=[{_UNSEEN}]|{_SLASH}|{_CLOSE})(?:(?!{_OPEN}|{_CLOSE})[^<>＜＞﹤﹥])*+"
# Possessive throughout: each character is read a fixed number of times.
TAG = re.compile(f"{_OPEN}{_GAP}({_SLASH}?+){_GAP}{_WORD}{_ATTRIBUTES}{_CLOSE}", re.I)
OPENING = re.compile(_OPEN, re.I)


def without_private(text: str) -> str:
    """Return the text with ``[private]`` for each private part; empty where nothing else is said.

    A part that is not closed ends with the text, one inside another with the outer one; a lone
    closing tag is left out. Letter case, full-width forms, spaces inside a tag and how its signs are
    escaped (``&lt;``, ``&#60;``, ``%3C``, ``\\u003c``) do not matter.
    The result holds no tag, and the time is linear.
    """
    if TAG.search(text) is None:
        return text
    kept = _public(text)
    if TAG.search(kept):
        # The ends of a tag stood around a lone one.
        kept = OPENING.sub("(", _public(kept))
    return kept if _says_something(kept) else ""


def _public(text: str) -> str:
    pieces, at, depth = [], 0, 0
    for tag in TAG.finditer(text):
        closes = bool(tag[1])
        if depth == 0:
            pieces += [text[at : tag.start()], "" if closes else MARK]
        depth = max(0, depth - 1) if closes else depth + 1
        at = tag.end()
    return "".join([*pieces, "" if depth else text[at:]])


def _says_something(kept: str) -> bool:
    """Return whether more than marks, spaces and punctuation is left."""
    left = kept.replace(MARK, "")
    return any(unicodedata.category(character)[0] not in "CPZ" for character in left)
