"""Write out the short forms of chats, and leave out words that only open or fill a sentence.

"ok so im a coeliac n i dont eat bread" is read as "I'm a coeliac and I don't eat bread". Places are
kept, so that a claim points at the words that were written.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import replace

from nlp.dates import TimeExpression
from nlp.readers import Found
from nlp.text.composed import ComposedText, compose_text

from .rules import Claim

_WHOLE: Mapping[str, str] = {
    "im": "I'm", "ive": "I've", "hes": "he's", "shes": "she's", "theyre": "they're", "thats": "that's",
    "theres": "there's", "weve": "we've", "youre": "you're", "lil": "little", "alergic": "allergic",
    "n": "and", "w": "with", "u": "you", "ur": "your", "pls": "please", "plz": "please", "bday": "birthday",
    "cuz": "because", "coz": "because", "bc": "because", "cant": "can't", "dont": "don't",
    "doesnt": "doesn't", "didnt": "didn't", "isnt": "isn't", "wont": "won't", "havent": "haven't",
    "hasnt": "hasn't", "wasnt": "wasn't", "arent": "aren't", "couldnt": "couldn't", "fav": "favourite",
    "fave": "favourite", "doin": "doing", "workin": "working", "livin": "living", "i": "I",
}  # fmt: skip
_SHORT = re.compile(
    r"(?<![\w'’.@/#$=<-])(?:"
    + "|".join(sorted(_WHOLE, key=len, reverse=True))
    + r")(?=[ ,]|['’](?:m|ve|d|ll)\b)(?! ?[=(<])",
    re.IGNORECASE,
)
_FILLER = re.compile(r"(?<![\w'’-])(?:um+|uh+|erm+|hmm+|eh)(?:,|\.\.\.|…)? (?=\w)", re.IGNORECASE)
_LAUGH = re.compile(r" (?:lol|haha+|lmao),", re.IGNORECASE)
_THAT = r"(?: that\b|[,:])"
_OPENING = re.compile(
    r"(?:^|(?<=[.!?] )|(?<=\n))"
    r"(?:(?:ok(?:ay)?|so|well|right|alright|hey+|hi+(?: there)?|hello"
    r"(?: there)?|oh|yeah|yep|anyway|btw|by the way|fyi|psst"
    r"|just (?:so you know|fyi|a heads[- ]?up|to let you know|for (?:the record|reference|context))"
    r"|for (?:(?:your|the|my) (?:records?|information|reference|context"
    r"|file|notes?|profile)|context|reference|info|what it's worth)"
    r"|heads[- ]?up|in case (?:it helps|you (?:need it|(?:ever )?wonder"
    r"(?:ed)?))|to be clear|one thing|another thing|fun fact"
    r"|(?:please |kindly )?(?:note|remember|don['’]?t forget|keep in mind|bear in mind|take note)(?="
    + _THAT
    + r")(?: that)?"
    r"|(?:you|i) (?:should|might as well|may as well|need to|ought to) "
    r"(?:know|mention|say|add|tell you)(?: that)?"
    r"|i(?:'d| would) like you to (?:know|remember)(?: that)?|i want you to (?:know|remember)(?: that)?"
    r"|(?:i think )?i(?:'ve)? (?:already |probably )?(?:told you|mentioned)(?: before)?(?: that)?"
    r"|put (?:this|that|it) (?:somewhere|down)|(?:please )?(?:remember"
    r"|save|note|write) (?:this|it|that)(?: down)?"
    r"(?: for me)?(?: please)?(?: would you)?|it (?:may|might) help (?:you )?to know(?: that)?"
    r"|i(?:'d| should| would) like (?:you )?to (?:know|note|remember|say|mention)(?: that)?"
    r"|(?:i(?:'m| am) going to |i(?:'ll| will) |let me )?tell you (?:a "
    r"(?:bit|little)|something|a few things) about (?:me|myself)"
    r"|(?:please |do )?bear in mind|i(?:'d| had) better tell you(?: that)?|lord|i nearly forgot|random(?: but)?"
    r"|for future reference|and"
    r"|as i (?:said|told you|mentioned)|basically|honestly|actually)(?:,|:|\.{1,3}|!+"
    r"| -| –| —)? ){1,3}(?!(?:please|pls|plz|can|could|would|help)\b)"
    r"(?=\S)",
    re.IGNORECASE,
)
# "Can you remember that I don't eat gluten?" states it.
_ASKED_TO_KEEP = re.compile(
    r"(?:^|(?<=[.!?] )|(?<=\n))(?:(?:can|could|will|would) you )(?:please )?"
    r"(?:remember|note|keep in mind|save)(?: down)? that (?P<said>[^.!?\n]+)(?P<asked>\?)",
    re.IGNORECASE,
)
# What only closes a sentence: " haha", ", if that helps", " :)".
_CLOSING = re.compile(
    r"(?:,? (?:lol|haha+|hehe+|tbh|ngl|imo|btw|by the way|(?:just )?fyi|if that (?:helps|matters)"
    r"|(?:as|like) (?:you (?:may |might |probably )?know|i said|i told you|mentioned)"
    r"|to be honest|i must say)"
    r"| [–—-] (?:just )?fyi| \((?:just )?(?:fyi|lol|btw|for what it['’]s worth)\)| [:;]-?[)DPp(]| x{1,3})+"
    r"\s*(?:[.!]+|(?=[;\n]|$))",
    re.IGNORECASE,
)


def written_out(text: str) -> ComposedText:
    """Return the text in composed letters, with short forms written out and openings left out."""
    composed = compose_text(text)
    found = sorted(_changes(composed.text), key=lambda change: (change[0], -change[1]))
    if not found:
        return composed
    letters, places, done = [], [], 0
    for start, end, words in found:
        if start < done:
            continue
        letters += [composed.text[done:start], words]
        places += [*range(done, start), *[start] * len(words)]
        done = end
    letters.append(composed.text[done:])
    places += range(done, len(composed.text) + 1)
    return ComposedText(
        text, "".join(letters), tuple(composed.to_original(at, at)[0] for at in places)
    )


def _changes(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield what to replace: where it begins and ends, and what is read for it."""
    for pattern in (_SHORT, _FILLER, _OPENING):
        for match in pattern.finditer(text):
            yield match.start(), match.end(), _WHOLE.get(match[0].lower(), "")
    yield from ((match.start(), match.end(), ",") for match in _LAUGH.finditer(text))
    yield from ((match.start(), match.end(), ".") for match in _CLOSING.finditer(text))
    for match in _ASKED_TO_KEEP.finditer(text):
        yield match.start(), match.start("said"), ""
        yield match.start("asked"), match.end(), "."


def mention_in(one: Found, composed: ComposedText) -> Found:
    """Return a mention at its place in the composed text."""
    start, end = composed.from_original(one.start, one.end)
    return replace(one, surface=composed.text[start:end], start=start, end=end)


def time_in(one: TimeExpression, composed: ComposedText) -> TimeExpression:
    """Return a time at its place in the composed text."""
    start, end = composed.from_original(one.start_char, one.end_char)
    return replace(one, text=composed.text[start:end], start_char=start, end_char=end)


def in_original(claim: Claim, composed: ComposedText) -> Claim:
    """Return a claim on the composed text with the places and the words of the original."""
    start, end = composed.to_original(claim.start, claim.end)
    at = composed.text.find(claim.value, claim.start, claim.end)
    said = claim.value if at < 0 else _as_written(composed, at, at + len(claim.value))
    named = said if claim.object == claim.value else claim.object
    return replace(claim, start=start, end=end, value=said, object=named)


def _as_written(composed: ComposedText, start: int, end: int) -> str:
    """Return words in composed letters, with the spaces that the text has between them."""
    said = composed.original[slice(*composed.to_original(start, end))]
    return unicodedata.normalize("NFC", said).strip()
