"""Find whose death a text tells: "our dog Biscuit died on Monday", むぎが8月18日に亡くなった."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from nlp.dates import TimeExpression
from nlp.readers import Found
from nlp.text.sentences import HONORIFICS, alternation

from .authorship import brings_material
from .building import validity_period
from .change import PASSING, PLAYFUL
from .claim_text import ClaimText
from .own_change import reports_own_change
from .rules import SOMEONE, Validity
from .sentences import OWNER as WRITTEN_OWNER_SIGN
from .sentences import claim_sentences, mask

WHO = rf"(?P<who>{SOMEONE})"
AUXILIARY = r"(?:(?:has|had|just|sadly|finally|peacefully) )*"
NOT_REALLY = (
    r"(?! (?:laughing|of (?:laughter|embarrassment|boredom|shame|curiosity)|inside|a little|on me"
    r"|in (?:the|this|that) (?:game|book|film|movie|show|series|story|novel)))"
)
ENGLISH = re.compile(
    rf"{WHO},? {AUXILIARY}(?:died|passed away|crossed the rainbow bridge|is no longer with us"
    rf"|(?:was|had to be|is being) put (?:to sleep|down))\b{NOT_REALLY}"
    rf"|\b(?:had to|we) (?:have|put|had) {WHO.replace('<who>', '<put>')} (?:put )?(?:to sleep|down)\b"
)
DEAD = (
    r"(?:亡くなっ|亡くなりまし|なくなりまし(?=た)|死ん|死にまし|(?:死去|他界|逝去|永眠)し(?:まし)?|息を引き取っ|息を引き取りまし"
    r"|虹の橋を渡っ|虹の橋を渡りまし|天国に(?:行っ|旅立っ)|天国へ(?:行っ|旅立っ))"
)
# It has happened: 死んだら, 死んだふり and 死んだように have not.
PAST = r"(?:[ただ](?!ら|り|ふり|よう|と思|と勘違)|[てで](?!い?ない|ほし|も)|しまっ)"
JAPANESE = re.compile(
    rf"{WHO}(?:{alternation(HONORIFICS)})?(?:が|は|も)、?[^。、\nがはもを]{{0,20}}、?{DEAD}{PAST}"
)
# A quick look before the text is masked.
DEATH = re.compile(
    rf"\b(?:died|passed away|rainbow bridge|no longer with us|put|have|had)\b|{DEAD}"
)


@dataclass(frozen=True, slots=True)
class Death:
    """Whose death is told, the words of characters ``start`` to ``end``, and when it was, if said.

    What is not sure asks before it ends anything.
    """

    name: str
    start: int
    end: int
    at: datetime | None = None
    is_sure: bool = True


def find_deaths(
    text: str,
    *,
    mentions: Sequence[Found],
    times: Sequence[TimeExpression],
    language: str,
    said_at: datetime,
    is_assistant: bool = False,
) -> list[Death]:
    """Return the deaths of people and pets that a text tells; games, plans and stories tell none.

    One that does not read like the report of a change is not sure: a dog may die in a game. An
    assistant tells one only in a note about "the user".
    """
    if not DEATH.search(text) or PLAYFUL.search(text) or brings_material(text):
        return []
    signs = mask(text, mentions)
    if is_assistant and WRITTEN_OWNER_SIGN not in signs:
        return []
    reading = ClaimText(text, signs, times, said_at, None, language == "ja")
    return list({one.name: one for one in _told(reading)}.values())


def _told(reading: ClaimText) -> Iterator[Death]:
    pattern = JAPANESE if reading.is_japanese else ENGLISH
    for sentence in claim_sentences(reading.signs):
        if sentence.asserts_nothing:
            continue
        for found in pattern.finditer(sentence.text):
            if sentence.is_unsure(*found.span()) or PASSING.search(found[0]):
                continue
            span = found.span("who") if found["who"] else found.span("put")
            times = reading.times_near(sentence, *found.span())
            _, at = validity_period(times, Validity.STOPPED, reading.said_at)
            yield Death(
                reading.words(sentence, *span).strip(),
                sentence.at + found.start(),
                sentence.at + found.end(),
                at if at and at <= reading.said_at else None,
                is_sure=WRITTEN_OWNER_SIGN in reading.signs or reports_own_change(reading.text),
            )
